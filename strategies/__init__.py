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
    named, has_call, expression = text.partition(":")
    name, _, label = named.partition("/")
    module = _import_module(text, name)
    modes = getattr(module, "MODES", list(Mode))
    if mode not in modes:
        raise InputError(
            f"strategy {text!r} plays {' and '.join(modes)}: expected one for {mode}"
        )
    strategy: Strategy
    if has_call:
        call = read_call(expression)
        if label or call.name not in vars(module):
            raise InputError(f"strategy {text!r}: {name}.py defines no {call.name!r}")
        strategy = getattr(module, call.name)(*call.args, **call.keywords)
        return strategy
    entries = module.ENTRIES
    if not isinstance(entries, dict):
        entries = {"": entries[0]} if len(entries) == 1 else {}
    if label not in entries:
        names = [f"{name}/{key}".removesuffix("/") for key in entries]
        expected = ", ".join(names) or f"its calls, like {name}:Class()"
        raise InputError(f"strategy {text!r}: expected one of {expected}")
    strategy = deepcopy(entries[label])
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
