"""Strategies: one public module each, found by its file name."""

from __future__ import annotations

import importlib
from copy import deepcopy
from pathlib import Path
from types import ModuleType

from game.calls import read_call
from game.errors import InputError, nearest
from game.protocol import Mode, Strategy


def make_strategy(text: str, mode: Mode) -> Strategy:
    """Return a new strategy that a text names.

    Parameters
    ----------
    text : str
        ``entropy``, which ``strategies/entropy.py`` lists; ``quantile/p50``, with a
        label; ``entropy:Entropy(depth=2)``, with parameters.
    mode : Mode
        The game that it is to play.

    Raises
    ------
    InputError
        When there is no such strategy for this game. What its constructor raises is
        not caught.

    Examples
    --------
    >>> make_strategy("k_guesses", Mode.WORDPL)
    KGuesses(schedule=(9.3, 5.3), opening='trace', order=1.0)
    """
    entry, has_call, _ = text.partition(":")
    name = entry.partition("/")[0]
    module = _import_module(text, name)
    modes = getattr(module, "MODES", list(Mode))
    if mode not in modes:
        raise InputError(
            f"strategy {text!r} plays {' and '.join(modes)}: expected one for {mode}"
        )
    return _call(text, module, name) if has_call else _copy_entry(text, module, name)


def _call(text: str, module: ModuleType, name: str) -> Strategy:
    """Return the strategy of a text like ``name:Class(x=1)``."""
    entry, _, expression = text.partition(":")
    call = read_call(expression)
    if entry != name or call.name not in vars(module):
        raise InputError(f"strategy {text!r}: {name}.py defines no {call.name!r}")
    strategy: Strategy = getattr(module, call.name)(*call.args, **call.keywords)
    return strategy


def _copy_entry(text: str, module: ModuleType, name: str) -> Strategy:
    """Return a copy of the entry of a text like ``name`` or ``name/label``."""
    entries = module.ENTRIES
    if not isinstance(entries, dict):
        entries = {"": entries[0]} if len(entries) == 1 else {}
    label = text.partition("/")[2]
    if label not in entries:
        names = [f"{name}/{key}".removesuffix("/") for key in entries]
        expected = ", ".join(names) or f"its calls, like {name}:Class()"
        raise InputError(f"strategy {text!r}: expected one of {expected}")
    strategy: Strategy = deepcopy(entries[label])
    return strategy


def _import_module(text: str, name: str) -> ModuleType:
    """Import the module of a strategy; `text` is what was asked for."""
    names = [path.stem for path in Path(__file__).parent.glob("[a-z]*.py")]
    if name not in names:
        raise InputError(
            f"strategy {text!r}: expected an object, or a name in strategies/"
            f"{nearest(name, names)}"
        )
    return importlib.import_module(f"strategies.{name}")
