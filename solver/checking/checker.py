"""Checker of certificates of optimal play, independent of the search.

It relies on the clue rule and the rule of hard mode only. The games of the tree are
replayed, which shows that the total is reached; the claims show that it is a minimum.
A claim about a state holds if each guess that may be played there needs as many:

    answers + the sum of the lower bounds of its buckets,

where a claim about a bucket gives its lower bound or, by arithmetic,
3 n - k for its n answers if no guess makes more than k buckets of them (a guess that
may be right itself counting as one more): each bucket of m answers needs 2 m - 1.
Buckets are smaller than the state, so the proof is not circular. No guess makes more
buckets of some answers than of a set and of what the set lacks, one each: so sets that
were counted bound others, which are counted only where that is too little.

Under another objective, a guess adds its step to the cost of each game that goes on to
it: the sums are over weights of answers times steps, and of a bucket the heaviest game
takes one guess and all others two. Unless all steps are equal, a claim is used only for
the number of guesses left that it is about.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from game.hard import Hard, Known
from game.spelling import upper
from game.text.formats import format_count
from game.text.render import tile_text
from game.words import Vocabulary
from solver.checking.claims import Claims
from solver.checking.reader import Reader, agree, replay_games
from solver.trees.objective import TOTAL, Objective


class Theorem(NamedTuple):
    """The theorem that a certificate has proved.

    `clues` are the guesses of the position, with their clues; it is about the games
    that begin with these. `opening` are the next guesses, played whatever their clues;
    none where all were judged. `total` is the least cost of all games together, ``inf``
    where one cannot be won; `claims` is the number of claims.
    """

    opening: tuple[str, ...]
    hard: Hard
    max_guesses: int
    total: float
    claims: int
    result: str
    objective: Objective = TOTAL
    clues: tuple[Known, ...] = ()

    def __str__(self) -> str:
        opening = " then ".join(map(upper, self.opening)) or "any opening"
        who = "".join(f"{tile_text(*turn, colour=False)}, " for turn in self.clues)
        who += opening
        game = f"at most {format_count(self.max_guesses, 'guess')}"
        if self.hard is not Hard.OFF:
            game = f"{self.hard} hard mode, {game}"
        claims = format_count(self.claims, "claim")
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
    theorem = _read_theorem(reader, vocabulary)
    line = reader.line  # of the totals

    # The games show that the total is reached, the claims that none is smaller.
    _check_games(reader.block("games"), vocabulary, theorem, line)
    claims = Claims(
        vocabulary,
        theorem.hard,
        theorem.max_guesses,
        theorem.objective,
        theorem.clues,
    )
    for number, text in reader.block("claims"):
        claims.read(number, text)
    claims.verify()
    claims.conclude(theorem.opening, theorem.total, line)
    return theorem._replace(claims=len(claims.lines))


def _read_theorem(reader: Reader, vocabulary: Vocabulary) -> Theorem:
    """Read what a certificate is to prove; the number of claims is still 0."""
    reader.exactly("clueproof certificate 1")
    reader.exactly(f"words {vocabulary.digest}")
    hard, max_guesses = reader.game()
    objective = reader.objective()
    clues = reader.clues(vocabulary, hard, max_guesses)
    opening = tuple(reader.opening(vocabulary))
    total = reader.total()
    result = "no tree wins every game"
    if total < math.inf:
        reached = objective.result(total, vocabulary.after(clues))
        result = f"{reached}; no tree {objective.better}"
    return Theorem(
        opening=opening,
        hard=hard,
        max_guesses=max_guesses,
        total=total,
        claims=0,
        result=result,
        objective=objective,
        clues=clues,
    )


def _check_games(
    games: list[tuple[int, str]], vocabulary: Vocabulary, theorem: Theorem, line: int
) -> None:
    """Check that a tree has these games and reaches the total of a line."""
    opening = [*(guess for guess, _ in theorem.clues), *theorem.opening]
    replay_games(games, vocabulary.after(theorem.clues), theorem.hard, opening)
    agree(
        [text.split(",") for _, text in games],
        theorem.total,
        theorem.max_guesses,
        line,
        theorem.objective,
        vocabulary.weight,
    )
