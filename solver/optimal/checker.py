"""Checker of certificates of optimal play, independent of the search.

It relies on the clue rule and the rule of hard mode only. The games of the tree are
replayed, which shows that the total is reached; the claims show that it is a minimum.
A claim about a state holds if each guess that may be played there needs as many:

    answers + the sum of the lower bounds of its buckets,

where the lower bound of a bucket is that of a claim about it or, by arithmetic,
3 n - k for its n answers if no guess makes more than k buckets of them (a guess that
may be right itself counting as one more): each bucket of m answers needs 2 m - 1.
Buckets are smaller than the state, so the proof is not circular.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from game.hard import Hard
from game.wording import counted
from game.words import Vocabulary
from solver.optimal.certificate_reader import Reader, agree, replay
from solver.optimal.claims import Claims


class Theorem(NamedTuple):
    """The theorem that a certificate has proved.

    Attributes
    ----------
    opening : tuple of str
        The first guesses, played whatever their clues; none where all were judged.
    hard : Hard
        What the clues ask of the next guess.
    max_guesses : int
        Guesses in a game.
    total : float
        Fewest guesses of all games together; ``inf`` where one cannot be won.
    least : float
        Guesses of all games together that are proved to be needed.
    claims : int
        Number of claims.
    """

    opening: tuple[str, ...]
    hard: Hard
    max_guesses: int
    total: float
    least: float
    claims: int

    def __str__(self) -> str:
        who = " then ".join(map(str.upper, self.opening)) or "any opening"
        most, mode = counted(self.max_guesses, "guess"), f"{self.hard} hard mode, "
        game = f"{mode if self.hard is not Hard.OFF else ''}at most {most}"
        claims = counted(self.claims, "claim")
        if self.least == math.inf:
            return f"{who}, {game}: no tree wins every game; {claims}."
        taken = "no tree is given"
        if self.total < math.inf:
            taken = f"the tree takes {counted(self.total, 'guess')}"
        fewer = "" if self.least == self.total else f" than {self.least:,}"
        return f"{who}, {game}: {taken} and none takes fewer{fewer}; {claims}."


def check(certificates: str, vocabulary: Vocabulary) -> list[Theorem]:
    """Check certificates and return what they prove.

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
    theorems = [_check(reader, vocabulary)]
    while reader.line < len(reader.lines):
        theorems.append(_check(reader, vocabulary))
    return theorems


def _check(reader: Reader, vocabulary: Vocabulary) -> Theorem:
    reader.exactly("clueproof certificate 1")
    reader.exactly(f"words {vocabulary.digest}")
    hard, max_guesses = reader.game()
    opening = reader.opening(vocabulary)
    (total, least), line = reader.totals(), reader.line
    games = reader.block("games")
    replay(games, vocabulary, hard, opening)
    agree([text.count(",") + 1 for _, text in games], total, max_guesses, line)
    claims = Claims(vocabulary, hard, max_guesses)
    for number, text in reader.block("claims"):
        claims.read(number, text)
    claims.verify()
    claims.conclude(opening, least, line)
    return Theorem(tuple(opening), hard, max_guesses, total, least, len(claims.lines))
