import pytest

from contest.statistics.comparison import compare_with_first
from contest.terminal.comparison import comparisons_text
from game.protocol import Mode, Outcome
from game.record import Game, Turn
from tests.contest.statistics.test_comparison import scored
from tests.contest.summaries import played


def games(price, won, lost=0):
    """Return games that a clue at a price decides, and some that were given up."""
    turns = (Turn("crane", price, 242),)
    good = Game(Mode.WORDPL, "crane", turns, "crane", Outcome.WON)
    bad = Game(Mode.WORDPL, "crane", turns, "", Outcome.TIMEOUT)
    return played([good] * won + [bad] * lost)


def sentences(first, second):
    text = comparisons_text(compare_with_first([first, second]))
    return text.split("\n\n")[0].splitlines()


def test_the_better_one_is_named_with_what_both_win_there():
    p05, p50, p95 = sentences(games(60.0, 70, 30), games(90.0, 100))

    won = "within 60 nats A wins 70.0 % of its games and B 0.0 %"
    assert p05 == f"p05: A is better: {won}"
    assert p50 == f"p50: A is better: {won}"
    assert p95 == (
        "p95: B is better: within 90 nats A wins 70.0 % of its games and B 100.0 %"
    )


@pytest.mark.parametrize("width", [40, 140])
def test_only_columns_that_are_shown_are_explained(width):
    text = comparisons_text(
        compare_with_first([games(60.0, 70, 30), games(90.0, 100)]), width
    )

    *tables, legend = text.split("\n\n")
    shown = any("budget" in table for table in tables)
    assert ("budget: " in " ".join(legend.split())) is shown
    assert shown is (width == 140)


def test_an_interval_with_0_is_no_significant_difference():
    p05, *_ = sentences(games(60.0, 50), games(60.0, 50))

    assert p05.startswith(
        "p05: no significant difference: within 60 nats A wins 100.0 % of its"
    )


def test_fewer_guesses_are_better():
    first = scored(*[3, 4] * 30)
    second = scored(*[4, 4] * 30)

    def compared(*entries):
        return comparisons_text(compare_with_first(entries))

    text = compared(first, second)

    assert text.startswith("mean: A is better: A takes 3.5000 guesses and B 4.0000\n")
    text = compared(first, first)
    assert text.startswith("mean: no significant difference: A takes 3.5000 guesses")


def test_several_entries_are_compared_with_the_first():
    three = [games(60.0, 70, 30), games(90.0, 100), games(60.0, 72, 28)]

    text = comparisons_text(compare_with_first(three), 140)

    said = [line for line in text.splitlines() if line.startswith("p95: ")]
    assert said[0].startswith("p95: B is better: within 90 nats A wins 70.0 %")
    assert said[1].startswith("p95: neither wins 95 % of its games at any price; no ")
    assert "A - C, 95 % interval" in text
    assert "the intervals of the 2 comparisons together" in " ".join(text.split())
    assert text.count("budget: ") == 1  # one legend


@pytest.mark.parametrize("width", [60, 80, 120])
def test_tables_of_many_entries_fit_the_screen(width):
    many = [games(60.0 + k, 70 + k, 30 - k) for k in range(9)]

    lines = comparisons_text(compare_with_first(many), width).splitlines()

    assert max(map(len, lines)) <= width
    assert sum(line.startswith("p50: ") for line in lines) == 8
