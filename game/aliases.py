"""Imports of entries in an installed package, where our modules have a prefix.

The code of an entry imports without the prefix. ``from game import Move`` then returns
the class `Move` of ``clueproof.game``, not a second class of this name. In a checkout,
the packages have no prefix.
"""

from __future__ import annotations

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

_PREFIX = __name__.removesuffix("game.aliases")  # an empty string in a checkout
_PACKAGES = ("game", "solver", "strategies")


def install() -> None:
    """Let the code of entries import our packages without the prefix."""
    if _PREFIX and not any(isinstance(finder, _Aliases) for finder in sys.meta_path):
        # It comes first, so that no other package with such a name is found.
        sys.meta_path.insert(0, _Aliases())


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
        # The import system has replaced the specification of the module by that of the
        # alias. Restore it.
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state
