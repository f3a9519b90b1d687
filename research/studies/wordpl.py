"""The chance to win of entries that pay the same prices in every game.

Run ``python -m research.studies.wordpl ENTRY ...``. All entries get the same secrets
and the same noise. The last clue is not drawn: the study averages the chance to be
right over all last clues. This needs far fewer games than counting wins.

With --last-two, the last two clues are not drawn. This takes about 0.6 s for a game,
and is meant for entries that choose the best last guess. With --exact, no clue is
drawn. This works for entries with two or three guesses. For each ENTRY, the output then
counts the first clues for which the ENTRY does better than the first ENTRY of the
command line: the chance to see this clue and to win is larger. An ENTRY has the same
form as in a command of evaluate.py, such as `quantile/p50`. Every ENTRY has a
`schedule` of prices, and pays all these prices in every game.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from functools import partial
from typing import Protocol, cast

import numpy as np
from tqdm import tqdm

from contest.entries.entry import Entry, named_entries
from contest.entries.loading import load
from game.channels.response import RESPONSE, likelihoods
from game.clues import Rule, from_marks, to_marks, to_text
from game.draws import Draws
from game.loop import prepare
from game.protocol import Setting, Strategy
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.belief.noisy_clues import best_posterior
from solver.belief.two_step import best_replies
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import total


class Scheduled(Strategy, Protocol):
    """A strategy that pays the same list of prices, the schedule, in every game."""

    schedule: Sequence[float]


WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.LETTERWISE)
LENGTH = WORDS.length


def estimate_chance(strategy: Scheduled, seed: str, last: int, game: int) -> float:
    """Return the chance to win the game with the number `game`, averaged over clues.

    The last one or two clues are not drawn: the chance is the mean over all clues that
    can come. `last` is the number of these clues. If `last` is 2, the best last guess
    replaces the last guess of the strategy. `seed` and `game` decide the secret and the
    noise.
    """
    draws = Draws(seed, game)
    secret = draws.answer(len(WORDS.answers))
    belief = Belief.uniform(len(WORDS.answers))
    guess, price = strategy.first_move()
    budget_left = math.fsum(strategy.schedule)

    # First, play the turns with drawn clues.
    for turn in range(len(strategy.schedule) - last):
        row = MATRIX[WORDS.guess_index[guess]]
        true = np.array(to_marks(int(row[secret]), LENGTH), np.uint8)
        seen = RESPONSE.draw(true, price, draws.noise(turn, LENGTH))
        clue = from_marks(seen.tolist())
        belief = belief.update(row, clue, price, LENGTH)
        budget_left -= price
        guess, price = strategy.next_move(guess, price, to_text(clue, LENGTH))

    # Then take the mean over all clues that are not drawn.
    index = WORDS.guess_index[guess]
    weights = belief.probabilities
    if last == 2:
        last_price = budget_left - price
        _, chances = best_replies(MATRIX, weights, index, price, last_price, LENGTH)
        return total(chances)
    return float(best_posterior(MATRIX[[index]], weights, price, LENGTH)[0])


def exact_chances(strategy: Scheduled) -> np.ndarray:
    """Return, for every first clue, the chance to see this clue and to win.

    The chance is exact: no clue is drawn. The schedule of `strategy` has two or three
    prices. With three prices, the best last guess replaces the last guess of the
    strategy.
    """
    guess, price = strategy.first_move()
    row = MATRIX[WORDS.guess_index[guess]]
    chances = np.empty(3**LENGTH)
    for clue in tqdm(range(3**LENGTH), unit="clue", leave=False, disable=None):
        joint = likelihoods(clue, price, LENGTH)[row] / len(WORDS.answers)
        # A new game begins, so that the strategy knows only this clue.
        strategy.first_move()
        reply, second = strategy.next_move(guess, price, to_text(clue, LENGTH))
        index = WORDS.guess_index[reply]
        if len(strategy.schedule) == 2:
            (chances[clue],) = best_posterior(MATRIX[[index]], joint, second, LENGTH)
        else:
            belief = joint / total(joint)
            last = math.fsum([*strategy.schedule, -price, -second])
            _, wins = best_replies(MATRIX, belief, index, second, last, LENGTH)
            chances[clue] = total(joint) * total(wins)
    return chances


def mean_chances(
    strategy: Scheduled, games: int, seed: str, *, last_two: bool
) -> np.ndarray:
    """Return, for each of `games` games, the chance of `strategy` to win the game.

    The last clue of a game is not drawn: the chance is the mean over all clues that can
    come. If `last_two`, the mean is over the last two clues. `seed` is the seed of the
    secrets and of the noise.
    """
    play = partial(estimate_chance, strategy, seed, 2 if last_two else 1)
    numbers = tqdm(range(games), unit="game", leave=False, disable=None)
    return np.array([play(number) for number in numbers])


def load_scheduled(entry: Entry) -> Scheduled | None:
    """Return the strategy of `entry`, prepared for games of WORDPL.

    The result is None if the strategy has no schedule: a list of the prices that it
    pays in every game.
    """
    strategy = load(entry)
    prepare(strategy, Setting(WORDS))
    return cast(Scheduled, strategy) if getattr(strategy, "schedule", ()) else None


def main() -> None:
    """Print the chance to win of each entry, and its gain over the first entry."""
    line = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    line.add_argument(
        "entries", nargs="*", metavar="ENTRY", help="an entry [default: quantile]"
    )
    line.add_argument("--exact", action="store_true", help="draw no clue at all")
    line.add_argument(
        "--last-two", action="store_true", help="draw all but the last two clues"
    )
    line.add_argument(
        "--games",
        type=int,
        default=1000,
        metavar="N",
        help="number of games [default: 1000]",
    )
    line.add_argument(
        "--seed",
        default="wordpl",
        metavar="S",
        help="seed of the secrets and the noise [default: wordpl]",
    )
    options = line.parse_args()
    texts = options.entries or ["quantile"]
    first = None
    for entry in (entry for text in texts for entry in named_entries(text)):
        strategy = load_scheduled(entry)
        if strategy is None:
            line.error(f"{entry.text!r}: expected an entry with a schedule of prices")
        guesses = len(strategy.schedule)
        budget = f"{sum(strategy.schedule):7.2f}"
        if options.exact and guesses not in (2, 3):
            print(
                f"{budget}  --exact needs an entry with 2 or 3 guesses, not {guesses}  "
                f"{entry.text}"
            )
            continue

        if options.exact:
            chances = exact_chances(strategy)
        else:
            chances = mean_chances(
                strategy, options.games, options.seed, last_two=options.last_two
            )
        # Every entry is compared with the first entry, clue by clue or game by game.
        first = chances if first is None else first
        if options.exact:
            better = f"better after {np.count_nonzero(chances > first):3} first clues"
            shown = f"{100 * total(chances):.3f} %  {better}"
        else:
            shown = f"{share(chances)}  {share(chances - first)}"
        print(f"{budget}  {shown}  {entry.text}", flush=True)


def share(values: np.ndarray) -> str:
    """Return the mean of some values and its standard error as a text, in percent."""
    error = values.std(ddof=1) / len(values) ** 0.5
    return f"{100 * values.mean():+7.2f} +- {100 * error:.2f} %"


if __name__ == "__main__":
    main()
