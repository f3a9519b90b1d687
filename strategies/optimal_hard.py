"""Play a tree with the fewest guesses in hard mode: 3.5084 on average."""

from __future__ import annotations

from strategies.optimal import Optimal

MODES = ["classic"]


class OptimalHard(Optimal):
    """Follow a decision tree that obeys hard mode.

    Names: optimal play in hard mode.

    Under the rules of the New York Times, the tree needs 8,122 guesses for the 2,315
    original answers. ``evaluate.py tree SALET --hard nyt`` proves that no tree with the
    opening SALET needs fewer in hard mode. If the tree does not win every game of the
    setting, or if an earlier guess is not the guess of the tree, the strategy does the
    same as `Optimal`.

    Source: see `Optimal`.

    Parameters
    ----------
    tree : str
        See `Optimal`.
    """

    shipped = "optimal-5-nyt.txt"


ENTRIES = [OptimalHard()]
