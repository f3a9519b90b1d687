"""Clue matrix: the clue of every guess against every answer.

Built once by a kernel, kept in a cache folder under a name that contains the digest
of the words, and mapped into memory by every process that needs it.
"""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule
from game.words import Vocabulary
from solver.matrix.cache import cache_folder

_FORMAT = 1  # part of the file's name; changes with the meaning of its numbers


def clue_matrix(vocabulary: Vocabulary, rule: Rule) -> NDArray[np.unsignedinteger]:
    """Return the clue of every guess against every answer.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    rule : Rule
        How a guess is marked.

    Returns
    -------
    ndarray of shape (n_guesses, n_answers), uint8 up to five letters, else uint16
        Read-only, mapped from the cache, which is filled first if need be.

    Examples
    --------
    >>> words = Vocabulary(("sleep",), ("sleep", "dream"))
    >>> clue_matrix(words, Rule.CLASSIC)
    array([[242],
           [ 18]], dtype=uint8)
    """
    return _load(vocabulary.digest, vocabulary, rule)


def build_matrix(vocabulary: Vocabulary, rule: Rule) -> NDArray[np.unsignedinteger]:
    """Compute the clue matrix, without the cache.

    Parameters and returns are those of `clue_matrix`; the array is in memory.
    """
    # Imported here, because a process that reads the cache does not need numba.
    from solver.matrix.kernel import classic_rows, letterwise_rows
    from solver.numeric.threads import over_rows

    dtype = np.uint8 if vocabulary.length <= 5 else np.uint16
    shape = (len(vocabulary.guesses), len(vocabulary.answers))
    matrix = np.empty(shape, dtype)
    kernel = classic_rows if rule is Rule.CLASSIC else letterwise_rows
    guesses, answers = letters(vocabulary.guesses), letters(vocabulary.answers)
    over_rows(kernel, len(matrix), guesses, answers, matrix)
    return matrix


# Few settings are alive in one process; the digest saves hashing the words.
def answer_rows(vocabulary: Vocabulary) -> NDArray[np.intp]:
    """Return the row of each answer in the clue matrix.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.

    Returns
    -------
    ndarray of shape (n_answers,), intp

    Examples
    --------
    >>> answer_rows(Vocabulary(("trace", "crane"), ("crane", "slate", "trace")))
    array([2, 0])
    """
    index = vocabulary.guess_index
    return np.array([index[word] for word in vocabulary.answers], np.intp)


@lru_cache(maxsize=4)
def _load_cached(path: Path) -> NDArray[np.unsignedinteger]:
    return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))


def _load(
    digest: str, vocabulary: Vocabulary, rule: Rule
) -> NDArray[np.unsignedinteger]:
    path = cache_folder() / f"clues-{_FORMAT}-{rule}-{digest[:32]}.npy"
    shape = (len(vocabulary.guesses), len(vocabulary.answers))
    if (found := _mapped(path, shape)) is not None:
        return found
    built = build_matrix(vocabulary, rule)
    built.setflags(write=False)
    _save(path, built)
    # The mapped matrix is shared between processes.
    found = _mapped(path, shape)
    return built if found is None else found


def _mapped(path: Path, shape: tuple[int, int]) -> NDArray[np.unsignedinteger] | None:
    """Return what the cache holds: None if it is not there, or cut short."""
    try:
        matrix = _load_cached(path)
    except (OSError, ValueError, EOFError):
        return None
    return matrix if matrix.shape == shape else None


def _save(path: Path, matrix: NDArray[np.unsignedinteger]) -> None:
    """Write the file under a temporary name and rename it, which is atomic."""
    part = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            part = Path(file.name)
            np.save(file, matrix, allow_pickle=False)
        part.replace(path)
    except OSError:
        pass  # the cache is optional
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def letters(words: tuple[str, ...]) -> NDArray[np.uint8]:
    """Return the words as numbers, a 0 to z 25, of shape (n_words, length).

    Examples
    --------
    >>> letters(("abed",))
    array([[0, 1, 4, 3]], dtype=uint8)
    """
    flat = np.frombuffer("".join(words).encode(), dtype=np.uint8)
    return flat.reshape(len(words), -1) - ord("a")
