"""Whether an entry beats a record: a test that may be looked at after every game.

An entry beats record R by 5 % in column p50 when it wins at least half of its games
within the target ``T = 0.95 R``. Two players bet against that, one on "no more than
half", one on "no less", and neither can expect to gain while the claim he bets against
is true. So when he has made 20 units of 1 the claim is refuted, and wrongly so with a
probability of at most 1 in 20, however often one looks and whenever one stops
(J. Ville 1939). What he holds is the e-value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from contest.intervals import at_most
from contest.posterior import WinCurve
from contest.scores import PERCENTILES
from game.errors import InputError, nearest
from game.play import Game
from game.words import Vocabulary

ENOUGH = 20.0
"""The e-value that decides: errors are at most 1 in so many."""


class Verdict(StrEnum):
    """What the games so far say."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    OPEN = "open"


class Evidence:
    """E-values from numbers from 0 to 1: for and against a mean.

    The unit is spread over players who each bet the same fraction of what they hold on
    every game, so that no bet knows anything of the game it is on. A bet of fraction f
    against "the mean is at most p" turns 1 into ``1 + f (x - p) / p``, whose mean is
    then at most 1. With games won or lost, 1 or 0, it is a likelihood ratio, of
    ``p + f (1 - p)`` to p.

    Parameters
    ----------
    share : float
        p, between 0 and 1.

    Attributes
    ----------
    games : int
        Numbers taken.
    total : float
        Their sum.

    Notes
    -----
    Diversified Kelly betting: I. Waudby-Smith and A. Ramdas (2024), "Estimating means
    of bounded random variables by betting".

    Examples
    --------
    >>> evidence = Evidence(0.05)
    >>> for _ in range(100):
    ...     evidence.add(0.1)
    >>> evidence.verdict, evidence.above > 20, evidence.below < 1
    (<Verdict.ACCEPTED: 'accepted'>, True, True)
    """

    FRACTIONS = np.geomspace(0.001, 0.95, 60)

    def __init__(self, share: float) -> None:
        self.share = share
        self.games, self.total = 0, 0.0
        self._up = np.zeros(len(self.FRACTIONS))
        self._down = np.zeros(len(self.FRACTIONS))

    def add(self, value: float) -> None:
        """Take the next game's number."""
        up, down = self._bets(np.array([value]))
        self._take(np.array([value]), self._up + up[0], self._down + down[0])

    def add_until_decided(self, values: NDArray[np.float64]) -> None:
        """Take the numbers of games, up to the one that decides."""
        up, down = self._bets(values)
        ups = self._up + np.cumsum(up, axis=0)
        downs = self._down + np.cumsum(down, axis=0)
        e_values = np.maximum(_mean_exp(ups), _mean_exp(downs))
        decided = np.flatnonzero(e_values >= ENOUGH)
        last = int(decided[0]) if len(decided) else len(values) - 1
        if len(values):
            self._take(values[: last + 1], ups[last], downs[last])

    def _bets(
        self, values: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return by what each game multiplies what players hold, as logarithms.

        Returns
        -------
        up, down : ndarray of shape (n_games, n_players), float64
        """
        gaps = np.outer(values - self.share, self.FRACTIONS)
        return np.log1p(gaps / self.share), np.log1p(-gaps / (1 - self.share))

    def _take(
        self,
        values: NDArray[np.float64],
        up: NDArray[np.float64],
        down: NDArray[np.float64],
    ) -> None:
        self.games += len(values)
        self.total += float(values.sum())
        self._up, self._down = up, down

    @property
    def above(self) -> float:
        """The e-value against "the mean is at most p"."""
        return float(_mean_exp(self._up))

    @property
    def below(self) -> float:
        """The e-value against "the mean is at least p"."""
        return float(_mean_exp(self._down))

    @property
    def verdict(self) -> Verdict:
        """Accepted if the mean is larger than p, refused if it is smaller."""
        if self.above >= ENOUGH:
            return Verdict.ACCEPTED
        return Verdict.REFUSED if self.below >= ENOUGH else Verdict.OPEN


def _mean_exp(logarithms: NDArray[np.float64]) -> NDArray[np.float64]:
    # Below the largest float, so that what is certain is still a number.
    return np.asarray(np.exp(np.minimum(logarithms, 700.0)).mean(axis=-1))


def certify(values: Iterable[float], share: float) -> Evidence:
    """Return the evidence of games, up to the one that decides.

    Parameters
    ----------
    values : iterable of float
        One per game, in the order played: 1 or 0 for a game won within the target or
        not, or the exact posterior, as `values_within` gives both.
    share : float
        That a record's column asks for, between 0 and 1.

    Returns
    -------
    Evidence
        Its ``verdict`` is ``OPEN`` where all games do not decide.

    Examples
    --------
    >>> found = certify([1.0, 1.0, 1.0, 0.0] * 1000, 0.5)
    >>> found.verdict, found.games < 100
    (<Verdict.ACCEPTED: 'accepted'>, True)
    """
    evidence = Evidence(share)
    evidence.add_until_decided(np.fromiter(values, float))
    return evidence


def values_within(
    games: Sequence[Game], target: float, vocabulary: Vocabulary
) -> dict[str, NDArray[np.float64]]:
    """Return what each game says of the chance to win within a target.

    Parameters
    ----------
    games : sequence of Game
        Of WORDPL.
    target : float
        In nats.
    vocabulary : Vocabulary
        The words they were played with.

    Returns
    -------
    dict of str to ndarray of shape (n_games,), float64
        ``posteriors``: the exact chance of the final answer, given the clues.
        ``wins``: 1 for a game won. Both are 0 for a game that cost more.

    Raises
    ------
    RecordError
        When a game is not of these words.
    """
    scores = np.array([game.score for game in games])
    won = np.isfinite(scores) & at_most(scores, target)
    chances = WinCurve.of(games, vocabulary).within(target)
    return {"posteriors": chances, "wins": won.astype(float)}


KINDS = ("posteriors", "wins")
"""What can decide."""


class Certificate:
    """The test of one entry against a record.

    It is told the games one by one, by calling it, and says whether it is decided.

    Parameters
    ----------
    column : str
        ``p05``, ``p50`` or ``p95``.
    target : float
        The budget within which that share of the games must be won, fixed before.
    vocabulary : Vocabulary
        The words.
    by : str
        What decides: ``posteriors`` or ``wins``, fixed before as well.

    Raises
    ------
    InputError
        When there is no such column.

    Notes
    -----
    Accepted: "the chance to win within the target is at most the share" is refuted, in
    the sense that it cannot have been so in every game, given those before. Refused:
    "it is at least the share" is. Both are wrong in at most 5 % of the cases where the
    claim is true. Exact posteriors vary less than wins, so they decide sooner.

    Examples
    --------
    >>> from game.protocol import Mode, Outcome
    >>> blind = Game(Mode.WORDPL, "crane", (), "crane", Outcome.WON).to_row()
    >>> certificate = Certificate("p05", 14.6, Vocabulary.load())
    >>> 50 < next(games for games in range(1, 1000) if certificate(blind)) < 150
    True
    >>> certificate.verdict
    <Verdict.REFUSED: 'refused'>
    """

    def __init__(
        self,
        column: str,
        target: float,
        vocabulary: Vocabulary,
        by: str = "posteriors",
    ) -> None:
        self.column, self.target, self.by = column, target, by
        self.vocabulary = vocabulary
        self.evidence = {kind: Evidence(share_of(column)) for kind in KINDS}

    def __call__(self, row: Mapping[str, str]) -> bool:
        """Take the next game, a row of a run, and return whether it is decided."""
        values = values_within([Game.from_row(row)], self.target, self.vocabulary)
        for kind, evidence in self.evidence.items():
            evidence.add(float(values[kind][0]))
        return self.verdict is not Verdict.OPEN

    @property
    def verdict(self) -> Verdict:
        """What the games so far say."""
        return self.evidence[self.by].verdict


def share_of(column: str) -> float:
    """Return the share of games that a column asks to be won.

    Raises
    ------
    InputError
        When there is no such column.
    """
    if column not in PERCENTILES:
        expected = ", ".join(PERCENTILES)
        raise InputError(
            f"column {column!r}: expected {expected}{nearest(column, PERCENTILES)}"
        )
    return PERCENTILES[column]


def target_of(record: float, improvement: float = 5.0) -> float:
    """Return the budget that beats a record by some percent.

    Examples
    --------
    >>> round(target_of(36.9), 3)
    35.055
    """
    return record * (1 - improvement / 100)


def chance_of_luck(scores: Sequence[float], share: float, target: float) -> float:
    """Return how likely a run as good is for an entry that is not good enough.

    The test of a single run whose number of games was fixed before, and which nobody
    looked at before it was over: it beats the target where this is at most 0.05.

    Parameters
    ----------
    scores : sequence of float
        One per game.
    share, target : float
        The share of games to be won within the target.

    Returns
    -------
    float
        ``P(Bin(n, share) >= games won within the target)``.

    Examples
    --------
    >>> scores = [14.6] * 63 + [float("inf")] * 938
    >>> round(chance_of_luck(scores, 0.05, 14.6), 3)
    0.039
    """
    from scipy.stats import binom

    won = int((at_most(scores, target) & np.isfinite(scores)).sum())
    return float(binom.sf(won - 1, len(scores), share))
