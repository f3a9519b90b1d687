"""Figures of games of language models: the adjusted chance to win, and the regret."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from contest.statistics.games import GamesBuilder
from contest.statistics.quantiles import standard_error
from game.clues import parse
from game.protocol import Outcome, Setting
from game.record import Game, Turn
from solver.advice.noisy_costs import NoisyJudge
from solver.advice.review import review_noisy


@dataclass(frozen=True)
class GameRecord:
    """A game as values of JSON, with its replies and those without a legal move.

    A turn is a word, its clue as text, and its price, which is null without prices.
    """

    answer: str
    turns: list[list[Any]]
    final: str
    outcome: str
    replies: int
    illegal: int

    @classmethod
    def of(cls, game: Game, replies: int, illegal: int) -> GameRecord:
        """Return the record of a game."""
        priced = game.mode.priced
        turns = [[t.guess, t.result, t.epsilon if priced else None] for t in game.turns]
        return cls(
            answer=game.answer,
            turns=turns,
            final=game.final,
            outcome=str(game.outcome),
            replies=replies,
            illegal=illegal,
        )

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> GameRecord:
        """Return the record that `to_dict` has written."""
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as a dictionary."""
        return asdict(self)

    def game(self, setting: Setting) -> Game:
        """Return the game, given its setting."""
        turns = []
        for guess, result, price in self.turns:
            epsilon = math.inf if price is None else price
            turns.append(Turn(guess, epsilon, parse(result, len(guess))))
        return Game(
            mode=setting.mode,
            answer=self.answer,
            turns=tuple(turns),
            final=self.final,
            outcome=Outcome(self.outcome),
        )


def adjusted_chance(games: Iterable[Game], setting: Setting) -> tuple[float, float]:
    """Return the chance to win without the luck of the clues, and its standard error.

    Both are NaN without games.
    """
    builder = GamesBuilder(setting, certifies=False)
    for game in games:
        builder.add(game)
    values = builder.build().curve.within(math.inf).tolist()
    if not values:
        return math.nan, math.nan
    return fmean(values), standard_error(values)


def regret_of(game: Game, judge: NoisyJudge) -> float:
    """Return what the guesses of a game cost, in bits, against the best words."""
    reviewed = review_noisy(judge, game.turns, game.final, game.answer)
    return sum(turn.rating.cost for turn in reviewed.turns)
