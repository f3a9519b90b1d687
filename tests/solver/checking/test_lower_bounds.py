import math
import random

import numpy as np
import pytest

from game.clues import classic
from game.hard import Hard, objection
from solver.checking.checker import Claims
from solver.checking.claim_kernel import (
    add,
    by_answers,
    by_facts,
    by_guesses,
    cost,
    count_buckets,
    refute,
    state_after,
)
from solver.checking.state_tables import (
    UNWINNABLE,
    CheckState,
    empty_facts,
    enlarge_facts,
)
from solver.optimal.search import Search
from tests.solver.samples import ALIKE, MODES, SMALL


def words_left(state):
    answers = tuple(SMALL.answers[a] for a in state.answers)
    return answers, tuple(SMALL.guesses[g] for g in state.guesses)


def random_states(hard, seed, left=6):
    """Yield the states of a random game with their histories."""
    draw = random.Random(seed)
    rules = Claims(SMALL, hard, left)
    state, known = rules.start, []
    secret = draw.choice(SMALL.answers)
    while state.answers.size > 1 and state.left:
        yield rules, state, known
        guess = draw.choice(words_left(state)[1])
        clue = classic(secret, guess)
        if guess == secret:
            return
        known = [*known, (guess, clue)]
        state = state_after(rules.rules, state, SMALL.guess_index[guess], clue)


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
        found, rights = count_buckets(rules.rules, state, 2 * state.answers.size)

        answers, guesses = words_left(state)
        assert rights.tolist() == [guess in answers for guess in guesses]
        assert found.tolist() == [
            len({classic(answer, guess) for answer in answers}) for guess in guesses
        ]


@pytest.mark.parametrize("hard", MODES)
@pytest.mark.parametrize("left", [2, 3, 6])
@pytest.mark.parametrize("seed", range(4))
def test_no_lower_bound_is_above_the_cost(seed, left, hard):
    search = Search(SMALL, hard, left)
    for rules, state, known in random_states(hard, seed, left):
        facts = enlarge_facts(empty_facts())
        exact = search.best(search.after(known))[0]
        low = by_answers(rules.rules, state.answers, state.left)
        better = by_guesses(rules.rules, facts, state)

        assert low <= better
        assert better == UNWINNABLE or better <= exact
        assert exact == math.inf or better < UNWINNABLE
        assert by_guesses(rules.rules, facts, state) == better

        answers, guesses = words_left(state)
        for guess in guesses[::7]:
            if state.left < 2 or not informs(guess, answers):
                continue
            index = SMALL.guess_index[guess]
            least = cost(rules.rules, facts, state, index, UNWINNABLE)
            assert least >= UNWINNABLE or least <= search.cost(
                search.after(known), guess
            )


@pytest.mark.parametrize("hard", Hard)
def test_a_guess_that_refutes_a_bound_is_found(hard):
    rules = Claims(SMALL, hard, 6)
    state, facts = rules.start, enlarge_facts(empty_facts())
    lows = [cost(rules.rules, facts, state, g, UNWINNABLE) for g in state.guesses]

    guess, low = refute(rules.rules, facts, state, state.guesses, min(lows) + 1)
    assert (guess, low) == (np.argmin(lows), min(lows))
    assert refute(rules.rules, facts, state, state.guesses, min(lows))[0] == -1


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
    facts = enlarge_facts(empty_facts(), 4, 3)
    wide = CheckState(indices(2, 5, 6, 9), indices(1, 3, 4), 3)
    add(facts, wide, 11, wide.guesses)

    assert by_facts(facts, wide._replace(**change), free, True) == low


def test_a_fact_with_a_guess_for_each_answer_holds_for_more():
    state = CheckState(indices(2, 5, 6), indices(1, 3, 4), 3)
    facts, full = enlarge_facts(empty_facts(), 4, 3), empty_facts()
    for table in (facts, full):
        add(table, state, 6, state.guesses)

    assert by_facts(facts, state._replace(left=5), False, True) == 6
    assert full.counts[0] == by_facts(full, state, False, True) == 0
