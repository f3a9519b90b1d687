"""Vocabulary: the answers and the valid guesses of one word length."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from string import ascii_lowercase

from game.errors import InputError, nearest
from game.files import read_text
from game.text.formats import counted

LENGTHS = range(4, 10)

MOST_LETTERS = 64
"""Letters of the largest alphabet: a set of them is the bits of an integer."""

_HERE = Path(__file__).resolve().parent
# A checkout keeps the lists at its top; an installed copy carries them inside.
DATA = _HERE / "_data" if (_HERE / "_data").is_dir() else _HERE.parent / "data"


_GAP = re.compile(r"[\s,]+")  # between a word and its weight
_WEIGHT = re.compile(r"[1-9][0-9]{0,5}")

_MOST_PAIRS = 1 << 29  # each is a byte or two of the clue matrix


class WordError(InputError):
    """A word, or a list of words, that cannot be used."""


def fold(text: str) -> str:
    """Return a text with each letter in lower case and as one code point.

    Letters are composed (NFC), then folded as Unicode folds them; those whose folding
    is several letters, like ß, are in lower case.

    Examples
    --------
    >>> fold("A" + chr(0x30A) + "NGSTRÖM"), fold("STRAẞE"), fold("λόγος")
    ('ångström', 'straße', 'λόγοσ')
    """
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFC", text)
    return "".join(_one(x.casefold(), x.lower()) for x in letters)


def upper(text: str) -> str:
    """Return a text with each letter in upper case, if that is one code point.

    Examples
    --------
    >>> upper("crane"), upper("straße")
    ('CRANE', 'STRAẞE')
    """
    return "".join(_one(x.upper(), x) for x in text.replace("ß", "ẞ"))


def _one(letter: str, other: str) -> str:
    return letter if len(letter) == 1 else other


@dataclass(frozen=True, repr=False)
class Vocabulary:
    """The words of a game.

    Parameters
    ----------
    answers : tuple of str
        Words that can be the secret: lower case, one length, no repeats.
    guesses : tuple of str
        Words that may be played; every answer is among them.
    weights : tuple of int
        Whole numbers from 1 up, one for each answer: how much its game counts in
        optimal play. Without any, and in everything else, all count alike.

    Raises
    ------
    WordError
        When a list is empty or too long, repeats a word, mixes lengths, has a length
        outside 4 to 9 or anything but letters as of `fold`, when these are more than
        `MOST_LETTERS`, when an answer is not a guess, or when the weights are not one
        for each answer, from 1 up.

    Examples
    --------
    >>> Vocabulary(("crane", "slate"), ("crane", "slate", "trace"))
    <Vocabulary: 2 answers, 3 guesses of 5 letters>
    """

    answers: tuple[str, ...]
    guesses: tuple[str, ...]
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for kind, words in (("answers", self.answers), ("guesses", self.guesses)):
            _check_list(words, kind, len(self.answers[0]) if self.answers else 0)
        if len(self.answers) * len(self.guesses) > _MOST_PAIRS:
            raise WordError(
                f"{counted(len(self.answers), 'answer')} and "
                f"{counted(len(self.guesses), 'guess')}: expected fewer, "
                f"{_MOST_PAIRS:,} pairs of the two at most"
            )
        strays = set(self.answers) - set(self.guesses)
        if strays:
            stray = next(word for word in self.answers if word in strays)
            raise WordError(
                f"answer {stray!r} is not a valid guess: expected every answer "
                "among the guesses"
            )
        if len(self.alphabet) > MOST_LETTERS:
            raise WordError(
                f"an alphabet of {len(self.alphabet)} letters: expected "
                f"{MOST_LETTERS} at most"
            )
        if self.weights and len(self.weights) != len(self.answers):
            raise WordError(
                f"{counted(len(self.weights), 'weight')} for "
                f"{counted(len(self.answers), 'answer')}: expected one for each"
            )
        for word, weight in zip(self.answers, self.weights, strict=False):
            if weight < 1:
                raise WordError(f"weight {weight} of {word!r}: expected 1 or more")

    @classmethod
    @lru_cache(maxsize=8)
    def load(cls, length: int = 5) -> Vocabulary:
        """Read the lists shipped for words of this length, once.

        Parameters
        ----------
        length : int
            Letters in a word.

        Raises
        ------
        WordError
            When no lists are shipped for that length.

        Examples
        --------
        >>> Vocabulary.load()
        <Vocabulary: 2,315 answers, 12,972 guesses of 5 letters>
        """
        answers = DATA / f"answers-{length}.txt"
        if not answers.is_file():
            shipped = sorted(int(f.stem[8:]) for f in DATA.glob("answers-*.txt"))
            raise WordError(
                f"no word lists for length {length!r}: expected one of {shipped}, "
                "or files of your own"
            )
        return cls.from_files(answers, DATA / f"guesses-{length}.txt")

    @classmethod
    def from_files(
        cls, answers: str | Path, guesses: str | Path | None = None
    ) -> Vocabulary:
        """Read a vocabulary from text files with one word a line.

        Parameters
        ----------
        answers : path
            Words that can be the secret; any case, blank lines are skipped. There may
            be a weight behind each, a whole number from 1 up, after blanks or a comma.
        guesses : path, optional
            Words that may be played. Without it the answers are the guesses.

        Raises
        ------
        WordError
            When a file cannot be read or its words cannot be used.
        """
        secrets, weights = _read_answers(answers)
        words = secrets if guesses is None else read_words(guesses)
        return cls(secrets, words, weights)

    @property
    def length(self) -> int:
        """Letters in each word."""
        return len(self.answers[0])

    @cached_property
    def digest(self) -> str:
        """SHA-256 over both lists in their order, and weights, in hexadecimal."""
        text = "\n".join(self.answers) + "\n\n" + "\n".join(self.guesses)
        if self.weights:
            text += "\n\n" + "\n".join(map(str, self.weights))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def alphabet(self) -> str:
        """Letters of the words by code point; a to z are together or not among them.

        Examples
        --------
        >>> Vocabulary(("ängel",), ("ängel",)).alphabet
        'abcdefghijklmnopqrstuvwxyzä'
        """
        used = set("".join(self.guesses))
        latin = ascii_lowercase if used & set(ascii_lowercase) else ""
        return "".join(sorted(used.union(latin)))

    @cached_property
    def letters(self) -> str:
        """All answers, one after the other."""
        return "".join(self.answers)

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """Place of each guess in `guesses`."""
        return {word: index for index, word in enumerate(self.guesses)}

    @cached_property
    def answer_index(self) -> dict[str, int]:
        """Place of each answer in `answers`."""
        return {word: index for index, word in enumerate(self.answers)}

    @cached_property
    def weight(self) -> dict[str, int]:
        """Weight of each answer."""
        weights = self.weights or [1] * len(self.answers)
        return dict(zip(self.answers, weights, strict=True))

    @cached_property
    def heaviest_first(self) -> Vocabulary:
        """The same words, the answers in the order of their weights."""
        if not self.weights:
            return self
        words = sorted(self.answers, key=self.weight.__getitem__, reverse=True)
        weights = tuple(self.weight[word] for word in words)
        return Vocabulary(tuple(words), self.guesses, weights)

    def check_guess(self, word: str) -> str:
        """Return the word in lower case if it may be played.

        Raises
        ------
        WordError
            When it may not; the message offers the nearest guess.

        Examples
        --------
        >>> Vocabulary.load().check_guess("CRANE")
        'crane'
        """
        return self._check(word, self.guess_index, "valid guess")

    def check_answer(self, word: str) -> str:
        """Return the word in lower case if it can be the secret.

        Raises
        ------
        WordError
            When it cannot; the message offers the nearest answer.
        """
        return self._check(word, self.answer_index, "possible answer")

    def _check(self, word: str, index: dict[str, int], kind: str) -> str:
        folded = fold(word.strip())
        if folded not in index:
            there = f"{counted(len(index), 'word')} of {self.length} letters"
            raise WordError(
                f"{word!r} is not a {kind}: expected one of {there}"
                f"{nearest(folded, index)}"
            )
        return folded

    def __repr__(self) -> str:
        return (
            f"<Vocabulary: {counted(len(self.answers), 'answer')}, "
            f"{counted(len(self.guesses), 'guess')} of {self.length} letters>"
        )


def read_words(path: str | Path) -> tuple[str, ...]:
    """Read a text file with one word a line, in lower case.

    A WordError is raised when it cannot be read or holds no words.
    """
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise WordError(
            f"cannot read {str(path)!r} ({reason}): expected a text file with one "
            "word a line"
        ) from error
    words = tuple(fold(line.strip()) for line in text.splitlines() if line.strip())
    if not words:
        raise WordError(f"{str(path)!r} holds no words: expected one word a line")
    return words


def _read_answers(path: str | Path) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Read answers, and the weights behind them, if there are any."""
    lines = read_words(path)
    if not any(_GAP.search(line) for line in lines):
        return lines, ()
    pairs = [_GAP.split(line, maxsplit=1) for line in lines]
    for line, (_, *weight) in zip(lines, pairs, strict=True):
        if not weight or not _WEIGHT.fullmatch(weight[0]):
            raise WordError(
                f"{line!r:.60} in {str(path)!r}: expected a word and its weight, 1 to "
                "999,999, like 'crane 3', or no weights at all"
            )
    words, weights = zip(*pairs, strict=True)
    return words, tuple(map(int, weights))


def _check_list(words: Iterable[str], kind: str, length: int) -> None:
    words = tuple(words)
    if not words:
        raise WordError(f"the list of {kind} is empty: expected at least one word")
    for word in words:
        # Pages have strings of 16 bits a letter.
        if not word.isalpha() or word != fold(word) or max(word) > "\uffff":
            raise WordError(
                f"{word!r:.40} among the {kind}: expected letters only, in lower case, "
                "one code point each"
            )
        if len(word) not in LENGTHS:
            letters = counted(len(word), "letter")
            raise WordError(
                f"{word!r:.40} among the {kind} has {letters}: expected 4 to 9"
            )
        if len(word) != length:
            letters = counted(len(word), "letter")
            raise WordError(
                f"{word!r} among the {kind} has {letters}: expected {length}, like "
                "the first answer"
            )
    if len(set(words)) < len(words):
        word, count = Counter(words).most_common(1)[0]
        raise WordError(
            f"{word!r} stands {count} times among the {kind}: expected once"
        )
