"""Record test: a sequential test of whether an entry beats a record or a lead.

An entry beats record R by 5 % in column p50 when it wins at least half of its games
within the target T: the largest budget of the grid that is at most ``0.95 R``. Two
hypotheses are tested, "at most half" and "at least half", with the e-values of
`contest.statistics.adjusted.evidence`, which are valid after every game.
"""

from __future__ import annotations

from collections.abc import Mapping

from contest.statistics.adjusted.evidence import AdjustedEvidence
from contest.statistics.adjusted.grid import round_down
from contest.statistics.evalues import Verdict
from contest.statistics.information import InformationTest, refusal
from contest.statistics.quantiles import PERCENTILES
from game.protocol import Setting
from game.record import Game
from game.words import Vocabulary

IMPROVEMENT = 5.0
"""Percent by which a record is to be beaten."""


class RecordTest:
    """The test of one entry against a record.

    Calling it with the next game returns whether the test is decided. `target` is the
    budget within which the share of `column` must be won; both are fixed in advance.

    Accepted: the hypothesis "given the games before it, every game has a chance to win
    within the target of at most the share" is rejected. Refused: the hypothesis "at
    least the share" is rejected. Each error has a probability of at most 5 %.

    These are the chances to win only if the entry knows no more than its clues. If
    the information test voids its score, the entry is refused.
    """

    def __init__(self, column: str, target: float, vocabulary: Vocabulary) -> None:
        self.column = column
        self.target = target
        setting = Setting(vocabulary)
        self.evidence = AdjustedEvidence(setting, target, PERCENTILES[column])
        self.information = InformationTest(setting)

    def __call__(self, row: Mapping[str, str]) -> bool:
        """Add the next game, a row of a run, and return whether the test is decided."""
        # Both tests see the game once: the replay for the evidence feeds the
        # information test.
        games = [Game.from_row(row)]
        factors = self.information.observe(games)
        self.information.add(factors, self.evidence.add(games, factors).values)
        return self.verdict is not Verdict.OPEN

    @property
    def verdict(self) -> Verdict:
        """The verdict on the games so far."""
        return Verdict.REFUSED if self.objection else self.evidence.verdict

    @property
    def objection(self) -> str:
        """Why the entry is refused whatever it wins, empty where it is not."""
        return refusal(self.information.value)


def target_of(record: float) -> float:
    """Return the largest budget of the grid that beats a record by `IMPROVEMENT` %.

    Examples
    --------
    >>> target_of(14.45), target_of(36.9), target_of(71.0)
    (13.7, 35.05, 67.45)
    """
    return round_down(record * (1 - IMPROVEMENT / 100))
