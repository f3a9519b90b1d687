"""Checker of certificates of optimal play, independent of the search.

It relies on the clue rule and the rule of hard mode only. The games of the tree are
replayed, which shows that the total is reached; the claims show that it is a minimum.
A claim about a position holds if each guess that may be played there needs as many:

    answers + the sum of the lower bounds of its buckets,

where the lower bound of a bucket is that of a claim about it or, by arithmetic,
3 n - k for its n answers if no guess makes more than k buckets of them (a guess that
may be right itself counting as one more): each bucket of m answers needs 2 m - 1.
Buckets are smaller than the position, so the proof is not circular.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.clues import Rule, all_correct, parse
from game.hard import Hard
from game.wording import counted
from game.words import Vocabulary
from solver.matrix.clue_matrix import clue_matrix
from solver.matrix.hard_mode import allowed
from solver.optimal.certificate_reader import (
    Reader,
    agree,
    count,
    guesses,
    replay,
    wrong,
)

_FEW = 40  # answers up to which comparing all pairs is faster than counting

_MOST_HELD = 1 << 29  # limit of words in the positions of all claims

_Indices = NDArray[np.integer]


class Verdict(NamedTuple):
    """The theorem that a certificate has proved.

    Attributes
    ----------
    opening : str or None
        The first guess; None where all were judged.
    hard : Hard
        What the clues ask of the next guess.
    max_guesses : int
        Guesses in a game.
    total : float
        Fewest guesses of all games together; ``inf`` where one cannot be won.
    claims : int
        Number of claims.
    """

    opening: str | None
    hard: Hard
    max_guesses: int
    total: float
    claims: int

    def __str__(self) -> str:
        who = self.opening.upper() if self.opening else "any opening"
        most, mode = counted(self.max_guesses, "guess"), f"{self.hard} hard mode, "
        game = f"{mode if self.hard is not Hard.OFF else ''}at most {most}"
        claims = counted(self.claims, "claim")
        if self.total == math.inf:
            return f"{who}, {game}: no tree wins every game; {claims}."
        return (
            f"{who}, {game}: the tree takes {counted(self.total, 'guess')} and "
            f"none takes fewer; {claims}."
        )


class _Position(NamedTuple):
    answers: _Indices
    guesses: _Indices
    left: int


class _Claim(NamedTuple):
    line: int
    position: _Position
    bound: float


def check(certificates: str, vocabulary: Vocabulary) -> list[Verdict]:
    """Check certificates and return their verdicts.

    Parameters
    ----------
    certificates : str
        One after the other; `solver.optimal.certificate` describes them.
    vocabulary : Vocabulary
        The words of the certificates.

    Raises
    ------
    CertificateError
        With the number of the wrong line and the reason.

    Examples
    --------
    >>> from solver.optimal.certificate import prove
    >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    >>> text = str(prove(words, "found"))
    >>> check(text, words)[0].total
    6
    >>> check(text.replace("total 6", "total 7"), words)
    Traceback (most recent call last):
    solver.optimal.certificate_reader.CertificateError: line 5: total 7, but the games \
take 6 guesses
    """
    reader = Reader(certificates)
    verdicts = [_check(reader, vocabulary)]
    while reader.line < len(reader.lines):
        verdicts.append(_check(reader, vocabulary))
    return verdicts


def _check(reader: Reader, vocabulary: Vocabulary) -> Verdict:
    reader.exactly("clueproof certificate 1")
    reader.exactly(f"words {vocabulary.digest}")
    hard, max_guesses = reader.game()
    opening = reader.opening(vocabulary)
    total, line = guesses(reader.line + 1, reader.field("total")), reader.line
    games = reader.block("games")
    replay(games, vocabulary, hard, opening)
    agree([text.count(",") + 1 for _, text in games], total, max_guesses, line)
    proof = _Proof(vocabulary, hard, max_guesses)
    for number, text in reader.block("claims"):
        proof.read(number, text)
    for claim in tqdm(proof.claims, unit="claim", delay=1, disable=None):
        proof.verify(claim)
    proof.conclude(opening, total, line)
    return Verdict(opening, hard, max_guesses, total, len(proof.claims))


class _Proof:
    """The claims of a certificate, and the bounds that follow from them."""

    def __init__(self, vocabulary: Vocabulary, hard: Hard, max_guesses: int) -> None:
        self.vocabulary = vocabulary
        self.hard = hard
        matrix = clue_matrix(vocabulary, Rule.CLASSIC)
        self.columns = np.ascontiguousarray(matrix.T)
        index = vocabulary.guess_index
        self.itself = np.array([index[word] for word in vocabulary.answers])
        self.right = all_correct(vocabulary.length)
        everything = np.arange(len(vocabulary.answers))
        self.start = _Position(everything, np.arange(len(matrix)), max_guesses)
        self.held = 0
        self.claims: list[_Claim] = []
        self.about: dict[bytes, list[_Claim]] = defaultdict(list)
        self.known: dict[tuple[bytes, bytes, int], float] = {}

    def read(self, line: int, text: str) -> None:
        """Read a claim; it is unproved until all are verified."""
        body, _, check_sum = text.rpartition(" ")
        if check_sum != f"{crc32(body.encode()) & 0xFFFF:04x}":
            raise wrong(line, f"{text!r:.60} is damaged: its check sum is another")
        try:
            before, guess, clue, bound = body.split(" ")
            position = self._position(before, guess, clue)
        except (ValueError, IndexError, KeyError):
            raise wrong(line, f"{body!r:.60}: expected a position") from None
        if not position.answers.size:
            raise wrong(line, "no answer is left")
        self.held += position.answers.size
        if position.guesses is not self.start.guesses:
            self.held += position.guesses.size
        if self.held > _MOST_HELD:
            raise wrong(line, "more and larger positions than fit into memory")
        claim = _Claim(line, position, guesses(line, bound))
        self.claims.append(claim)
        self.about[position.answers.tobytes()].append(claim)

    def _position(self, before: str, guess: str, clue: str) -> _Position:
        position = self.start
        if before != "-":
            position = self.claims[count(0, before, "claims")].position
        if guess == "-":
            return position
        code = parse(clue, self.vocabulary.length)
        return self.follow(position, self.vocabulary.guess_index[guess], code)

    def follow(self, position: _Position, guess: int, clue: int) -> _Position:
        """Return the position after a guess and its clue."""
        answers, guesses, left = position
        answers = answers[self.columns[answers, guess] == clue]
        if self.hard is not Hard.OFF:
            word = self.vocabulary.guesses[guess]
            guesses = guesses[self._allowed(word, clue)[guesses]]
        return _Position(answers, guesses, left - 1)

    def _allowed(self, word: str, clue: int) -> NDArray[np.bool_]:
        return allowed(self.vocabulary, [(word, clue)], self.hard)

    def verify(self, claim: _Claim) -> None:
        """Check the lower bound of a claim for every guess."""
        position, bound = claim.position, claim.bound
        n = position.answers.size
        if self.alone(position) >= bound:
            return
        for guess in position.guesses[self._lows(position) < bound]:
            # Without a further guess, only the trivial bound n is used.
            found = n if position.left < 2 else self.cost(position, guess, bound)
            if found < bound:
                word = self.vocabulary.guesses[guess]
                raise wrong(
                    claim.line,
                    f"{n} answers are said to need {bound} guesses: with {word!r} "
                    f"no more than {found} are shown",
                )

    def conclude(self, opening: str | None, total: float, line: int) -> None:
        """Check that the claims prove the total to be a minimum."""
        if opening is None:
            found = self.need(self.start, total)
        else:
            found = self._after(self.vocabulary.guess_index[opening], total)
        if found < total:
            raise wrong(line, f"total {total}: the claims show no more than {found}")

    def _after(self, opening: int, total: float) -> float:
        """Return a lower bound for an opening, even one without information."""
        clues = self.columns[self.start.answers, opening]
        if clues[0] == self.right or (clues != clues[0]).any():
            return self.cost(self.start, opening, total)
        after = self.follow(self.start, opening, int(clues[0]))
        n = int(clues.size)
        return n + self.need(after, total - n)

    def cost(self, position: _Position, guess: int, enough: float) -> float:
        """Return a lower bound for a guess; stop once it reaches `enough`."""
        clues = self.columns[position.answers, guess]
        codes, sizes = np.unique(clues, return_counts=True)
        if codes.size == 1 and codes[0] != self.right:
            return math.inf  # without information, a guess is never better
        needs = {int(c): 2 * int(m) - 1 for c, m in zip(codes, sizes, strict=True)}
        needs.pop(self.right, None)
        total: float = position.answers.size + sum(needs.values())
        for clue in sorted(needs, key=lambda clue: needs[clue]):
            if total >= enough:
                break
            if needs[clue] < 5 and position.left > 2:
                continue  # one or two answers need no more
            after = self.follow(position, guess, clue)
            total += self.need(after, enough - total + needs[clue]) - needs[clue]
        return total

    def need(self, position: _Position, enough: float) -> float:
        """Return a lower bound for a position, from the claims or its own buckets."""
        best: float = 2 * position.answers.size - 1
        for claim in self.about.get(position.answers.tobytes(), ()):
            if claim.bound > best and self._covers(claim.position, position):
                best = claim.bound
        return best if best >= enough else max(best, self.alone(position))

    def _covers(self, wide: _Position, narrow: _Position) -> bool:
        """Return whether a bound of one position also holds for a narrower one."""
        if narrow.left > wide.left and wide.left < wide.answers.size:
            return False
        if self.hard is Hard.OFF:
            return True
        useful = self._splitting(narrow)
        return bool(np.isin(useful, wide.guesses, assume_unique=True).all())

    def _splitting(self, position: _Position) -> _Indices:
        clues = self.columns[np.ix_(position.answers, position.guesses)]
        useful: _Indices = position.guesses[(clues != clues[0]).any(axis=0)]
        return useful

    def alone(self, position: _Position) -> float:
        """Return a lower bound for a position from its own buckets."""
        answers, guesses, left = position
        n = answers.size
        if left < min(n, 2):
            return math.inf
        if n < 3:
            return 2 * n - 1
        free = self.hard is Hard.OFF
        key = answers.tobytes(), b"" if free else guesses.tobytes(), min(left, 3)
        if key not in self.known:
            self.known[key] = self._alone(position)
        return self.known[key]

    def _alone(self, position: _Position) -> float:
        answers, guesses, left = position
        n = answers.size
        itself = np.sort(self.itself[answers])
        low = int(self._lows(position._replace(guesses=itself)).min())
        if low == 2 * n - 1 or (low == 2 * n and left > 2):
            return low
        lows = self._lows(position)
        others = lows[~np.isin(guesses, itself)] if left == 2 else lows
        if left == 2 and not (others == 2 * n).any():
            return math.inf
        return int(lows.min())

    def _lows(self, position: _Position) -> _Indices:
        """Return the lower bound of each guess if its buckets need 2 m - 1."""
        answers, guesses, _ = position
        everything = guesses.size == self.columns.shape[1]
        clues = self.columns[answers]
        if not everything:
            clues = clues[:, guesses]
        buckets = _distinct(clues, self.right + 1)
        itself = self.itself[answers]
        buckets[itself if everything else np.isin(guesses, itself)] += 1
        return 3 * answers.size - buckets


def _distinct(clues: NDArray[np.unsignedinteger], kinds: int) -> NDArray[np.int64]:
    """Return how many different clues each column has."""
    n, guesses = clues.shape
    buckets = np.ones(guesses, np.int64)
    if n <= _FEW:
        for i in range(1, n):
            buckets += (clues[:i] != clues[i]).all(axis=0)
        return buckets
    seen = np.zeros((guesses, kinds), np.bool_)
    first = np.arange(guesses) * kinds  # where a guess begins
    for row in clues:
        seen.reshape(-1)[first + row] = True
    return np.asarray(seen.sum(axis=1))
