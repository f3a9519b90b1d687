"""Steps a second of the environments: ``python agents/benchmarks/environments.py``.

Random guesses in classic Wordle: the vectorised environment in one process and in two,
the environment of one game, and a plain loop in Python over `game.classic`. With
``--gym-wordle PYTHON``, the interpreter of an environment that has the packages
``gym-wordle`` and ``gym``, that environment too. Medians of rounds taken in turn.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import gymnasium
import numpy as np

from game import Vocabulary, classic

GYM_WORDLE = """
import random, time, gym, numpy as np
from gym_wordle.wordle import WordleEnv
WordleEnv.seed = lambda self: None
env, size, steps = WordleEnv(), 12972, 6000
guesses = [random.randrange(size) for _ in range(steps)]
env.reset()
began = time.perf_counter()
for guess in guesses:
    if env.step(guess)[2]:
        env.reset()
print(steps / (time.perf_counter() - began))
"""


def play_vectorised(steps: int, games: int = 4096) -> float:
    envs = gymnasium.make_vec("clueproof_agents:clueproof/Wordle-v1", games)
    envs.reset(seed=1)
    size = envs.single_action_space.n
    guesses = np.random.default_rng(1).integers(0, size, (steps // games, games))
    envs.step(guesses[0])  # which compiles
    began = time.perf_counter()
    for actions in guesses:
        envs.step(actions)
    return guesses.size / (time.perf_counter() - began)


def play_in_two_processes(steps: int, pool: ProcessPoolExecutor) -> float:
    return sum(pool.map(play_vectorised, [steps, steps]))


def play_one_game_at_a_time(steps: int) -> float:
    env = gymnasium.make("clueproof_agents:clueproof/Wordle-v1").unwrapped
    env.reset(seed=1)
    guesses = [random.randrange(12_972) for _ in range(steps)]
    began = time.perf_counter()
    for guess in guesses:
        if env.step(guess)[2]:
            env.reset()
    return steps / (time.perf_counter() - began)


def play_plain_loop(steps: int) -> float:
    words = Vocabulary.load()
    guesses = [random.choice(words.guesses) for _ in range(steps)]
    secret, turns = random.choice(words.answers), []
    began = time.perf_counter()
    for guess in guesses:
        turns.append((guess, classic(secret, guess)))
        if guess == secret or len(turns) == 6:
            secret, turns = random.choice(words.answers), []
    return steps / (time.perf_counter() - began)


def gym_wordle(python: str) -> float:
    command = [python, "-W", "ignore", "-c", GYM_WORDLE]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--gym-wordle", metavar="PYTHON")
    asked = parser.parse_args()
    rates: dict[str, list[float]] = {}
    with ProcessPoolExecutor(2) as pool:
        calls: dict[str, Callable[[], float]] = {
            "vectorised, 4,096 games, one process": lambda: play_vectorised(2_000_000),
            "vectorised, two processes": lambda: play_in_two_processes(2_000_000, pool),
            "one game": lambda: play_one_game_at_a_time(6000),
            "plain loop": lambda: play_plain_loop(60_000),
        }
        if asked.gym_wordle:
            calls["gym-wordle"] = lambda: gym_wordle(asked.gym_wordle)
        for _ in range(asked.rounds):
            for name, call in calls.items():
                rates.setdefault(name, []).append(call())
    for name, seen in rates.items():
        low, mid, high = min(seen), statistics.median(seen), max(seen)
        print(f"{name:<38} {mid:12,.0f} steps/s ({low:,.0f} to {high:,.0f})")


if __name__ == "__main__":
    main()
