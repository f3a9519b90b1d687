"""Run every shell line of the README, as a reader would type it."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DONE_BEFORE = ("make ", ". .venv")  # by .ci/run itself


def main() -> None:
    """Run the lines one by one; stop at the first that fails."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line]
    for line in lines:
        if line.startswith(DONE_BEFORE):
            continue
        sys.stderr.write(f"$ {line}\n")
        command = line.replace("python ", f"{sys.executable} ", 1)
        with tempfile.TemporaryFile() as quiet:
            # Games end at the end of their input.
            subprocess.run(
                command,
                shell=True,
                check=True,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=quiet,
            )


if __name__ == "__main__":
    main()
