"""Precision of luck-adjusted chances to win, and what knowing the secret adds to them.

    python benchmarks/adjusted.py
    python benchmarks/adjusted.py --games 300

Standard errors are in percentage points, beside those of counting and of exact
posteriors. Games of WORDPL are the first ones of official runs in ``results/``; games
of other modes are played, and those of `quantile/p50` that asks for the secret instead
of its own words, in a share of the games.
A third has the errors of the entries of ``make run``, where each crosses 5, 50 and
95 %: adjusted for its 401 games, and by posteriors for 1,001.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np

from contest.entries.entry import resolve
from contest.entries.loading import load
from contest.runs.folder import RunFolder
from contest.statistics.adjusted.luck import Luck, adjust_values, yields
from contest.statistics.posteriors import AdjustedCurve
from contest.statistics.quantiles import PERCENTILES, at_most, standard_error
from game.draws import Draws
from game.hosts import deal
from game.loop import play, prepare
from game.protocol import Mode, Outcome, Setting, Strategy
from game.record import Game
from game.words import Vocabulary

RESULTS = Path(__file__).resolve().parent.parent / "results"
SHARES = (0.0, 0.1, 1.0)
ADJUSTED, POSTERIORS = 401, 1001  # games
OFFICIAL = "official/2026-11-27"
WORDS = Vocabulary.load()
WORDPL = Setting(WORDS)
FIBBLE = Setting(WORDS, Mode.FIBBLE, 8, channel="lies:3")
CLASSIC = Setting(WORDS, Mode.CLASSIC, 6)


class Case(NamedTuple):
    """Games of an entry, by its recorded name, and a limit that they are won within.

    They are of a run in the results; played, if no run is named.
    """

    label: str
    limit: float
    entry: str
    run: str = OFFICIAL
    setting: Setting = WORDPL


CASES = (
    Case("`quantile/p05`, 14.35 nats", 14.35, "quantile/p05"),
    Case("`quantile/p50`, 36.3 nats", 36.3, "quantile/p50"),
    Case("`quantile/p95`, 71 nats", 71.0, "quantile/p95"),
    Case("`two_ahead/p95`, 68.75 nats", 68.75, "two_ahead/p95"),
    Case("`entropy`, 49.2 nats", 49.2, "entropy"),
    Case("`bayesian_random`, 61.5 nats", 61.5, "bayesian_random"),
    Case("`posterior_sampling`, 50 nats", 50.0, "posterior_sampling"),
    Case("`entropy`, Fibble, 3 lies, 8 guesses", 8.0, "entropy", "", FIBBLE),
    Case(
        "`bayesian_random`, Fibble, 3 lies, 8 guesses",
        *(8.0, "bayesian_random", "", FIBBLE),
    ),
    Case(
        "`bayesian_random`, classic, drawn, 4 guesses",
        *(4.0, "bayesian_random", "", CLASSIC),
    ),
)


class Knows:
    """Asks for the secret in some games, and else plays as another strategy does."""

    def __init__(self, other: Strategy, secret: str, *, asks: bool) -> None:
        self.other, self.secret, self.asks = other, secret, asks
        self.turns = 0

    def first_move(self) -> tuple[str, float]:
        """Start a game."""
        guess, price = self.other.first_move()
        return self.secret if self.asks else guess, price

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the next move; the answer is always that of the other strategy."""
        self.turns += 1
        word, price = self.other.next_move(guess, epsilon, result)
        return self.secret if self.asks and self.turns == 1 else word, price


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="games of each case")
    count = parser.parse_args().games
    titles = "games", "counting", "posteriors", "adjusted"
    row("entry", *titles, "games for the same precision")
    print("|---|--:|--:|--:|--:|--:|")
    seconds = clues = 0.0
    for case in CASES:
        games = list(games_of(case, count))
        before = process_time()
        luck = Luck.of(games, case.setting)
        seconds, clues = seconds + process_time() - before, clues + len(luck.spent)
        (_, plain), (_, exact), (_, own) = estimates(games, luck, case.limit)
        priced = case.setting.mode.priced
        saved = f"{(plain / own) ** 2:,.0f} counted"
        saved += f", {(exact / own) ** 2:,.0f} by posteriors" if priced else ""
        cells = f"{plain:.2f}", f"{exact:.2f}" if priced else "", f"{own:.3f}"
        row(case.label, f"{count:,}", *cells, saved)
    print(f"{1e3 * seconds / clues:.2f} ms of CPU time for a clue\n")
    row("games in which the secret is asked for", "counted", "posteriors", "adjusted")
    print("|---|--:|--:|--:|")
    for share in SHARES:
        games = list(games_of_knowing(share, count))
        both = estimates(games, Luck.of(games, WORDPL), 36.5)
        row(f"{share:.0%}", *(f"{mean:.1f} ± {error:.1f}" for mean, error in both))
    print()
    row("entry", *(f"{name}, adjusted, posteriors" for name in PERCENTILES))
    print("|---|--:|--:|--:|")
    rows = RunFolder(RESULTS / OFFICIAL).rows()
    for entry, played in groupby(rows, itemgetter("entry")):
        games = [Game.from_row(each) for each in islice(played, POSTERIORS)]
        row(f"`{entry.partition(':')[0]}`", *cells_by_column(games))


def cells_by_column(games: Sequence[Game]) -> Iterator[str]:
    """Yield both standard errors at the budget where an entry crosses each column."""
    luck = Luck.of(games, WORDPL)
    for share in PERCENTILES.values():
        limit = AdjustedCurve.by(luck).crossing(share)
        own = 100 * standard_error(adjust_values(luck.first(ADJUSTED), limit))
        exact = 100 * standard_error(yields(luck, limit))
        yield f"{limit:g}: {own:.2f}, {exact:.2f}{' !' if own > exact else ''}"


def row(*cells: str) -> None:
    """Print a row of a table."""
    print("|", " | ".join(cells), "|", flush=True)


def estimates(
    games: Sequence[Game], luck: Luck, limit: float
) -> list[tuple[float, float]]:
    """Return means and standard errors in percent: counted, by posteriors, adjusted."""
    won = np.array([game.outcome is Outcome.WON for game in games])
    every = (
        won & at_most(luck.costs, limit),
        yields(luck, limit),
        adjust_values(luck, limit),
    )
    return [(100 * float(x.mean()), 100 * standard_error(x)) for x in every]


def games_of_knowing(share: float, count: int) -> Iterator[Game]:
    """Yield games of `quantile/p50` that knows the secret in a share of them."""
    random.seed(0)
    strategy = load(resolve("quantile/p50"))
    prepare(strategy, WORDPL)
    for number in range(count):
        host = deal(WORDPL, Draws("adjusted", number))
        asks = random.random() < share
        yield play(Knows(strategy, host.reveal(), asks=asks), host, WORDPL)


def games_of(case: Case, count: int) -> Iterator[Game]:
    """Yield the first games of a case."""
    if case.run:
        rows = RunFolder(RESULTS / case.run).rows()
        chosen = (row for row in rows if case.entry in ("", row["entry"]))
        yield from map(Game.from_row, islice(chosen, count))
        return
    random.seed(0)
    strategy = load(resolve(case.entry, case.setting.mode))
    prepare(strategy, case.setting)
    for number in range(count):
        host = deal(case.setting, Draws("adjusted", number))
        yield play(strategy, host, case.setting)


if __name__ == "__main__":
    main()
