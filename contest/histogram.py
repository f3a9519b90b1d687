"""What a run of classic Wordle says on the terminal: games by number of guesses."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from contest.intervals import standard_error
from contest.tables import aligned, figure
from game.protocol import Outcome

_WORST = 8  # games named at most


def histograms(rows: Iterable[Mapping[str, str]], *, drawn: bool = False) -> str:
    """Return the games of each entry by number of guesses, and their worst words.

    Parameters
    ----------
    rows : iterable of mapping
        As in ``games.csv``.
    drawn : bool
        Whether answers were drawn, so that the mean is uncertain, in place of played
        once each.

    Returns
    -------
    str
        A line per entry with a column per number of guesses, lost games by their
        outcome, total, mean and standard deviation (``inf`` where a game was lost),
        and the standard error of a mean of drawn games; then the words that took
        most guesses.

    Examples
    --------
    >>> row = {"entry": "entropy", "outcome": "won", "seconds": "0.5"}
    >>> played = [("crane", "2.0"), ("slate", "3.0"), ("mummy", "3.0")]
    >>> print(histograms(row | {"answer": a, "score": s} for a, s in played))
    entry    games  2  3  total    mean      sd  s/game
    entropy      3  1  2      8  2.6667  0.4714   0.500
    <BLANKLINE>
    most guesses, entropy: 3 slate mummy
    """
    games: dict[str, list[Mapping[str, str]]] = {}
    for row in rows:
        games.setdefault(row["entry"], []).append(row)
    if not games:
        return "no entry has a score"
    scores = {entry: [float(r["score"]) for r in own] for entry, own in games.items()}
    lost = _outcomes(row for own in games.values() for row in own)
    guesses = sorted({int(s) for own in scores.values() for s in own if s < math.inf})
    header = ["entry", "games", *map(str, guesses), *lost]
    error = ["±"] if drawn else []
    lines = [[*header, "total", "mean", *error, "sd", "s/game"]]
    for entry, own in games.items():
        counts, outcomes = Counter(scores[entry]), Counter(r["outcome"] for r in own)
        cells = [entry, str(len(own)), *(str(counts[n]) for n in guesses)]
        cells += [str(outcomes[name]) for name in lost]
        total, mean, deviation = map(figure, _moments(scores[entry]))
        error = [figure(standard_error(scores[entry]))] if drawn else []
        cells += [total, mean, *error, deviation]
        seconds = statistics.fmean(float(row["seconds"]) for row in own)
        lines.append([*cells, f"{seconds:.3f}"])
    worst = [f"most guesses, {entry}: {_worst(own)}" for entry, own in games.items()]
    return "\n".join([aligned(lines), "", *worst])


def _moments(scores: Sequence[float]) -> tuple[float, float, float]:
    """Return total, mean and standard deviation of all games played."""
    total = math.fsum(scores)
    if math.isinf(total):
        return total, total, total
    return total, total / len(scores), statistics.pstdev(scores)


def _outcomes(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the ways to lose that somebody met."""
    met = {row["outcome"] for row in rows}
    return [str(o) for o in Outcome if o is not Outcome.WON and o in met]


def _worst(rows: Sequence[Mapping[str, str]]) -> str:
    most = max(float(row["score"]) for row in rows)
    words = [row["answer"] for row in rows if float(row["score"]) == most]
    more = f" and {len(words) - _WORST} more" if len(words) > _WORST else ""
    return f"{figure(most)} {' '.join(words[:_WORST])}{more}"
