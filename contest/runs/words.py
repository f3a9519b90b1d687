"""Words of a run: shipped ones by their digest, others in its folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from contest.runs.folder import RunError, RunFolder
from contest.sandbox.tempdirs import WORD_FILES, words_as_files
from game.spelling import WordError
from game.words import LENGTHS, Vocabulary


def save_words(folder: RunFolder, vocabulary: Vocabulary) -> None:
    """Write the words of a run into its folder, unless they are shipped ones."""
    if vocabulary not in _shipped((vocabulary.length,)):
        for name, text in words_as_files(vocabulary).items():
            folder.write(name, text)


def vocabulary_of(
    path: Path, facts: Mapping[str, Any], vocabulary: Vocabulary | None = None
) -> Vocabulary:
    """Return the words of a run; those that are passed must be the same.

    Raises `RunError` when they are others, or when a run from before words were stored
    needs them.
    """
    for words in _candidates(path) if vocabulary is None else [vocabulary]:
        if words.digest == facts["words"]:
            return words
    raise RunError(
        f"{str(path)!r} was played with other words: expected the same --words, or "
        "--answers and --guesses, as when it was played"
    )


def stored_words(path: Path) -> dict[str, Path]:
    """Return the files of the words of a run by option, none for shipped words."""
    files = {name.removesuffix(".txt"): path / name for name in WORD_FILES}
    return files if all(file.is_file() for file in files.values()) else {}


def _candidates(path: Path) -> Iterator[Vocabulary]:
    yield Vocabulary.load()
    with suppress(WordError):  # the run is of shipped words, or of before
        yield Vocabulary.from_files(*(path / name for name in WORD_FILES))
    yield from _shipped(LENGTHS)


def _shipped(lengths: Iterable[int]) -> Iterator[Vocabulary]:
    for length in lengths:
        with suppress(WordError):  # none of this length
            yield Vocabulary.load(length)
