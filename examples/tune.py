#!/usr/bin/env python3
"""Search for the prices of a strategy with optuna.

    python examples/tune.py trials.svg

Every trial plays new games at other prices. The value of a trial is noisy, because a
trial has few games. So score the best prices afterwards, on other games.
"""

import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

import matplotlib.pyplot as plt
import optuna

from clueproof import evaluate
from strategies.k_guesses import KGuesses

RANGES = {"first": (7.0, 11.0), "second": (4.0, 8.0)}
"""Lowest and highest price of each clue, in nats."""

NEVER = 100.0
"""Value of a trial that wins less than 5 % of its games."""


def measure(trial: optuna.Trial, games: int) -> float:
    """Play games at the prices of a trial; return the 5th percentile of the scores."""
    first, second = (
        trial.suggest_float(name, low, high) for name, (low, high) in RANGES.items()
    )
    evaluation = evaluate(KGuesses(schedule=(first, second)), games)
    return min(evaluation.p05, NEVER)


def plot(study: optuna.Study, path: Path) -> None:
    """Draw a plot for each price: the value of every trial against this price."""
    figure, axes = plt.subplots(1, len(RANGES), sharey=True, layout="constrained")
    for axis, name in zip(axes, RANGES, strict=True):
        axis.scatter(
            [trial.params[name] for trial in study.trials],
            [trial.value for trial in study.trials],
        )
        axis.set_xlabel(f"{name} price in nats")
    axes[0].set_ylabel("p05 in nats")
    figure.savefig(path)


def main() -> None:
    """Try prices, draw all trials, and print the best prices."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("plot", type=Path, help="file of the plot: .svg, .png or .pdf")
    parser.add_argument("--trials", type=int, default=40)
    parser.add_argument("--games", type=int, default=401, help="games of each trial")
    options = parser.parse_args()

    # The sampler (TPE) prefers prices near the prices of good earlier trials.
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=0))
    study.optimize(lambda trial: measure(trial, options.games), options.trials)

    plot(study, options.plot)
    prices = ", ".join(f"{study.best_params[name]:.2f}" for name in RANGES)
    print(f"p05 {study.best_value:.2f}: k_guesses:KGuesses(schedule=({prices}))")


if __name__ == "__main__":
    main()
