"""Games of an entry: figures from the rows, and figures computed from the clues.

`group_by_entry` reads the rows of a run, one game after the other. A `GamesBuilder`
takes the games of one entry. The builder keeps the secret, outcome, score, cost and
time of each game. The builder also replays the clues of many games at once and computes
two further figures: the luck of the clues of each game
(`contest.statistics.adjusted.luck`), and the e-value of the information test after each
game. The rows are not kept; a game takes a few hundred bytes of memory.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.bets import Hypothesis
from contest.statistics.adjusted.capped import CappedLuck
from contest.statistics.adjusted.evidence import certified_budget, games_to_certify
from contest.statistics.adjusted.luck import Luck
from contest.statistics.evalues import ERROR
from contest.statistics.information import InformationTest
from contest.statistics.posteriors import AdjustedCurve, WinCurve
from contest.statistics.quantiles import PERCENTILES
from game.arrays import Bytes, Floats
from game.protocol import MAX_MOVES, Mode, Outcome, Setting
from game.record import FORFEITED, Game, RecordError
from solver.trees.histogram import Histogram

RecordedRow = Mapping[str, str]
"""A row of ``games.csv``; the row has the time of the game if the time is known."""

# Figures of a game that follow from its row alone. The values are type codes of the
# module `array`.
_COLUMNS = {
    "answers": "I",
    "scores": "d",
    "budgets": "d",
    "outcomes": "B",
    "seconds": "f",
}
_OUTCOMES = list(Outcome)
_TOGETHER = 4_000  # number of games that are replayed at once


@dataclass(frozen=True, eq=False)
class Games:
    """The games of an entry, in the order in which they were played.

    In every array but `answers`, the last axis has an element for each game.

    Parameters
    ----------
    setting : Setting
        The rules; only games of equal settings can be compared.
    answers : ndarray of uint32
        The secrets, as indices in the answers of the vocabulary. First come the secrets
        of the first game, one for each board, then the secrets of the second game, and
        so on.
    scores : ndarray of float64
        The score of each game, as the rules define it; ``inf`` for a lost game.
    budgets : ndarray of float64
        The cost of each game, which is the sum of its prices, in nats.
    outcomes : ndarray of uint8
        The outcome of each game, as an index in ``list(Outcome)``.
    seconds : ndarray of float32
        Wall-clock time that the strategy took for each game; NaN if it is not known.
    side_information : ndarray of float64
        E-value of the information test after each game. It is NaN for games that are
        not tested: games with several boards, and games whose secrets are not drawn
        at random, but are the answers of the word list, one after the other.
    luck : Luck
        The value, the cost and the luck of the clues of each game. Games that are not
        tested have no luck.
    capped : ndarray of shape (n_limits, n_percentiles, n_games), float64
        Capped luck (`contest.statistics.adjusted.bets`), from which `certified`
        computes bets. Empty if the games are not used to certify a budget.
    """

    setting: Setting
    answers: NDArray[np.uint32]
    scores: Floats
    budgets: Floats
    outcomes: Bytes
    seconds: NDArray[np.float32]
    side_information: Floats
    luck: Luck
    capped: Floats

    def __len__(self) -> int:
        return len(self.scores)

    def count(self, outcome: Outcome) -> int:
        """Return the number of games with this outcome."""
        return int((self.outcomes == _OUTCOMES.index(outcome)).sum())

    @property
    def failures(self) -> int:
        """The number of games that the strategy forfeited, for example by a crash."""
        return sum(map(self.count, FORFEITED))

    @cached_property
    def sorted_scores(self) -> Floats:
        """The scores in order, with the best score first."""
        return np.sort(self.scores)

    @property
    def is_adjusted(self) -> bool:
        """Whether the luck of the clues is known."""
        return len(self.luck.spent) == int(self.luck.turns.sum(dtype=int))

    @cached_property
    def curve(self) -> WinCurve:
        """F(B), the chance to win within B; B is a budget or a number of guesses.

        F is luck-adjusted if the luck of the clues is known.
        """
        if self.is_adjusted:
            return AdjustedCurve.by(
                self.luck,
                failures=self.failures,
                is_priced=self.setting.mode.priced,
            )
        return WinCurve(self.luck.costs, self.luck.values, failures=self.failures)

    def certified(self, column: str, error: float = ERROR) -> float:
        """Return the smallest budget that the games certify for a ranking, or ``inf``.

        `column` is the name of the ranking. `error` is the largest probability that the
        certified budget is too small. The result is ``inf`` if the games certify no
        budget.
        """
        capped = self.capped[:, [*PERCENTILES].index(column)]
        return certified_budget(self.luck, capped, PERCENTILES[column], error)

    def games_to_certify(self, column: str, budget: float) -> float:
        """Return how many games like these certify a budget, in nine of ten runs.

        Return ``inf`` if no number of games certifies the budget. Any other number is
        rounded up to one significant digit; a number below 100 is rounded up to 100.
        Then 1 is added, because runs usually have an odd number of games.
        """
        capped = self.capped[:, [*PERCENTILES].index(column)]
        count = games_to_certify(self.luck, capped, PERCENTILES[column], budget)
        if math.isinf(count):
            return count
        unit = 10 ** max(2, math.floor(math.log10(count)))
        return math.ceil(count / unit) * unit + 1

    @cached_property
    def guesses(self) -> Floats:
        """Number of guesses of each game, for games without prices.

        The numbers are luck-adjusted if the luck of the clues is known. A lost game
        counts as one guess more than the limit of guesses. If there is no limit, a lost
        game counts as ``inf``.
        """
        limit = self.setting.max_turns
        most = int(self.luck.turns.max(initial=0))
        guesses = np.ones(len(self))

        # A game takes one guess, and one more guess for each number of guesses within
        # which the game is not won. Each chance is luck-adjusted, so the sum is, too.
        for number in range(1, most + 1):
            guesses += 1 - self.curve.within(number)

        # Without a limit of guesses, a lost game has no number of guesses. With a
        # limit, a lost game counts as one guess more than the limit. Up to here, it
        # counts as one guess more than `most`, the largest number of guesses of a game.
        if limit == MAX_MOVES:
            return np.where(np.isfinite(self.scores), guesses, math.inf)
        return guesses + (limit - most) * (1 - self.curve.within(most))

    @property
    def whole(self) -> bool:
        """Whether every answer was played once; means then have no sampling error."""
        setting = self.setting
        count = len(self.setting.vocabulary.answers)
        return (
            setting.mode is Mode.CLASSIC
            and setting.boards == 1
            and len(self) == count == len(np.unique(self.answers))
        )

    @cached_property
    def histogram(self) -> Histogram:
        """For each number of guesses, how many games of classic Wordle were won."""
        return Histogram(int(score) for score in self.scores if score < math.inf)


def parse_rows(rows: Iterable[RecordedRow]) -> Iterator[tuple[RecordedRow, Game]]:
    """Yield each row of a run, together with the game that the row describes.

    Raises `RecordError` for a damaged row.
    """
    return ((row, Game.from_row(row)) for row in rows)


def group_by_entry(
    played: Iterable[tuple[RecordedRow, Game]],
    setting: Setting,
    *,
    certifies: bool = True,
) -> dict[str, Games]:
    """Return the games of each entry; the keys are the names of the entries.

    `played` has the rows of a run, each with its game. All games are of `setting`; if
    a game does not fit the setting, `RecordError` is raised. `certifies` says whether
    `Games.certified` will be called, which needs capped luck.
    """
    # Rows are read one by one, because the rows of a long run do not fit into memory.
    builders: dict[str, GamesBuilder] = {}
    for row, game in played:
        if row["entry"] not in builders:
            builders[row["entry"]] = GamesBuilder(setting, certifies=certifies)
        builders[row["entry"]].add(game, row)
    return {entry: builder.build() for entry, builder in builders.items()}


def check_game(game: Game, setting: Setting) -> None:
    """Raise `RecordError` when a game does not fit a setting.

    The game must have the mode and the number of boards of the setting, and all its
    words must be in the vocabulary of the setting.
    """
    # A row may come from another program. The arrays have room only for the boards of
    # this setting.
    answers = game.answer.split(",")
    vocabulary = setting.vocabulary
    other_boards = {turn.boards for turn in game.turns} - {setting.boards}
    if game.mode is not setting.mode or len(answers) != setting.boards or other_boards:
        raise RecordError(
            f"a game of {game.mode} with the answer {game.answer!r}",
            f"a game of {setting.mode}, with one answer and one clue for each board",
        )

    # Words are stored as indices, and clues of unknown words cannot be replayed.
    guesses = [*(turn.guess for turn in game.turns), *filter(None, [game.final])]
    absent = [w for w in answers if w not in vocabulary.answer_index]
    absent += [w for w in guesses if w not in vocabulary.guess_index]
    if absent:
        raise RecordError(f"a game with {absent[0]!r}, which is not in the word list")


class GamesBuilder:
    """Collects the games of one entry, which are added one by one.

    `certifies` says whether `Games.certified` will be called. If so, the builder also
    computes capped luck while it replays the games.
    """

    def __init__(self, setting: Setting, *, certifies: bool = True) -> None:
        self.setting = setting
        self._columns: dict[str, array[Any]] = {
            name: array(code) for name, code in _COLUMNS.items()
        }
        self._turns: array[int] = array("H")
        self._e_values: array[float] = array("d")
        self._test = InformationTest(setting)

        # Only bets on budgets need capped luck.
        certifies = certifies and setting.mode.priced
        shares = PERCENTILES.values() if certifies else ()
        self._luck = CappedLuck(setting, [*map(Hypothesis, shares)])
        self._new: list[Game] = []  # games that are not replayed yet
        # Whether every game so far has the next answer of the word list as its secret.
        self._in_order = True

    def add(self, game: Game, row: RecordedRow = MappingProxyType({})) -> None:
        """Add the next game; `row` may have the time of the game.

        Raises `RecordError` when the game does not fit the setting.
        """
        check_game(game, self.setting)
        columns = self._columns
        answers = self._columns["answers"]
        index_of = self.setting.vocabulary.answer_index
        answers.extend(index_of[word] for word in game.answer.split(","))
        # If all answers are played in order, the k-th secret is the k-th answer.
        self._in_order &= answers[-1] == len(answers) - 1
        columns["scores"].append(game.score)
        columns["budgets"].append(game.budget)
        columns["outcomes"].append(_OUTCOMES.index(game.outcome))
        columns["seconds"].append(float(row.get("seconds", "nan")))

        # Games are replayed together, because equal first turns are then computed once.
        self._turns.append(len(game.turns))
        self._new.append(game)
        if len(self._new) == _TOGETHER:
            self._replay()

    def _replay(self) -> None:
        """Compute the luck and the e-values of all games that are not replayed yet."""
        games = self._new
        self._new = []
        # If the secrets are the answers of the word list, one after the other, the
        # secrets are not drawn, so that the games have no luck.
        is_exact = self._in_order and self.setting.mode is Mode.CLASSIC

        # Luck and information are defined for one secret that is drawn at random.
        if games and self.setting.boards == 1 and not is_exact:
            factors = self._test.observe(games)
            luck = self._luck.add(games, factors)
            self._e_values.extend(self._test.add(factors, luck.values).tolist())
        else:
            self._e_values.extend([math.nan] * len(games))

    def build(self) -> Games:
        """Return the games added so far."""
        self._replay()
        columns: dict[str, Any] = {k: np.array(x) for k, x in self._columns.items()}
        e_values = np.array(self._e_values)
        count = len(self._turns)
        # If the secrets are the answers of the word list, one after the other, the
        # secrets were not drawn, and there is nothing to test. Whether the secrets are
        # these answers is known only after the last game.
        if self._in_order and not self.setting.mode.priced:
            e_values[:] = math.nan

        # The luck is used only if it is known for every game.
        if count and len(self._luck) == count:
            luck = self._luck.luck
            capped = self._luck.capped
        else:
            luck = self._count_wins(columns["scores"])
            capped = np.empty((0, 0, count))
        return Games(
            self.setting,
            **columns,
            side_information=e_values,
            luck=luck,
            capped=capped,
        )

    def _count_wins(self, scores: Floats) -> Luck:
        """Return a `Luck` object for games without prices whose luck is not known.

        The object has the value and the cost of each game, but no luck of clues.
        `scores` has the score of each game, which is ``inf`` for a lost game.
        """
        turns = np.array(self._turns)
        return Luck(
            values=np.isfinite(scores).astype(float),
            costs=turns.astype(float),
            turns=turns,
            spent=np.empty(0),
            luck=np.empty((0, 1), np.float32),
            rests=np.zeros(1),
        )
