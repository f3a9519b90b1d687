"""Figures of games of language models: wins, and what their moves cost.

The share of games that are won is adjusted for luck (`contest.statistics.adjusted`).
Costs are those of `solver.advice.noisy_costs`, in classic Wordle too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from contest.models.games import CostedGame, Record
from contest.statistics.adjusted.luck import Luck
from contest.statistics.adjusted.values import adjust_values
from contest.statistics.quantiles import Z_95, standard_error
from environments.items import Score, make_item
from game.channels.named import likelihood
from game.protocol import Outcome, Setting
from game.record import Game
from solver.advice.noisy_costs import NoisyJudge
from solver.advice.noisy_review import review_noisy

KINDS = ("first", "repeat", "contradiction", "late", "other")
"""Kinds of guesses, of which each has one.

The first guess; a word played before; one that no noise reconciles with the clues; of
what remains, guesses in the second half of those allowed; all others.
"""


@dataclass(frozen=True)
class Interval:
    """A mean of values that are mostly from 0 to 1, with its 95 % interval."""

    mean: float
    error: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Interval:
        """Return the interval of a mean.

        The standard error is that of a sample with two 0 and two 1 more, as of A.
        Agresti and B. Coull (1998): it is not 0 where all games are lost. The interval
        is about its mean and about that of the values.
        """
        more = np.array([*values, 0.0, 0.0, 1.0, 1.0])
        error, mean = float(more.std()) / math.sqrt(len(more)), fmean(values)
        low, high = sorted((mean, float(more.mean())))
        low, high = max(0.0, low - Z_95 * error), min(1.0, high + Z_95 * error)
        return cls(mean, error, low, high)


@dataclass(frozen=True)
class Figures:
    """Figures of a player's games, NaN where they are unknown.

    `won` is a share of the games, `adjusted` the same without luck, `score` the mean of
    games won, in guesses or nats, `cost` in bits per guess, `costs` in bits per game by
    kind, and `legal` a share of the replies.
    """

    name: str
    games: int
    won: float
    adjusted: Interval
    score: float
    cost: float
    costs: Mapping[str, float]
    legal: float
    tokens: float
    seconds: float


class Judge:
    """Figures of players at one game; positions that players share are rated once."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.judge = NoisyJudge(setting)

    def figures(
        self,
        name: str,
        games: Sequence[CostedGame],
        on_game: Callable[[], object] = lambda: None,
    ) -> Figures:
        """Return the figures of the games of a player, which are one or more."""
        costs, guesses = dict.fromkeys(KINDS, 0.0), 0
        for game in (played.game for played in games):
            reviewed = review_noisy(self.judge, game.turns, game.final, game.answer)
            for number, turn in enumerate(reviewed.turns):
                costs[self._kind(game, number)] += turn.rated.cost / len(games)
            guesses += len(game.turns)
            on_game()
        won = [p.game.score for p in games if p.game.outcome is Outcome.WON]
        legal = 1 - sum(p.illegal for p in games) / sum(p.replies for p in games)
        return Figures(
            name,
            len(games),
            len(won) / len(games),
            Interval.of(self.adjust(games)),
            fmean(won) if won else math.nan,
            sum(costs.values()) * len(games) / guesses if guesses else math.nan,
            costs,
            legal,
            fmean(played.tokens for played in games),
            fmean(played.seconds for played in games),
        )

    def adjust(self, games: Sequence[CostedGame]) -> list[float]:
        """Return what each game yields without luck, 1 for a win on average."""
        luck = Luck.of([played.game for played in games], self.setting)
        values: list[float] = adjust_values(luck).tolist()
        return values

    def by_phrasing(self, games: Sequence[CostedGame]) -> dict[str, Interval]:
        """Return the adjusted share of games won by phrasing, if there are several."""
        parts: dict[str, list[float]] = {}
        for played, value in zip(games, self.adjust(games), strict=True):
            parts.setdefault(played.phrasing, []).append(value)
        if len(parts) < 2:
            return {}
        return {name: Interval.of(part) for name, part in sorted(parts.items())}

    def _kind(self, game: Game, number: int) -> str:
        """Return the kind of a guess."""
        earlier, guess = game.turns[:number], game.turns[number].guess
        if not number:
            return "first"
        if guess in (turn.guess for turn in earlier):
            return "repeat"
        if not all(likelihood(turn, guess, self.setting) for turn in earlier):
            return "contradiction"
        return "late" if 2 * number >= self.setting.max_turns else "other"


@dataclass(frozen=True)
class ItemFigures:
    """Figures of a kind of items: their number, and the share of legal answers.

    `loss` is the mean loss with its standard error, `uninformed` that of one who knows
    no clue; those of words are in chance (``likeliest``) or bits, of chances in bits.
    """

    kind: str
    items: int
    legal: float
    loss: float
    error: float
    uninformed: float


def item_figures(
    records: Iterable[Record], setting: Setting, seed: str
) -> list[ItemFigures]:
    """Return the figures of each kind of items that was asked."""
    scores: dict[str, list[Score]] = {}
    for record in records:
        item = make_item(setting, seed, record["game"])
        score = item.score(record["messages"][-1]["content"])
        scores.setdefault(item.kind, []).append(score)
    return [
        ItemFigures(
            kind,
            len(part),
            fmean(score.legal for score in part),
            fmean(score.loss for score in part),
            standard_error([score.loss for score in part]),
            fmean(score.uninformed for score in part),
        )
        for kind, part in scores.items()
    ]
