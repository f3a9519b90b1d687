"""All public names: those of `game`, of `solver`, and `evaluate`, `evaluate_once`.

Each name is imported on first access, so that a program loads only what it uses.

Examples
--------
>>> from clueproof import Move, Scripted, evaluate_once
>>> evaluate_once(Scripted([Move("crane", 3.0), Move("fuzzy", 0.0)])) >= 3
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.exports import exporter

if TYPE_CHECKING:
    from commands.local_evaluation import evaluate as evaluate
    from commands.local_evaluation import evaluate_once as evaluate_once
    from game import *
    from solver import *
else:  # type checkers skip this branch, so that they report unknown names
    __getattr__ = exporter(__name__, __file__)
