"""Locks and limits of Unix, which Windows lacks: the referee needs them."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from types import ModuleType

from game.errors import InputError

MODULES: dict[str, ModuleType] = {}
"""The modules of the system that the referee needs, by name; empty on Windows."""

with suppress(ModuleNotFoundError):
    MODULES |= {name: import_module(name) for name in ("fcntl", "resource")}


def require() -> None:
    """Raise `InputError` on a system where the referee cannot run."""
    if not MODULES:
        raise InputError(
            "the referee needs Linux or macOS: on Windows, expected this command in WSL"
        )


def __getattr__(name: str) -> ModuleType:
    """Return a module; raise `InputError` where there is none."""
    if name not in ("fcntl", "resource"):
        raise AttributeError(name)
    require()
    return MODULES[name]
