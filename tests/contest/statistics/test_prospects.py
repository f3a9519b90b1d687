import math

import pytest

from contest.statistics.prospects import always_text, prospect_of
from game.protocol import Mode, Outcome
from game.record import Game, Turn
from tests.contest.summaries import played

TARGETS = {"p05": 14.3, "p50": 36.25, "p95": 68.7}


def game(price, final="crane"):
    outcome = Outcome.WON if final == "crane" else Outcome.WRONG
    return Game(Mode.WORDPL, "crane", (Turn("slate", price, 18),), final, outcome)


CRASHED = Game(Mode.WORDPL, "crane", (), "", Outcome.CRASHED)


@pytest.mark.parametrize(
    ("games", "column", "text"),
    [
        ([CRASHED] * 25, "p05", "wins none of 25 games"),
        (
            [game(36.8), game(36.8), game(36.8, "slate")] * 10,
            "p50",
            "wins half of its games within 36.8 nats; a budget of 36.25 nats takes the "
            "lead of p50: 0.55 nats to go",
        ),
        (
            [game(70.0)] * 30,
            "p95",
            "wins 95 % of its games within 70 nats; a budget of 68.7 nats takes the "
            "lead of p95: 1.3 nats to go",
        ),
        (
            [*[game(36.0)] * 3, game(36.0, "slate")] * 100,
            "p50",
            "these games certify 36 nats for p50; a budget of 36.25 nats takes the "
            "lead",
        ),
    ],
)
def test_an_entry_is_described_in_the_column_in_which_it_is_nearest(
    games, column, text
):
    found = prospect_of(played(games), TARGETS)

    assert (found.column, found.text) == (column, text)


def test_too_few_games_are_told_how_many_to_ask_for():
    few = prospect_of(played([game(36.0)] * 5), {"p50": 36.25})

    assert few.certified == math.inf
    assert few.text.endswith(
        "within 36.25 nats, a budget that takes the lead of p50: ask for about 101 "
        "games to certify this budget"
    )
    # So many games do certify it.
    many = prospect_of(played([game(36.0)] * int(few.more_games)), {"p50": 36.25})
    assert many.certified == 36.0


@pytest.mark.parametrize(
    "worse", [[game(36.9)] * 30, [game(99.0)] * 30, [CRASHED] * 30]
)
def test_a_worse_entry_never_looks_better(worse):
    better = prospect_of(played([game(36.8)] * 30), TARGETS)

    found = prospect_of(played(worse), TARGETS)

    assert found.budget - found.target > better.budget - better.target


@pytest.mark.parametrize(
    ("games", "text"),
    [
        ([game(36.8)] * 3, "always pays 36.8 nats and wins 100 % of its games"),
        ([game(36.8), game(36.9)], ""),
        ([game(36.8, "slate")] * 3, ""),
        ([CRASHED] * 3, ""),
    ],
)
def test_a_sentence_says_that_an_entry_always_pays_the_same(games, text):
    assert always_text(played(games)) == text
