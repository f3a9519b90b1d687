"""Compilation of every kernel before the first game."""

from __future__ import annotations

import hashlib
import platform
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from game.clues import Rule
from game.words import Vocabulary
from solver.matrix.cache import kernel_folder
from solver.matrix.clue_matrix import clue_matrix


def warm(vocabulary: Vocabulary, rule: Rule) -> None:
    """Fill the caches that strategies read: kernels and the clue matrix.

    Kernels that were compiled before are not loaded.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words of the games.
    rule : Rule
        Their marking rule.
    """
    clues = clue_matrix(vocabulary, rule)
    note, state = kernel_folder() / f"warm-{rule}-{clues.dtype}", _state()
    with suppress(OSError):
        if note.read_text(encoding="utf-8") == state:
            return
    compile_kernels(vocabulary.answers[0], rule)
    with suppress(OSError):
        note.write_text(state, encoding="utf-8")


def compile_kernels(word: str, rule: Rule) -> None:
    """Compile all kernels for words as long as this one, unless the cache has them."""
    import numpy as np

    from solver.advice.adversary import Adversary
    from solver.belief.noisy_clues import best_last_guess, information
    from solver.lookahead.lookahead import tables
    from solver.lookahead.objectives import WorstCase
    from solver.matrix.clue_matrix import build_matrix
    from solver.matrix.partitions import partitions

    tiny = Vocabulary((word,), (word,))
    matrix = build_matrix(tiny, rule)
    for by_entropy in (True, False):
        WorstCase(*tables(tiny, rule), 2, by_entropy=by_entropy).rate(np.arange(1))
    if rule is Rule.CLASSIC:
        pair = tuple(letter * tiny.length for letter in "ab")
        Adversary(Vocabulary(pair, pair)).shortest_line()
    belief = np.ones(1)
    partitions(matrix, belief)
    for order in (1.0, 2.0):
        information(matrix, belief, 1.0, tiny.length, order)
    best_last_guess(matrix, belief, 1.0, tiny.length)


def _state() -> str:
    """Return a digest of everything that causes numba to compile again."""
    numba = find_spec("numba")
    files = sorted(Path(__file__).parent.rglob("*.py"))
    if numba and numba.origin:
        files.append(Path(numba.origin))
    seen = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    here = (sys.version, platform.node(), platform.machine())
    return hashlib.sha256(repr((seen, here)).encode()).hexdigest()
