"""Imports of our packages by the code of entries.

In a checkout, our packages have no prefix. In an installed package, they have the
prefix ``clueproof``, but the code of an entry imports our packages without the prefix.
In an installed package, an entry's line ``from game import Move`` imports the class
`Move` of ``clueproof.game``, not a second class of this name.
"""

from __future__ import annotations

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

# ``clueproof.`` in an installed package, and an empty string in a checkout.
_PREFIX = __name__.removesuffix("game.aliases")
_PACKAGES = ("game", "solver", "strategies")


def install() -> None:
    """Let the code of entries import our packages without the prefix ``clueproof``.

    From now on, ``from game import Move`` imports ``clueproof.game`` in this process.
    In a checkout, where our packages have no prefix, nothing changes.
    """
    if _PREFIX and not any(isinstance(finder, _Aliases) for finder in sys.meta_path):
        # Put this finder before all other finders, so that no other package named
        # `game` is found.
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
        # The import system has replaced the module's own specification by the
        # specification of the alias, the name without the prefix. Restore the module's
        # own specification.
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state
