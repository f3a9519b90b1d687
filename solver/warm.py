"""Compilation of kernels before the first game, once per machine and checkout.

Numba compiles a kernel when it is first called, and stores it on disk. After all
kernels of a clue rule have been stored, a file is written beside them: the note. It has
the digest of everything on which the kernels depend. As long as this digest does not
change, no kernel has to be compiled.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from game.clues import Rule
from game.files import write_whole
from game.words import Vocabulary
from solver.matrix.cache import kernel_folder, mark_used, prune_cache
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.stored_kernels import remove_damaged


def warm(vocabulary: Vocabulary, rule: Rule) -> None:
    """Make sure that the clue matrix and the kernels for a clue rule are stored.

    The kernels are the kernels that strategies need. If all of them were stored before,
    they are neither compiled nor loaded.
    """
    clues = clue_matrix(vocabulary, rule)

    # Each pair of a clue rule and a type of clues has its own kernels, and so its own
    # note. The type of clues depends on the length of the words.
    note = kernel_folder() / f"warm-{rule}-{clues.dtype}"
    state = _state()
    is_damaged = remove_damaged(note.parent)
    with suppress(OSError):
        if not is_damaged and note.read_text(encoding="utf-8") == state:
            mark_used(note.parent)
            return

    # The module is imported here because it imports numba. A process that finds all
    # kernels stored does not need numba.
    from solver.kernels import compile_kernels

    compile_kernels(vocabulary.answers[0], rule)
    with suppress(OSError):
        write_whole(note, state)
    prune_cache()


def _state() -> str:
    """Return a digest of everything that makes numba compile kernels again."""
    numba = find_spec("numba")
    files = sorted(Path(__file__).parent.rglob("*.py"))
    if numba and numba.origin:
        files.append(Path(numba.origin))
    seen = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    here = (sys.version, platform.node(), platform.machine())
    return hashlib.sha256(repr((seen, here)).encode()).hexdigest()
