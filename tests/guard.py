"""Guard of the checkout: no test may write into the checkout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# Folders of tools are not watched. Virtual environments are not watched either; they
# are found by their pyvenv.cfg, because they may have any name.
_TOOLS = {".git", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"}


class Guard:
    """Lets a test session fail if files of a folder were written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.before = _listing(folder)
        self.written: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        after = _listing(self.folder)
        changed = {path for path, _ in self.before.items() ^ after.items()}
        self.written = sorted(changed)
        if self.written and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> None:
        for path in self.written:
            line = f"written while the tests ran: {path}"
            terminalreporter.write_line(line, red=True)


def _listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the files below a folder, with their sizes and times of modification."""
    found = {}
    for place, folders, names in os.walk(folder):
        inner = [name for name in folders if name not in _TOOLS]
        folders[:] = [n for n in inner if not Path(place, n, "pyvenv.cfg").exists()]
        for path in (Path(place, name) for name in names):
            status = path.lstat()
            found[str(path.relative_to(folder))] = status.st_size, status.st_mtime_ns
    return found
