"""Strategies by name, looked up in ``strategies``.

This is the only place where `solver` imports from there: by name and at run time, so
that no module depends on a strategy.
"""

from __future__ import annotations

import copy
import importlib
import pkgutil

import strategies
from contest.entries.calls import read_call
from game.errors import InputError, nearest
from game.protocol import Mode, Strategy


def named(text: str) -> Strategy:
    """Return a strategy of ``strategies`` as its own copy.

    `text` is the name of a module, for the first strategy that it lists, with a label,
    or with parameters as on the command line: ``entropy:Entropy(depth=2)``. Raises
    `InputError` when there is none for classic games, or it cannot be made.
    """
    before, colon, expression = text.partition(":")
    name, _, label = before.partition("/")
    found = pkgutil.iter_modules(strategies.__path__)
    names = [module.name for module in found if module.name[0] != "_"]
    if name not in names:
        hint = nearest(name, names) or f"; there are {', '.join(sorted(names))}"
        raise InputError(
            f"no strategy {name!r}: expected a name from strategies/{hint}"
        )
    module = importlib.import_module(f"strategies.{name}")
    if Mode.CLASSIC not in getattr(module, "MODES", [Mode.CLASSIC]):
        raise InputError(f"strategy {name!r} does not play classic games")
    strategy: Strategy
    if label or not colon:
        return copy.deepcopy(_listed(text, label, module.ENTRIES))
    call = read_call(expression)
    classes = {name for name, value in vars(module).items() if isinstance(value, type)}
    if call.name not in classes:
        raise InputError(
            f"strategy {text!r}: {name}.py defines no {call.name!r}"
            f"{nearest(call.name, classes)}"
        )
    try:
        strategy = getattr(module, call.name)(*call.args, **call.keywords)
    except TypeError as error:
        raise InputError(f"strategy {text!r}: {error}") from None
    return strategy


def _listed(
    text: str, label: str, entries: list[Strategy] | dict[str, Strategy]
) -> Strategy:
    """Return the strategy of a label, or the first of a plain list."""
    if not label and isinstance(entries, list):
        return entries[0]
    labelled = entries if isinstance(entries, dict) else {}
    if not label and len(labelled) == 1:
        return next(iter(labelled.values()))
    if label not in labelled:
        raise InputError(
            f"strategy {text!r}: expected a label of {', '.join(labelled) or 'none'}"
            f"{nearest(label, labelled)}"
        )
    return labelled[label]
