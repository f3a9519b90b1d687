"""Import and construction of strategies, in the process that calls `load`.

The rest of `contest.entries` runs no code of a strategy.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from contest.entries.entry import Entry
from game import aliases
from game.calls import read_call
from game.protocol import Strategy

LIBRARIES = ("numpy", "scipy", "numba")
"""Libraries that an entry may import, besides Python's standard library."""

PARTS = ("game", "solver", "strategies", "clueproof")
"""Packages of this project that an entry may import."""

IMPORT_RULE = (
    "rule 9 in AGENTS.md allows Python's standard library, "
    f"{', '.join((*LIBRARIES, *PARTS[:-1]))}"
)


def load(entry: Entry) -> Strategy:
    """Import the file of an entry, construct the strategy and return it.

    Exceptions of the strategy's code are not caught.
    """
    if entry.checkout is None:
        aliases.install()
    call = read_call(entry.expression)
    make = getattr(_import(entry), call.name)
    strategy: Strategy = make(*call.args, **call.keywords)
    return strategy


def _import(entry: Entry) -> ModuleType:
    if entry.module is not None:
        return importlib.import_module(entry.module)
    spec = importlib.util.spec_from_file_location(entry.path.stem, entry.path)
    assert spec is not None, entry.path
    assert spec.loader is not None, entry.path
    module = importlib.util.module_from_spec(spec)
    sys.modules[entry.path.stem] = module
    # The finder is added at the end of the list, so that a file beside the strategy
    # does not replace a library of the same name.
    sys.meta_path.append(_Beside(entry.path.parent))
    spec.loader.exec_module(module)
    return module


class _Beside(MetaPathFinder):
    """Finds modules beside a strategy, in a folder that the process may not list.

    Python's own finders list a folder to find a module, so they would find no module in
    this folder. But the process may open files of the folder, so this finder computes
    the path of a module's file, without a list of the files.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        file = self.folder / f"{fullname}.py"
        if path is not None or not os.path.isfile(file):
            return None
        return importlib.util.spec_from_file_location(fullname, file)
