"""Checker of play against an adversary who puts k lies into every clue.

A *position* is the set of answers (words that can be the secret) that fit all clues.
The game ends when the guess is the secret; a wrong guess is taken out of the position.
A shown clue *keeps* the answers with a true clue that differs from the shown clue in
exactly k marks. A *bucket* of a guess is the part of a position that a shown clue
keeps. So buckets overlap. The adversary need not choose the secret before the end.

A *policy* says for every position which guess to make. A *certificate* is a file that
has a policy and a proof of a lower bound.

The upper bound is proved by a walk through every position that the policy reaches:

- if a position has no more answers than guesses are left, the policy wins by guessing
  the answers one after the other;
- if the certificate lists the position, the certificate also has the guess;
- in any other position, the rule chooses the guess. The rule tries the guesses of the
  certificate's list, and then the answers of the position. It takes the first guess
  whose buckets are all smaller than the number of guesses left, or all at most a stated
  percentage of the position (`good`). If there is no such guess, it takes the tried
  guess with the smallest largest bucket. If even this bucket is more than another
  percentage (`poor`) of the position, it takes the guess with the smallest largest
  bucket among all guesses. A guess that is taken from the list moves to the front of
  the list, because it often suits the next position as well.

The lower bound is the largest of three:

- sizes: a position that n guesses win has at most N(n) answers, with N(1) = 1. Each
  answer other than the guess is in as many buckets as there are clues at distance k
  from a clue. So N(n) is at most 1 + N(n - 1) * clues / (clues at distance k). N(2) = 2
  if any two true clues can become the same shown clue. Let m be the smallest size that
  the largest bucket of a first guess can have. The bound is 1 plus the number of
  guesses that m answers need;
- a family of answers: suppose that for every guess some clue keeps the family except
  at most `loss` answers. Then the same holds for each part of the family. So a family
  of n answers needs 1 + (n - 1) / loss guesses, rounded up;
- sets of answers: a set needs n guesses if for every guess some clue keeps a part that
  needs n - 1 guesses. Such a part is two answers, which need two guesses, or an earlier
  set.

The checker trusts only the clue matrix and the word lists.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.clues import Rule, parse, to_text
from game.errors import InputError
from game.text.formats import format_count
from game.words import Vocabulary
from research.proofs.lies.checker_kernel import (
    bucket,
    largest_sizes,
    rule_wins,
    ruled_guess,
    sizes,
)
from solver.checking.reader import CertificateError, Reader, parse_count
from solver.matrix.clue_matrix import answer_rows, clue_matrix

HEADING = "clueproof lies 1"

# Largest number of letters of a word. The table of `distances` has the square of the
# number of clues, so it would be too large for longer words.
_LONGEST = 5
_MOST_GUESSES = 200


class LiesGame(NamedTuple):
    """The game as arrays, with the rule by which a certificate chooses guesses.

    `clues` is the clue matrix. ``near[t, c]`` is 1 if the true clue t can be shown as
    c: the two clues differ in exactly as many marks as a clue has lies. `itself` has
    the index of each answer among the guesses, and `every` has the indices of all
    guesses. `listed` is the list of guesses that the rule tries first, in its present
    order; `good` and `poor` are the percentages of the rule (see the module's text).
    """

    clues: NDArray[np.uint8]
    near: NDArray[np.uint8]
    itself: NDArray[np.int32]
    every: NDArray[np.int32]
    listed: NDArray[np.int32]
    good: int
    poor: int


class LiesTheorem(NamedTuple):
    """The theorem that a certificate proves: how many guesses always win.

    `lies` is the number of lies in a clue. No strategy always wins with fewer than
    `least` guesses, and the strategy of the certificate always wins with `most`
    guesses. `positions` is the number of positions that the certificate lists.
    """

    lies: int
    least: int
    most: int
    positions: int

    def __str__(self) -> str:
        many = f"between {self.least} and {format_count(self.most, 'guess')}"
        if self.least == self.most:
            many = f"exactly {format_count(self.most, 'guess')}"
        lies = format_count(self.lies, "lie")
        listed = format_count(self.positions, "listed position")
        return f"{lies} in a row, chosen by an adversary: {many} always win; {listed}."


def distances(length: int) -> NDArray[np.uint8]:
    """Return a square table: the number of marks in which two clues differ.

    The table has a row and a column for each clue of `length` marks. The index of the
    row and of the column is the clue as a number.
    """
    marks = np.array(list(np.ndindex(*[3] * length)))
    return np.asarray((marks[:, None] != marks).sum(axis=2), np.uint8)


def lies_game(
    vocabulary: Vocabulary, lies: int, listed: list[str], shares: tuple[int, int]
) -> LiesGame:
    """Return the arrays of a game with `lies` lies in each clue, and of a rule.

    The rule chooses the guesses (see the module's text). It tries the words in `listed`
    first; `shares` are its percentages `good` and `poor`, which say how large buckets
    may be.
    """
    index = vocabulary.guess_index
    return LiesGame(
        np.array(clue_matrix(vocabulary, Rule.CLASSIC)),
        (distances(vocabulary.length) == lies).astype(np.uint8),
        answer_rows(vocabulary).astype(np.int32),
        np.arange(len(vocabulary.guesses), dtype=np.int32),
        np.array([index[word] for word in listed], np.int32),
        *shares,
    )


def check_lies(certificate: str, vocabulary: Vocabulary) -> LiesTheorem:
    """Check a certificate and return the theorem that it proves.

    `certificate` is the text of the file, and `vocabulary` has the words of the game.
    Raises `CertificateError` with the number of the wrong line and the reason.
    """
    if vocabulary.length > _LONGEST:
        raise InputError(
            f"{vocabulary.length} letters", f"at most {_LONGEST} with lies"
        )
    reader = Reader(certificate)
    reader.exactly(HEADING)
    reader.exactly(f"words {vocabulary.digest}")
    lies = _number(reader, "lies", 1, vocabulary.length)
    least = _number(reader, "least", 1, _MOST_GUESSES)
    family = _words(reader, "family", vocabulary)
    family_line = reader.line
    sets = reader.block("sets")
    most = _number(reader, "most", least, _MOST_GUESSES)
    game = _read_rule(reader, vocabulary, lies)
    shown = max(
        size_bound(game),
        family_bound(game, vocabulary, family, family_line),
        sets_bound(game, vocabulary, sets),
    )
    if shown < least:
        raise CertificateError(f"line {family_line}: least {least}: {shown} are shown")
    positions = _check_policy(reader, vocabulary, game, most)
    return LiesTheorem(lies, least, most, positions)


def _read_rule(reader: Reader, vocabulary: Vocabulary, lies: int) -> LiesGame:
    """Read the rule from `reader`; return the arrays of the game and of the rule.

    The rule chooses the guess in positions that the certificate does not list (see the
    module's text).
    """
    listed = _words(reader, "list", vocabulary)
    good = _number(reader, "good", 0, 100)
    poor = _number(reader, "poor", 0, 100)
    return lies_game(vocabulary, lies, listed, (good, poor))


def _check_policy(
    reader: Reader, vocabulary: Vocabulary, game: LiesGame, most: int
) -> int:
    """Check that the policy of a certificate always wins within `most` guesses.

    The policy chooses a guess for every position. It has listed positions with their
    guesses, which `reader` reads next, and for all other positions the rule in `game`.
    Return the number of listed positions. Raises `CertificateError` if the policy does
    not always win.
    """
    policy = _Policy(game, vocabulary)
    for line, text in reader.block("positions"):
        policy.read(line, text)
    if reader.line < len(reader.lines):
        raise CertificateError(f"line {reader.line + 1}", "the end of the certificate")
    everything = np.arange(len(vocabulary.answers), dtype=np.int32)
    policy.walk(everything, most, ())
    unused = policy.lines.keys() - policy.reached
    if unused:
        line = min(policy.lines[history] for history in unused)
        raise CertificateError(f"line {line}: no game reaches this position")
    return len(policy.lines)


def size_bound(game: LiesGame) -> int:
    """Return a lower bound of the number of guesses that always win.

    The bound follows from the numbers of answers that a shown clue keeps (the method
    "sizes" in the module's text).
    """
    n_clues = len(game.near)
    n_near = int(game.near[0].sum())
    near = game.near.astype(np.int64)
    pairs = bool((near @ near.T > 0).all())
    everything = np.arange(len(game.itself), dtype=np.int32)
    largest = largest_sizes(game, everything).min()
    size = 0
    guesses = 0
    while size < largest:
        guesses += 1
        size = 2 if pairs and guesses == 2 else 1 + size * n_clues // n_near
    return guesses + 1


def family_bound(
    game: LiesGame, vocabulary: Vocabulary, family: list[str], line: int
) -> int:
    """Return a lower bound of the number of guesses that always win.

    The bound follows from the answers in `family`: for every guess, some shown clue
    keeps most of these answers (see the module's text). `line` is the number of the
    line of the certificate that names the family.
    """
    answers = _answers(vocabulary, family, line)
    loss = len(family) - int(largest_sizes(game, answers).min())
    return 1 + -(-(len(family) - 1) // loss)


def sets_bound(
    game: LiesGame, vocabulary: Vocabulary, lines: list[tuple[int, str]]
) -> int:
    """Return the largest number of guesses that a set of answers is proved to need.

    The elements of `lines` are lines of the certificate, each after its number. A line
    has a number of guesses, and a set of answers that needs so many guesses. Raises
    `CertificateError` if the number of a set does not follow from the sets in earlier
    lines.
    """
    sets = defaultdict[int, list[tuple[set[int], NDArray[np.bool_]]]](list)
    for line, text in lines:
        count, *words = text.replace(" ", ",").split(",")
        least = parse_count(line, count, "guesses")
        answers = _answers(vocabulary, words, line)
        largest = largest_sizes(game, answers)
        members = set(answers.tolist())
        masks = [keeps for part, keeps in sets[least - 1] if part <= members]
        needs = np.any([(largest > 1) & (least == 3), *masks], axis=0)
        if not needs.all():
            word = vocabulary.guesses[int(needs.argmin())]
            raise CertificateError(
                f"line {line}: {word!r} leaves no set that needs {least - 1} guesses"
            )
        sets[least].append((members, largest == len(members)))
    return max(sets, default=1)


def _answers(vocabulary: Vocabulary, words: list[str], line: int) -> NDArray[np.int32]:
    """Return the indices of `words` among the answers.

    Raises `CertificateError`, with the line number `line`, if a word is no answer or
    occurs twice in `words`.
    """
    answer = {word: i for i, word in enumerate(vocabulary.answers)}
    if not set(words) <= answer.keys() or len(set(words)) < len(words):
        raise CertificateError(f"line {line}", "answers, each of them once")
    return np.array([answer[word] for word in words], np.int32)


class _Policy:
    """The policy of a certificate, and the walk that checks that it always wins.

    The policy says for every position which guess to make. The key of a position is its
    history: the clues that were shown. `guesses` has the guess of each position that
    the certificate lists, and `lines` has the line number of this position in the
    certificate. `before` has every history that is the beginning of a longer history of
    a listed position. `reached` has the listed positions that the walk has reached.
    """

    def __init__(self, game: LiesGame, vocabulary: Vocabulary) -> None:
        self.game = game
        self.vocabulary = vocabulary
        self.guesses: dict[tuple[int, ...], int] = {}
        self.lines: dict[tuple[int, ...], int] = {}
        self.before: set[tuple[int, ...]] = set()
        self.reached: set[tuple[int, ...]] = set()

    def read(self, line: int, text: str) -> None:
        """Read `text`, the line of a listed position.

        The text has the clues that were shown, and the guess. `line` is the line
        number.
        """
        *clues, word = text.split(" ")
        try:
            history = tuple(parse(clue, self.vocabulary.length) for clue in clues)
            guess = self.vocabulary.guess_index[word]
        except (InputError, KeyError):
            raise CertificateError(
                f"line {line}: {text!r:.60}", "clues and a guess"
            ) from None
        if history in self.guesses:
            raise CertificateError(
                f"line {line}: {text!r:.60}: this position has a guess already"
            )
        self.guesses[history] = guess
        self.lines[history] = line
        self.before.update(history[:i] for i in range(len(history)))

    def walk(
        self, answers: NDArray[np.int32], guesses_left: int, history: tuple[int, ...]
    ) -> None:
        """Check that the policy wins from a position, whatever clues are shown.

        `answers` are the answers that fit all clues so far, and `history` has these
        clues. Raises `CertificateError` if the policy may need more than `guesses_left`
        guesses.
        """
        if answers.size <= guesses_left:
            return
        if history in self.guesses:
            guess = self.guesses[history]
            self.reached.add(history)
        elif history and history not in self.before:
            if not rule_wins(self.game, answers, guesses_left):
                raise self._lost_error(answers, guesses_left, history)
            return
        elif guesses_left > 1:
            guess, _ = ruled_guess(self.game, answers, guesses_left)
        if guesses_left <= 1:
            raise self._lost_error(answers, guesses_left, history)
        counts = sizes(self.game, answers, guess)
        dangerous = [int(c) for c in np.flatnonzero(counts >= guesses_left)]
        # Show the progress of the first guess only.
        for clue in tqdm(
            dangerous, unit="clue", delay=1, disable=bool(history) or None
        ):
            after = bucket(self.game, answers, guess, clue)
            self.walk(after, guesses_left - 1, (*history, clue))

    def _lost_error(
        self, answers: NDArray[np.int32], guesses_left: int, history: tuple[int, ...]
    ) -> Exception:
        length = self.vocabulary.length
        clues = " ".join(to_text(clue, length) for clue in history) or "the start"
        return CertificateError(
            f"line {self.lines.get(history, 0)}: after {clues}, "
            f"{format_count(answers.size, 'answer')} are not won in "
            f"{format_count(guesses_left, 'guess')}",
        )


def _number(reader: Reader, name: str, low: int, high: int) -> int:
    value = parse_count(reader.line + 1, reader.field(name), name)
    if not low <= value <= high:
        raise CertificateError(
            f"line {reader.line}: {name} {value}", f"{low} to {high}"
        )
    return value


def _words(reader: Reader, name: str, vocabulary: Vocabulary) -> list[str]:
    words = reader.field(name).split(",")
    if unknown := set(words) - vocabulary.guess_index.keys():
        raise CertificateError(
            f"line {reader.line}: {min(unknown)!r:.40} is not a valid guess"
        )
    return words
