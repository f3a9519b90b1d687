"""Play a tree with the fewest guesses in hard mode: 3.5084 on average."""

from __future__ import annotations

from strategies.optimal import Optimal

MODES = ["classic"]


class OptimalHard(Optimal):
    """Follow a decision tree that keeps to hard mode.

    Names: optimal play in hard mode.

    The tree needs 8,122 guesses for the 2,315 original answers under the rules of the
    New York Times; ``evaluate.py tree SALET --hard nyt`` proves it best. Other games,
    other guesses and other options are as in `Optimal`.

    Source: as for `Optimal`.

    Parameters
    ----------
    tree : str
        As for `Optimal`.
    """

    shipped = "optimal-5-nyt.txt"


ENTRIES = [OptimalHard()]
