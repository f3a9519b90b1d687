"""The chance to win Fibble: ``python -m research.studies.fibble LIES LIMIT``.

`strategies/fibble.py` plays games with drawn secrets and lies. The chance to win is
estimated without counting wins. Let n be the number of words that are possible at a
turn. f(n) is the strategy's own estimate of the number of games that it wins, of n
games: one game for each of n random words. s is the same number after a guess: 1 if the
guess is a possible word, plus the expected sum of the estimates for the words that are
possible after each clue. The estimate of the chance to win is ``s / n`` at the first
turn, plus the sum of ``(s - f(n)) / n`` over all later turns. Its mean is the chance to
win even if f is wrong, because the errors of f cancel in expectation. Its variance is 5
to 200 times smaller than the variance of wins (N. Burch et al. 2018, "AIVAT").

Without LIMIT no game is lost, and the study estimates the mean number of guesses. With
--bounds, it prints an upper bound of the chance of every strategy, and a lower bound of
the mean number of guesses.
"""

from __future__ import annotations

import argparse
import math
import statistics

import numpy as np
from tqdm import tqdm

from game.channels.lies import Lies
from game.clues import Rule, from_marks, to_marks, to_text
from game.draws import Draws
from game.protocol import MAX_MOVES, Mode, Setting
from game.words import Vocabulary
from research.proofs.win_bounds import win_bounds
from solver.belief.lying_clues import sums_by_size
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from strategies.fibble import Fibble

_HALF_WIDTH = 1.96  # half the width of a 95 % interval, in standard errors
_TURNS = 9  # bounds are printed for 0 to this number of guesses


def estimate(strategy: Fibble, seed: str, game: int) -> float:
    """Play the game with the number `game` of a seed, and return an estimate.

    If the number of guesses is limited, the expected estimate is the chance of
    `strategy` to win. If the number of guesses is not limited, the expected estimate is
    the mean number of guesses. The estimate is computed from values of sets of words
    (see the module's text). `seed` and `game` decide the secret and the lies.
    """
    setting = strategy.setting
    words = strategy.words
    length = words.length
    right = 3**length - 1
    draws = Draws(seed, game)
    secret = draws.answer(len(words.answers))
    channel = Lies(strategy.lies)
    possible = np.arange(len(words.answers))
    guess, price = strategy.first_move()
    total = 0.0
    for turn in range(setting.max_turns - 1):
        row = strategy.matrix[words.guess_index[guess]]
        guesses_left = setting.max_turns - turn
        # `before` and `after` have a value for each size of a set of words, before and
        # after the clue: the expected number of games that are won or, if no game is
        # lost, the expected number of guesses in all games.
        if setting.max_turns == MAX_MOVES:
            after = before = strategy.values.guesses
            immediate = float(len(possible))
        else:
            after = strategy.wins(guesses_left - 1)
            before = strategy.wins(guesses_left)
            immediate = float((row[possible] == right).sum())

        # Add the expected value after the clue. From the second turn on, subtract the
        # value before the guess.
        sums = sums_by_size(row[None], possible, strategy.lies, length, after)
        score = immediate + sums[0] / strategy.ways
        total += (score - before[len(possible)] * (turn > 0)) / len(possible)
        if row[secret] == right:
            break

        # A clue is drawn, and leads to the next position.
        true = np.array(to_marks(int(row[secret]), length), np.uint8)
        seen = channel.draw(true, price, draws.noise(turn, length))
        clue = from_marks(seen.tolist())
        fits = channel.likelihoods(clue, price, length)[row[possible]] > 0
        possible = possible[fits & (row[possible] != right)]
        guess, price = strategy.next_move(guess, price, to_text(clue, length))
    return total


def main() -> None:
    """Play games and print the estimate with its 95 % interval, or print bounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "lies", type=int, choices=range(6), help="number of false marks of every clue"
    )
    parser.add_argument(
        "limit",
        type=int,
        nargs="?",
        default=MAX_MOVES,
        help="largest number of guesses in a game [default: no game is lost]",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=1000,
        help="number of games, at least 2 [default: 1000]",
    )
    parser.add_argument(
        "--seed", default="1", help="seed of the secrets and the lies [default: 1]"
    )
    parser.add_argument(
        "--bounds",
        action="store_true",
        help="play no games; print bounds that hold for every strategy",
    )
    options = parser.parse_args()
    channel = f"lies:{options.lies}"
    words = Vocabulary.load()

    # These bounds hold for every strategy, so that no games are played.
    if options.bounds:
        clues = clue_matrix(words, Rule.CLASSIC), answer_rows(words)
        bounds = win_bounds(*clues, options.lies, words.length, _TURNS)
        for turns, chance in enumerate(bounds):
            print(
                f"{channel}: no strategy wins more than {100 * chance:.2f} % of its "
                f"games within {turns} guesses"
            )
        print(
            f"{channel}: every strategy needs at least {(1 - bounds).sum():.3f} "
            "guesses on average"
        )
        return

    # The games estimate the chance of the strategy.
    strategy = Fibble()
    strategy.prepare(Setting(words, Mode.FIBBLE, options.limit, channel=channel))
    games = tqdm(range(options.games), unit="game", leave=False, disable=None)
    values = [estimate(strategy, options.seed, game) for game in games]
    error = _HALF_WIDTH * statistics.stdev(values) / math.sqrt(len(values))
    mean = statistics.fmean(values)
    if options.limit == MAX_MOVES:
        print(
            f"{channel}: the strategy needs {mean:.4f} ± {error:.4f} guesses on "
            f"average ({len(values):,} games)"
        )
    else:
        chance = f"{100 * mean:.3f} ± {100 * error:.3f} %"
        won = f"wins {chance} of its games within {options.limit} guesses"
        print(f"{channel}: the strategy {won} ({len(values):,} games)")


if __name__ == "__main__":
    main()
