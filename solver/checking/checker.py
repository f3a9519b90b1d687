"""Checker of certificates of optimal play, independent of the search.

The checker relies only on the clue rule and on the rule of hard mode. It replays the
games of the tree, which shows that the total cost is reached. The claims show that no
tree costs less.

A claim states a lower bound of the number of guesses of a state. The claim holds if the
following number is at least this bound for each guess that may be played in the state:

    number of answers + sum of the lower bounds of the buckets of the guess.

A bucket is a set of answers that give the same clue to the guess. The lower bound of a
bucket comes from a claim about this bucket, or from the following count. Suppose that
no next guess splits the n answers of the bucket into more than k smaller buckets; a
guess that may be right counts as if it made one bucket more. A smaller bucket with m
answers needs at least 2 m - 1 guesses. So the bucket of n answers needs at least
3 n - k guesses. Buckets are smaller than the state, so the proof is not circular.

To count the buckets of all guesses takes long. So the checker keeps the sets of answers
for which it has counted, and uses the number k of such a set for other sets. A guess
splits another set into at most k buckets, plus one bucket for each answer that the
counted set lacks. The checker counts for a set only if this bound is too weak.

If the objective is not the number of guesses, a guess adds its step to the cost of each
game that reaches this guess. Then the sums are over weights of answers times steps, and
in a bucket the heaviest game takes one guess and all other games take two guesses. If
the steps are not all equal, a claim is used only for the number of guesses left that
the claim has.
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

    `clues` are the guesses of the position, with their clues: the theorem is about
    games that begin with these guesses. `opening` has the next guesses, which are
    played whatever their clues are; it is empty if the theorem is about all openings.
    `total` is the least total cost of all games, and ``inf`` if a game cannot be won.
    `claims` is the number of claims in the certificate.
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
    """Check certificates and return the theorems that they prove.

    If a certificate is wrong, `CertificateError` is raised. Its message has the number
    of the wrong line and the reason.
    """
    reader = Reader(certificates)
    theorems = [_check(reader, vocabulary)]
    while reader.line < len(reader.lines):
        theorems.append(_check(reader, vocabulary))
    return theorems


def _check(reader: Reader, vocabulary: Vocabulary) -> Theorem:
    theorem = _read_theorem(reader, vocabulary)
    line = reader.line  # number of the line with the total

    # The games of the tree show that the total cost is reached. The claims show that no
    # tree costs less.
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
    """Read the theorem at the start of a certificate.

    The field `claims` of the theorem is 0, because the claims follow later in the file.
    """
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
    """Check that the games are the games of one tree, and that they cost the total.

    `games` has the line number and the text of each game. `theorem` states the total
    cost. `line` is the line number of the total, for messages.
    """
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
