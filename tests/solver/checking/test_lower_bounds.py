import math
import random

import numpy as np
import pytest

from game import Vocabulary, classic
from game.hard import Hard, objection
from solver.checking.claim_kernel import by_facts, cost, link, refute, state_after
from solver.checking.claims import Claims
from solver.checking.counting_kernel import by_answers, by_buckets, by_guesses, by_sets
from solver.checking.state_tables import UNWINNABLE, CheckState, empty_sets, facts_of
from solver.optimal.search import Search
from solver.trees.objective import Objective
from tests.solver.samples import ALIKE, MODES, SMALL

# The kernels of the search and of the checker are compiled for half a minute.
pytestmark = pytest.mark.system

NO_FACTS = facts_of([], [], hard=True)


def words_left(state):
    answers = tuple(SMALL.answers[a] for a in state.answers)
    return answers, tuple(SMALL.guesses[g] for g in state.guesses)


def random_states(hard, seed, left=6):
    """Yield the states of a random game with their histories."""
    draw = random.Random(seed)
    rules = Claims(SMALL, hard, left)
    state = rules.start
    known = []
    secret = draw.choice(SMALL.answers)
    while state.answers.size > 1 and state.left:
        yield rules, state, known
        guess = draw.choice(words_left(state)[1])
        clue = classic(secret, guess)
        if guess == secret:
            return
        known = [*known, (guess, clue)]
        after = state_after(rules.rules, state, SMALL.guess_index[guess], clue)
        state = CheckState(*after)


def informs(guess, answers):
    return len({classic(answer, guess) for answer in answers}) > 1


@pytest.mark.parametrize("hard", Hard)
@pytest.mark.parametrize("seed", range(6))
def test_answers_and_guesses_that_are_left(seed, hard):
    for _, state, known in random_states(hard, seed):
        answers, guesses = words_left(state)

        fit = [a for a in ALIKE if all(classic(a, g) == clue for g, clue in known)]
        assert list(answers) == fit
        if known and hard is not Hard.OFF:
            assert list(guesses) == [
                guess
                for guess in SMALL.guesses
                if not objection(guess, known, hard) and informs(guess, answers)
            ]
        else:
            assert guesses == SMALL.guesses


@pytest.mark.parametrize("hard", [Hard.OFF, Hard.NYT])
@pytest.mark.parametrize("seed", range(4))
def test_buckets_are_counted(seed, hard):
    for rules, state, _ in random_states(hard, seed):
        lows, counts = by_buckets(rules.rules, state)

        answers, guesses = words_left(state)
        assert counts.tolist() == [
            len({classic(answer, guess) for answer in answers}) for guess in guesses
        ]
        ends = np.isin(guesses, answers)
        if state.left > 2:
            assert lows.tolist() == (3 * len(answers) - counts - ends).tolist()


@pytest.mark.parametrize("hard", [Hard.OFF, Hard.NYT])
@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_guesses_changes_no_bound(seed, hard):
    for rules, state, _ in random_states(hard, seed):
        arranged, rank = rules.arrange(state, by_buckets(rules.rules, state)[1])
        parts = [state.answers[i:] for i in range(0, state.answers.size, 3)]
        for part in [state._replace(answers=answers) for answers in parts]:
            low = by_guesses(arranged, empty_sets(rules.rules.weights), part)
            assert low == by_guesses(rules.rules, rules.sets, part)
        assert sorted(rank) == list(range(len(SMALL.guesses)))


@pytest.mark.parametrize("hard", MODES)
@pytest.mark.parametrize("left", [2, 3, 6])
@pytest.mark.parametrize("seed", range(4))
def test_no_lower_bound_is_above_the_cost(seed, left, hard):
    search = Search(SMALL, hard, left)
    for rules, state, known in random_states(hard, seed, left):
        exact = search.best(search.after(known))[0]
        low = by_answers(rules.rules, state.answers, state.left)
        better = by_guesses(rules.rules, rules.sets, state)

        assert low <= better
        assert better == UNWINNABLE or better <= exact
        assert exact == math.inf or better < UNWINNABLE
        assert by_guesses(rules.rules, rules.sets, state) == better

        # Every seventh guess, as each of them needs an exact search.
        answers, guesses = words_left(state)
        for guess in guesses[::7]:
            if state.left < 2 or not informs(guess, answers):
                continue
            index = SMALL.guess_index[guess]
            least = cost(rules.rules, NO_FACTS, rules.sets, state, index, UNWINNABLE)
            assert least >= UNWINNABLE or least <= search.cost(
                search.after(known), guess
            )


@pytest.mark.parametrize("weights", [(), tuple(range(1, len(ALIKE) + 1))])
@pytest.mark.parametrize("objective", ["total", "within-2", "within-4", "1,4,5,9,9,9"])
@pytest.mark.parametrize("left", range(1, 6))
def test_sets_that_were_counted_bound_others(left, objective, weights):
    vocabulary = Vocabulary(SMALL.answers, SMALL.guesses, weights)
    rules = Claims(vocabulary, Hard.OFF, 6, Objective.parse(objective))
    everything = rules.start.answers
    draw = np.random.default_rng(left)
    bounded = costly = 0
    for size in draw.integers(4, 12, 300):
        whole = np.sort(draw.choice(everything, size, replace=False))
        for answers in (whole, whole[1:]):
            state = CheckState(answers, rules.start.guesses, left)
            low = by_sets(rules.rules, rules.sets, answers, left)
            exact = by_guesses(rules.rules, rules.sets, state)
            bounded += low > 0
            costly += exact > 0
            assert low <= exact
            if left > 2 and exact > by_answers(rules.rules, answers, left):
                assert by_sets(rules.rules, rules.sets, answers, left) == exact
    # Without a single bound, the loop would have tested nothing.
    assert left < 3 or bounded or not costly


@pytest.mark.parametrize("hard", Hard)
def test_a_guess_that_refutes_a_bound_is_found(hard):
    rules = Claims(SMALL, hard, 6)
    state = rules.start
    facts = NO_FACTS
    lows = [
        cost(rules.rules, facts, rules.sets, state, g, UNWINNABLE)
        for g in state.guesses
    ]

    known = rules.rules, facts, rules.sets, state, state.guesses
    assert refute(*known, min(lows) + 1) == (np.argmin(lows), min(lows))
    assert refute(*known, min(lows))[0] == -1


def indices(*numbers):
    return np.array(numbers, np.int32)


@pytest.mark.parametrize(
    ("change", "free", "low"),
    [
        ({}, False, 11),
        ({"left": 2}, False, 11),
        ({"left": 4}, False, 0),
        ({"guesses": indices(1, 4)}, False, 11),
        ({"guesses": indices(1, 5)}, False, 0),
        ({"guesses": indices(1, 5)}, True, 11),
        ({"answers": indices(2, 5, 6)}, False, 0),
        ({"answers": indices(2, 5, 6, 8)}, False, 0),
    ],
)
def test_facts_hold_for_the_same_answers_with_fewer_guesses(change, free, low):
    wide = CheckState(indices(2, 5, 6, 9), indices(1, 3, 4), 3)
    facts = facts_of([wide], [11], hard=True)
    link(facts)

    assert by_facts(facts, wide._replace(**change), free, True) == low


def test_a_fact_with_a_guess_for_each_answer_holds_for_more():
    state = CheckState(indices(2, 5, 6), indices(1, 3, 4), 3)
    facts = facts_of([state], [6], hard=True)
    link(facts)

    assert by_facts(facts, state._replace(left=5), False, True) == 6
