import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "proofs" / "check_certificate.c"


class SecondChecker:
    """The compiled program check_certificate.c. A call lets it check a certificate."""

    def __init__(self, folder):
        self.folder = folder
        self.program = folder / "check_certificate"

    def __call__(self, certificate, answers, guesses):
        """Check `certificate` for the words; return the exit status and the output."""
        files = [self.folder / name for name in ("answers", "guesses", "certificate")]
        texts = "\n".join(answers), "\n".join(guesses), certificate
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        done = subprocess.run([self.program, *files], capture_output=True)
        return done.returncode, done.stdout.decode(errors="replace")


@pytest.fixture(scope="session")
def build_second(tmp_path_factory):
    """Return a function that compiles check_certificate.c and returns the checker.

    The arguments of the function are more options for the compiler.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")

    def build(*extra):
        checker = SecondChecker(tmp_path_factory.mktemp("checker"))
        options = ["-std=c99", "-O2", "-Wall", "-Werror", *extra, "-o", checker.program]
        subprocess.run([compiler, *options, SOURCE, "-lm"], check=True)
        return checker

    return build


@pytest.fixture(scope="session")
def second(build_second):
    return build_second()
