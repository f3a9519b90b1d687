"""Terminal report of a run of classic Wordle: games by number of guesses."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from contest.report.layout import WIDE, aligned, folded
from contest.report.tables import figure
from game.protocol import Outcome

_WORST = 8  # games named at most


def histograms(
    rows: Iterable[Mapping[str, str]], *, drawn: bool = False, width: int = WIDE
) -> str:
    """Return the games of each entry by number of guesses, and their worst words.

    Parameters
    ----------
    rows : iterable of mapping
        As in ``games.csv``.
    drawn : bool
        Whether answers were drawn, so that the mean is uncertain, in place of played
        once each.
    width : int
        Of the screen.

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
    tallies: dict[str, _Tally] = {}
    for row in rows:
        tallies.setdefault(row["entry"], _Tally()).add(row)
    if not tallies:
        return "no entry has a score"
    met = {outcome for tally in tallies.values() for outcome in tally.outcomes}
    lost = [str(o) for o in Outcome if o is not Outcome.WON and o in met]
    found = {score for tally in tallies.values() for score in tally.scores}
    guesses = sorted(score for score in found if score < math.inf)
    header = ["entry", "games", *(f"{n:.0f}" for n in guesses), *lost]
    error = ["±"] if drawn else []
    lines = [[*header, "total", "mean", *error, "sd", "s/game"]]
    for entry, tally in tallies.items():
        cells = [entry, str(tally.games), *(str(tally.scores[n]) for n in guesses)]
        cells += [str(tally.outcomes[name]) for name in lost]
        total, mean, deviation = tally.moments()
        error = [figure(tally.standard_error())] if drawn else []
        cells += [figure(total), figure(mean), *error, figure(deviation)]
        lines.append([*cells, f"{tally.seconds / tally.games:.3f}"])
    worst = [
        f"most guesses, {name}: {own.worst_text()}" for name, own in tallies.items()
    ]
    shown = aligned(lines, width, ["s/game", "sd", "±", "total", *lost])
    return "\n".join([shown, "", *(folded(line, width) for line in worst)])


class _Tally:
    """Counts of one entry's games, and the words that took most guesses."""

    def __init__(self) -> None:
        self.scores: Counter[float] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.seconds = 0.0
        self.worst: list[str] = []
        self._most = -math.inf

    @property
    def games(self) -> int:
        """Number of games."""
        return self.scores.total()

    def add(self, row: Mapping[str, str]) -> None:
        """Add a game."""
        score = float(row["score"])
        self.scores[score] += 1
        self.outcomes[row["outcome"]] += 1
        self.seconds += float(row["seconds"])
        if score > self._most:
            self._most, self.worst = score, []
        if score == self._most and len(self.worst) < _WORST:
            self.worst.append(row["answer"])

    def moments(self) -> tuple[float, float, float]:
        """Return total, mean and standard deviation of all games played."""
        total = math.fsum(score * count for score, count in self.scores.items())
        if math.isinf(total):
            return total, total, total
        mean = total / self.games
        squares = ((score - mean) ** 2 * count for score, count in self.scores.items())
        return total, mean, math.sqrt(math.fsum(squares) / self.games)

    def standard_error(self) -> float:
        """Return the standard error of the mean; NaN for a single game or a loss."""
        deviation = self.moments()[2]
        if self.games < 2 or math.isinf(deviation):
            return math.nan
        return deviation / math.sqrt(self.games - 1)

    def worst_text(self) -> str:
        """Return the words that took most guesses, and how many more there are."""
        more = self.scores[self._most] - len(self.worst)
        text = f"{figure(self._most)} {' '.join(self.worst)}"
        return f"{text} and {more} more" if more else text
