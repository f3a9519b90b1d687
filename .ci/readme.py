"""Run the shell lines of the README and of docs/, as a reader would type them.

Some lines name another contest project as the value of the option ``--from``. In these
lines, the program replaces the value by the folder of a small project that it has made.
If a line installs from the address of the repository, this checkout is built instead.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    "README.md",
    "docs/guide/play.md",
    "docs/guide/solve.md",
    "docs/guide/score.md",
    "docs/findings/fibble.md",
)
DONE_BEFORE = ("git clone ", "make ", ". .venv")  # .ci/run has done these steps


def main() -> None:
    """Run the lines one by one; stop at the first line that fails."""
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    make = runpy.run_path(str(ROOT / "tests" / "checkout.py"))["make"]
    with tempfile.TemporaryDirectory() as folder:
        paths = install_pipx(Path(folder, "pipx"))
        # If several pages have the same line, it is run once.
        for line in dict.fromkeys(lines(text, make(Path(folder, "theirs")))):
            sys.stderr.write(f"$ {line}\n")
            command = line.replace("python ", f"{shlex.quote(sys.executable)} ", 1)
            with tempfile.TemporaryFile() as quiet:
                # The input is empty, so that a game that asks for a move ends.
                subprocess.run(
                    command,
                    shell=True,
                    check=True,
                    cwd=ROOT,
                    env=os.environ | paths,
                    stdin=subprocess.DEVNULL,
                    stdout=quiet,
                )


def install_pipx(folder: Path) -> dict[str, str]:
    """Install pipx into a folder; return the environment variables that it needs."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "pipx"], check=True)
    path = f"{os.environ['PATH']}{os.pathsep}{python.parent}"
    return {"PATH": path, "PIPX_HOME": str(folder / "home")}


def lines(text: str, checkout: Path) -> Iterator[str]:
    """Yield the shell lines of a text, ready to run.

    `checkout` replaces the value of ``--from``, and this project replaces the address
    of the repository. Lines whose work `.ci/run` has already done are left out.
    """
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        for line in filter(None, block.splitlines()):
            if not line.startswith(DONE_BEFORE):
                there = f"--from {shlex.quote(str(checkout))}"
                line = line.replace(
                    "git+<address of this repository>", shlex.quote(str(ROOT))
                )
                yield re.sub(r"--from \S+", lambda _, new=there: new, line)


if __name__ == "__main__":
    main()
