"""Record test: a sequential test of whether an entry beats a record or a lead.

For example, let R be the record of p50. An entry beats this record by 5 % if it wins at
least half of its games within the target T. T is the largest multiple of 0.05 nats that
is at most ``0.95 R``. The test has two hypotheses: the entry wins at most half of its
games within T, and it wins at least half of them. The e-values of both hypotheses are
valid after every game (`contest.statistics.adjusted.evidence`).
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
"""Percent by which a submission must beat a record to win the prize."""


class RecordTest:
    """The test of one entry against a record or a lead.

    Call the test with the next game; the call returns whether the test is decided.
    `column` is the name of a ranking. `target` is the budget within which the entry
    must reach the target probability of this ranking. Both are fixed before the first
    game.

    The entry is accepted if this hypothesis is rejected: "given the games before it,
    each game is won within the target with at most the target probability". The entry
    is refused if the opposite hypothesis is rejected, which has "at least" in the place
    of "at most". Each of the two errors has a probability of at most 5 %.

    The adjusted values estimate chances to win only if the entry knows no more than its
    clues. So the entry is also refused if the information test voids its score.
    """

    def __init__(self, column: str, target: float, vocabulary: Vocabulary) -> None:
        self.column = column
        self.target = target
        setting = Setting(vocabulary)
        self.evidence = AdjustedEvidence(setting, target, PERCENTILES[column])
        self.information = InformationTest(setting)

    def __call__(self, row: Mapping[str, str]) -> bool:
        """Add the next game, and return whether the test is decided.

        `row` is the row of the game in its run.
        """
        # One replay of the game feeds both tests.
        games = [Game.from_row(row)]
        factors = self.information.observe(games)
        self.information.add(factors, self.evidence.add(games, factors).values)
        return self.verdict is not Verdict.OPEN

    @property
    def verdict(self) -> Verdict:
        """The verdict after the games so far; `OPEN` if the test is not decided."""
        return Verdict.REFUSED if self.objection else self.evidence.verdict

    @property
    def objection(self) -> str:
        """Why the information test refuses the entry.

        The text is empty if the information test does not refuse the entry.
        """
        return refusal(self.information.value)


def target_of(record: float) -> float:
    """Return the largest multiple of 0.05 nats that beats `record` by `IMPROVEMENT` %.

    Examples
    --------
    >>> target_of(14.45), target_of(36.9), target_of(71.0)
    (13.7, 35.05, 67.45)
    """
    return round_down(record * (1 - IMPROVEMENT / 100))
