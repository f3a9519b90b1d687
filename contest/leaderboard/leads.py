"""Chances to win of several entries within the same budgets, with standard errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit  # scipy.stats is slow to import

from contest.statistics.posteriors import WinCurve

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Runs = Mapping[str, WinCurve]
"""Games of an entry by run, in the order played."""

_AT_ONCE = 1 << 21  # comparisons in memory


class WinCurves:
    """Chances to win within a budget, estimated from the games of several entries.

    Budgets are numbered from 1 in their order; those that are equal but for rounding
    have one number, and the last number is of any price.

    Parameters
    ----------
    entries : sequence of dict of str to WinCurve
        The games of each entry by run. Two entries played the same secrets, in the same
        order, in a run that both have.

    Attributes
    ----------
    games : ndarray of shape (n_entries,), int64
        Of each entry.
    """

    def __init__(self, entries: Sequence[Runs]) -> None:
        curves = [curve for runs in entries for curve in runs.values()]
        budgets = np.unique(np.concatenate([curve.budgets for curve in curves]))
        apart = np.append(True, budgets[1:] > budgets[:-1] * (1 + 1e-9))
        numbers = np.cumsum(apart).astype(np.int64)
        runs: dict[str, list[tuple[int, Ints, Floats]]] = {}
        for entry, own in enumerate(entries):
            for run, curve in own.items():
                paid: Ints = numbers[np.searchsorted(budgets, curve.budgets)]
                runs.setdefault(run, []).append((entry, paid, curve.chances))
        alone: list[list[tuple[Ints, Floats]]] = [[] for _ in entries]
        common: dict[tuple[int, int], list[tuple[Ints, Floats]]] = {}
        for played in runs.values():
            for entry, paid, chances in played:
                alone[entry].append((paid, chances))
            for (i, one, first), (j, other, second) in combinations(played, 2):
                both = np.maximum(one, other), first * second
                common.setdefault((i, j), []).append(both)
        last = int(numbers[-1]) + 1
        self.games = np.array([sum(len(x[0]) for x in own) for own in alone])
        self._means = _Steps(alone, last)
        self._squares = _Steps([[(a, b * b) for a, b in own] for own in alone], last)
        # The first of these stands for the pairs without a game in common.
        self._products = _Steps([[], *common.values()], last)
        self._pairs = np.zeros((len(entries),) * 2, int)
        for number, pair in enumerate(common, 1):
            self._pairs[pair] = number
        self._shared = self._products.counts

    def crossings(self, share: float, error: float) -> tuple[Ints, Ints]:
        """Return intervals of the budgets at which the entries win a share.

        Parameters
        ----------
        share : float
            Between 0 and 1.
        error : float
            Probability that one interval misses its budget.

        Returns
        -------
        low, high : ndarray of shape (n_entries,), int64
            Numbers of budgets.
        """
        found = np.empty((2, len(self.games)), int)
        for entry, games in enumerate(self.games.tolist()):
            paid = self._means.numbers(entry)
            means, variances = self._moments(np.full(len(paid), entry), paid)
            reach = -float(stdtrit(max(games - 1, 1), error / 2)) * np.sqrt(variances)
            for end, bound in enumerate((means + reach, means - reach)):
                # Its last budget is any price, at which there is no further question.
                reached = np.append(bound[:-1] >= share * (1 - 1e-12), True)
                found[end, entry] = paid[np.argmax(reached)]
        return found[0], found[1]

    def leads(
        self, first: Ints, second: Ints, low: Ints, high: Ints
    ) -> tuple[Floats, Floats]:
        """Return how surely each of two entries wins more, in standard errors.

        Parameters
        ----------
        first, second : ndarray of shape (n_pairs,), int64
            The entries; the first has the smaller number.
        low, high : ndarray of shape (n_pairs,), int64
            The budgets within which they are compared, one of which is the true one.

        Returns
        -------
        first, second : ndarray of shape (n_pairs,), float64
            The smallest lead of each, at any of these budgets.
        """
        # A lead changes at the budgets of either entry alone.
        segments = [self._means.between(one, low, high) for one in (first, second)]
        starts, counts = (np.stack(x, axis=1) for x in zip(*segments, strict=True))
        sizes = counts.sum(axis=1)
        found = np.empty((2, len(sizes)))
        parts = np.flatnonzero(np.diff(np.cumsum(sizes) // _AT_ONCE)) + 1
        for part in np.split(np.arange(len(sizes)), parts) if len(sizes) else ():
            ends = np.cumsum(counts[part])
            own = starts[part].ravel() - (ends - counts[part].ravel())
            places = np.arange(ends[-1]) + np.repeat(own, counts[part].ravel())
            pair = np.repeat(part, sizes[part])
            lead = self._lead(first[pair], second[pair], self._means.keys(places))
            begins = np.cumsum(sizes[part]) - sizes[part]
            found[0, part] = np.minimum.reduceat(lead, begins)
            found[1, part] = -np.maximum.reduceat(lead, begins)
        return found[0], found[1]

    def _lead(self, first: Ints, second: Ints, paid: Ints) -> Floats:
        """Return by how many standard errors the first wins more within a budget."""
        (one, own), (other, its) = (self._moments(x, paid) for x in (first, second))
        pair = self._pairs[first, second]
        shared = self._shared[pair]
        together = self._products.at(pair, paid) - shared * one * other
        together *= shared / np.maximum(shared - 1, 1)
        both = self.games[first] * self.games[second]
        unseen = 0.5 / self.games[first] ** 2 + 0.5 / self.games[second] ** 2
        variances = np.maximum(own + its - 2 * together / both, unseen)
        return np.asarray((one - other) / np.sqrt(variances))

    def _moments(self, entries: Ints, paid: Ints) -> tuple[Floats, Floats]:
        """Return the chances to win within budgets, and the variances of the means."""
        games = self.games[entries]
        means = self._means.at(entries, paid) / games
        squares = self._squares.at(entries, paid) - games * means**2
        squares = np.maximum(squares, 0.0) + means**2 + (1 - means) ** 2
        return means, squares / games / np.maximum(games - 1, 1)


class _Steps:
    """Sums over the games within a budget, as step functions behind one another.

    Parameters
    ----------
    games : sequence of list of (numbers of budgets, values)
        The parts of each function.
    last : int
        The number of any price.

    Attributes
    ----------
    counts : ndarray of shape (n_functions,), int64
        Games of each.
    """

    def __init__(
        self, games: Sequence[Sequence[tuple[Ints, Floats]]], last: int
    ) -> None:
        self._width = last + 1
        self.counts = np.array([sum(len(own[0]) for own in parts) for parts in games])
        keys, sums = [], []
        for place, parts in enumerate(games):
            paid = np.concatenate([[0], *(own[0] for own in parts), [last]])
            values = np.concatenate([[0.0], *(own[1] for own in parts), [0.0]])
            order = np.argsort(paid, kind="stable")
            kept = np.append(np.diff(paid[order]) > 0, True)
            keys.append(paid[order][kept] + place * self._width)
            sums.append(np.cumsum(values[order])[kept])
        self._keys = np.concatenate(keys)
        self._sums = np.concatenate(sums)

    def at(self, functions: Ints, paid: Ints) -> Floats:
        """Return sums over the games within budgets."""
        wanted = functions * self._width + paid
        return self._sums[np.searchsorted(self._keys, wanted, "right") - 1]

    def numbers(self, function: int) -> Ints:
        """Return the numbers of the budgets at which a function has a step."""
        start, count = self.between(np.array([function]), 1, self._width - 1)
        return self.keys(np.arange(start[0], start[0] + count[0]))

    def between(
        self, functions: Ints, low: Ints | int, high: Ints | int
    ) -> tuple[Ints, Ints]:
        """Return the first steps from some budgets to others, and how many they are."""
        own = functions * self._width
        start = np.searchsorted(self._keys, own + low, "left")
        return start, np.searchsorted(self._keys, own + high, "right") - start

    def keys(self, places: Ints) -> Ints:
        """Return the numbers of the budgets of steps."""
        return np.asarray(self._keys[places] % self._width)
