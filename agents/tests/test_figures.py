"""Tests of regret. The tests count regret again, from the clues of games alone."""

import math

import numpy as np
import pytest
from samples import FEW, SIX

from clueproof_agents.figures import figures_of, regrets_of
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play
from game.protocol import Mode, Setting
from solver.advice.noisy_costs import NoisyJudge

CLUES = np.stack(np.meshgrid(*[range(3)] * 5, indexing="ij"), -1).reshape(-1, 5)
GAMES = [("classic", 0), ("fibble", 1), ("fibble", 2), ("wordpl", None)]


def marks_of(secret, guess, lies):
    """Return the true marks of `guess` for `secret`.

    If `lies` is None, the letters are marked as in WORDPL, otherwise as in Wordle.
    """
    if lies is None:
        return [2 if s == g else int(g in secret) for s, g in zip(secret, guess)]
    marks = [2 if s == g else 0 for s, g in zip(secret, guess)]
    rest = [s for s, g in zip(secret, guess) if s != g]
    for place, letter in enumerate(guess):
        if not marks[place] and letter in rest:
            rest.remove(letter)
            marks[place] = 1
    return marks


def law_of(guess, price, lies):
    """Return the probabilities of the clues of `guess`: a row for each secret.

    A row has the probability of each of the 243 clues, and then the probability that
    the guess is right and ends the game.
    """
    # The last column is the chance of a right guess, which ends a game without prices.
    law = np.zeros((len(SIX), 244))
    for row, secret in zip(law, SIX):
        false = (marks_of(secret, guess, lies) != CLUES).sum(axis=1)
        if lies is None:
            share = math.exp(price / 5)
            row[:243] = (share / (share + 2)) ** (5 - false) / (share + 2) ** false
        elif guess == secret:
            row[243] = 1
        else:
            row[:243] = (false == lies) / (false == lies).sum()
    return law


def entropy(chances):
    chances = chances[chances > 0]
    return float(-(chances * np.log2(chances)).sum())


def worth_of(chances, guess, price, lies, left):
    """Return the information of `guess` in bits, or the chance to win with it.

    The chance is returned if at most one guess may follow: `left` is the number of
    guesses that may follow. `chances` has the probability of each secret.
    """
    law = law_of(guess, price, lies)
    right = chances @ law[:, 243]
    joint = chances[:, None] * law
    if left == 0:
        return right
    if left == 1:
        return right + joint[:, :243].max(axis=0).sum()
    return entropy(joint.sum(axis=0)) - chances @ [*map(entropy, law)] + right


def count_regrets(game, limit, lies):
    chances = np.full(len(SIX), 1 / 6)
    bits = []
    lost = []
    for number, turn in enumerate(game.turns):
        left = 9 if lies is None else limit - number - 1
        worths = {
            word: worth_of(chances, word, turn.epsilon, lies, left)
            for word in FEW.guesses
        }
        cost = max(worths.values()) - worths[turn.guess]

        # The last two guesses of a game without prices count by their chance to win.
        (bits if left > 1 else lost).append(cost)

        # Bayes' rule. After a right guess without a price, all chances are 0.
        chances = chances * law_of(turn.guess, turn.epsilon, lies)[:, turn.clue]
        if chances.sum():
            chances = chances / chances.sum()
    if game.mode is Mode.WORDPL and game.outcome in ("won", "wrong"):
        lost.append(chances.max() - chances[SIX.index(game.final)])
    return np.mean(bits) if bits else math.nan, sum(lost) if lost else math.nan


@pytest.mark.parametrize(("mode", "lies"), GAMES)
def test_regret_is_that_of_counting(mode, lies):
    channel = f"lies:{lies}" if mode == "fibble" else ""
    setting = Setting(FEW, Mode(mode), max_turns=4, channel=channel)
    judge = NoisyJudge(setting)
    random = np.random.default_rng(1)
    seen = []
    for number in range(25):
        words = random.choice(FEW.guesses, 4).tolist()
        prices = random.choice([2.0, 9.0, 20.0], 4).tolist()
        moves = [(w, p if lies is None else math.inf) for w, p in zip(words, prices)]
        if lies is None:
            moves = [*moves[: number % 5], (SIX[number % 6], 0.0)]
        game = play(Scripted(moves), deal(setting, Draws("1", number)), setting)

        found = regrets_of(game, judge)

        assert found == pytest.approx(count_regrets(game, 4, lies), nan_ok=True)
        seen.append(found)

    # Some games have a regret, and some lose a chance.
    assert np.nanmax(seen, axis=0).min() > 0.01


def test_who_never_guesses_has_no_regret():
    setting = Setting(FEW)
    judge = NoisyJudge(setting)
    at_once = play(Scripted([("mount", 0.0)]), deal(setting, Draws("1", 0)), setting)
    silent = play(Scripted([]), deal(setting, Draws("1", 0)), setting)

    assert math.isnan(figures_of(at_once, judge)["regret"])
    assert figures_of(at_once, judge)["lost_chance"] == pytest.approx(0)
    assert all(map(math.isnan, regrets_of(silent, judge)))


def test_a_certain_win_thrown_away_loses_a_chance_and_no_bits():
    setting = Setting(FEW)
    moves = [("mount", 90.0), ("farms", 90.0), ("pound", 0.0)]

    game = play(Scripted(moves), deal(setting, Draws("1", 0), "mount"), setting)

    _, lost = regrets_of(game, NoisyJudge(setting))
    assert lost == pytest.approx(1)
