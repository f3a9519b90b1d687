"""Measure the speed of the Gymnasium environments, in steps per CPU second.

Run ``python agents/benchmarks/environments.py``. The moves are random. Each environment
plays 4,096 games at once, and then games one by one. A figure is the median of several
rounds; each round measures all environments.
"""

from __future__ import annotations

import argparse
import statistics
import time
from functools import partial

import gymnasium

import clueproof_agents  # noqa: F401 - registers the environments


def play_at_once(name: str, games: int = 4096, steps: int = 60) -> float:
    """Return the steps per CPU second of an environment that plays many games at once.

    `name` is the kind of game, such as ``"WORDPL"``. Each of the `games` games makes
    `steps` steps; the steps of all games are added.
    """
    envs = gymnasium.make_vec(f"clueproof/{name}-v1", games)
    envs.action_space.seed(1)
    envs.reset(seed=1)
    actions = [envs.action_space.sample() for _ in range(steps)]
    began = time.process_time()
    for action in actions:
        envs.step(action)
    return games * steps / (time.process_time() - began)


def play_one(name: str, steps: int = 3000) -> float:
    """Return the steps per CPU second of an environment that plays games one by one.

    `name` is the kind of game, such as ``"WORDPL"``. All games together make `steps`
    steps.
    """
    env = gymnasium.make(f"clueproof/{name}-v1").unwrapped
    env.action_space.seed(1)
    env.reset(seed=1)
    actions = [env.action_space.sample() for _ in range(steps)]
    began = time.process_time()
    for action in actions:
        if env.step(action)[2]:
            env.reset()
    return steps / (time.process_time() - began)


def main() -> None:
    """Print the steps per CPU second of each environment.

    There is a line for each environment, and for many games at once or one by one. A
    line has the median over all rounds, the slowest round and the fastest round.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="number of rounds")
    asked = parser.parse_args()
    calls = {}
    for name in ("Wordle", "Fibble", "WORDPL"):
        calls[f"{name}, 4,096 games"] = partial(play_at_once, name)
        calls[f"{name}, one game"] = partial(play_one, name)

    # Each round measures all environments: a busy minute slows all of them alike.
    rounds = [[call() for call in calls.values()] for _ in range(asked.rounds)]
    for name, rates in zip(calls, zip(*rounds, strict=True), strict=True):
        middle = statistics.median(rates)
        print(f"{name:<22} {middle:12,.0f} ({min(rates):,.0f} to {max(rates):,.0f})")


if __name__ == "__main__":
    main()
