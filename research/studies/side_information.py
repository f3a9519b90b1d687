"""Level of the information test, and its power against strategies that know more.

    python -m research.studies.side_information
    python -m research.studies.side_information --runs 3

For the level, honest entries play: five entries in games with prices, and two entries
in several kinds of games without prices. In each kind of game, an entry plays 100 short
runs of 20 games and 20 long runs of 100 games. The study prints how many e-values reach
20, and 1,000. For the power, the study plays runs of up to 400 games. In all or some of
these games, a strategy that knows the secret or the noise takes the place of the entry.
The figures are in docs/findings/evidence.md.

The information test detects knowledge that clues cannot give. Its *e-value* measures
the evidence after a number of games. From 20 on, a notice is shown; from 1,000 on, the
score of the run is void.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator

import numpy as np

from contest.entries.entry import resolve
from contest.entries.loading import load
from contest.statistics.adjusted.luck import Luck
from contest.statistics.evalues import ERROR
from contest.statistics.information import VOID, InformationTest
from game.draws import Draws
from game.hosts import Host, deal
from game.loop import play, prepare
from game.noise import keep_probability
from game.protocol import Mode, Setting, Strategy
from game.record import Game
from game.words import Vocabulary

GAMES = 400  # largest number of games of a run of a strategy that knows more
HONEST_RUNS = ((100, 20), (20, 100))  # number of runs, number of games of a run
PRICES = (17.0, 8.0, 4.0)  # prices of the guess of a strategy that knows the secret
SHARES = (0.3, 0.1, 0.03)  # shares of the games in which the strategy knows the secret
LIMITS = (1 / ERROR, VOID)  # e-values of the information test: 20 and 1,000
SETTING = Setting(Vocabulary.load())
CLASSIC = Setting(SETTING.vocabulary, Mode.CLASSIC, 6)
FIBBLE = Setting(SETTING.vocabulary, Mode.FIBBLE, 9, channel="lies:1")
LIES = Setting(SETTING.vocabulary, Mode.FIBBLE, 9, channel="lies:3")
PRICED = ("entropy", "bayesian_wordle", "k_guesses", "quantile/p05", "quantile/p50")
HONEST = (
    *((name, SETTING) for name in PRICED),
    ("entropy", CLASSIC),
    ("entropy", FIBBLE),
    *(("posterior_sampling", setting) for setting in (CLASSIC, FIBBLE, LIES)),
)


class Knows:
    """A strategy that knows the secret: it plays the secret once, and then answers.

    The final answer is the secret or, to lose on purpose, another word.

    Parameters
    ----------
    secret : str
        The secret.
    price : float
        The price of the guess.
    wrong : float
        The probability that the strategy loses the game on purpose.
    """

    def __init__(self, secret: str, price: float, wrong: float = 0.0) -> None:
        self.secret = secret
        self.price = price
        self.wrong = random.random() < wrong

    def first_move(self) -> tuple[str, float]:
        """Return the secret as the first guess, and its price."""
        return self.secret, self.price

    def next_move(self, *_: object) -> tuple[str, float]:
        """Answer the secret, or another word to lose on purpose."""
        answers = SETTING.vocabulary.answers
        return answers[self.secret == answers[0]] if self.wrong else self.secret, 0.0


class KnowsNoise:
    """A strategy that knows the noise: it pays much only for a clue that will be true.

    The strategy plays the word TRACE once. It pays 17 nats if the noise will leave
    all marks of the clue true, and 0.1 nats otherwise. The final answer is any word.
    """

    def __init__(self, draws: Draws) -> None:
        unchanged = (draws.noise(0, 5) < keep_probability(17.0)).all()
        self.price = 17.0 if unchanged else 0.1

    def first_move(self) -> tuple[str, float]:
        """Return TRACE and its price, which is high only if the clue will be true."""
        return "trace", self.price

    def next_move(self, *_: object) -> tuple[str, float]:
        """Return a final answer, which may be any word."""
        return SETTING.vocabulary.answers[0], 0.0


def main() -> None:
    """Print two tables about the e-values of the information test.

    The first table shows how often honest entries reach large e-values. The second
    table shows after how many games strategies that know the secret or the noise reach
    these e-values.
    """
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--runs",
        type=int,
        default=5,
        help="number of runs of each strategy that knows more [default: 5]",
    )
    runs = parser.parse_args().runs
    # Honest entries show how often chance alone gives large e-values.
    print("honest entries: number of runs, games of a run, how many e-values reach 20,")
    print("how many e-values reach 1,000, and the largest e-value")
    for name, setting in HONEST:
        show_level(name, setting)

    # The strategy that knows plays all games, or it takes the place of an honest entry
    # in a share of the games.
    base = ready("quantile/p05")
    print("strategies that know the secret or the noise: number of games until the")
    print(f"e-value reaches {1 / ERROR:g}, and until it reaches {VOID:g} ({runs} runs)")
    for price in PRICES:

        def at_price(host: Host, _: Draws, price: float = price) -> Strategy:
            return knows(host, price)

        show(f"secret, {price:g} nats", runs, at_price)
    show("secret, wrong on purpose", runs, lambda h, _: knows(h, 17.0, 0.3))
    show("noise", runs, lambda _, draws: KnowsNoise(draws))
    for share in SHARES:

        def sometimes(host: Host, _: Draws, share: float = share) -> Strategy:
            return knows(host, 17.0) if random.random() < share else base

        show(f"secret, {share:.0%} of games", runs, sometimes)


def ready(name: str, setting: Setting = SETTING) -> Strategy:
    """Return the strategy of the entry `name`, prepared for games of `setting`."""
    strategy = load(resolve(name, setting.mode))
    prepare(strategy, setting)
    return strategy


def show_level(name: str, setting: Setting) -> None:
    """Print how many short and long runs of an honest entry have large e-values.

    The e-values are of the information test (see the module's text). `name` is the name
    of the entry, and `setting` has the rules of the games.
    """
    strategy = ready(name, setting)
    for runs, count in HONEST_RUNS:
        largest = []
        for seed in range(runs):
            # The seed decides the moves of the strategy. The draws decide the secrets
            # and the noise.
            random.seed(seed)
            hosts = [
                deal(setting, Draws(f"{count} {seed}", number))
                for number in range(count)
            ]
            games: list[Game] = [play(strategy, host, setting) for host in hosts]
            test = InformationTest(setting)
            factors = test.observe(games)
            test.add(factors, Luck.of(games, setting, factors).values)
            largest.append(test.value)
        reach = " ".join(f"{sum(x >= limit for x in largest):3}" for limit in LIMITS)
        what = f"{name} {setting.mode} {setting.channel}"
        print(
            f"  {what:36} {runs:3} of {count:3} {reach} {max(largest):8.2f}", flush=True
        )


def knows(host: Host, price: float, wrong: float = 0.0) -> Strategy:
    """Return a strategy that knows the secret of the game of `host`.

    The strategy plays the secret at the price `price`. With the probability `wrong`, it
    loses the game on purpose (see `Knows`).
    """
    return Knows(host.reveal(), price, wrong)


def show(what: str, runs: int, strategy: Callable[[Host, Draws], Strategy]) -> None:
    """Print after how many games the e-value of a run reaches each of `LIMITS`.

    The e-value is of the information test (see the module's text). `what` names the
    strategy, and `runs` is the number of runs. `strategy` returns the strategy for a
    game, given the host and the random numbers of the game.
    """
    counts = []
    for seed in range(runs):
        # If the e-value stays below a limit, the number of games of the run plus 1 is
        # counted.
        values = [*e_values(seed, strategy), math.inf]
        counts.append([int(np.argmax(np.array(values) >= x)) + 1 for x in LIMITS])
    notice, void = (f"{min(c):4} to {max(c):4}" for c in zip(*counts, strict=True))
    print(f"  {what:26} {notice}  {void}", flush=True)


def e_values(seed: int, strategy: Callable[[Host, Draws], Strategy]) -> Iterator[float]:
    """Yield, after each game of a run, the largest e-value of the information test.

    The run ends after `GAMES` games, or when the e-value makes the score void. `seed`
    is the seed of the run. `strategy` returns the strategy for a game, given the host
    and the random numbers of the game.
    """
    random.seed(seed)
    test = InformationTest(SETTING)
    for number in range(GAMES):
        draws = Draws(str(seed), number)
        host = deal(SETTING, draws)
        game: Game = play(strategy(host, draws), host, SETTING)
        factors = test.observe([game])
        test.add(factors, Luck.of([game], SETTING, factors).values)
        yield test.value
        if test.value >= VOID:
            return


if __name__ == "__main__":
    main()
