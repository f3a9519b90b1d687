"""Checker of certificates of optimal play, independent of the search.

It relies on the clue rule and the rule of hard mode only. The games of the tree are
replayed, which shows that the total is reached; the claims show that it is a minimum.
A claim about a state holds if each guess that may be played there needs as many:

    answers + the sum of the lower bounds of its buckets,

where the lower bound of a bucket is that of a claim about it or, by arithmetic,
3 n - k for its n answers if no guess makes more than k buckets of them (a guess that
may be right itself counting as one more): each bucket of m answers needs 2 m - 1.
Buckets are smaller than the state, so the proof is not circular.

Under another objective, a guess adds its step to the cost of each game that goes on to
it: the sums are over weights of answers times steps, and of a bucket the heaviest game
takes one guess and all others two. Unless all steps are equal, a claim is used only for
the number of guesses left that it is about.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from game.hard import Hard
from game.text.formats import counted
from game.words import Vocabulary, upper
from solver.checking.claims import Claims
from solver.checking.reader import Reader, agree, replay
from solver.trees.objective import TOTAL, Objective


class Theorem(NamedTuple):
    """The theorem that a certificate has proved.

    `opening` are the first guesses, played whatever their clues; none where all were
    judged. `total` is the least cost of all games together, ``inf`` where one cannot be
    won; `least` is what they are proved to cost at least; `claims` is the number of
    claims.
    """

    opening: tuple[str, ...]
    hard: Hard
    max_guesses: int
    total: float
    least: float
    claims: int
    result: str
    objective: Objective = TOTAL

    def __str__(self) -> str:
        who = " then ".join(map(upper, self.opening)) or "any opening"
        most, mode = counted(self.max_guesses, "guess"), f"{self.hard} hard mode, "
        game = f"{mode if self.hard is not Hard.OFF else ''}at most {most}"
        claims = counted(self.claims, "claim")
        if self.least == math.inf:
            return f"{who}, {game}: no tree wins every game; {claims}."
        return f"{who}, {game}: {self.result}; {claims}."


def check(certificates: str, vocabulary: Vocabulary) -> list[Theorem]:
    """Check certificates and return what they prove.

    Raises `CertificateError` with the number of the wrong line and the reason.
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
    objective = reader.objective()
    opening = reader.opening(vocabulary)
    (total, least), line = reader.totals(), reader.line
    games = reader.block("games")
    replay(games, vocabulary, hard, opening)
    played = [text.split(",") for _, text in games]
    agree(played, total, max_guesses, line, objective, vocabulary.weight)
    claims = Claims(vocabulary, hard, max_guesses, objective)
    for number, text in reader.block("claims"):
        claims.read(number, text)
    claims.verify()
    claims.conclude(opening, least, line)
    result = f"no tree {objective.better}"
    if least < total:
        result += f" than {objective.result(least, vocabulary)}"
    if total < math.inf:
        result = f"{objective.result(total, vocabulary)}; {result}"
    count = len(claims.lines)
    terms = tuple(opening), hard, max_guesses
    return Theorem(*terms, total, least, count, result, objective)
