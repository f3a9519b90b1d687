"""Folders of the project: the folders of its code, its strategies and its results."""

from __future__ import annotations

from pathlib import Path

from game.errors import InputError

ROOT = Path(__file__).resolve().parents[2]
"""Folder that contains the packages of this project.

It is the root of the checkout, or the folder of the installed package.
"""

STRATEGIES = ROOT / "strategies"
"""Folder of the strategies; an entry in this folder is named by the stem of its file.
"""

IS_CHECKOUT = (ROOT / "pyproject.toml").is_file()
"""Whether the code runs from a checkout."""

RESULTS = (ROOT if IS_CHECKOUT else Path.cwd()) / "results"
"""Folder to which runs and results are written: ``results`` in the checkout.

If the project is installed as a package, it is ``results`` in the current folder.
"""

STANDINGS = RESULTS if IS_CHECKOUT else ROOT / "contest" / "_results"
"""Folder that has the tables of the leaderboard, such as ``leads.csv``."""


def require_checkout() -> None:
    """Raise `InputError` if the code runs from an installed package."""
    if not IS_CHECKOUT:
        raise InputError(
            f"no checkout of the project in {str(ROOT)!r}",
            "a clone of the repository, not an installed package",
        )
