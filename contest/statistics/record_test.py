"""Record test: a sequential test of whether an entry beats a record.

An entry beats record R by 5 % in column p50 when it wins at least half of its games
within the target ``T = 0.95 R``. Two hypotheses are tested, "at most half" and "at
least half", with the e-values of `contest.statistics.evalues`, which are valid after
every game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.evidence import AdjustedEvidence
from contest.statistics.evalues import ERROR, Evidence, Verdict, certify
from contest.statistics.information import InformationTest, refusal
from contest.statistics.intervals import interval_of_test
from contest.statistics.posteriors import WinCurve, final_chances
from contest.statistics.quantiles import PERCENTILES, at_most
from game.errors import InputError, nearest
from game.protocol import Setting
from game.record import Game
from game.text.formats import number
from game.words import Vocabulary


def values_within(
    games: Sequence[Game], target: float, vocabulary: Vocabulary
) -> dict[str, NDArray[np.float64]]:
    """Return each WORDPL game's estimates of the chance to win within a target in nats.

    ``posteriors`` are the exact chances of the final answer, given the clues; ``wins``
    are 1 for a game won. Both are 0 for a game that cost more. Raises `RecordError`
    when a game has other words.
    """
    scores = np.array([game.score for game in games])
    won = np.isfinite(scores) & at_most(scores, target)
    chances = WinCurve.of(games, vocabulary).within(target)
    return {"posteriors": chances, "wins": won.astype(float)}


KINDS = ("adjusted", "posteriors", "wins")
"""The estimates of the chance to win, each of which can decide."""


class RecordTest:
    """The test of one entry against a record.

    Calling it with the next game returns whether the test is decided. Fixed in advance
    are `target`, the budget within which the share of `column` must be won, and what
    decides: `by` ``adjusted``, ``posteriors`` or ``wins``.

    Accepted: the hypothesis "given the games before it, every game has a chance to win
    within the target of at most the share" is rejected. Refused: the hypothesis "at
    least the share" is rejected. Each error has a probability of at most 5 %. Exact
    posteriors vary less than wins, and luck-adjusted values less than posteriors, so
    they decide sooner.

    These are the chances to win only if the entry knows no more than its clues. If
    the information test voids its score, the entry is refused.
    """

    def __init__(
        self,
        column: str,
        target: float,
        vocabulary: Vocabulary,
        by: str = KINDS[0],
    ) -> None:
        self.column, self.target, self.by = column, target, by
        self.vocabulary, share = vocabulary, share_of(column)
        self.adjusted = AdjustedEvidence(Setting(vocabulary), target, share)
        self.others = {name: Evidence(share) for name in KINDS[1:]}
        self.evidence: dict[str, AdjustedEvidence | Evidence] = {
            KINDS[0]: self.adjusted,
            **self.others,
        }
        self.values: dict[str, list[float]] = {name: [] for name in KINDS[1:]}
        self.information = InformationTest(vocabulary)

    def __call__(self, row: Mapping[str, str]) -> bool:
        """Add the next game, a row of a run, and return whether the test is decided."""
        games = [Game.from_row(row)]
        values = values_within(games, self.target, self.vocabulary)
        self.adjusted.add(games)
        for name, (value,) in values.items():
            self.others[name].add(float(value))
            self.values[name].append(float(value))
        self.information.add(games, final_chances(games, self.vocabulary))
        return self.verdict is not Verdict.OPEN

    @property
    def verdict(self) -> Verdict:
        """The verdict on the games so far."""
        return Verdict.REFUSED if self.objection else self.evidence[self.by].verdict

    def interval(self, name: str) -> tuple[float, float]:
        """Return the shares that the test by an estimate has not rejected."""
        if name == KINDS[0]:
            return self.adjusted.interval()
        return interval_of_test(np.array(self.values[name]))

    @property
    def objection(self) -> str:
        """Why the entry is refused whatever it wins, empty where it is not."""
        return refusal(self.information.value)


def share_of(column: str) -> float:
    """Return the share of games to be won in a column; `InputError` for others."""
    if column not in PERCENTILES:
        expected = ", ".join(PERCENTILES)
        raise InputError(
            f"column {column!r}: expected {expected}{nearest(column, PERCENTILES)}"
        )
    return PERCENTILES[column]


def target_of(record: float, improvement: float = 5.0) -> float:
    """Return the budget that beats a record by some percent."""
    return float(number(record * (1 - improvement / 100)))


def certified_record(curve: WinCurve, share: float, error: float = ERROR) -> float:
    """Return the smallest budget that a run certifies for a share of games, or ``inf``.

    The games of `curve` are in the order played; `error` is the probability of an
    error, at most.

    The chance of each game, and so the e-value, is nondecreasing in the budget. So if
    any budget below the true percentile is certified, one just below it is as well:
    the smallest of all certified budgets errs no more often than a single one.
    """

    def is_accepted(budget: float) -> bool:
        return certify(curve.within(budget), share, error).verdict is Verdict.ACCEPTED

    return curve.first(is_accepted)
