"""Lazy exports: public names of a package, imported on first access."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any


def exporter(name: str, file: str) -> Callable[[str], object]:
    """Return a function ``__getattr__`` that imports a public name on first access.

    The function is for the module with the name `name` and the source file `file`. The
    public names are the names that this file imports below ``if TYPE_CHECKING``. There,
    ``from X import *`` stands for the names in ``__all__`` of the package X.

    Examples
    --------
    >>> from game import hosts
    >>> exporter("game.hosts", hosts.__file__)("check_range").__name__
    'check_range'
    """

    def import_name(attribute: str) -> Any:
        module_of = _find_modules(file)
        if attribute not in module_of:
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        return getattr(importlib.import_module(module_of[attribute]), attribute)

    return import_name


@cache
def _find_modules(file: str) -> dict[str, str]:
    """Return, for each name that the source file imports, the module to import from."""
    module_of: dict[str, str] = {}
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [alias.name for alias in node.names]
            if names == ["*"]:
                names = importlib.import_module(node.module).__all__
            module_of |= dict.fromkeys(names, node.module)
    return module_of
