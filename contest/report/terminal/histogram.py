"""Terminal report of a run of classic Wordle: games by number of guesses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from contest.report.terminal.grid import aligned
from contest.report.terminal.layout import WIDE, folded
from contest.report.terminal.tables import figure, formatted
from contest.statistics.summary import OUTCOMES, Place, Summary, shown
from game.protocol import Mode, Outcome

_WORST = 8  # games named at most


def histograms(summaries: Sequence[Summary], width: int = WIDE) -> str:
    """Return the games of each entry by number of guesses, and their worst words.

    Parameters
    ----------
    summaries : sequence of Summary
        The entries that have a score.
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
    >>> from contest.statistics.games import collect, parsed
    >>> from game.loop import Scripted, play
    >>> from game.hosts import SecretHost
    >>> from game.protocol import Setting
    >>> from game.words import Vocabulary
    >>> setting = Setting(Vocabulary.load(), Mode.CLASSIC)
    >>> host = SecretHost("crane", setting.mode)
    >>> moves = [("slate", float("inf")), ("crane", float("inf"))]
    >>> game = play(Scripted(moves), host, setting)
    >>> row = {"entry": "mine", "seconds": "0.5", **game.to_row()}
    >>> found = collect(parsed([row] * 3), setting)
    >>> print(histograms([Summary(entry, games) for entry, games in found.items()]))
    entry  games  2  total  mean  ±  sd  s/game
    mine       3  3      6     2  0   0   0.500
    <BLANKLINE>
    most guesses, mine: 2 crane crane crane
    """
    if not summaries:
        return "no entry has a score"
    lost = [
        name
        for name, outcome in OUTCOMES.items()
        if outcome is not Outcome.WON and any(own[name] for own in summaries)
    ]
    guesses = sorted({n for own in summaries for n in own.games.histogram})
    drawn = not all(own.games.whole for own in summaries)
    head = [str(n) for n in guesses] + [str(OUTCOMES[name]) for name in lost]
    header = ["entry"]
    lines = [[own.entry] for own in summaries]
    for statistic in shown(Place.TERMINAL, Mode.CLASSIC):
        header.append(statistic.title)
        for line, own in zip(lines, summaries, strict=True):
            line.append(formatted(own[statistic.name], statistic))
            if statistic.error and drawn:
                line.append(figure(own[statistic.error]))
            if statistic.name == "games":
                line += [str(own.games.histogram.get(n, 0)) for n in guesses]
                line += [str(own[name]) for name in lost]
        header += ["±"] if statistic.error and drawn else []
        header += head if statistic.name == "games" else []
    dropped = ["s/game", "sd", "±", "total", *head[len(guesses) :]]
    worst = [f"most guesses, {own.entry}: {_worst(own)}" for own in summaries]
    table = aligned([header, *lines], width, dropped)
    return "\n".join([table, "", *(folded(line, width) for line in worst)])


def _worst(summary: Summary) -> str:
    """Return the words that took most guesses, and how many more there are."""
    games = summary.games
    places = np.flatnonzero(games.scores == summary["worst"])
    words = [games.answer(int(place)) for place in places[:_WORST]]
    text = f"{figure(summary['worst'])} {' '.join(words)}"
    more = len(places) - len(words)
    return f"{text} and {more} more" if more else text
