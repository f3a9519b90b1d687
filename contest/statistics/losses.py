"""Losses of an entry against best known play, by turn, first clue and kind.

A loss of WORDPL is a part of the chance to win, by exact posteriors; a loss of classic
Wordle is a number of guesses, by exact costs where a search is short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from contest.statistics.quantiles import standard_error
from game.clues import ABSENT, CORRECT, Clue, to_marks
from game.record import Game
from solver.advice.continuation import Continuation
from solver.advice.costs import Judge
from solver.advice.noisy_review import NoisyReview, review_noisy
from solver.advice.review import review
from solver.numeric.ties import TOLERANCE

ANSWER = "answer"
"""The final answer, in the place of a turn."""


@dataclass(frozen=True, slots=True)
class GameLosses:
    """Losses of one game.

    `first` is the class of its first clue, how many letters are correct and present.
    `start` is the expected result of best known play before the first guess, `end` that
    after the game: chances to win, or guesses. `parts` are losses by turn and kind:
    ``price``, ``word``, ``answer`` or ``forfeit``.
    """

    number: int
    first: str
    start: float
    end: float
    parts: dict[tuple[str, str], float]

    def sum_losses(self, turn: str = "", kind: str = "") -> float:
        """Return the loss of a turn, of a kind, or of both."""
        return sum(
            loss
            for (part_turn, part_kind), loss in self.parts.items()
            if turn in ("", part_turn) and kind in ("", part_kind)
        )


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean loss of a game, its standard error and the game that lost most, if any."""

    mean: float
    error: float
    worst: int | None


def mean_loss(games: Sequence[GameLosses], loss: Callable[[GameLosses], float]) -> Mean:
    """Return the mean of a loss over games."""
    values = np.array([loss(game) for game in games])
    most = int(values.argmax())
    worst = games[most].number if values[most] > TOLERANCE else None
    return Mean(float(values.mean()), standard_error(values), worst)


def turns(games: Iterable[GameLosses]) -> list[str]:
    """Return the turns in which games lost, in order."""
    names = {turn for game in games for turn, _ in game.parts}
    return sorted(names, key=lambda turn: (turn == ANSWER, len(turn), turn))


def kinds(games: Iterable[GameLosses]) -> list[str]:
    """Return the kinds of losses, in the order of a game."""
    lost = {kind for game in games for _, kind in game.parts}
    return [kind for kind in ("price", "word", ANSWER, "forfeit") if kind in lost]


def group_by_first_clue(games: Iterable[GameLosses]) -> dict[str, list[GameLosses]]:
    """Return the games by the class of their first clue, the largest loss first."""
    classes: dict[str, list[GameLosses]] = {}
    for game in games:
        classes.setdefault(game.first, []).append(game)
    total = {
        first: sum(game.sum_losses() for game in members)
        for first, members in classes.items()
    }
    return {first: classes[first] for first in sorted(classes, key=lambda f: -total[f])}


def noisy_losses(number: int, game: Game, play: Continuation) -> GameLosses:
    """Return the losses of a game of WORDPL.

    Its number seeds the games that `play`, best known play, draws.
    """
    review = review_noisy(play, game.turns, game.final, draw=f"why {number}")
    return reviewed_losses(number, game, review)


def reviewed_losses(number: int, game: Game, review: NoisyReview) -> GameLosses:
    """Return the losses of a game of WORDPL that was reviewed."""
    parts: dict[tuple[str, str], float] = {}
    for turn, rated in enumerate(review.turns, 1):
        parts[str(turn), "price"] = rated.price
        parts[str(turn), "word"] = rated.word
    parts[ANSWER, ANSWER if game.final else "forfeit"] = review.answer
    first = first_class(game)
    return GameLosses(number, first, review.start, review.final_chance, parts)


def classic_losses(number: int, game: Game, judge: Judge) -> GameLosses:
    """Return the losses of a game of classic Wordle on one board, in guesses."""
    known = [(turn.guess, turn.clue) for turn in game.turns]
    rated = review(judge, known)
    parts = {(str(turn), "word"): one.skill for turn, one in enumerate(rated, 1)}
    start = rated[0].expected if rated else 0.0
    return GameLosses(number, first_class(game), start, len(rated), parts)


def first_class(game: Game) -> str:
    """Return the class of a game's first clue."""
    if not game.turns:
        return "no guess"
    return clue_class(game.turns[0].clue, len(game.turns[0].guess))


def clue_class(clue: Clue, length: int) -> str:
    """Return how many letters of a clue are correct and present.

    Examples
    --------
    >>> clue_class(191, 5), clue_class(0, 5)
    ('2 correct, 1 present', 'none')
    """
    marks = to_marks(clue, length)
    correct = marks.count(CORRECT)
    present = length - correct - marks.count(ABSENT)
    names = ((correct, "correct"), (present, "present"))
    return ", ".join(f"{count} {name}" for count, name in names if count) or "none"
