import math
from functools import reduce

import pytest

from game.clues import classic, parse
from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Setting
from game.words import Vocabulary
from solver.advice.costs import Judge, extra_cost, rate_suggestions
from solver.advice.position import Position
from solver.advice.review import review
from solver.advice.suggestions import Suggestion
from solver.optimal.transposition_kernel import WORK
from tests.solver.samples import TIGHT, fewest

WORDS = Vocabulary.load()
SOME = tuple(w for w in WORDS.answers if w[1] in "ho" and w[4] in "hfy")
SMALL = Vocabulary(SOME, tuple(sorted({*SOME, *WORDS.guesses[::50], "salet"})))


@pytest.fixture(scope="module")
def judge():
    return Judge(WORDS)


@pytest.fixture(scope="module")
def small():
    return Judge(SMALL)


def position(*turns):
    start = Position(Setting(WORDS, Mode.CLASSIC))
    return reduce(lambda p, turn: p.add(turn[0], [parse(turn[1], 5)]), turns, start)


def game(answer, *guesses):
    return [(guess, classic(answer, guess)) for guess in guesses]


def test_suggestions_begin_with_the_best_and_say_what_each_costs(judge):
    here = position(("salet", "....c"))
    guesses = [Suggestion(g, 0.0, 0.0, 0, False) for g in ("crony", "fuzzy", "doing")]

    costs = {
        suggestion.guess: suggestion.extra
        for suggestion in rate_suggestions(judge, here, guesses)
    }

    assert len(costs) == 3
    assert next(iter(costs)) == judge.search.best(judge.state(here))[1]
    assert list(costs.values()) == sorted(costs.values())
    assert min(costs.values()) == 0
    assert costs["crony"] == pytest.approx(12 / 37)


def test_a_review_of_bad_guesses_is_estimated_within_a_bound_of_effort():
    judge = Judge(WORDS, effort=40_000_000)

    moves = review(judge, game("foyer", "daddy", "wooer", "hilly", "foyer"))

    assert judge.search.memo.counts[WORK] < 4 * 40_000_000
    assert [move.exact for move in moves] == [False, True, True, True]
    assert moves[0].cost == pytest.approx(0.46, abs=0.02)


def test_costs_are_those_of_all_trees_with_the_guesses_left():
    judge, start = Judge(TIGHT, limit=6), Position(Setting(TIGHT, Mode.CLASSIC))
    for turns in range(6):
        here = start
        for _ in range(turns):
            here = here.play("belch", [0])
        left, answers = 6 - turns, TIGHT.answers
        lost, fewest_guesses = fewest(TIGHT, answers, left)
        for guess in TIGHT.guesses:
            losses, guesses = fewest(TIGHT, answers, left, guess)
            expected = (guesses - fewest_guesses) / 6, 1 - losses / 6, 1 - lost / 6
            assert extra_cost(judge, here, guess) == pytest.approx(expected)


@pytest.mark.system
@pytest.mark.parametrize(
    ("hard", "limit", "guesses"),
    [
        (Hard.OFF, None, 7920),
        (Hard.NYT, 6, 8122),
        (Hard.NYT, None, 8116),
        (Hard.STRICT, None, 8119),
    ],
)
def test_the_best_opening_costs_less_in_hard_mode_without_a_limit(hard, limit, guesses):
    judge = Judge(WORDS, hard, limit=limit)

    assert judge.best(judge.search.start()) == (guesses, "salet", True)


def test_a_guess_that_tells_nothing_costs_one_and_a_long_search_tells_nothing(judge):
    known = position(("salet", "....c"), ("crony", ".i..."))
    hasty, crane = Judge(WORDS, effort=1000), [Suggestion("crane", 0.0, 0.0, 0, True)]

    assert known.count() == 1
    assert extra_cost(judge, known, "fuzzy") == (1, 1, 1)
    assert extra_cost(hasty, position(), "crane") is None
    assert rate_suggestions(hasty, position(), crane) == crane


def test_an_estimate_is_never_too_low(judge):
    hasty = Judge(WORDS, effort=5_000_000)
    state = judge.state(position(("salet", ".....")))

    exact, estimated = judge.best(state), hasty.best(state)

    assert exact.exact
    assert not estimated.exact
    assert exact.guesses <= estimated.guesses <= 1.1 * exact.guesses


def test_choices_and_clues_add_up_to_the_guesses(small):
    _, best, _ = small.best(small.search.start())
    moves = review(small, game("whiff", "salet", "forth", "whiff"))
    lost = review(small, game("youth", "mouth", "worth"))

    cost, luck = sum(m.cost for m in moves), sum(m.luck for m in moves)
    assert moves[0].expected + cost - luck == pytest.approx(3)
    assert all(m.cost >= 0 and m.exact for m in moves)
    assert review(small, game("whiff", best, "whiff"))[0].cost == 0
    assert moves[-1].left == 0 < lost[-1].left
    assert math.isfinite(lost[-1].luck)


@pytest.mark.system
def test_hard_mode_costs_more_and_contradictions_are_refused(small):
    turns = game("youth", "mouth", "youth")

    hard = review(Judge(SMALL, Hard.NYT), turns)

    assert hard[1].expected >= review(small, turns)[1].expected
    with pytest.raises(InputError, match="no answer is left after 'mouth'"):
        review(small, [("salet", 0), ("mouth", 240)])


def test_weights_count_where_the_list_lacks_a_guess():
    heavy = Vocabulary(
        ("catch", "match", "hatch"), ("catch", "match", "hatch"), (1, 1, 8)
    )
    position = Position(Setting(heavy, Mode.CLASSIC))

    judge, state = Judge(heavy).at(position, "firma")

    assert judge.search.vocabulary.weights == heavy.weights
    assert judge.best(state).word == "hatch"
    # HATCH first: 8 games of one guess, one of two and one of three.
    assert judge.best(state).guesses == 8 + 2 + 3


@pytest.mark.parametrize(("games", "limit"), [(6_688, 6), (6_689, None)])
def test_a_limit_counts_as_long_as_one_number_holds_losses_and_guesses(games, limit):
    words = ("mount", "count", "found")
    judge = Judge(Vocabulary(words, words, (games - 2, 1, 1)), limit=6)

    best = judge.best(judge.state(Position(Setting(judge.search.vocabulary))))

    assert judge.limit == limit
    assert judge.parts(best.guesses) == (0, games + 2)
