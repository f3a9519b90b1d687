"""Games that the leaders of the contest play in the daily puzzles, for the site."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, timedelta

from commands.person.hints import is_own
from contest.entries.digests import entry_digest, text_digest
from contest.entries.entry import Entry, resolve
from contest.entries.loading import load
from contest.entries.source_text import EntryError
from contest.leaderboard.leads import Holder
from game.daily import FIRST_DAY, daily_secrets, daily_seed
from game.draws import Draws
from game.files import read_text, write_whole
from game.hosts import deal
from game.loop import play, prepare
from game.protocol import Outcome, Setting
from game.words import Vocabulary
from solver.matrix.cache import cache_folder


def play_days(vocabulary: Vocabulary, holders: Mapping[str, Holder], last: date) -> str:
    """Return which leaders win the daily puzzles of WORDPL, with a digit for each day.

    The days begin with the first daily puzzle and end with `last`. `holders` has the
    holder of the lead in each ranking. Bit k of a digit, counted from 0, says whether
    holder number k wins the puzzle of that day within the budget of its lead. The text
    is empty if the code of a holder is not in this checkout, or is not of this project:
    foreign code would need the sandbox.
    """
    try:
        entries = [resolve(holder.entry) for holder in holders.values()]
    except EntryError:
        return ""
    if not all(map(is_own, entries)):
        return ""
    budgets = [holder.budget for holder in holders.values()]
    count = (last - FIRST_DAY).days + 1

    # The games of a day never change, so the digits of played days are kept in a file.
    parts = [vocabulary.digest, repr(budgets), *map(entry_digest, entries)]
    kept = cache_folder() / f"leaders-{text_digest(' '.join(parts))[:32]}.txt"
    known = read_text(kept) if kept.is_file() else ""
    if not set(known) <= set("01234567"):
        known = ""  # the file is damaged
    if len(known) < count:
        days = [FIRST_DAY + timedelta(day) for day in range(len(known), count)]
        known += _play(vocabulary, entries, budgets, days)
        write_whole(kept, known)
    return known[:count]


def _play(
    vocabulary: Vocabulary, entries: list[Entry], budgets: list[float], days: list[date]
) -> str:
    """Play the daily puzzles of `days`, and return a digit for each day.

    Bit k of a digit says whether entry k wins the puzzle within budget k.
    """
    setting = Setting(vocabulary)
    digits = [0] * len(days)
    for bit, (entry, budget) in enumerate(zip(entries, budgets, strict=True)):
        strategy = load(entry)
        prepare(strategy, setting)
        for place, day in enumerate(map(str, days)):
            (secret,) = daily_secrets(vocabulary.answers, day, "")
            host = deal(setting, Draws(daily_seed(day, ""), 0), secret)
            game = play(strategy, host, setting)
            is_within = game.budget <= budget or math.isclose(game.budget, budget)
            digits[place] |= (game.outcome is Outcome.WON and is_within) << bit
    return "".join(map(str, digits))
