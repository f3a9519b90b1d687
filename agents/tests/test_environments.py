import itertools
import math
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from samples import FEW, SIX, TIGHT, fewest

from clueproof_agents.chat import reward_of
from clueproof_agents.costs import ClassicCosts
from clueproof_agents.figures import regrets_of
from contest.entries.entry import resolve
from contest.entries.loading import load
from game.clues import classic
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.loop import Scripted, play, prepare
from game.protocol import Mode, Move, Outcome, Setting
from game.record import Game
from game.words import Vocabulary
from solver.advice.noisy_costs import NoisyJudge

WORDS = Vocabulary.load()
ROOT = Path(__file__).resolve().parents[2]


def make(name, **options):
    return gymnasium.make(f"clueproof_agents:clueproof/{name}-v1", **options).unwrapped


def follow(env, strategy, **options):
    """Let `strategy` play a game in `env`; return the reward and the info of each step.

    The environment is reset with the arguments `options`.
    """
    env.reset(**options)
    move = strategy.first_move()
    steps = []
    over = False
    while not over:
        _, reward, over, _, info = env.step(env.action(*move))
        steps.append((reward, info))
        if not over:
            turn = env.turns[-1]
            move = strategy.next_move(turn.guess, turn.epsilon, turn.result)
    return steps


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Wordle", {}),
        ("Wordle", {"hard": "nyt", "vocabulary": Vocabulary.load(4)}),
        ("Wordle", {"costs": True, "effort": 1_000}),
        ("WORDPL", {"costs": True}),
    ],
)
def test_an_environment_passes_the_checker_of_gymnasium_without_a_warning(
    name, options
):
    check_env(make(name, **options))


def test_the_games_of_a_seed_are_those_of_the_referee():
    env = make("WORDPL", max_turns=3)
    setting = Setting(WORDS, max_turns=3)
    script = [("slate", 4.5), ("crane", 8.25), ("crane", 0.0)]
    for number in range(9):
        steps = follow(env, Scripted(script), seed=None if number else 7)

        game = play(Scripted(script), deal(setting, Draws("7", number)), setting)
        info = steps[-1][1]
        assert tuple(env.turns) == game.turns
        assert (info["answer"], info["score"]) == (game.answer, game.score)
        assert sum(reward for reward, _ in steps) == -12.75 - 100


@pytest.mark.parametrize("name", ["Wordle", "WORDPL", "Fibble"])
def test_the_return_is_the_reward_of_other_doors_on_another_scale(name):
    env = make(name, vocabulary=FEW)
    setting = env.setting
    most = 100 if name == "WORDPL" else setting.max_turns
    rewards = set()
    for number in range(60):
        words = [*SIX[number % 6 :], *FEW.guesses]
        price = 17.5 if name == "WORDPL" else math.inf
        moves = [(word, price) for word in words[: number % 9]]
        moves += [(words[0], 0.0 if name == "WORDPL" else price)] * 12
        steps = follow(env, Scripted(moves), seed=7, options={"game": number})
        outcome = steps[-1][1]["outcome"]
        game = Game(setting.mode, "", tuple(env.turns), "", Outcome(outcome))
        total = sum(reward for reward, _ in steps)
        # The best return is 0 in WORDPL, and -1 in other games.
        best = 0 if name == "WORDPL" else -1
        expected = max(0, 1 + (total - best) / most)
        assert reward_of(game, setting) == pytest.approx(expected)
        rewards.add(reward_of(game, setting))
    assert len(rewards) > 3
    assert 0 in rewards


def test_an_illegal_action_loses_and_the_mask_says_so_before():
    env = make("Wordle", hard="strict")
    env.reset(options={"answer": "crane"})
    slate = env.action("slate")
    clue = classic("crane", "slate")
    *_, before = env.step(slate)

    _, reward, over, _, info = env.step(slate)

    fits = [classic(word, "slate") == clue for word in WORDS.guesses]
    assert before["action_mask"].tolist() == fits
    assert (reward, over, info["outcome"]) == (-1.0, True, "invalid")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    with pytest.raises(InputError, match="game -1: expected a whole number from 0 on"):
        env.reset(options={"game": -1})
    with pytest.raises(InputError, match="action -1: expected the index of a guess"):
        env.step(-1)
    with pytest.raises(InputError, match="'slat' is not a valid guess"):
        env.action("slat")


@pytest.mark.parametrize("action", [5.7, "5", np.array(5.0), [5], True, None, {}])
def test_what_is_no_index_of_a_word_plays_none(action):
    for name in ("Wordle", "Fibble"):
        env = make(name)
        env.reset()
        with pytest.raises(
            InputError, match=r"action .*: expected the index of a guess"
        ):
            env.step(action)
        assert env.turns == []
    env = make("WORDPL")
    env.reset()
    with pytest.raises(InputError, match=r"action .*: expected "):
        env.step({"word": action, "price": 1.0})
    with pytest.raises(InputError, match=r"action .*: expected "):
        env.step({"word": 5, "price": "1"})
    with pytest.raises(InputError, match="expected a dict with 'word' and 'price'"):
        env.step(action)


def test_what_cannot_be_is_refused_with_what_is_expected():
    env = make("WORDPL")
    env.reset()
    for price in (1000.0, -1.0, math.nan):
        with pytest.raises(InputError, match=r"price .*: expected 0 to 100"):
            env.step({"word": 5, "price": price})
    with pytest.raises(
        InputError, match=r"'anwser': expected .*; did you mean 'answer'"
    ):
        env.reset(options={"anwser": "crane"})
    for loss in (math.nan, math.inf, -1.0):
        with pytest.raises(InputError, match=r"loss .*: expected a finite number"):
            make("Wordle", loss=loss)
    with pytest.raises(InputError, match="lies 9: expected 0 to 5"):
        make("Fibble", channel="lies:9")
    with pytest.raises(InputError, match="hard 'nty': expected off or"):
        make("Wordle", hard="nty")


def test_fibble_rates_moves_by_the_bits_and_chances_of_its_clues():
    env = make("Fibble", channel="lies:2", vocabulary=FEW, costs=True, max_turns=5)
    script = Scripted([("farms", math.inf), ("mount", math.inf)])

    steps = follow(env, script, seed=7, options={"answer": "mount"})

    game = Game(Mode.FIBBLE, "mount", tuple(env.turns), "mount", Outcome.WON)
    bits, _ = regrets_of(game, NoisyJudge(env.setting))
    costs = [info["cost"] for _, info in steps]
    assert np.mean(costs) == pytest.approx(bits)
    assert bits > 0
    assert steps[-1][1]["luck"] > 0


def test_chat_needs_no_gymnasium():
    program = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import clueproof_agents.chat\n"
        "try: import clueproof_agents.single\n"
        "except ValueError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "clueproof-agents[gymnasium]" in done.stdout


@pytest.mark.parametrize("words", [*itertools.permutations(TIGHT.guesses[3:8], 2)])
@pytest.mark.parametrize("limit", [2, 3, 99])
def test_costs_are_those_of_all_trees_and_with_luck_sum_to_the_guesses(words, limit):
    env = make("Wordle", vocabulary=TIGHT, costs=True, max_turns=limit)
    secrets = TIGHT
    for secret in secrets.answers:
        script = Scripted([(word, math.inf) for word in (*words, *secrets.answers)])
        steps = follow(env, script, options={"answer": secret})
        fits = secrets.answers

        for number, (_, info) in enumerate(steps):
            turn = env.turns[number]
            left = min(limit, 12) - number
            best, total = (fewest(TIGHT, fits, left, g) for g in (None, turn.guess))
            assert info["cost"] == pytest.approx((sum(total) - sum(best)) / len(fits))
            fits = tuple(a for a in fits if classic(a, turn.guess) == turn.clue)
        sums = sum(info["cost"] - info["luck"] for _, info in steps)
        start = sum(fewest(TIGHT, secrets.answers, min(limit, 12))) / 6
        lost = steps[-1][1]["score"] == math.inf
        assert len(steps) + lost == pytest.approx(start + sums)
        assert all(info["exact"] for _, info in steps)


def test_an_interval_stands_where_the_search_takes_too_long():
    slate = ([], Move("slate", math.inf), classic("crane", "slate"), False)

    wide = ClassicCosts(WORDS, effort=200_000).rate(*slate)
    narrow = ClassicCosts(WORDS).rate(*slate)

    assert (wide["exact"], narrow["exact"]) == (False, True)
    assert narrow["cost"] == pytest.approx((7928 - 7920) / 2315)
    low, high = wide["cost_bounds"]
    assert 0 <= low <= narrow["cost"] <= high < 0.2


@pytest.mark.parametrize("effort", [1, 30, 100, 300])
@pytest.mark.parametrize("limit", [2, 3, 99])
def test_an_interval_contains_the_exact_cost_even_if_games_are_lost(effort, limit):
    exact = ClassicCosts(TIGHT, max_turns=limit)
    quick = ClassicCosts(TIGHT, max_turns=limit, effort=effort)
    for guess in TIGHT.guesses:
        for answer in TIGHT.answers:
            clue = classic(answer, guess)
            rated = ([], Move(guess, math.inf), clue, answer == guess)
            right = exact.rate(*rated)

            found = quick.rate(*rated)

            for name in ("cost", "luck"):
                low, high = found[f"{name}_bounds"]
                assert low - 1e-9 <= right[name] <= high + 1e-9


def test_the_best_tree_needs_its_guesses_in_the_environment():
    strategy = load(resolve(f"tree:{ROOT / 'data' / 'optimal-5.txt'}", Mode.CLASSIC))
    prepare(strategy, Setting(WORDS, Mode.CLASSIC))
    env = make("Wordle")

    games = [follow(env, strategy, options={"answer": a}) for a in WORDS.answers]

    assert sum(steps[-1][1]["score"] for steps in games) == 7920
