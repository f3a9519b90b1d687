import math

import numpy as np
import pytest

from game import Mode, Move, Setting, Turn, classic, letterwise
from game.channels.lies import Lies
from solver.advice.noisy_costs import NoisyJudge
from tests.solver import reference
from tests.solver.samples import TEN

WORDPL = Setting(TEN)
RIGHT = 3**5 - 1


def fibble(lies, turns_left):
    """Return Fibble with so many guesses left after one."""
    channel = f"lies:{lies}"
    return Setting(TEN, Mode.FIBBLE, max_turns=1 + turns_left, channel=channel)


def seen_before(setting):
    """Return the turns before: a clue that several answers fit."""
    if setting is WORDPL:
        return [Turn("crane", 6.0, 30)]
    lies = Lies(int(setting.channel[-1]))
    true = classic("slate", "crane")
    clue = next(y for y in range(RIGHT) if lies.likelihoods(y, math.inf)[true] > 0)
    return [Turn("crane", math.inf, clue)]


def outcomes(setting, move, before=()):
    """Return the joint probabilities of outcomes and answers, by enumeration.

    The last outcome is that a right guess ends the game.
    """
    lies = int(setting.channel[-1]) if setting.mode is Mode.FIBBLE else 0
    mark = classic if lies else letterwise

    def joint(belief, guess, epsilon):
        row = [mark(word, guess) for word in TEN.answers]
        return reference.joint(row, belief, epsilon, 5, lies).T

    belief = np.ones(len(TEN.answers))
    for turn in before:
        belief = joint(belief, turn.guess, turn.epsilon)[turn.clue]
    found = joint(belief / belief.sum(), move.guess, move.epsilon)
    return found if lies else np.vstack([found, np.zeros(len(belief))])


def entropy(chances):
    chances = chances[chances > 0]
    return -(chances * np.log2(chances)).sum()


def value(chances, moves_left):
    """Return the value of a position whose secret is not found."""
    if moves_left == 0:
        return -1.0
    return -(1 - chances.max()) if moves_left == 1 else -(1 + entropy(chances))


POSITIONS = [
    (WORDPL, 7.0, 2),
    (WORDPL, 7.0, 1),
    *(
        (fibble(lies, left), math.inf, left - 1)
        for lies in (1, 3)
        for left in (3, 2, 1)
    ),
]


@pytest.mark.parametrize(("setting", "price", "moves_left"), POSITIONS)
def test_cost_is_the_value_that_the_best_word_gains_more(setting, price, moves_left):
    judge = NoisyJudge(setting)
    gains = {}
    clues = {}
    before = seen_before(setting)
    last = {"answer_follows": setting is WORDPL and moves_left == 1}
    for guess in TEN.guesses:
        joint = outcomes(setting, Move(guess, price), before)
        chances = joint.sum(axis=1)
        clues[guess] = int(chances[:-1].argmax())  # any clue gives the same cost
        gains[guess] = sum(
            p * value(row / p, moves_left)
            for p, row in zip(chances[:-1], joint[:-1], strict=True)
            if p > 0
        )

    for guess, clue in clues.items():
        rated = judge.rate(before, Move(guess, price), clue, found=False, **last)
        assert rated.cost == pytest.approx(max(gains.values()) - gains[guess])
        assert gains[rated.best] == pytest.approx(max(gains.values()))


@pytest.mark.parametrize(("setting", "price", "moves_left"), POSITIONS)
def test_luck_is_what_the_value_gains_above_its_mean(setting, price, moves_left):
    judge = NoisyJudge(setting)
    guess = "slate"
    before = seen_before(setting)
    last = {"answer_follows": setting is WORDPL and moves_left == 1}
    joint = outcomes(setting, Move(guess, price), before)
    chances = joint.sum(axis=1)
    mean = 0.0
    values = []
    lucks = []
    for clue, (p, row) in enumerate(zip(chances, joint, strict=True)):
        if p == 0:
            continue
        found = clue == RIGHT + 1
        move = Move(guess, price)
        seen = min(clue, RIGHT)
        rated = judge.rate(before, move, seen, found=found, **last)
        values.append(0.0 if found else value(row / p, moves_left))
        lucks.append(rated.luck)
        mean += p * rated.luck

    assert mean == pytest.approx(0.0, abs=1e-9)
    assert np.ptp(np.subtract(values, lucks)) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("setting", [WORDPL, fibble(3, 1)])
def test_the_last_move_is_rated_by_its_chance_to_be_right(setting):
    judge = NoisyJudge(setting)
    before = seen_before(setting)
    rated = {}
    for word in TEN.answers:
        move = Move(word, 0.0)
        clue = None
        if setting is not WORDPL:
            move = Move(word, math.inf)
            clue = int(outcomes(setting, move, before).sum(axis=1)[:-1].argmax())
        rated[word] = judge.rate(before, move, clue, found=False)

    assert sum(each.worth for each in rated.values()) == pytest.approx(1)
    best = max(rated, key=lambda word: rated[word].worth)
    assert {each.best for each in rated.values()} == {best}
    for each in rated.values():
        assert each.cost == rated[best].worth - each.worth
        assert each.luck == -each.worth


def test_a_forfeit_costs_the_chance_of_the_likeliest_answer():
    judge = NoisyJudge(WORDPL)
    move = Move("", 0.0)

    rated = judge.rate(seen_before(WORDPL), move, None, found=False)

    assert (rated.worth, rated.cost) == (0.0, rated.best_worth)


def test_bits_are_those_of_the_clue():
    judge = NoisyJudge(WORDPL)
    move = Move("slate", 7.0)
    joint = outcomes(WORDPL, move)
    clues = joint.sum(axis=1)

    rated = judge.rate([], move, 5, found=False)

    after = joint[5] / clues[5]
    assert rated.bits_gained == pytest.approx(math.log2(10) - entropy(after))
    assert rated.bits == pytest.approx(
        math.log2(10) + entropy(clues) - entropy(joint.ravel())
    )
