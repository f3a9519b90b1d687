"""The value V: a fixed function of a belief and of what is left to spend.

Let b be a belief and M its largest probability. Let r be what is left to spend: nats,
or guesses in games without prices. Then

    V(b, r) = M                             if nothing is left to ask for,
    V(b, r) = M + (1 - M) s(w(r) . f(b))    for each r in a list of amounts,

with the logistic function s, weights w(r) and 14 features f of b
(`solver.numeric.value_kernel`). Between two amounts of the list V is linear in r. Above
the largest amount V stays the same. Beyond the budget V is 0. A right guess that ends a
game has V = 1.

The weights w(r) are in ``data/values-3.csv``; 3 is the version of V. The program
``research/builders/build_values.py`` computed the weights once, from beliefs in
recorded games and in games of simulated players. The program did not use the results of
these games.
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
"""The name that games with prices have in the file of the weights.

In this file the names of games without prices are ``lies:0`` to ``lies:5``, where the
number is the number of lies in a clue.
"""

_LETTERS = 5  # the file was computed for words with this number of letters
# If a first weight is this number, V is equal to the largest probability of the belief.
_NO_WEIGHT = -1000.0


@dataclass(frozen=True, eq=False, slots=True)
class Value:
    """The function V for the games of a setting (the module's text defines V).

    `rests` has the amounts left to spend for which V has weights, in increasing order;
    the first amount is 0. `weights` has the weights w(r) for each amount r, shape
    (n_rests, FEATURES). If the first weight for an amount is NaN, V is 0 for this
    amount. This is so in games without prices for the amount 0, when no guess is left.
    """

    rests: Floats
    weights: Floats

    @classmethod
    def of(cls, setting: Setting) -> Value:
        """Return V for a setting with one board.

        The file is for words of five letters. For words of another length, prices are
        scaled, because the price of a guess is shared by its letters. In games with
        lies, the number of lies is scaled to the same share of the letters.
        """
        length = setting.vocabulary.length
        if setting.mode.priced:
            return _read(PRICED, length / _LETTERS)
        channel = channel_of(setting)
        count = channel.count if isinstance(channel, Lies) else 0
        return _read(f"lies:{round(count * _LETTERS / length)}", 1.0)


@lru_cache(maxsize=16)
def _read(name: str, scale: float) -> Value:
    """Return V for the kind of games that has the name `name` in `FILE`.

    The amounts in the file, nats or guesses, are multiplied by `scale`.
    """
    rows = defaultdict[str, list[list[float]]](list)
    with (DATA / FILE).open(encoding="utf-8", newline="") as file:
        for game, *numbers in list(csv.reader(file))[1:]:
            rows[game].append([float(number) for number in numbers])
    table = np.array(rows[name])
    # The file has no weights for 0 nats, for 0 guesses and for 1 guess. If 0 nats or 1
    # guess is left, V is the largest probability of the belief. If 0 guesses are left,
    # V is 0.
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
    """Return the luck for any amounts left to spend, by linear interpolation.

    Parameters
    ----------
    luck : ndarray of shape (n_rows, n_rests) or (n_rows, n_rests, n_outcomes)
        Luck by V for each of `rests`.
    rests : ndarray of shape (n_rests,), float64
        Amounts for which the luck is known, in increasing order (see `Value`).
    rest : ndarray of shape (n,), float64
        Amounts that are left to spend, each at least 0.
    rows : ndarray of shape (n,), int
        For each amount left, a row of `luck`.

    Returns
    -------
    ndarray of shape (n,) or (n, n_outcomes), float64
        The luck for each amount left. V is linear between two neighbouring `rests`, so
        luck, which is V minus a mean of V, is linear, too.
    """
    # Find the two `rests` around each amount; above the largest, V stays the same.
    upper = np.clip(np.searchsorted(rests, rest, "right"), 1, len(rests) - 1)
    lower = upper - 1
    share = (rest - rests[lower]) / (rests[upper] - rests[lower])
    share = np.minimum(share, 1.0).reshape(-1, *[1] * (luck.ndim - 2))
    below = luck[rows, lower]
    return below + share * (luck[rows, upper] - below)
