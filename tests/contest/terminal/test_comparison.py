import pytest

from contest.statistics.comparison.paired import compare_guesses, contrasts
from contest.statistics.comparison.simultaneous import rankings
from contest.terminal.comparison import (
    contrasts_text,
    guesses_text,
    rankings_text,
)
from game.protocol import Mode, Outcome
from game.record import Game, Turn
from tests.contest.statistics.comparison.test_simultaneous import classic
from tests.contest.summaries import played


def games(price, won, lost=0):
    """Return games that a clue at a price decides, and some that were given up."""
    turns = (Turn("crane", price, 242),)
    good = Game(Mode.WORDPL, "crane", turns, "crane", Outcome.WON)
    bad = Game(Mode.WORDPL, "crane", turns, "", Outcome.TIMEOUT)
    return played([good] * won + [bad] * lost)


def sentences(first, second, budget=None):
    text = contrasts_text(contrasts(first, second, budget))
    return text.split("\n\n")[0].splitlines()


def test_the_better_one_is_named_with_what_both_win_there():
    p05, p50, p95 = sentences(games(60.0, 70, 30), games(90.0, 100))

    won = "within 60 nats A wins 70.0 % of its games and B 0.0 %"
    assert p05 == f"p05: A is better: {won}"
    assert p50 == f"p50: A is better: {won}"
    assert p95 == (
        "p95: B is better: within 90 nats A wins 70.0 % of its games and B 100.0 %"
    )


@pytest.mark.parametrize("width", [80, 140])
def test_only_columns_that_are_shown_are_explained(width):
    text = contrasts_text(contrasts(games(60.0, 70, 30), games(90.0, 100)), width)

    *tables, legend = text.split("\n\n")
    for column in ("fewer games", "McNemar p", "budget"):
        shown = any(column in table for table in tables)
        assert (f"{column}: " in " ".join(legend.split())) is shown
    assert ("fewer games" in legend) is (width == 140)


def test_an_interval_with_0_is_no_significant_difference():
    (asked,) = sentences(games(60.0, 50), games(50.0, 50), budget=60.0)

    assert asked.startswith(
        "asked: no significant difference: within 60 nats A wins 100.0 % of its"
    )


def test_fewer_guesses_are_better():
    first, second = classic(*[3, 4] * 30), classic(*[4, 4] * 30)

    def compared(*entries):
        return guesses_text(compare_guesses(*entries), contrasts(*entries))

    text = compared(first, second)

    assert text.startswith("mean: A is better: A takes 3.5000 guesses and B 4.0000\n")
    text = compared(first, first)
    assert text.startswith("mean: no significant difference: A takes 3.5000 guesses")


def test_several_entries_are_ranked_with_their_gaps():
    three = [games(60.0, 70, 30), games(90.0, 100), games(60.0, 72, 28)]

    text = rankings_text(rankings(three))

    assert text.splitlines()[:3] == [
        "p05: one of C, A is best",
        "p50: one of C, A is best",
        "p95: B is best",
    ]
    table = text.split("\n\n")[2].splitlines()
    assert [line.split("  +")[0].split() for line in table[1:]] == [
        ["C", "60", "1-2"],
        ["A", "60", "1-2"],
        ["B", "90", "3"],
    ]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_table_of_many_entries_fits_the_screen(width):
    many = [games(60.0 + k, 70 + k, 30 - k) for k in range(9)]

    lines = rankings_text(rankings(many), width).splitlines()

    assert max(map(len, lines)) <= width
    assert sum(line.count(" ± ") for line in lines) == 3 * 9 * 8 // 2
