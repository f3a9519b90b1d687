"""Constraints with the lowest versions of the run-time dependencies, for a test.

    python .ci/lowest.py > lowest.txt
    make test CONSTRAINTS=lowest.txt

The packages of the extras, such as tools for tests, get their versions from
``.ci/dev.txt``.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Print the constraints."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    pinned = (ROOT / ".ci" / "dev.txt").read_text(encoding="utf-8")
    tools = {
        re.split(r"[\[>=;]", requirement)[0].lower()
        for extra in project["optional-dependencies"].values()
        for requirement in extra
    }
    pins = re.findall(r"^[\w.-]+==[^\\\n]+", pinned, re.MULTILINE)
    lines = [pin.strip() for pin in pins if pin.split("==")[0] in tools]
    lines += [line.replace(">=", "==") for line in project["dependencies"]]
    sys.stdout.writelines(f"{line}\n" for line in sorted(lines))


if __name__ == "__main__":
    main()
