"""Value of a belief with a rest of the budget to spend: a fixed function of the rules.

Let b be a belief, r what is left to spend in nats, or the number of guesses that are
left, and M the largest probability of b. Then

    V(b, r) = M                             if nothing is left to ask for,
    V(b, r) = M + (1 - M) s(w(r) . f(b))    if r is one of some numbers,

with the logistic function s and 14 features f of b (`solver.numeric.value_kernel`).
Between two of these numbers V is linear in r; above the largest it is that of the
largest, and beyond the budget 0. A right guess that ends a game has V = 1.

The weights w(r) are in ``data/values-3.csv``; 3 is the version of V. They were made
once by ``research/builders/build_values.py`` from beliefs of reference play, and depend
on no game that is judged.
"""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.arrays import Floats, Indices
from game.channels.lies import Lies
from game.channels.named import channel_of
from game.protocol import Setting
from game.words import DATA
from solver.numeric.value_kernel import FEATURES

FILE = "values-3.csv"
"""Name of the file of the weights, in ``data/``."""

PRICED = "response"
"""Name of the games with prices in the file; others are ``lies:0`` to ``lies:5``."""

_LETTERS = 5  # of the words for which the file was made
_NO_WEIGHT = -1000.0  # in place of the first weight, with which V is M


@dataclass(frozen=True, eq=False, slots=True)
class Value:
    """V for the games of a setting.

    `rests` are the numbers r in increasing order, the first of which is 0. `weights`
    are w by each of them, shape (n_rests, FEATURES): the first weight is NaN where V is
    0, as in games without prices when no guess is left.
    """

    rests: Floats
    weights: Floats

    @classmethod
    def of(cls, setting: Setting) -> Value:
        """Return V for a setting with one board.

        For words of another length than five, prices are scaled, as a guess has a price
        for each letter; the number of lies is that of the same share of the letters.
        """
        length = setting.vocabulary.length
        if setting.mode.priced:
            return _read(PRICED, length / _LETTERS)
        channel = channel_of(setting)
        count = channel.count if isinstance(channel, Lies) else 0
        return _read(f"lies:{round(count * _LETTERS / length)}", 1.0)


@lru_cache(maxsize=16)
def _read(name: str, scale: float) -> Value:
    """Return V of some games from the file; prices are multiplied by `scale`."""
    rows = defaultdict[str, list[list[float]]](list)
    with (DATA / FILE).open(encoding="utf-8", newline="") as file:
        for game, *numbers in list(csv.reader(file))[1:]:
            rows[game].append([float(number) for number in numbers])
    table = np.array(rows[name])
    # The rests at which V is not fitted: 0, and a single guess that is left.
    asked_for = [0.0] if name == PRICED else [0.0, 1.0]
    constant = np.zeros((len(asked_for), FEATURES))
    constant[:, 0] = _NO_WEIGHT
    if name != PRICED:
        constant[0, 0] = math.nan
    rests = np.concatenate([asked_for, table[:, 0] * scale])
    return Value(rests, np.concatenate([constant, table[:, 1:]]))


def interpolate(
    luck: Floats | NDArray[np.float32],
    rests: Floats,
    rest: Floats,
    rows: Indices,
) -> Floats:
    """Return luck for what is left, from luck for each of the numbers `rests`.

    Parameters
    ----------
    luck : ndarray of shape (n_rows, n_rests) or (n_rows, n_rests, n_outcomes)
        Luck by V for each of `rests`.
    rests : ndarray of shape (n_rests,), float64
        As `Value` has them.
    rest : ndarray of shape (n,), float64
        What is left, from 0.
    rows : ndarray of shape (n,), int
        The row of `luck` of each.

    Returns
    -------
    ndarray of shape (n,) or (n, n_outcomes), float64
        V is linear between the numbers, and so is luck, with V's mean subtracted.
    """
    # The two numbers around the rest; above the largest, V is that of the largest.
    upper = np.clip(np.searchsorted(rests, rest, "right"), 1, len(rests) - 1)
    lower = upper - 1
    share = (rest - rests[lower]) / (rests[upper] - rests[lower])
    share = np.minimum(share, 1.0).reshape(-1, *[1] * (luck.ndim - 2))
    below = luck[rows, lower]
    return below + share * (luck[rows, upper] - below)
