"""Precision of luck-adjusted chances, and the gain from knowledge of the secret.

    python -m research.studies.adjusted
    python -m research.studies.adjusted --games 300
    python -m research.studies.adjusted ratios
    python -m research.studies.adjusted bound
    python -m research.studies.adjusted coverage
    python -m research.studies.adjusted levels

V is the value of a *belief* (the probability of every answer, given the clues), near
the chance to win with good play. The *luck* of a clue is V after the clue, minus the
mean of V over all clues that could have come. The *adjusted value* of a game is its
value (the exact chance that its final answer is right, or 0 if it costs more than a
limit) minus the luck of its clues. The mean of the adjusted values is the adjusted
chance to win.

Without an argument, the study prints three tables. The first table has standard errors
in percentage points: of adjusted chances, of counted games, and of exact posteriors
(the probability of the final answer, given the clues). Games of WORDPL are the first
games of official runs in ``results/``; games of other modes are played. The second
table shows `quantile/p50` when it plays the secret as its guess, instead of its own
words, in a share of the games. The third table has the entries of the official run,
each at the budgets within which it wins 5, 50 and 95 % of its games: the adjusted error
of 401 games, and the error of posteriors of 1,001 games.

* `ratios` compares two standard deviations of adjusted values: with V, and with another
  V that an earlier version fitted to the games of the entry itself.
* `bound` shows by how much the expected V after a move exceeds the V before the move.
* `coverage` shows how many intervals of runs of 101 games cover the truth. The games
  are recorded games of submissions and of the official run, and simulated games with
  one, two and three clues. There are two kinds of runs: blocks of 101 games, and 4,000
  runs whose games are drawn at random. The official run has too few games for blocks.
  For the leaders, more tables show runs in which some games fail, and by how much the
  bound for failures widens the intervals of runs without a failure.
* `levels` shows how often true hypotheses are rejected: by the certification of budgets
  in runs that are drawn from recorded and simulated games, and by the information test
  in recorded games.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice, pairwise
from operator import itemgetter
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from contest.entries.entry import resolve
from contest.entries.loading import load
from contest.runs.folder import RunFolder
from contest.statistics.adjusted.bets import Hypothesis, e_values
from contest.statistics.adjusted.capped import cap_luck, known_limits
from contest.statistics.adjusted.evidence import certified_budget
from contest.statistics.adjusted.luck import Luck, adjust_values, rest_of, yields
from contest.statistics.adjusted.replay import Guesses
from contest.statistics.adjusted.values import Value, interpolate
from contest.statistics.information import VOID, InformationTest
from contest.statistics.intervals import half_width
from contest.statistics.posteriors import AdjustedCurve, WinCurve
from contest.statistics.quantiles import PERCENTILES, at_most, standard_error
from game.draws import Draws
from game.hosts import deal
from game.loop import play, prepare
from game.protocol import Mode, Outcome, Setting, Strategy
from game.record import Game
from game.words import Vocabulary
from research.studies.players import Asks, Greedy
from solver.numeric.value_kernel import luck_of_outcomes

Floats = NDArray[np.float64]

RESULTS = Path(__file__).resolve().parents[2] / "results"
SHARES = (0.0, 0.1, 1.0)  # shares of the games in which a player plays the secret
# Standard errors of adjusted chances are computed from the first number of games, and
# standard errors of mean posteriors from the second number.
ADJUSTED = 401
POSTERIORS = 1001
OFFICIAL = "official/2026-11-27"
WORDS = Vocabulary.load()
WORDPL = Setting(WORDS)
FIBBLE = Setting(WORDS, Mode.FIBBLE, 8, channel="lies:3")
CLASSIC = Setting(WORDS, Mode.CLASSIC, 6)
VALUE = Value.of(WORDPL)
BUDGETS = (14.35, 36.3, 68.75)  # budgets of the leaders, in nats
# Budgets in nats; the advantages of moves (see `Advantages`) are computed for each.
WITHIN = (14.35, 24.6, 36.3, 49.2, 68.75)
# Folders of submissions, and for each of them a budget in nats.
SUBMISSIONS = {
    "quantile-f9eb6355": 14.35,
    "quantile-6c219370": 14.45,
    "quantile-df772fa5": 36.3,
    "quantile-007068cd": 71.0,
    "two_ahead-90d1ab2e": 68.75,
}
# For each entry and channel, a dictionary. A key is a limit within which games are won:
# a number of nats or of guesses. The value is the standard deviation of the adjusted
# values, in percentage points. These values are adjusted by a V that the code of commit
# 0aeb30f0 fitted to the games of the entry itself. The function `ratios` adjusts the
# same games by the usual V.
OWN: tuple[tuple[str, str, dict[float, float]], ...] = (
    ("quantile/p05", "", {14.35: 0.421}),
    ("quantile/p50", "", {36.3: 4.169}),
    ("quantile/p95", "", {71.0: 2.539}),
    ("two_ahead/p95", "", {68.75: 2.411}),
    ("entropy", "", {24.6: 6.796, 36.9: 10.557, 49.2: 8.878, 61.5: 8.639}),
    ("bayesian_wordle", "", {49.2: 8.955}),
    ("posterior_sampling", "lies:1", {4: 9.556, 5: 12.548, 6: 11.342}),
    ("entropy", "lies:1", {4: 11.240, 5: 7.728, 6: 2.215}),
    ("posterior_sampling", "lies:2", {5: 4.305, 6: 8.788, 7: 9.311}),
    ("entropy", "lies:2", {5: 27.870, 6: 9.300, 7: 11.806}),
    ("posterior_sampling", "lies:5", {8: 11.576, 9: 11.330, 10: 8.273}),
)
# Folders of the submissions that lead the rankings, with their budgets in nats.
LEADERS = {
    "quantile-f9eb6355": 14.35,
    "quantile-df772fa5": 36.3,
    "two_ahead-90d1ab2e": 68.75,
}
# Numbers of games of a short and of a long run.
SHORT = 101
LONG = 1001
FAILURE_RATES = (0.0, 0.003, 0.01, 0.02, 0.05)  # shares of games that fail
RUNS = 200  # number of runs of a submission or of a simulated player
DRAWN = 4_000  # number of runs whose games are drawn
ASKED = ("stoae", "lions", "pudgy")  # guesses of the simulated players


class Case(NamedTuple):
    """Games of an entry, and the limit within which a game counts as won.

    `limit` is a number of nats or guesses, and `label` names the case in the table. The
    games are games of the entry `entry` in the run `run` of ``results/``. If `run` is
    empty, the games are played by the rules `setting`.
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
        8.0,
        entry="bayesian_random",
        run="",
        setting=FIBBLE,
    ),
    Case(
        "`bayesian_random`, classic, drawn, 4 guesses",
        4.0,
        entry="bayesian_random",
        run="",
        setting=CLASSIC,
    ),
)


class Knows:
    """A player that knows the secret.

    If `asks` is true, the first two guesses are the secret. All other moves, and all
    prices, are the moves and prices of the strategy `other`.
    """

    def __init__(self, other: Strategy, secret: str, *, asks: bool) -> None:
        self.other = other
        self.secret = secret
        self.asks = asks
        self.turns = 0

    def first_move(self) -> tuple[str, float]:
        """Start a game: return the first guess and its price."""
        guess, price = self.other.first_move()
        return self.secret if self.asks else guess, price

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the next move; the final answer is the answer of `other`."""
        self.turns += 1
        word, price = self.other.next_move(guess, epsilon, result)
        return self.secret if self.asks and self.turns == 1 else word, price


def main() -> None:
    """Print the tables that the command's argument names, such as ``bound``."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "table",
        nargs="?",
        choices=TABLES,
        default="precision",
        help="the tables to print [default: precision]",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=1000,
        help="number of games of each case [default: 1000]",
    )
    args = parser.parse_args()
    TABLES[args.table](args.games)


def precision(count: int) -> None:
    """Print the three tables of the study without an argument.

    The tables have standard errors of chances to win, and the gain from knowledge of
    the secret. `count` is the number of games of each case.
    """
    titles = "games", "counting", "posteriors", "adjusted"
    row("entry", *titles, "games for the same precision")
    print("|---|--:|--:|--:|--:|--:|")

    # Every estimator gets the same games.
    seconds = clues = 0.0
    for case in CASES:
        games = list(games_of(case, count))
        before = process_time()
        luck = Luck.of(games, case.setting)
        seconds += process_time() - before
        clues += len(luck.spent)
        (_, plain), (_, exact), (_, own) = estimates(games, luck, case.limit)
        priced = case.setting.mode.priced
        saved = f"{(plain / own) ** 2:,.0f} counted"
        saved += f", {(exact / own) ** 2:,.0f} by posteriors" if priced else ""
        cells = f"{plain:.2f}", f"{exact:.2f}" if priced else "", f"{own:.3f}"
        row(case.label, f"{count:,}", *cells, saved)
    print(f"{1e3 * seconds / clues:.2f} ms of CPU time for a clue\n")

    # Knowledge of the secret should add little to the adjusted chance.
    row("games in which the secret is asked for", "counted", "posteriors", "adjusted")
    print("|---|--:|--:|--:|")
    for share in SHARES:
        games = list(games_of_knowing(share, count))
        both = estimates(games, Luck.of(games, WORDPL), 36.5)
        row(f"{share:.0%}", *(f"{mean:.1f} ± {error:.1f}" for mean, error in both))
    print()

    # Each entry of the official run is shown at the budgets where its chance to win
    # reaches 5, 50 and 95 %.
    row("entry", *(f"{name}, adjusted, posteriors" for name in PERCENTILES))
    print("|---|--:|--:|--:|")
    rows = RunFolder(RESULTS / OFFICIAL).rows()
    for entry, played in groupby(rows, itemgetter("entry")):
        games = [Game.from_row(each) for each in islice(played, POSTERIORS)]
        row(f"`{entry.partition(':')[0]}`", *cells_by_column(games))


def cells_by_column(games: Sequence[Game]) -> Iterator[str]:
    """Yield a cell of the table for each ranking: a budget and two standard errors.

    The errors are of the chance to win within the budget, in percentage points. The
    budget is the smallest budget at which the adjusted chance reaches the target
    probability of the ranking: 5, 50 or 95 %. The first error is the error of the
    adjusted chance in the first 401 of `games`. The second error is the error of the
    mean exact posterior in all `games`. (The exact posterior of a game is the chance
    that its final answer is right, given the clues.)
    """
    luck = Luck.of(games, WORDPL)
    first = luck.select(np.arange(ADJUSTED))
    for share in PERCENTILES.values():
        limit = AdjustedCurve.by(luck).crossing(share)
        own = 100 * standard_error(adjust_values(first, limit))
        exact = 100 * standard_error(yields(luck, limit))
        yield f"{limit:g}: {own:.2f}, {exact:.2f}{' !' if own > exact else ''}"


def row(*cells: str) -> None:
    """Print a row of a Markdown table, with the texts of its cells."""
    print("|", " | ".join(cells), "|", flush=True)


def estimates(
    games: Sequence[Game], luck: Luck, limit: float
) -> list[tuple[float, float]]:
    """Return three estimates of the chance to win, each with its standard error.

    All numbers are in percent. The estimates are means of counted wins, of exact
    posteriors (the chance that the final answer is right, given the clues), and of
    adjusted values (see the module's text). Games win only within `limit`, a number of
    nats or guesses. `luck` has the values of `games` and the luck of their clues.
    """
    won = np.array([game.outcome is Outcome.WON for game in games])
    # Three arrays with a value for each game: whether it is won within the limit; the
    # exact chance of the final answer; and this chance minus the luck of the clues.
    every = (
        won & at_most(luck.costs, limit),
        yields(luck, limit),
        adjust_values(luck, limit),
    )
    return [(100 * float(x.mean()), 100 * standard_error(x)) for x in every]


def games_of_knowing(share: float, count: int) -> Iterator[Game]:
    """Yield `count` games of `quantile/p50`, which may know the secret.

    In each game, with the probability `share`, the player knows the secret and plays it
    as its first two guesses (see `Knows`). Otherwise the player plays as `quantile/p50`
    does.
    """
    random.seed(0)
    strategy = load(resolve("quantile/p50"))
    prepare(strategy, WORDPL)
    for number in range(count):
        host = deal(WORDPL, Draws("adjusted", number))
        asks = random.random() < share
        yield play(Knows(strategy, host.reveal(), asks=asks), host, WORDPL)


def games_of(case: Case, count: int) -> Iterator[Game]:
    """Yield the first `count` games of `case`.

    The games are recorded games, or are played now if the case has no run.
    """
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


def ratios(_: int) -> None:
    """Print two standard deviations of adjusted values, and their ratio.

    The adjusted value of a game is its value minus the luck of its clues, and the luck
    depends on V, the value of a belief (see the module's text). The first deviation is
    for the usual V. The second deviation is for another V, which was fitted to the
    games of the entry itself.
    """
    row("entry", "within", "points", "by a V of its own", "ratio")
    print("|---|--:|--:|--:|--:|")
    for entry, channel, own_of in OWN:
        setting = WORDPL
        if channel:
            setting = Setting(WORDS, Mode.FIBBLE, int(max(own_of)), channel=channel)
        case = Case("", 0.0, entry, "" if channel else OFFICIAL, setting)
        luck = Luck.of([*games_of(case, 301 if channel else 1001)], setting)
        for limit, own in own_of.items():
            values = adjust_values(luck, limit)
            points = 100 * standard_error(values) * math.sqrt(len(values))
            cells = f"{points:.2f}", f"{own:.2f}", f"{points / own:.2f}"
            row(f"{entry} {channel}", f"{limit:g}", *cells)


class Advantages:
    """Collects the advantages of moves while games are replayed.

    The advantage of a move is the expected V after the move, minus the V before the
    move. V is the value of a belief; the luck of clues is computed from V. Each array
    in `parts` is for one budget of `WITHIN`, and has a column for each move. Its three
    rows are the entropy of the belief in nats, the nats that are left before the move,
    and the advantage of the move.
    """

    def __init__(self) -> None:
        self.parts: list[Floats] = []

    def __call__(self, guesses: Guesses) -> None:
        """Add the advantages of one guess in each of the games in `guesses`.

        The advantage is the expected V after the guess, minus the V before the guess.
        """
        first = np.unique(guesses.step, return_index=True)[1]
        beliefs = guesses.beliefs
        entropy = -(beliefs * np.log(np.maximum(beliefs, 1e-300))).sum(axis=1)
        squares = np.log((beliefs**2).sum(axis=1))
        measures = np.stack([entropy, beliefs.max(axis=1), squares])[:, None]
        # Compute V before the move. `luck_of_outcomes` writes V minus the mean of V
        # over the outcomes. Here every outcome gets the chance 0. So the mean is 0, and
        # V itself is written.
        none = np.zeros((2, len(first)))
        before = np.empty((len(first), len(VALUE.rests), 2))
        luck_of_outcomes(measures, none, VALUE.weights, before)
        # The last outcome is a right guess. V is 1 after a right guess, so the luck of
        # this outcome is 1 minus the mean of V.
        expected = 1 - guesses.luck[..., -1]
        # For each budget, a move counts only if the prices so far, with the price of
        # the move, sum to at most the budget.
        for limit in WITHIN:
            within, rest = rest_of(guesses.spent[first], limit)
            left = rest + np.array(guesses.prices)[within]
            rows = np.flatnonzero(within)
            after = interpolate(expected, VALUE.rests, rest, rows)
            value = interpolate(before[:, :, 0], VALUE.rests, left, rows)
            self.parts.append(np.stack([entropy[within], left, after - value]))


def bound(count: int) -> None:
    """Print the advantages of honest, lucky and hostile moves, in two tables.

    The advantage of a move is the expected V after the move, minus the V before the
    move. V is the value of a belief by which games are luck-adjusted. Lucky players
    know the secret; hostile players make the moves that V overrates. `count` sets the
    number of games.
    """
    row("play", "moves", "above V by 0.005", "largest", "99 %", "mean", "largest Z")
    print("|---|--:|--:|--:|--:|--:|--:|")
    # Honest games are recorded games. Lucky and hostile games are of players that were
    # written for this study.
    every = []
    for label, games in (
        ("honest", honest_games(count)),
        ("lucky", lucky_games(count // 10)),
        ("hostile", hostile_games(count // 30)),
    ):
        seen = Advantages()
        luck = Luck.of(list(games), WORDPL, seen)
        moves = np.concatenate(seen.parts, axis=1)
        every.append(moves)
        top = max(adjust_values(luck, limit).max() for limit in WITHIN)
        gains = moves[2]
        cells = f"{gains.max():.3f}", f"{np.quantile(gains, 0.99):.3f}"
        share = f"{(gains > 0.005).mean():.1%}"
        row(
            label, f"{len(gains):,}", share, *cells, f"{gains.mean():.3f}", f"{top:.3f}"
        )

    # Show the same moves by the entropy of the belief and the nats that are left.
    entropy, left, gains = np.concatenate(every, axis=1)
    print()
    nats = (0, 5, 10, 15, 25, 40, 100)
    row("entropy", *(f"{a} to {b} nats left" for a, b in pairwise(nats)))
    print("|---|" + "--:|" * (len(nats) - 1))
    for least, most in ((0, 0.5), (0.5, 2), (2, 4), (4, 6), (6, 8)):
        cells_of = []
        for low, high in pairwise(nats):
            inside = (entropy >= least) & (entropy < most)
            some = gains[inside & (left > low) & (left <= high)]
            shown = (
                f"{(some > 0.005).mean():.0%}, {some.max():.3f}" if len(some) else ""
            )
            cells_of.append(shown)
        row(f"{least:g} to {most:g}", *cells_of)


def honest_games(count: int) -> Iterator[Game]:
    """Yield the first `count` games of each entry of the official run."""
    rows = RunFolder(RESULTS / OFFICIAL).rows()
    for _, played in groupby(rows, itemgetter("entry")):
        yield from map(Game.from_row, islice(played, count))


def lucky_games(count: int) -> Iterator[Game]:
    """Yield games of players who know the secret and play it once or several times.

    Every guess of such a game is the secret. There are `count` games for each budget of
    `BUDGETS` and each number of guesses. The guesses of a game have equal prices, and
    together cost the budget.
    """
    for budget in BUDGETS:
        for times in (1, 2, 3, 4, 5, 8):
            prices = (budget / times,) * times
            yield from simulated(lambda word, _: Asks((word,) * times, prices), count)  # noqa: B023


def hostile_games(count: int) -> Iterator[Game]:
    """Yield games of players who make the moves that V overrates, or random moves.

    V is the value of a belief by which games are luck-adjusted. `count` is the number
    of games of each greedy player.
    """

    def anything(_: str, number: int) -> Strategy:
        numbers = np.random.default_rng(number)
        words = [WORDS.guesses[k] for k in numbers.integers(len(WORDS.guesses), size=9)]
        return Asks(words, numbers.choice([0.5, 2, 5, 9, 14], size=9).tolist())

    yield from simulated(anything, 10 * count)
    for budget in BUDGETS:
        yield from simulated(lambda word, k: Greedy(budget, word, k), count)  # noqa: B023
        yield from simulated(lambda _, k: Greedy(budget, "", k), count)  # noqa: B023


def simulated(player: Callable[[str, int], Strategy], count: int) -> Iterator[Game]:
    """Yield `count` games of WORDPL.

    `player` returns the player of a game, given the secret and the number of the game.
    """
    for number in range(count):
        host = deal(WORDPL, Draws("adjusted", number))
        yield play(player(host.reveal(), number), host, WORDPL)


def coverage(_: int) -> None:
    """Print how many 95 % intervals of runs of 101 games cover the true chance.

    The interval is for the adjusted chance to win within a number of nats. The true
    chance is the mean over all games from which the runs are taken.
    """
    row("entry", "games", "runs", "adjusted chance at nats: intervals that cover it")
    print("|---|--:|--:|---|")
    for run, limit in SUBMISSIONS.items():
        values = adjust_values(Luck.of(submitted(run, RUNS * SHORT), WORDPL), limit)
        runs = len(values) // SHORT
        blocks = values[: runs * SHORT].reshape(runs, SHORT)
        shown = (
            f"{limit:g}: {share_covered(values, blocks):.1%}, {drawn_covered(values)}"
        )
        row(run, f"{len(values):,}", f"{runs} disjoint, {DRAWN:,} drawn", shown)

    # The chances of these players to win are far from 0 and 1, although the players get
    # few clues.
    for prices in ((22.0,), (10.0, 12.0), (10.0, 12.0, 12.0)):
        words = ASKED[: len(prices)]
        games = list(simulated(lambda *_: Asks(words, prices), RUNS * SHORT))  # noqa: B023
        limit = sum(prices)
        values = adjust_values(Luck.of(games, WORDPL), limit)
        blocks = values.reshape(RUNS, SHORT)
        shown = (
            f"{limit:g}: {share_covered(values, blocks):.1%}, {drawn_covered(values)}"
        )
        kinds = f"{RUNS} disjoint, {DRAWN:,} drawn"
        row(f"clues: {len(prices)}", f"{len(values):,}", kinds, shown)

    # The games of an entry in the official run are too few to be divided into disjoint
    # runs. So the games of each run are drawn at random.
    official = RunFolder(RESULTS / OFFICIAL).rows()
    for entry, played in groupby(official, itemgetter("entry")):
        luck = Luck.of([*map(Game.from_row, played)], WORDPL)
        cells = []
        for share in PERCENTILES.values():
            limit = AdjustedCurve.by(luck).crossing(share)
            values = adjust_values(luck, limit)
            cells.append(f"{limit:g}: {drawn_covered(values)}")
        row(entry, f"{len(luck):,}", f"{DRAWN:,} drawn", "; ".join(cells))
    print()
    coverage_with_failures()


def coverage_with_failures() -> None:
    """Print how many 95 % intervals cover the true chance if some of the games fail.

    A game fails if the strategy crashes; it then counts as lost. The intervals are for
    the adjusted chance of the leaders to win, and have a bound for failures. A second
    table has the width of these intervals in runs without a failure, divided by the
    width of intervals by Student's distribution.
    """
    rates = "; ".join(f"{rate:.1%}" for rate in FAILURE_RATES)
    row("leader", "games", f"covered at failure rates of {rates}")
    print("|---|--:|---|")
    numbers = np.random.default_rng(4)
    for run, limit in LEADERS.items():
        values = adjust_values(Luck.of(submitted(run, 10_001), WORDPL), limit)
        for games in (SHORT, LONG):
            shares = [
                share_covered_with_failures(values, games, rate, numbers)
                for rate in FAILURE_RATES
            ]
            row(run, str(games), "; ".join(f"{share:.1%}" for share in shares))

    print()
    row("leader", f"width of intervals of {ADJUSTED} games / width by Student's t")
    print("|---|--:|")
    for run, limit in LEADERS.items():
        values = adjust_values(Luck.of(submitted(run, 10_001), WORDPL), limit)
        ratios = []
        for drawn in values[numbers.integers(len(values), size=(RUNS, ADJUSTED))]:
            below, above = margins_of(drawn, 0)
            ratios.append((below + above) / (2 * above))
        row(run, f"{np.mean(ratios):.2f}")


def share_covered_with_failures(
    values: Floats, games: int, rate: float, numbers: np.random.Generator
) -> float:
    """Return the share of drawn runs with a 95 % interval that covers the true mean.

    A run has `games` games. The random generator `numbers` draws their adjusted values
    from `values`. Each game fails with the probability `rate`, and then has the value
    0. The true mean is the mean of `values` times ``1 - rate``.
    """
    truth = (1 - rate) * values.mean()
    covered = 0
    for _ in range(DRAWN):
        failed = numbers.random(games) < rate
        drawn = values[numbers.integers(len(values), size=games)]
        # A game that crashes at its first move counts 0, and has no clue to adjust.
        drawn = np.where(failed, 0.0, drawn)
        below, above = margins_of(drawn, int(failed.sum()))
        covered += -above <= drawn.mean() - truth <= below
    return covered / DRAWN


def margins_of(values: Floats, failures: int) -> tuple[float, float]:
    """Return how far the 95 % interval of a run reaches below and above its mean.

    `values` has the adjusted value of each game; `failures` is the number of games that
    failed.
    """
    return WinCurve(np.zeros(len(values)), values, failures=failures).margins(0.0)


def submitted(run: str, count: int) -> list[Game]:
    """Return the first `count` games of the submission in the folder `run`."""
    rows = RunFolder(RESULTS / "submissions" / run).rows()
    return [*map(Game.from_row, islice(rows, count))]


def drawn_covered(values: Floats) -> str:
    """Return the share of drawn runs with a 95 % interval that covers the true mean.

    `values` has the adjusted value of each game. The 101 games of each run are drawn
    from `values`, so the true mean is the mean of `values`. The share is a text, in
    percent.
    """
    numbers = np.random.default_rng(1)
    drawn = values[numbers.integers(len(values), size=(DRAWN, SHORT))]
    return f"{share_covered(values, drawn):.1%}"


def share_covered(values: Floats, runs: Floats) -> float:
    """Return the share of `runs` with a 95 % interval that covers the mean of `values`.

    `values` has the adjusted value of each game. A row of `runs` is a run, and has the
    adjusted values of its games. The interval is for the mean of the row.
    """
    truth = values.mean()
    covered = [abs(each.mean() - truth) <= half_width(each) for each in runs]
    return float(np.mean(covered))


def levels(_: int) -> None:
    """Print how often two tests reject a hypothesis that is true.

    The first test certifies budgets. Its hypothesis is that the chance to win within a
    budget is at most a given number. The second test is the information test. Its
    hypothesis is that a strategy knows nothing but the clues.
    """
    numbers = np.random.default_rng(2)
    runs = 2 * RUNS

    # The games of a run are drawn from the recorded games of an entry. So the chance to
    # win a drawn game is exactly the mean of the recorded games, and the hypothesis
    # that the chance is at most this mean is true.
    row(
        "certified, although the chance equals the target probability",
        "games of a run",
        "of 400 runs",
    )
    print("|---|--:|--:|")
    for run, limit in SUBMISSIONS.items():
        games = submitted(run, 10_001)
        whole = Luck.of(games, WORDPL)
        share = float(adjust_values(whole, limit).mean())
        null = Hypothesis(share)
        capped = cap_luck(games, WORDPL, [limit], [null])[1][0, 0]
        won = yields(whole, limit)
        values = null.values(won, won - adjust_values(whole, limit), capped)
        factors = null.log_factors(values)
        false = 0
        for _run in range(runs):
            drawn = factors[numbers.integers(len(games), size=len(games))]
            false += bool((e_values(np.cumsum(drawn, axis=0)) >= 20).any())
        row(f"{run}, {limit:g} nats", f"{len(games):,}", f"{false / runs:.2%}")

    # The games differ in cost, so that several budgets can be certified.
    paid = np.random.default_rng(3).choice([9.0, 11.0, 13.0, 15.0], size=20_000)
    games = list(
        simulated(lambda _, k: Asks(ASKED[:2], (9.0, float(paid[k]))), len(paid))
    )
    luck = Luck.of(games, WORDPL)
    limits = [*known_limits(luck.costs.tolist())]
    for limit in (20.0, 22.0, 24.0):
        share = float(adjust_values(luck, limit).mean())
        capped = cap_luck(games, WORDPL, limits, [Hypothesis(share)])[1][:, 0]
        found = []
        for index in numbers.integers(len(games), size=(runs, 401)):
            part = luck.select(index)
            own = [limits.index(each) for each in known_limits(part.costs.tolist())]
            found.append(certified_budget(part, capped[own][:, index], share, 0.05))
        false = (np.array(found) <= limit).mean()
        row(f"prices are drawn; {limit:g} of 18 to 24 nats", "401", f"{false:.2%}")
    print()

    # Entries of submissions do not know the secret. So large e-values are errors.
    row("information test", "games", "runs", "reach 20", f"{VOID:,.0f}", "largest")
    print("|---|--:|--:|--:|--:|--:|")
    tops = {SHORT: np.empty(0), LONG: np.empty(0)}
    for run in SUBMISSIONS:
        rows, shares = factors_of(submitted(run, 120 * SHORT))
        for length in tops:
            largest = np.array([*largest_e_values(rows, shares, length)])
            tops[length] = np.append(tops[length], largest)
            show_e_values(run, length, largest)
    for length, largest in tops.items():
        show_e_values("all", length, largest)


def show_e_values(name: str, games: int, largest: Floats) -> None:
    """Print a row of the table: how many runs reach the e-values 20 and 1,000.

    The e-value of the information test measures the evidence that a strategy knows more
    than the clues. From 1,000 on, a score is void. `largest` has the largest e-value of
    each run, `games` is the number of games of a run, and `name` names the runs.
    """
    shares = f"{(largest >= 20).mean():.2%}", f"{(largest >= VOID).mean():.2%}"
    row(name, f"{games:,}", str(len(largest)), *shares, f"{largest.max():.1f}")


def factors_of(games: Sequence[Game]) -> tuple[Floats, Floats]:
    """Return two arrays of logarithms from which the information test is computed.

    The test consists of several bets, and every bet has a wealth. A row of the first
    array belongs to one of `games`, and has, for each bet, the logarithm of the factor
    by which the game multiplies the wealth of the bet. The second array has, for each
    bet and up to a constant, the logarithm of the wealth with which the bet starts.
    """
    factors = InformationTest(WORDPL).observe(games)
    luck = Luck.of(games, WORDPL, factors)
    return factors.of_games(luck.values), factors.log_shares


def largest_e_values(rows: Floats, shares: Floats, length: int) -> Iterator[float]:
    """Yield the largest e-value of the information test in each run of `length` games.

    The runs are consecutive blocks of games. `rows` and `shares` are the results of
    `factors_of` for all games: logarithms of factors and of wealth.
    """
    # The factors of a game do not depend on other games. So a run can begin at any
    # game.
    for start in range(0, len(rows) - length + 1, length):
        test = InformationTest(WORDPL)
        part = rows[start : start + length]
        of_run: Any = SimpleNamespace(of_games=lambda _: part, log_shares=shares)  # noqa: B023
        test.add(of_run, [])
        yield test.value


TABLES = {
    "precision": precision,
    "ratios": ratios,
    "bound": bound,
    "coverage": coverage,
    "levels": levels,
}

if __name__ == "__main__":
    main()
