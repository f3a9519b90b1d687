"""Clue matrix: the clue of every guess for every answer that can be the secret.

A kernel computes the matrix once. It is stored in the cache folder under a name that
has the digest of the words. Every process that needs the matrix maps it into memory.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from mmap import ACCESS_READ, mmap
from pathlib import Path
from types import ModuleType
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from game.arrays import Indices, Matrix
from game.clues import Rule, all_correct
from game.files import open_regular, replace_file
from game.marking import letters, marks
from game.words import Vocabulary
from solver.matrix.cache import cache_folder, mark_used, prune_cache

# Part of the name of a cached matrix. Raise the number if the meaning of clues changes.
_FORMAT = 1
_CHECKSUM = 4  # length of the checksum in bytes


def clue_matrix(vocabulary: Vocabulary, rule: Rule) -> Matrix:
    """Return the clue matrix: the clue of every guess for every answer.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    rule : Rule
        The rule by which a guess is marked.

    Returns
    -------
    ndarray of shape (n_guesses, n_answers), the smallest unsigned type for the clues
        The matrix is read-only and mapped from a file in the cache. If the cache does
        not have the matrix, it is computed and stored first.

    Examples
    --------
    >>> words = Vocabulary(("sleep",), ("sleep", "dream"))
    >>> clue_matrix(words, Rule.CLASSIC)
    array([[242],
           [ 18]], dtype=uint8)
    """

    def build() -> Matrix:
        matrix: Matrix = _kernels().build_matrix(vocabulary, rule)
        return matrix

    shape = (len(vocabulary.guesses), len(vocabulary.answers))
    return cached_matrix(
        f"clues-{_FORMAT}-{rule}-{vocabulary.digest[:32]}", shape, build
    )


@lru_cache(maxsize=8)
def answer_rows(vocabulary: Vocabulary) -> Indices:
    """Return the row of each answer in the clue matrix.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.

    Returns
    -------
    ndarray of shape (n_answers,), intp
        The array is read-only. It is computed once for each vocabulary.

    Examples
    --------
    >>> answer_rows(Vocabulary(("trace", "crane"), ("crane", "slate", "trace")))
    array([2, 0])
    """
    index = vocabulary.guess_index
    rows = np.array([index[word] for word in vocabulary.answers], np.intp)
    rows.setflags(write=False)
    return rows


@lru_cache(maxsize=1024)
def clues_of(vocabulary: Vocabulary, rule: Rule, guess: str) -> NDArray[np.integer]:
    """Return an array with the clue of `guess` for each valid guess as the secret.

    `guess` need not be in the word lists.
    """
    length = vocabulary.length
    if {*guess} <= {*vocabulary.alphabet}:
        return _kernels().build_row(vocabulary, rule, guess)

    # Kernels work only with the letters of the word lists. If `guess` has another
    # letter, compute its clues with NumPy.
    secrets = letters("".join(vocabulary.guesses), length)
    seen = marks(secrets, letters(guess, length), rule).astype(np.intp)
    clues = seen @ 3 ** np.arange(length)[::-1]
    return clues.astype(np.min_scalar_type(all_correct(length)))


def _kernels() -> ModuleType:
    """Return the module `clue_kernel`."""
    # The module is imported here because it imports numba. A process that finds the
    # matrix in the cache does not need numba.
    from solver.matrix import clue_kernel

    return clue_kernel


@lru_cache(maxsize=4)
def _load_cached(path: Path) -> Matrix:
    """Map a matrix file; raise a ValueError if its checksum is wrong.

    The checksum is the last bytes of the file.
    """
    with (
        open(open_regular(path), "rb") as file,
        mmap(file.fileno(), 0, access=ACCESS_READ) as whole,
        memoryview(whole) as data,
    ):
        if crc32(data[:-_CHECKSUM]) != int.from_bytes(data[-_CHECKSUM:]):
            raise ValueError("a file that was altered")
    mark_used(path)
    return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))


def cached_matrix(
    name: str,
    shape: tuple[int, int],
    build: Callable[[], Matrix],
) -> Matrix:
    """Return a matrix from the cache folder; build and store it if it is missing.

    `name` is the name of the file without suffix. A matrix for different words, or with
    a different meaning of the numbers, needs a different name. `build` computes the
    matrix. If the stored matrix has not the shape `shape`, or if the checksum of its
    file is wrong, the file is replaced. The matrix is read-only and mapped into memory,
    so that processes share it.
    """
    path = cache_folder() / f"{name}.npy"
    if (cached := _map_file(path, shape)) is not None:
        return cached
    built = build()

    # Map the matrix from its file, so that processes share the memory. If the file
    # cannot be written, return the matrix in memory.
    built.setflags(write=False)
    _save(path, built)
    cached = _map_file(path, shape)
    return built if cached is None else cached


def _map_file(path: Path, shape: tuple[int, int]) -> Matrix | None:
    """Return the matrix in a file of the cache, mapped into memory, or None.

    None is returned if the file is missing or damaged, or if the matrix does not have
    the shape `shape`.
    """
    try:
        matrix = _load_cached(path)
    except (OSError, ValueError, EOFError):
        return None
    return matrix if matrix.shape == shape else None


def _save(path: Path, matrix: Matrix) -> None:
    data = BytesIO()
    np.save(data, matrix, allow_pickle=False)
    with suppress(OSError), replace_file(path) as file:  # the cache is optional
        file.write(data.getbuffer())
        file.write(crc32(data.getbuffer()).to_bytes(_CHECKSUM))
    prune_cache()
