"""Imports of an entry, which have no prefix, in an installed package.

``from game import Move`` gives the entry the `Move` of the module ``clueproof.game``,
not a second one. In a checkout the packages have these names anyway.
"""

from __future__ import annotations

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

_PREFIX = __name__.removesuffix("game.aliases")  # empty in a checkout
_PACKAGES = ("game", "solver", "strategies")


def install() -> None:
    """Let the code of entries import our packages without the prefix."""
    if _PREFIX and not any(isinstance(finder, _Aliases) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Aliases())  # before another package of such a name


class _Aliases(MetaPathFinder, Loader):
    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        ours = fullname.partition(".")[0] in _PACKAGES
        exists = ours and find_spec(_PREFIX + fullname)
        return ModuleSpec(fullname, self) if exists else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(_PREFIX + spec.name)
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # The import system has given the module the specification of the alias.
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state
