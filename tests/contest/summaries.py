"""Turns games that tests write into the arrays and summaries of the statistics."""

from contest.statistics.games import group_by_entry, parse_rows
from contest.statistics.summary import Summary
from game.protocol import Mode, Setting
from game.words import Vocabulary

PAIR = Vocabulary(("crane", "slate"), ("crane", "slate"))


def games_of(setting, **entries):
    """Return the arrays of the games of each entry; every game took half a second."""
    rows = (
        {"entry": name, "seconds": "0.5", **game.to_row()}
        for name, games in entries.items()
        for game in games
    )
    return group_by_entry(parse_rows(rows), setting)


def played(games, mode=Mode.WORDPL):
    """Return the arrays of games of one entry; the words are those of `PAIR`."""
    return games_of(Setting(PAIR, mode), e=games)["e"]


def summaries_of(setting, **entries):
    """Return the summaries of games of entries."""
    found = games_of(setting, **entries)
    return [Summary(name, games) for name, games in found.items()]
