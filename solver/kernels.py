"""Calls that compile the kernels of the solver's modules, in groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule
from game.words import Vocabulary
from solver.advice.adversary import Adversary
from solver.belief.noisy_clues import best_last_guess, information
from solver.belief.two_step import best_replies
from solver.lookahead.lookahead import tables
from solver.lookahead.objectives import WorstCase
from solver.matrix.kernel import build_matrix
from solver.matrix.partitions import partitions

_Matrix = NDArray[np.unsignedinteger[Any]]


def compile_kernels(word: str, rule: Rule, groups: Iterable[str]) -> None:
    """Compile some groups of kernels for words as long as this one.

    Those that the cache has are loaded.
    """
    tiny = Vocabulary((word,), (word,))
    matrix = build_matrix(tiny, rule)
    for group in groups:
        _CALLS[group](tiny, matrix)


def _partitions(tiny: Vocabulary, matrix: _Matrix) -> None:  # noqa: ARG001 - a call
    partitions(matrix, np.ones(1))
    partitions(np.tile(matrix, 2), np.arange(1.0, 3.0))  # weights that differ


def _lookahead(tiny: Vocabulary, matrix: _Matrix) -> None:  # noqa: ARG001 - a call
    WorstCase(*tables(tiny, Rule.CLASSIC), 2).rate(np.arange(1))


def _absurdle(tiny: Vocabulary, matrix: _Matrix) -> None:  # noqa: ARG001 - a call
    pair = tuple(letter * tiny.length for letter in "ab")
    Adversary(Vocabulary(pair, pair)).shortest_line()


def _noise(tiny: Vocabulary, matrix: _Matrix) -> None:
    for order in (1.0, 2.0):
        information(matrix, np.ones(1), 1.0, tiny.length, order)
    best_last_guess(matrix, np.ones(1), 1.0, tiny.length)
    best_replies(matrix, np.ones(1), 0, 1.0, 1.0, tiny.length)


_CALLS: dict[str, Callable[[Vocabulary, _Matrix], None]] = {
    "absurdle": _absurdle,
    "lookahead": _lookahead,
    "noise": _noise,
    "partitions": _partitions,
}
