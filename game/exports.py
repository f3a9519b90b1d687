"""Lazy exports: public names of a package, imported on first access."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any


def exporter(
    package: str, homes: Mapping[str, Iterable[str]]
) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package.

    Examples
    --------
    >>> exporter("game", {"clues": ["parse"]})("parse")("..i.c", 5)
    11
    """
    home = {name: module for module, names in homes.items() for name in names}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{home[name]}"), name)

    return find
