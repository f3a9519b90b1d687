import itertools
import math
import subprocess
import sys
from functools import cache
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from contest.entries.entry import resolve
from contest.entries.loading import load
from environments.regret import ClassicRegret
from game.clues import classic
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play, prepare
from game.protocol import Mode, Setting
from game.words import Vocabulary
from solver.policies import PolicyPlayer
from tests.rows import rows

WORDS = Vocabulary.load()
SIX = ("mount", "count", "found", "sound", "round", "pound")
FEW = Vocabulary(SIX, (*SIX, "farms", "prism", "merry", "champ"))
ROOT = Path(__file__).resolve().parents[2]
ONE_CLUE = """
from game import parse
from solver import Belief, clue_matrix
class OneClue:
    def prepare(self, setting):
        self.words = setting.vocabulary
        self.row = clue_matrix(self.words, setting.rule)[7000]
    def first_move(self):
        return self.words.guesses[7000], 15.3
    def next_move(self, guess, epsilon, result):
        belief = Belief.uniform(len(self.words.answers))
        belief = belief.update(self.row, parse(result, 5), epsilon, 5)
        return self.words.answers[belief.best], 0.0
ENTRIES = [OneClue()]
"""


def make(name, **options):
    return gymnasium.make(f"environments:clueproof/{name}-v1", **options).unwrapped


def follow(env, strategy, **options):
    """Play a strategy in an environment; return each reward and info."""
    env.reset(**options)
    move, steps, over = strategy.first_move(), [], False
    while not over:
        _, reward, over, _, info = env.step(env.encoding.action(*move))
        steps.append((reward, info))
        if not over:
            turn = env.turns[-1]
            move = strategy.next_move(turn.guess, turn.epsilon, turn.result)
    return steps


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Wordle", {}),
        ("Wordle", {"hard": "nyt", "vocabulary": Vocabulary.load(6)}),
        ("Wordle", {"regret": True, "effort": 1_000_000}),
        ("WORDPL", {"regret": True}),
    ],
)
def test_an_environment_passes_the_checker_of_gymnasium_without_a_warning(
    name, options
):
    check_env(make(name, **options))


def test_the_games_of_a_seed_are_those_of_the_referee():
    env, setting = make("WORDPL", max_turns=3), Setting(WORDS, max_turns=3)
    script = [("slate", 4.5), ("crane", 8.25), ("crane", 0.0)]
    for number in range(20):
        seed = 7 if number == 0 else None
        steps = follow(env, Scripted(script), seed=seed)

        game = play(Scripted(script), deal(setting, Draws("7", number)), setting)
        info = steps[-1][1]
        assert tuple(env.turns) == game.turns
        assert (info["answer"], info["score"]) == (game.answer, game.score)
        lost = 0 if game.score < math.inf else 100
        assert sum(reward for reward, _ in steps) == -12.75 - lost


def test_an_illegal_action_loses_and_the_mask_says_so_before():
    env = make("Wordle", hard="strict")
    env.reset(options={"answer": "crane"})
    *_, before = env.step(env.encoding.action("slate", math.inf))
    clue = classic("crane", "slate")
    fits = [classic(word, "slate") == clue for word in WORDS.guesses]

    _, reward, over, _, info = env.step(env.encoding.action("slate", math.inf))

    assert before["action_mask"].tolist() == fits
    assert (reward, over, info["outcome"]) == (-1.0, True, "invalid")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def brute(answers, guess=None):
    """Return the fewest guesses of all games, the next of which may be given."""
    if guess is None:
        return min((brute(answers, each) for each in FEW.guesses), default=0)
    buckets = {}
    for answer in answers:
        buckets.setdefault(classic(answer, guess), []).append(answer)
    if len(buckets) == 1 and guess not in answers:
        return math.inf
    rest = (part for clue, part in buckets.items() if clue != 242)
    return len(answers) + sum(least(tuple(part)) for part in rest)


@cache
def least(answers):
    return brute(answers)


@pytest.mark.parametrize(
    "words", list(itertools.permutations(("found", "prism", "sound"), 2))
)
def test_regret_is_that_of_all_trees_and_with_luck_sums_to_the_guesses(words):
    env = make("Wordle", vocabulary=FEW, regret=True, max_turns=9)
    for secret in SIX:
        script = Scripted([(word, math.inf) for word in (*words, *SIX)])
        steps, left = follow(env, script, options={"answer": secret}), SIX

        for turn, (_, info) in zip(env.turns, steps, strict=True):
            if left and (
                turn.guess in left or len({classic(a, turn.guess) for a in left}) > 1
            ):
                loss = brute(left, turn.guess) - least(left)
                assert info["regret"] == pytest.approx(loss / len(left))
            left = tuple(a for a in left if classic(a, turn.guess) == turn.clue)
        sums = sum(info["regret"] - info["luck"] for _, info in steps)
        assert len(steps) == pytest.approx(least(SIX) / len(SIX) + sums)
        assert all(info["exact"] for _, info in steps)


def test_an_interval_stands_where_the_search_takes_too_long():
    hasty, patient = ClassicRegret(WORDS, effort=200_000), ClassicRegret(WORDS)
    clue = classic("crane", "slate")

    (*_, wide), (*_, narrow) = (
        [
            r.rate([], g, math.inf, classic("crane", g), False)
            for g in ("salet", "slate")
        ]
        for r in (hasty, patient)
    )

    assert (wide["exact"], narrow["exact"], clue) == (False, True, clue)
    assert narrow["regret"] == pytest.approx((7928 - 7920) / 2315)
    low, high = wide["regret_bounds"]
    assert 0 <= low <= narrow["regret"] <= high < 0.2


def test_games_at_once_are_the_games_one_by_one():
    envs = gymnasium.make_vec("environments:clueproof/Wordle-v1", 5, vocabulary=FEW)
    env, random = make("Wordle", vocabulary=FEW), np.random.default_rng(1)
    boards, info = envs.reset(seed=3)
    env.reset(seed=3)
    histories = [[] for _ in range(5)]
    for _ in range(60):
        over, games = boards[:, 0, 0, 0] * 0 == 1, info["game"].copy()
        actions = random.integers(0, len(FEW.guesses), 5)
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
    assert info["game"].max() > 12


def test_a_policy_plays_as_a_strategy_what_it_plays_in_its_environment():
    def policy(observation, info):
        last = np.flatnonzero(observation["prices"])
        if last.size < 2:
            word = int(observation["board"].sum()) % len(WORDS.guesses)
            return {"word": word, "price": 7.5 + last.size}
        return {"word": np.flatnonzero(info["answer_mask"])[17], "price": 0.004}

    class Agent(PolicyPlayer):
        act = staticmethod(policy)

    env, setting, agent = make("WORDPL"), Setting(WORDS), Agent()
    agent.prepare(setting)
    for number in range(5):
        game = play(agent, deal(setting, Draws("7", number)), setting)
        seen, info = env.reset(seed=7, options={"game": number})
        over = False
        while not over:
            seen, _, over, _, info = env.step(policy(seen, info))
        assert (tuple(env.turns), info["score"]) == (game.turns, game.score)
        assert len(game.turns) == 2


@pytest.mark.system
@pytest.mark.parametrize(
    ("mode", "entry", "total"),
    [
        (Mode.CLASSIC, f"tree:{ROOT / 'data' / 'optimal-5.txt'}", 7920),
        (Mode.CLASSIC, str(ROOT / "examples" / "agent.py"), 8344),
        (Mode.WORDPL, "one.py", None),
    ],
    ids=["tree", "agent", "one clue"],
)
def test_environment_referee_and_library_agree_on_every_word(
    here, tmp_path, mode, entry, total
):
    (tmp_path / "one.py").write_text(ONE_CLUE)
    games = [] if mode is Mode.CLASSIC else ["--games", len(WORDS.answers)]
    run = ["--mode", mode, *games, "--seed", "7", "--out", "run", "--jobs", 1]

    done = here("evaluate.py", entry, *run)

    assert done.returncode == 0, done.stderr
    referee = [float(row["score"]) for row in rows(tmp_path / "run")]
    setting, strategy = Setting(WORDS, mode), load(resolve(entry, mode))
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
    assert sum(scores) == total or 30 < sum(map(math.isfinite, scores)) < 300


@pytest.mark.system
def test_the_training_of_the_example_writes_its_table(tmp_path):
    script, out = ROOT / "examples" / "train_agent.py", tmp_path / "agent.txt"

    run = [sys.executable, script, "--steps", "40", "--out", out]
    subprocess.run(run, check=True, capture_output=True)

    table = out.read_text().split()
    assert (table[0], len(table)) == ("slate", 244)
    assert len(set(table) - {"-"} - set(WORDS.guesses)) == 0 < len(set(table))
