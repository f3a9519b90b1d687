"""Compilation of kernels before the first game, once per machine and checkout."""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from game.clues import Rule
from game.files import write_whole
from game.words import Vocabulary
from solver.matrix.cache import kernel_folder
from solver.matrix.clue_matrix import clue_matrix

GROUPS = {
    Rule.CLASSIC: ("absurdle", "lookahead", "partitions"),
    Rule.LETTERWISE: ("noise", "partitions"),
}
"""Groups of kernels by the rule of their games.

Noise is in WORDPL alone, and only classic strategies look several guesses ahead.
"""

NEEDED = {
    "solver.advice.adversary": ("absurdle",),
    "solver.belief.belief": (),
    "solver.belief.noisy_clues": ("noise",),
    "solver.belief.two_step": ("noise",),
    "solver.lookahead.lookahead": ("lookahead",),
    "solver.lookahead.objectives": ("lookahead",),
    "solver.matrix.clue_matrix": (),
    "solver.matrix.hard_mode": (),
    "solver.matrix.letters": (),
    "solver.matrix.partitions": ("partitions",),
    "solver.numeric.ties": (),
    "solver.trees.player": (),
    "solver.trees.text": (),
    "solver.trees.tree": (),
}
"""Groups whose kernels a module calls; one that is not listed may call all."""


def warm(
    vocabulary: Vocabulary, rule: Rule, imports: Iterable[str] = ("solver",)
) -> None:
    """Fill the caches that strategies read: kernels and the clue matrix.

    Kernels that were compiled before are not loaded.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    rule : Rule
        How guesses are marked.
    imports : iterable of str
        Dotted names of modules of the solver, or of names in them, that the strategies
        import; the kernels of others are left out.
    """
    clues = clue_matrix(vocabulary, rule)
    state, missing = _state(), {}
    for group in _groups(rule, imports):
        note = kernel_folder() / f"warm-{rule}-{clues.dtype}-{group}"
        with suppress(OSError):
            if note.read_text(encoding="utf-8") == state:
                continue
        missing[group] = note
    if not missing:
        return
    # Imported here: it imports numba, which a process with all kernels does not need.
    from solver.kernels import compile_kernels

    compile_kernels(vocabulary.answers[0], rule, missing)
    for note in missing.values():
        with suppress(OSError):
            write_whole(note, state)


def _groups(rule: Rule, imports: Iterable[str]) -> list[str]:
    """Return the groups that modules need in games of a rule."""
    needed: set[str] = set()
    for name in imports:
        module = name if name in NEEDED else name.rpartition(".")[0]
        needed.update(NEEDED.get(module, GROUPS[rule]))
    return [group for group in GROUPS[rule] if group in needed]


def _state() -> str:
    """Return a digest of everything that causes numba to compile again."""
    numba = find_spec("numba")
    files = sorted(Path(__file__).parent.rglob("*.py"))
    if numba and numba.origin:
        files.append(Path(numba.origin))
    seen = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    here = (sys.version, platform.node(), platform.machine())
    return hashlib.sha256(repr((seen, here)).encode()).hexdigest()
