"""Games of an entry as arrays, with a few dozen bytes per game."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.bets import BETS, Hypothesis, certified_budget
from contest.statistics.adjusted.capped import CappedLuck
from contest.statistics.adjusted.luck import MEASURES, Luck
from contest.statistics.adjusted.values import AdjustedCurve
from contest.statistics.evalues import ERROR
from contest.statistics.information import InformationTest, OutcomeTest, TurnFactors
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import PERCENTILES
from game.protocol import MAX_MOVES, Mode, Outcome, Setting
from game.record import Game, RecordError
from solver.trees.histogram import Histogram

RecordedRow = Mapping[str, str]

ARRAYS = {
    "answers": "I",
    "scores": "d",
    "budgets": "d",
    "chances": "d",
    "side_information": "d",
    "outcomes": "B",
    "seconds": "f",
    "cpu_seconds": "d",
    "turns": "H",
    "spent": "d",
    "measures": "f",
    "gains": "f",
    "capped": "d",
}
"""Arrays of `Games`, with their types as in the module `array`."""

_OUTCOMES = list(Outcome)
_TESTED = 10_000  # games that are replayed at once: many have turns in common
_CAPPED = len(PERCENTILES), 1 + BETS


@dataclass(frozen=True, eq=False)
class Games:
    """The games of an entry, in order; only those of equal settings can be ranked.

    `answers` are the indices of the secrets in the vocabulary, those of all boards of a
    game in a row; `outcomes` are indices in ``list(Outcome)``. Scores are ``inf`` for a
    lost game, budgets are in nats, and wall and CPU times in seconds, NaN where
    unknown. `chances` are the exact chances that the final answer was right and
    `side_information` the e-values of the information test after each game; both are
    NaN in games without prices. `turns`, `spent`, `measures` and `gains` are those of
    `luck`, the last two in one piece; empty where games have several boards, and where
    the secrets are not drawn but the answers in order. `capped`, also in one piece, is
    by game the luck of `CappedLuck` for each column. `horizon` is set where the number
    of games may depend on their results: games of the longest run that was possible.
    Intervals then hold at any time.
    """

    setting: Setting
    answers: NDArray[np.uint32]
    scores: NDArray[np.float64]
    budgets: NDArray[np.float64]
    chances: NDArray[np.float64]
    side_information: NDArray[np.float64]
    outcomes: NDArray[np.uint8]
    seconds: NDArray[np.float32]
    cpu_seconds: NDArray[np.float64]
    turns: NDArray[np.uint16]
    spent: NDArray[np.float64]
    measures: NDArray[np.float32]
    gains: NDArray[np.float32]
    capped: NDArray[np.float64]
    horizon: int | None = None

    def __len__(self) -> int:
        return len(self.scores)

    def count(self, outcome: Outcome) -> int:
        """Return the number of games with this outcome."""
        return int((self.outcomes == _OUTCOMES.index(outcome)).sum())

    def first(self, count: int) -> Games:
        """Return the first games."""
        clues = int(self.turns[:count].sum(dtype=int))
        sizes = dict.fromkeys(ARRAYS, count) | {
            "answers": count * self.setting.boards,
            "spent": clues,
            "measures": clues * MEASURES,
            "gains": clues * MEASURES,
            "capped": count * math.prod(_CAPPED),
        }
        arrays = {name: getattr(self, name)[:size] for name, size in sizes.items()}
        return Games(self.setting, **arrays)

    def answer(self, game: int) -> str:
        """Return the secrets of a game, with commas between them."""
        boards, words = self.setting.boards, self.setting.vocabulary.answers
        secrets = self.answers[game * boards : (game + 1) * boards]
        return ",".join(words[index] for index in secrets)

    @cached_property
    def sorted_scores(self) -> NDArray[np.float64]:
        """The scores, the best first."""
        return np.sort(self.scores)

    @cached_property
    def curve(self) -> WinCurve:
        """F(B), the chance to win within a budget, or a number of guesses.

        By adjusted values where the luck of the clues is known.
        """
        luck = self.luck
        if self.is_adjusted:
            return AdjustedCurve.by(luck)
        return WinCurve(luck.costs, luck.values)

    @property
    def is_adjusted(self) -> bool:
        """Whether the luck of the clues is known."""
        return len(self.spent) == int(self.turns.sum(dtype=int))

    @cached_property
    def guesses(self) -> NDArray[np.float64]:
        """Guesses of each game without prices, adjusted where the luck is known.

        Shape (n_games,). A lost game counts as one guess more than the limit, and as
        ``inf`` where there is none.
        """
        limit, most = self.setting.max_turns, int(self.turns.max(initial=0))
        guesses = np.ones(len(self))
        for number in range(1, most + 1):
            guesses += 1 - self.curve.within(number)
        if limit == MAX_MOVES:
            return np.where(np.isfinite(self.scores), guesses, math.inf)
        return guesses + (limit - most) * (1 - self.curve.within(most))

    @cached_property
    def posteriors(self) -> WinCurve:
        """F(B) by exact posteriors."""
        return WinCurve(self.budgets, self.chances)

    def certified(self, column: str, error: float = ERROR) -> float:
        """Return the smallest budget that the games certify for a column, or ``inf``.

        `error` is the probability of an error, at most.
        """
        luck = self.capped.reshape(-1, *_CAPPED)[:, [*PERCENTILES].index(column)].T
        return certified_budget(self.posteriors, luck, PERCENTILES[column], error)

    @property
    def luck(self) -> Luck:
        """What the games yield, and the luck of their clues."""
        priced, won = self.setting.mode.priced, np.isfinite(self.scores)
        return Luck(
            self.chances if priced else won.astype(float),
            self.budgets if priced else self.turns.astype(float),
            self.turns,
            self.spent,
            self.measures.reshape(-1, MEASURES),
            self.gains.reshape(-1, MEASURES),
        )

    @property
    def whole(self) -> bool:
        """Whether every answer was played once, so that there is no sampling error."""
        setting, count = self.setting, len(self.setting.vocabulary.answers)
        return (
            setting.mode is Mode.CLASSIC
            and setting.boards == 1
            and len(self) == count == len(np.unique(self.answers))
        )

    @cached_property
    def histogram(self) -> Histogram:
        """Games won by number of guesses, at classic Wordle."""
        return Histogram(int(score) for score in self.scores if score < math.inf)


def parse_rows(rows: Iterable[RecordedRow]) -> Iterator[tuple[RecordedRow, Game]]:
    """Yield each row of a run with its game; raise `RecordError` for a damaged row."""
    return ((row, Game.from_row(row)) for row in rows)


def group_by_entry(
    played: Iterable[tuple[RecordedRow, Game]],
    setting: Setting,
    *,
    certifies: bool = True,
) -> dict[str, Games]:
    """Return the games of each entry as arrays; the rows are not kept in memory.

    `certifies` says whether `Games.certified` will be called, and needs capped luck.
    Raises `RecordError` when a game is of another setting.
    """
    builders: dict[str, GamesBuilder] = {}
    for row, game in played:
        if row["entry"] not in builders:
            builders[row["entry"]] = GamesBuilder(setting, certifies=certifies)
        builders[row["entry"]].add(game, row)
    return {entry: builder.build() for entry, builder in builders.items()}


def check_game(game: Game, setting: Setting) -> None:
    """Raise `RecordError` when a game is of another setting or has other words."""
    answers, vocabulary = game.answer.split(","), setting.vocabulary
    other_boards = {turn.boards for turn in game.turns} - {setting.boards}
    if game.mode is not setting.mode or len(answers) != setting.boards or other_boards:
        raise RecordError(
            f"a game of {game.mode} with the answer {game.answer!r}: expected "
            f"{setting.mode} and one answer and clue for each board"
        )
    guesses = [*(turn.guess for turn in game.turns), *filter(None, [game.final])]
    absent = [w for w in answers if w not in vocabulary.answer_index]
    absent += [w for w in guesses if w not in vocabulary.guess_index]
    if absent:
        raise RecordError(f"a game with {absent[0]!r}, which is not in the word list")


def set_horizons(
    games_of: Mapping[str, Games], planned: int, *, variable: bool
) -> dict[str, Games]:
    """Return the games of a run's entries, with the horizon where there is one.

    `planned` is the number of games of each entry, at most; `variable` says that the
    run was to stop by itself. One that has fewer games than planned was stopped by a
    test or by hand, and has a horizon too.
    """
    return {
        entry: replace(games, horizon=planned)
        if variable or len(games) < planned
        else games
        for entry, games in games_of.items()
    }


class GamesBuilder:
    """Arrays of an entry that grow game by game."""

    def __init__(self, setting: Setting, *, certifies: bool = True) -> None:
        self.setting, self._certifies = setting, certifies
        self._arrays: dict[str, array[Any]] = {k: array(c) for k, c in ARRAYS.items()}
        self._test = (
            InformationTest(setting.vocabulary)
            if setting.mode.priced
            else OutcomeTest()
        )
        self._luck: CappedLuck | None = None
        self._untested: list[Game] = []
        self._is_drawn = setting.mode is not Mode.CLASSIC

    def add(self, game: Game, row: RecordedRow = MappingProxyType({})) -> None:
        """Add the next game; its row, if there is one, has the times.

        Raises `RecordError` when the game is of another setting.
        """
        check_game(game, self.setting)
        index_of = self.setting.vocabulary.answer_index
        answers = self._arrays["answers"]
        answers.extend(index_of[w] for w in game.answer.split(","))
        self._is_drawn |= answers[-1] != len(answers) - 1
        values = {
            "scores": game.score,
            "budgets": game.budget,
            "outcomes": _OUTCOMES.index(game.outcome),
            "seconds": float(row.get("seconds", "nan")),
            "cpu_seconds": float(row.get("cpu_seconds", "nan")),
            "turns": len(game.turns),
        }
        for name, value in values.items():
            self._arrays[name].append(value)
        self._untested.append(game)
        if len(self._untested) == _TESTED:
            self._replay()

    def _replay(self) -> None:
        """Add what follows from the clues of the last games."""
        games, self._untested = self._untested, []
        chances = [math.nan] * len(games)
        e_values = chances
        if self._is_drawn and self.setting.boards == 1 and games:
            if self._luck is None:
                certifies = self.setting.mode.priced and self._certifies
                columns = map(Hypothesis, PERCENTILES.values() if certifies else ())
                self._luck = CappedLuck(self.setting, [*columns])
            if isinstance(self._test, OutcomeTest):
                e_values = self._test.add(games, self._luck).tolist()
            else:
                factors = TurnFactors(games, self.setting.vocabulary)
                parts = [*self._luck.add(games, factors)]
                chances = np.concatenate([part.luck.values for part in parts]).tolist()
                e_values = self._test.add(games, chances, factors).tolist()
        self._arrays["chances"].extend(chances)
        self._arrays["side_information"].extend(e_values)

    def build(self) -> Games:
        """Return the games added so far."""
        self._replay()
        arrays: dict[str, Any] = {n: np.array(v) for n, v in self._arrays.items()}
        if not self.setting.mode.priced:
            answers = arrays["answers"]
            if np.array_equal(answers, np.arange(len(answers))):  # as no draw would be
                arrays["side_information"][:] = math.nan
        if self._luck:
            luck, capped = self._luck.all
            for name in ("spent", "measures", "gains"):
                arrays[name] = getattr(luck, name).ravel()
            arrays["capped"] = np.moveaxis(capped, -1, 0).ravel()
        return Games(self.setting, **arrays)
