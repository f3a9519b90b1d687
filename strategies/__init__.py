"""Strategies; the file name of a public module is the name of its strategy."""

from __future__ import annotations

import importlib
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from game.calls import read_call
from game.errors import InputError, nearest
from game.protocol import Mode, Strategy


class EntryName(NamedTuple):
    """The parts of the name of an entry: ``name/label`` or ``name:Class(x=1)``.

    `name` is the name of a module of this package, or the path of a file. `label` is
    the text after the slash, or empty if there is none. `call` is the text after the
    colon, like ``Class(x=1)``, or None if there is no colon.
    """

    name: str
    label: str
    call: str | None


def parse_name(text: str) -> EntryName:
    """Return the parts of the name of an entry, which need not exist.

    Examples
    --------
    >>> parse_name("quantile/p50")
    EntryName(name='quantile', label='p50', call=None)
    >>> parse_name("mine/file.py:Mine(x=1)")
    EntryName(name='mine/file.py', label='', call='Mine(x=1)')
    """
    named, colon, call = text.partition(":")
    name = named
    label = ""

    # The path of a Python file may have slashes, which do not begin a label.
    if "/" in named and not named.endswith(".py"):
        name, _, label = named.rpartition("/")
    return EntryName(name, label, call if colon else None)


def make_strategy(text: str, mode: Mode) -> Strategy:
    """Return a new strategy, given its name.

    Parameters
    ----------
    text : str
        The name. ``entropy`` means the only entry of ``strategies/entropy.py``,
        ``quantile/p50`` means the entry ``p50`` of ``strategies/quantile.py``, and
        ``entropy:Entropy(depth=2)`` calls a class with parameters.
    mode : Mode
        The game that the strategy will play.

    Raises
    ------
    InputError
        If there is no such strategy, or if it does not play this game. Any error of the
        constructor of the class is raised unchanged.

    Examples
    --------
    >>> make_strategy("k_guesses", Mode.WORDPL)
    KGuesses(schedule=(9.3, 5.3), order=1.0, opening='trace')
    """
    parts = parse_name(text)
    module = _import_module(text, parts.name)
    modes = getattr(module, "MODES", list(Mode))
    if mode not in modes:
        raise InputError(
            f"strategy {text!r} plays {' and '.join(modes)}", f"a strategy for {mode}"
        )
    if parts.call is None:
        return _copy_entry(text, module, parts)
    call = read_call(parts.call)
    if parts.label or call.name not in vars(module):
        raise InputError(f"strategy {text!r}: {parts.name}.py defines no {call.name!r}")
    strategy: Strategy = getattr(module, call.name)(*call.args, **call.keywords)
    return strategy


def _copy_entry(text: str, module: ModuleType, parts: EntryName) -> Strategy:
    """Return a copy of the entry that ``name`` or ``name/label`` names.

    `text` is the whole name, `parts` has its parts, and `module` is the module that has
    the entry.
    """
    entries = module.ENTRIES

    # If `ENTRIES` is a list with one entry, the entry needs no label. The entries of a
    # longer list have no labels, so they have no names either.
    if not isinstance(entries, dict):
        entries = {"": entries[0]} if len(entries) == 1 else {}
    if parts.label not in entries:
        names = [f"{parts.name}/{key}".removesuffix("/") for key in entries]
        expected = f"one of {', '.join(names)}"
        if not names:
            expected = f"a call, like {parts.name}:Class()"
        raise InputError(f"strategy {text!r}", expected)
    strategy: Strategy = deepcopy(entries[parts.label])
    return strategy


def _import_module(text: str, name: str) -> ModuleType:
    """Import the module `name` of this package; messages quote the text `text`."""
    names = [path.stem for path in Path(__file__).parent.glob("[a-z]*.py")]
    if name not in names:
        raise InputError(
            f"strategy {text!r}",
            "a strategy object, or the name of a file in strategies/",
            nearest(name, names),
        )
    return importlib.import_module(f"{__name__}.{name}")
