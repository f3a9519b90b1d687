"""From rows to figures: percentiles and counts, per entry."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from game.protocol import Mode, Outcome

if TYPE_CHECKING:
    import pandas as pd

PERCENTILES = {"p05": 0.05, "p50": 0.50, "p95": 0.95}
"""The columns of the contest."""


def percentile(scores: Sequence[float], p: float) -> float:
    """Return the smallest score that a share `p` of the games do not exceed.

    Parameters
    ----------
    scores : sequence of float
        One per game, ``inf`` for a loss; in any order.
    p : float
        From 0 to 1.

    Returns
    -------
    float
        The score of rank ``ceil(p * n)``; only ranks count, so ``inf`` needs no
        special case.

    Examples
    --------
    >>> percentile([3.0, 1.0, math.inf, 2.0], 0.5)
    2.0
    """
    # The slack keeps 0.05 * 1000, which is a little more than 50, at rank 50.
    rank = max(1, math.ceil(p * len(scores) - 1e-9))
    return sorted(scores)[rank - 1]


def summarise(rows: Iterable[Mapping[str, str]]) -> pd.DataFrame:
    """Return one line per entry from the rows of a run.

    Parameters
    ----------
    rows : iterable of mapping
        As in ``games.csv``.

    Returns
    -------
    DataFrame
        Columns ``entry, mode, games``, the percentiles, a count for each outcome,
        ``seconds`` (wall, mean per game) and for classic Wordle ``total``, ``mean``
        and ``worst`` number of guesses, which are ``inf`` where a game was lost.
    """
    import pandas as pd

    frame = pd.DataFrame(list(rows))
    if frame.empty:
        return frame
    frame["score"] = frame["score"].astype(float)
    frame["seconds"] = frame["seconds"].astype(float)
    lines = [
        _line(str(entry), games) for entry, games in frame.groupby("entry", sort=False)
    ]
    return pd.DataFrame(lines)


_COUNTS = {
    "won": Outcome.WON,
    "wrong": Outcome.WRONG,
    "invalid": Outcome.INVALID,
    "crashed": Outcome.CRASHED,
    "timeouts": Outcome.TIMEOUT,
    "out_of_turns": Outcome.OUT_OF_TURNS,
}


def _line(entry: str, games: pd.DataFrame) -> dict[str, object]:
    scores = games["score"].tolist()
    mode = games["mode"].iloc[0]
    line: dict[str, object] = {"entry": entry, "mode": mode, "games": len(games)}
    line |= {name: percentile(scores, p) for name, p in PERCENTILES.items()}
    outcomes = games["outcome"].value_counts()
    line |= {name: int(outcomes.get(str(o), 0)) for name, o in _COUNTS.items()}
    if mode == Mode.CLASSIC:
        total = math.fsum(scores)
        line |= {"total": total, "mean": total / len(scores), "worst": max(scores)}
    line["seconds"] = games["seconds"].mean()
    return line
