import math
import re

import pytest

from contest.terminal.histogram import histograms
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from tests.contest.summaries import summaries_of


def classic(answer, guesses, outcome=Outcome.WON):
    turns = (Turn("slate", math.inf, 0),) * guesses
    final = answer if outcome is Outcome.WON else ""
    return Game(Mode.CLASSIC, answer, turns, final, outcome)


@pytest.fixture
def summaries(words):
    """Return the summaries of entries: names to answers, guesses and outcomes."""

    def of(**entries):
        games = {k: [classic(*game) for game in own] for k, own in entries.items()}
        return summaries_of(Setting(words, Mode.CLASSIC), **games)

    return of


def test_entries_stand_one_below_the_other(summaries):
    found = summaries(
        one=[("crane", 2), ("mummy", 4)], two=[("crane", 1), ("mummy", 4)]
    )

    table, adjusted, _ = histograms(found).split("\n\n")
    assert table.splitlines() == [
        "entry  games  1  2  4  total  mean    ±   sd       time/game",
        "one        2  0  1  1      6     3    1    1  500.0 ± 0.0 ms",
        "two        2  1  0  1      5  *2.5  1.5  1.5  500.0 ± 0.0 ms",
    ]
    names = "adjusted", "guesses", *(f"within {n} %" for n in (1, 2, 3, 4))
    assert tuple(re.split("  +", adjusted.splitlines()[0])) == names


def test_chances_are_shown_up_to_the_limit_of_the_game(words):
    games = [classic("crane", 2), classic("mummy", 4)]
    found = summaries_of(Setting(words, Mode.CLASSIC, 6), one=games)

    heading = histograms(found).split("\n\n")[2].splitlines()[0]

    assert re.findall(r"within (\d+) %", heading) == ["2", "3", "4", "5", "6"]


def test_one_entry_has_bars_as_long_as_its_games_are_many(summaries):
    found = summaries(one=[("crane", 2), ("mummy", 3), ("slump", 3)])

    assert histograms(found).splitlines()[:3] == [
        f"  2 {'█' * 20} 1",
        f"  3 {'█' * 40} 2",
        "",
    ]


def test_a_mean_of_all_answers_has_no_error(words, summaries):
    every = summaries(all=[(answer, 3) for answer in words.answers])

    assert " ± " not in histograms(every).splitlines()[2]


def test_lost_games_are_counted_by_how_they_were_lost_and_have_no_mean(summaries):
    found = summaries(bad=[("crane", 2), ("mummy", 3, Outcome.INVALID)])

    bar, _, head, line, *_ = histograms(found).splitlines()

    assert bar == f"  2 {'█' * 40} 1"
    assert head.split()[2:] == ["2", "invalid", "total", "mean", "±", "sd", "time/game"]
    assert " ".join(line.split()) == "bad 2 1 1 inf inf - inf 500.0 ± 0.0 ms"
