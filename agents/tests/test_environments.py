import csv
import itertools
import math
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from samples import TIGHT, fewest

from clueproof_agents.costs import ClassicCosts, NoisyCosts
from contest.entries.entry import resolve
from contest.entries.loading import load
from game.channels.lies import Lies
from game.channels.response import likelihoods
from game.clues import classic, letterwise
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.loop import Scripted, play, prepare
from game.protocol import Mode, Move, Setting
from game.words import Vocabulary

WORDS = Vocabulary.load()
SIX = ("mount", "count", "found", "sound", "round", "pound")
FEW = Vocabulary(SIX, (*SIX, "farms", "prism", "merry", "champ"))
AGENTS = Path(__file__).resolve().parents[1]
ROOT = AGENTS.parent
BOLD = """
from solver import PolicyPlayer
class Bold(PolicyPlayer):
    def act(self, observation, info):
        prices, word = observation["prices"], int(observation["board"].sum()) * 7
        if prices[1] > 0:
            return {"word": info["answer_mask"].nonzero()[0][word], "price": 0.004}
        return {"word": word, "price": 8.4 if prices[0] else 7.3}
ENTRIES = [Bold()]
"""


def make(name, **options):
    return gymnasium.make(f"clueproof_agents:clueproof/{name}-v1", **options).unwrapped


def follow(env, strategy, **options):
    """Play a strategy in an environment; return each reward and info."""
    env.reset(**options)
    move, steps, over = strategy.first_move(), [], False
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
    env, setting = make("WORDPL", max_turns=3), Setting(WORDS, max_turns=3)
    script = [("slate", 4.5), ("crane", 8.25), ("crane", 0.0)]
    for number in range(9):
        steps = follow(env, Scripted(script), seed=None if number else 7)

        game = play(Scripted(script), deal(setting, Draws("7", number)), setting)
        info = steps[-1][1]
        assert tuple(env.turns) == game.turns
        assert (info["answer"], info["score"]) == (game.answer, game.score)
        assert sum(reward for reward, _ in steps) == -12.75 - 100


def test_an_illegal_action_loses_and_the_mask_says_so_before():
    env = make("Wordle", hard="strict")
    env.reset(options={"answer": "crane"})
    slate, clue = env.action("slate"), classic("crane", "slate")
    *_, before = env.step(slate)

    _, reward, over, _, info = env.step(slate)

    fits = [classic(word, "slate") == clue for word in WORDS.guesses]
    assert before["action_mask"].tolist() == fits
    assert (reward, over, info["outcome"]) == (-1.0, True, "invalid")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    with pytest.raises(InputError, match="game -1: expected a number from 0 on"):
        env.reset(options={"game": -1})
    with pytest.raises(InputError, match="action -1: expected 0 to"):
        env.step(-1)
    with pytest.raises(InputError, match="'slat' is not a valid guess"):
        env.action("slat")


@pytest.mark.parametrize("action", [5.7, "5", np.array(5.0), [5], True, None, {}])
def test_what_is_no_index_of_a_word_plays_none(action):
    for name in ("Wordle", "Fibble"):
        env = make(name)
        env.reset()
        with pytest.raises(InputError, match=r"action .*: expected 0 to 12971"):
            env.step(action)
        assert env.turns == []
    env = make("WORDPL")
    env.reset()
    with pytest.raises(InputError, match=r"action .*: expected "):
        env.step({"word": action, "price": 1.0})
    with pytest.raises(InputError, match=r"action .*: expected "):
        env.step({"word": 5, "price": "1"})
    with pytest.raises(InputError, match="expected 'word' and 'price'"):
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
    with pytest.raises(InputError, match="option hard: expected vocabulary, "):
        gymnasium.make_vec("clueproof_agents:clueproof/Wordle-v1", 2, hard="nyt")
    envs = gymnasium.make_vec("clueproof_agents:clueproof/Wordle-v1", 2, vocabulary=FEW)
    for options in ({"answer": "mount"}, {"reset_mask": np.array([True, False])}):
        with pytest.raises(InputError, match="expected 'game'"):
            envs.reset(options=options)
    envs.reset()
    with pytest.raises(InputError, match=r"float64 of shape .*: expected integers"):
        envs.step(np.array([1.0, 2.0]))


def test_fibble_rates_words_by_its_clues_and_ends_with_the_right_one():
    env = make("Fibble", channel="lies:2", vocabulary=FEW, costs=True)
    env.reset(seed=7, options={"answer": "mount"})
    words = FEW.guesses

    *_, info = env.step(words.index("farms"))
    *_, over, _, last = env.step(words.index("mount"))

    assert env.turns[1].clue == 242
    assert (over, last["score"], last["luck"] > 0) == (True, 2.0, True)
    worths = {}
    for guess in words:  # a right guess ends the game: one more outcome
        joint = np.zeros((244, 6))
        for k, word in enumerate(SIX):
            true = classic(word, guess)
            if true == 242:
                joint[243, k] = 1 / 6
            else:
                seen = [Lies(2).likelihoods(y, math.inf)[true] for y in range(243)]
                joint[:243, k] = np.array(seen) / 6
        clues = joint.sum(axis=1, keepdims=True)
        ratios = np.divide(6 * joint, clues, out=np.ones_like(joint), where=joint > 0)
        worths[guess] = (joint * np.log2(ratios)).sum() + joint[243].sum()
    assert info["cost"] == pytest.approx(max(worths.values()) - worths["farms"])


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
    env, secrets = make("Wordle", vocabulary=TIGHT, costs=True, max_turns=limit), TIGHT
    for secret in secrets.answers:
        script = Scripted([(word, math.inf) for word in (*words, *secrets.answers)])
        steps, fits = follow(env, script, options={"answer": secret}), secrets.answers

        for number, (_, info) in enumerate(steps):
            turn, left = env.turns[number], min(limit, 12) - number
            best, total = (fewest(TIGHT, fits, left, g) for g in (None, turn.guess))
            assert info["cost"] == pytest.approx((sum(total) - sum(best)) / len(fits))
            fits = tuple(a for a in fits if classic(a, turn.guess) == turn.clue)
        sums = sum(info["cost"] - info["luck"] for _, info in steps)
        start = sum(fewest(TIGHT, secrets.answers, min(limit, 12))) / 6
        lost = steps[-1][1]["score"] == math.inf
        assert len(steps) + lost == pytest.approx(start + sums)
        assert all(info["exact"] for _, info in steps)


def test_the_best_guess_wins_the_most_games_within_the_limit():
    for limit, cost in ((3, -1 / 6), (4, -0.0)):
        rate = ClassicCosts(TIGHT, max_turns=limit).rate
        rated = rate([], Move("dirty", math.inf), None, won=False)
        assert rated["cost"] == pytest.approx(cost)


def test_an_interval_stands_where_the_search_takes_too_long():
    slate = [], Move("slate", math.inf), classic("crane", "slate"), False

    wide = ClassicCosts(WORDS, effort=200_000).rate(*slate)
    narrow = ClassicCosts(WORDS).rate(*slate)

    assert (wide["exact"], narrow["exact"]) == (False, True)
    assert narrow["cost"] == pytest.approx((7928 - 7920) / 2315)
    low, high = wide["cost_bounds"]
    assert 0 <= low <= narrow["cost"] <= high < 0.2


def test_noisy_costs_are_those_of_all_clues_and_luck_is_fair():
    rate, price, log = NoisyCosts(Setting(FEW)).rate, 6.5, np.log2
    worths, costs, lucks = [], {}, []
    for number, guess in enumerate(FEW.guesses):
        true = [letterwise(word, guess) for word in SIX]
        joint = np.array([likelihoods(seen, price)[true] for seen in range(243)]) / 6
        clues = joint.sum(axis=1)
        worths.append((joint * log(6 * joint / clues[:, None])).sum())
        if number % 3 == 0:
            rated = [rate([], Move(guess, price), c, False) for c in range(243)]
            lucks.append(clues @ [each["luck"] for each in rated])
            costs[number] = rated[0]["cost"]

    assert len(costs) == 4
    for number, cost in costs.items():
        assert cost == pytest.approx(max(worths) - worths[number])
    assert np.allclose(lucks, 0)


def test_games_at_once_are_the_games_one_by_one():
    envs = gymnasium.make_vec("clueproof_agents:clueproof/Wordle-v1", 5, vocabulary=FEW)
    env, random = make("Wordle", vocabulary=FEW), np.random.default_rng(1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(5, int))
    boards, info = envs.reset(seed=3)
    env.reset(seed=3)
    histories = [[] for _ in range(5)]
    for _ in range(60):
        games, actions = info["game"], random.integers(0, len(FEW.guesses), 5)
        boards, rewards, over, _, info = envs.step(actions)
        for k in range(5):
            if games[k] != info["game"][k]:  # a new game, which ignores the action
                histories[k] = []
                assert (rewards[k], boards[k].any()) == (0, False)
                continue
            histories[k].append(actions[k])
            env.reset(options={"game": int(games[k])})
            *_, expected = (env.step(action) for action in histories[k])
            assert np.array_equal(boards[k], expected[0])
            assert (rewards[k], over[k]) == expected[1:3]
            if over[k]:
                assert SIX[info["answer"][k]] == expected[4]["answer"]
            else:
                assert info["answer"][k] == -1
    assert info["game"].max() > 12


def test_games_at_once_follow_one_another_unless_a_seed_or_a_number_is_given():
    envs = gymnasium.make_vec("clueproof_agents:clueproof/Wordle-v1", 3, vocabulary=FEW)
    resets = [{"seed": 3}, {}, {"options": {"game": 9}}, {}, {"seed": 3}]

    infos = [envs.reset(**reset)[1] for reset in resets]

    games = [info["game"].tolist() for info in infos]
    assert games == [[0, 1, 2], [3, 4, 5], [9, 10, 11], [12, 13, 14], [0, 1, 2]]
    assert all((info["action_mask"] == 1).all() for info in infos)


@pytest.mark.parametrize(
    ("mode", "entry", "total"),
    [
        (Mode.CLASSIC, f"tree:{ROOT / 'data' / 'optimal-5.txt'}", 7920),
        (Mode.CLASSIC, str(AGENTS / "examples" / "agent.py"), 8344),
        (Mode.WORDPL, "bold.py", None),
    ],
    ids=["tree", "agent", "bold"],
)
def test_environment_referee_and_library_agree_on_every_word(
    tmp_path, monkeypatch, mode, entry, total
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bold.py").write_text(BOLD)
    games = [] if mode is Mode.CLASSIC else ["--games", len(WORDS.answers)]
    run = ["--mode", mode, *games, "--seed", "7", "--out", "run", "--jobs", 1]

    command = [sys.executable, ROOT / "evaluate.py", entry, *map(str, run)]
    subprocess.run(command, check=True, capture_output=True)

    with (tmp_path / "run" / "games.csv").open(newline="") as file:
        referee = [float(row["score"]) for row in csv.DictReader(file)]
    setting, strategy = (
        Setting(WORDS, mode),
        load(
            resolve(str(tmp_path / entry), mode)
            if mode is Mode.WORDPL
            else resolve(entry, mode)
        ),
    )
    prepare(strategy, setting)
    name = "Wordle" if mode is Mode.CLASSIC else "WORDPL"
    env, scores, library = make(name, max_turns=30), [], []
    for number, answer in enumerate(WORDS.answers):
        options = {"game": number} | ({"answer": answer} if total else {})
        steps = follow(env, strategy, seed=7, options=options)
        scores.append(steps[-1][1]["score"])
        host = deal(setting, Draws("7", number), options.get("answer"))
        library.append(play(strategy, host, setting).score)
    assert scores == library == referee
    assert len(scores) == len(WORDS.answers)
    assert sum(scores) == (total or math.inf)


def test_the_training_of_the_example_writes_its_table(tmp_path):
    script, out = AGENTS / "examples" / "train_agent.py", tmp_path / "agent.txt"

    run = [sys.executable, script, "--steps", "40", "--out", out]
    subprocess.run(run, check=True, capture_output=True)

    opening, *table = out.read_text().split()
    assert (opening, len(table)) == ("slate", 243)
    assert set(table) <= {"-", *WORDS.guesses}
