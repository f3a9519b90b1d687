"""Fit V, the function that gives the value of a belief, and write `values-3.csv`.

The luck of a clue is a difference of values V, and games are luck-adjusted by the luck
of their clues.

``python -m research.builders.build_values RESULTS`` takes some minutes and 4 GB of
memory. The file is made from games that the commit de27d508 contains. So RESULTS is the
folder `results` of that commit; later commits replaced some of these games. Linear
algebra runs in one thread, because the last digits depend on the number of threads.

A *belief* has the probability of every answer, given the clues. V is near the chance to
win with good play. It is a function of three measures of the belief: the entropy H, the
largest probability M, and R, minus the logarithm of the sum of the squared
probabilities. From these measures follow the 14 *features* f of the belief. With the
*weights* w, V is ``M + (1 - M) / (1 + exp(-w . f))`` (`luck_of_outcomes` has the list
of the features). The file has the weights.

The weights are fitted to some hundred sample beliefs. In games with prices, which are
games of WORDPL, the beliefs come from recorded games of the strategies, and from a
simulated player who often plays the secret, or a word like the secret. In games without
prices, the beliefs come from a simulated player who draws words from the belief.

Let r be the number of nats or guesses that are left; every r has its own weights. A
*move* is a guess with its price. For each r, in ascending order, every belief has a
*target*: the largest expected V over the moves that are tried. After a move, less is
left, so V is already known there. Then the weights of V are fitted to the targets. In
games with prices, it counts more if V is below a target than if V is above it. So few
moves raise the expected V, and these moves are mostly near the end of a game. If V
below a target counted even more, V would exceed the chance of the honest leaders (the
best entries). Then a player who is given the secret would gain more, too.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

os.environ |= dict.fromkeys(["OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"], "1")

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from contest.runs.folder import RunFolder
from game.channels.channel import Channel
from game.channels.lies import Lies
from game.channels.response import RESPONSE
from game.clues import Rule
from game.record import Game
from game.word_files import DATA
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.belief.next_beliefs import next_beliefs
from solver.belief.noisy_clues import best_posterior, information
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.value_kernel import FEATURES, luck_of_outcomes

Floats = NDArray[np.float64]

FILE = DATA / "values-3.csv"
WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.LETTERWISE)
CLASSIC = clue_matrix(WORDS, Rule.CLASSIC)
ANSWERS = [WORDS.guess_index[word] for word in WORDS.answers]

# The numbers r for which V is fitted: nats that are left, and guesses that are left.
NATS = (
    *(0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16.5, 18, 20, 22, 24),
    *(26, 28, 30, 33, 36, 39, 42, 46, 50, 55, 60, 67, 75, 85, 100),
)
GUESSES = tuple(range(2, 13))
# The prices of the moves that are tried, in nats. They include every r up to 22 nats,
# so that a move may spend all that is left.
PRICES = np.array(
    sorted({13.5, 17, 19, 21, 25, 30, 40} | {r for r in NATS if r <= 22}), float
)
# The number of beliefs that are drawn from the games of each submission.
LEADERS = {
    "quantile-f9eb6355": 50,
    "quantile-df772fa5": 120,
    "two_ahead-90d1ab2e": 140,
    "quantile-d55a1cf0": 80,
}
LEADERS_GAMES = 240  # number of games of each submission that are read
# From each entry of the official run, this number of games is read, and this number of
# beliefs is drawn.
OFFICIAL = 28
LUCKY = 110  # number of beliefs of a simulated player who knows the secret
LEADERS_WEIGHT = 4.0  # weight in the fit of each belief from a submission
# The keys are numbers of nats, and the values are weights. The weight for a number r of
# nats left is the value of the smallest key that is at least r. If V is below the
# target, an error counts with this weight. If V is above the target, an error counts
# with 1 minus this weight.
BELOW = {6: 0.95, 10: 0.97, 14: 0.94, 24: 0.85, 55: 0.75}
# This weight replaces the weights of `BELOW` if more nats are left than its largest
# key, and in games without prices.
BELOW_ELSE = 0.5
# With these weights, V is the largest probability in the belief.
NOTHING = np.array([-1000.0] + [0.0] * (FEATURES - 1))
# Each number r of nats or guesses left has its own weights of V. The fit of the weights
# adds a penalty, with this factor, for differences from the weights of the previous r.
NEAR = 0.03
LETTERS = 5


class States(NamedTuple):
    """The beliefs to which V is fitted, and the moves that are tried in each belief.

    A row of `beliefs` is a belief: the probability of each answer. `weights` has the
    weight of each belief in the fit. A move is a guess with its price, in one of the
    beliefs. `state` and `price` have an element for each move: the index of the belief
    in which the move is made, and the price of the move.

    `following` has an element for each belief: a pair of arrays about the outcomes of
    all moves in this belief. The first array has the probability of each outcome (row)
    of each move (column). The second array has the three measures of the belief (see
    `measures_of`) after each clue to each move. `luck_of_outcomes` takes these arrays.
    The outcomes of a move are all clues, and one more outcome, the last: the guess is
    right and ends the game. In WORDPL no guess ends the game, so that the last outcome
    has the probability 0.
    """

    beliefs: Floats
    weights: Floats
    state: NDArray[np.intp]
    price: Floats
    following: Sequence[tuple[Floats, Floats]]


def main() -> None:
    """Fit V for WORDPL and for every number of lies, and write the weights of V."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "results", type=Path, help="folder `results` of the commit de27d508"
    )
    results = parser.parse_args().results
    if not results.is_dir():
        parser.error(
            f"'{results}': expected the folder `results` of the commit de27d508"
        )
    with FILE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["games", "rest", *(f"w{k}" for k in range(FEATURES))])
        write(table, "response", NATS, priced_states(results))
        for lies in range(LETTERS + 1):
            write(table, f"lies:{lies}", GUESSES, counted_states(lies))


def write(table: object, name: str, rests: Sequence[float], states: States) -> None:
    """Fit V for each number r in `rests`, and write a line to the CSV writer `table`.

    r is a number of nats or guesses that are left. A line has `name`, the name of the
    game, then r, then the weights of V. `states` has the beliefs for the fit.
    """
    for rest, weights in zip(rests, fitted(rests, states), strict=True):
        digits = [f"{weight:.6g}" for weight in weights]
        table.writerow([name, f"{rest:g}", *digits])  # type: ignore[attr-defined]


def features_of(entropy: Floats, top: Floats, squares: Floats) -> Floats:
    """Return the features of some beliefs, from which V is computed.

    V is the value of a belief; the module's text has its formula. `entropy`, `top` and
    `squares` have an element for each belief: the entropy, the largest probability, and
    the logarithm of the sum of the squared probabilities (see `measures_of`). The
    result has one more axis than these arrays: the last axis has the 14 features of a
    belief, in the order of `luck_of_outcomes`.
    """
    r = -squares
    least = -np.log(np.maximum(top, 1e-300))
    products = entropy * entropy, r * r, least * least, entropy * least, top
    more = entropy * r, r * least, top * top, entropy**3, least**3
    columns = np.ones_like(entropy), entropy, r, least, *products, *more
    return np.stack(columns, axis=-1)


def measures_of(beliefs: Floats) -> tuple[Floats, Floats, Floats]:
    """Return three measures of each belief, computed with natural logarithms.

    A row of `beliefs` is a belief: the probability of each answer. The measures are the
    entropy, the largest probability, and the logarithm of the sum of the squared
    probabilities. Each of them is an array with an element for each belief.
    """
    logs = np.log(np.maximum(beliefs, 1e-300))
    entropy = -(beliefs * logs).sum(axis=1)
    return entropy, beliefs.max(axis=1), np.log((beliefs**2).sum(axis=1))


def fitted(rests: Sequence[float], states: States) -> Iterator[Floats]:
    """Yield, for each number r in `rests`, the weights that fit V to the targets.

    V is the value of a belief (see the module's text). r is the number of nats or
    guesses that are left. The target of a belief is the largest expected V over the
    moves that are tried in this belief. `states` has the beliefs and the moves.
    """
    right = np.concatenate([chances[-1] for chances, _ in states.following])
    is_priced = not right.any()
    own = measures_of(states.beliefs)
    features = features_of(*own)
    top = own[1]
    # V is known if no further clue can be used: at r = 0 in games with prices, and at
    # r = 0 and r = 1 in games without prices.
    known = [0.0] if is_priced else [0.0, 1.0]
    numbers = np.array([*known, *rests])
    last = expected(states, NOTHING)
    values = [last] if is_priced else [right, last]
    targets = top
    weights = np.array([-3.0] + [0.0] * (FEATURES - 1))
    for k in range(len(known), len(numbers)):
        below = BELOW_ELSE
        if is_priced:
            below = next((BELOW[r] for r in BELOW if numbers[k] <= r), BELOW_ELSE)
        # A price may be smaller than the step from the previous r to this r. After such
        # a price, V at this r itself is needed. So the fit is made a second time, with
        # V of the first fit.
        for _ in range(2 if is_priced else 1):
            found = best_moves(states, numbers, values[: k + 1], k)
            targets = np.minimum(np.maximum(targets, found), 1.0)
            weights = fit(features, top, targets, states.weights, weights, below)
            values[k:] = [expected(states, weights)]
        sys.stderr.write(f"{numbers[k]:g}: {targets[0]:.4f} at the start\n")
        yield weights


def expected(states: States, weights: Floats) -> Floats:
    """Return, for each move in `states`, the expected V after the move.

    V is the value of a belief, and `weights` are the weights of its features (see the
    module's text). The expectation is over all clues to the guess.
    """
    parts = []
    for chances, measures in states.following:
        luck = np.empty((chances.shape[1], 1, len(chances)))
        luck_of_outcomes(measures, chances, weights[None], luck)
        # V of a right guess is 1, and so its luck is 1 minus the mean of V.
        parts.append(1 - luck[:, 0, -1])
    return np.concatenate(parts)


def best_moves(
    states: States, numbers: Floats, values: Sequence[Floats], k: int
) -> Floats:
    """Return, for each belief, the largest expected V over the moves of the belief.

    V is the value of a belief (see the module's text); `states` has the beliefs and the
    moves. ``numbers[k]`` nats or guesses are left before the move. ``values[j]`` has
    the expected V after each move, if ``numbers[j]`` nats or guesses are left after the
    move.
    """
    # V is known only if one of the `numbers` of nats or guesses is left. The rest that
    # is left after a move lies between two of these numbers.
    rest = numbers[k] - states.price
    upper = np.clip(np.searchsorted(numbers, rest, "right"), 1, k)
    share = (rest - numbers[upper - 1]) / (numbers[upper] - numbers[upper - 1])
    known = (rest > -1e-9) & ((upper < len(values)) | (share < 1e-9))

    # Between two numbers, the expected V is interpolated by a straight line.
    upper = np.minimum(upper, len(values) - 1)
    table = np.array(values)
    each = np.arange(len(rest))
    lower = np.minimum(np.searchsorted(numbers, rest + 1e-9, "right") - 1, upper)
    share = np.where(lower == upper, 0.0, np.clip(share, 0.0, 1.0))
    found = table[np.maximum(lower, 0), each] * (1 - share) + table[upper, each] * share

    # Take the best move in each belief.
    best = np.zeros(len(states.beliefs))
    np.maximum.at(best, states.state[known], found[known])
    return best


def fit(
    features: Floats,
    top: Floats,
    targets: Floats,
    each: Floats,
    start: Floats,
    below: float,
) -> Floats:
    """Return weights of V, near the weights `start`, that fit V to the targets.

    V is the value of a belief, a function of its features and of the weights (see the
    module's text). A row of `features` has the features of a belief, and `targets` has
    the number that V should have in each belief. `top` has the largest probability M in
    each belief, and `each` has the weight of each belief in the fit. `below` is the
    weight of an error if V is below its target.
    """
    scale = 20 * each / (0.03 + np.minimum(targets, 1.03 - targets))

    def errors(weights: Floats) -> tuple[Floats, Floats, Floats]:
        """Return three numbers for each belief: a share, a gap and a root.

        With the weights `weights`, V is M plus the share times (1 - M), where M is the
        largest probability in the belief. The gap is the target minus V. The root is
        the square root of the weight that the squared gap has in the fit.
        """
        share = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        gap = targets - top - (1 - top) * share
        return share, gap, np.sqrt(scale * np.where(gap > 0, below, 1 - below))

    def residuals(weights: Floats) -> Floats:
        _, gap, root = errors(weights)
        return np.append(root * gap, NEAR * (weights - start))

    def slopes(weights: Floats) -> Floats:
        share, _, root = errors(weights)
        of_states = -(root * (1 - top) * share * (1 - share))[:, None] * features
        return np.vstack([of_states, NEAR * np.eye(FEATURES)])

    return np.asarray(least_squares(residuals, start, slopes, x_scale="jac").x)


def priced_states(results: Path) -> States:
    """Return sample beliefs of WORDPL, and the moves that are tried in each belief.

    `results` is the folder with the recorded games.
    """
    numbers = np.random.default_rng(5)
    # The first belief has a triple weight, because every game starts with this belief.
    beliefs = [np.full(len(ANSWERS), 1 / len(ANSWERS))]
    weights = [3.0]

    # Beliefs of good play have the most weight.
    for folder, count in LEADERS.items():
        rows = RunFolder(results / "submissions" / folder).rows()
        games = map(Game.from_row, islice(rows, LEADERS_GAMES))
        beliefs += sampled(numbers, list(games), count)
        weights += [LEADERS_WEIGHT] * count

    # With beliefs of other players, V is right for these players, too. Some of these
    # players know the secret.
    official = RunFolder(results / "official" / "2026-11-22").rows()
    for _, rows in groupby(official, itemgetter("entry")):
        games = map(Game.from_row, islice(rows, OFFICIAL))
        beliefs += sampled(numbers, list(games), OFFICIAL)
        weights += [1.0] * OFFICIAL
    beliefs += [lucky(numbers) for _ in range(LUCKY)]
    weights += [1.0] * LUCKY
    words = [priced_words(belief) for belief in beliefs]
    return measured(beliefs, weights, words, MATRIX, RESPONSE, PRICES)


def sampled(
    numbers: np.random.Generator, games: Sequence[Game], count: int
) -> list[Floats]:
    """Return `count` random beliefs from the games.

    A belief has the probability of each answer, before some guess of some game. The
    generator `numbers` draws the beliefs.
    """
    found = []
    for game in games:
        belief = Belief.uniform(len(ANSWERS))
        for turn in game.turns:
            found.append(belief.probabilities)
            row = MATRIX[WORDS.guess_index[turn.guess]]
            belief = belief.update(row, turn.clue, turn.epsilon, LETTERS)
    return [found[k] for k in numbers.choice(len(found), count)]


def lucky(numbers: np.random.Generator) -> Floats:
    """Return the belief after the clues to some guesses of a simulated player.

    The belief has the probability of each answer. The player knows the secret, and
    often guesses the secret or a word like it. `numbers` draws the secret, the guesses,
    their prices and the clues.
    """
    secret = int(numbers.integers(len(ANSWERS)))
    belief = Belief.uniform(len(ANSWERS))
    for _ in range(int(numbers.integers(1, 5))):
        # The guess is the secret, a word like the secret, or any word.
        kind = numbers.random()
        word = ANSWERS[secret]
        if kind > 0.75:
            word = int(numbers.integers(len(MATRIX)))
        elif kind > 0.5:
            marks = clue_marks(MATRIX[ANSWERS, secret])
            alike = np.argsort(-(marks == 2).sum(axis=1), kind="stable")
            word = ANSWERS[int(numbers.choice(alike[:12]))]
        price = float(numbers.choice([0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18]))
        law = RESPONSE.table(price, LETTERS)[:, MATRIX[word, secret]]
        clue = int(numbers.choice(len(law), p=law / law.sum()))
        belief = belief.update(MATRIX[word], clue, price, LETTERS)
    return belief.probabilities


def clue_marks(clues: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the marks of clues: a row for each clue, a column for each letter.

    A mark is 0 (not in the word), 1 (elsewhere in the word) or 2 (correct). The last
    letter comes first.
    """
    return np.asarray(clues[:, None] // 3 ** np.arange(LETTERS) % 3)


def priced_words(belief: Floats) -> list[int]:
    """Return the guesses to try in a belief of WORDPL, as rows of the clue matrix.

    `belief` has the probability of each answer. One guess to try is the likeliest
    answer. The other guesses are the best two guesses at some prices: by the
    information in their clues, or by the chance to win after their clues.
    """
    scores = [
        information(MATRIX, belief, price, LETTERS, 2.0)
        for price in (3.0, 8.0, 13.0, 18.0)
    ]
    scores += [
        best_posterior(MATRIX, belief, price, LETTERS)
        for price in (4.0, 8.0, 11.0, 14.0)
    ]
    found = {ANSWERS[int(belief.argmax())]}
    for each in scores:
        found |= {*np.argsort(-each, kind="stable")[:2].tolist()}
    return sorted(found)


def counted_states(lies: int) -> States:
    """Return sample beliefs of games without prices, and the guesses that are tried.

    Each clue has `lies` lies: false marks. The beliefs come from games of a simulated
    player. In every belief, some guesses are tried, to find the largest expected V.
    """
    numbers = np.random.default_rng(lies)
    channel = Lies(lies)
    beliefs = [np.full(len(ANSWERS), 1 / len(ANSWERS))]
    words = []

    # Every belief after a guess of the simulated games is a sample belief.
    while len(beliefs) < 150:
        secret = int(numbers.integers(len(ANSWERS)))
        belief = beliefs[0]
        for _ in range(int(numbers.integers(1, 10))):
            # The guess is drawn from the belief. Mostly it is the best of eight words
            # that are drawn: the one that leaves the least entropy.
            word = int(numbers.choice(len(ANSWERS), p=belief))
            if numbers.random() < 0.7:
                tried = numbers.choice(len(ANSWERS), 8, p=belief)
                word = int(tried[left_entropy(belief, tried, channel).argmin()])
            if word == secret:
                break
            row = CLASSIC[ANSWERS[word]]
            law = channel.table(1.0, LETTERS)[:, row[secret]]
            clue = int(numbers.choice(len(law), p=law / law.sum()))
            belief = belief * channel.likelihoods(clue, 1.0, LETTERS)[row]
            belief[word] = 0.0
            belief = belief / belief.sum()
            beliefs.append(belief)

    # The guesses that are tried in each belief: the likeliest answers, answers drawn
    # from the belief, and answers drawn from all answers.
    for belief in beliefs:
        likely = np.argsort(-belief, kind="stable")[:6]
        drawn = numbers.choice(len(ANSWERS), 14, p=belief)
        other = numbers.integers(len(ANSWERS), size=6)
        words.append([ANSWERS[k] for k in np.unique([*likely, *drawn, *other])])
    weights = [3.0] + [1.0] * (len(beliefs) - 1)
    return measured(beliefs, weights, words, CLASSIC, channel, np.ones(1))


def left_entropy(
    belief: Floats, words: NDArray[np.integer], channel: Channel
) -> Floats:
    """Return, for each guess in `words`, the expected entropy after its clue, in nats.

    `belief` has the probability of each answer before the guess, `words` are indices of
    answers, and `channel` turns true clues into seen clues. If the guess is right, the
    entropy counts as 0.
    """
    chances, measures = following(
        belief, [ANSWERS[k] for k in words], np.ones(len(words)), CLASSIC, channel
    )
    return np.asarray((chances * measures[0]).sum(axis=0))


def following(
    belief: Floats,
    words: Sequence[int],
    prices: Floats,
    matrix: NDArray[np.unsignedinteger],
    channel: Channel,
) -> tuple[Floats, Floats]:
    """Return the chance of each outcome of some moves, and measures of the outcomes.

    The outcomes of a move are all clues, and one more outcome, the last: the guess is
    right and ends the game. The first array has the chance of each outcome (row) of
    each move (column). The second array has three measures of the belief after each
    clue: the entropy, the largest probability, and the logarithm of the sum of the
    squared probabilities. `belief` has the probability of each answer before the move.
    A move is an element of `words`, the row of a word in the clue matrix `matrix`, with
    the price at the same index of `prices`. `channel` turns true clues into seen clues.
    """
    beliefs = np.tile(belief, (len(words), 1))
    logs = np.log(np.maximum(beliefs, 1e-300))
    return next_beliefs(
        beliefs,
        logs,
        matrix[list(words)],
        prices.tolist(),
        LETTERS,
        channel,
        ends=channel is not RESPONSE,
    )


def measured(
    beliefs: Sequence[Floats],
    weights: Sequence[float],
    words: Sequence[Sequence[int]],
    matrix: NDArray[np.unsignedinteger],
    channel: Channel,
    prices: Floats,
) -> States:
    """Return sample beliefs with their moves, and with the outcomes of these moves.

    `beliefs` are the beliefs, and `weights` has the weight of each belief in the fit.
    `words` has, for each belief, the words that are tried, as rows of the clue matrix
    `matrix`. Every such word is tried at each price in `prices`. `channel` turns true
    clues into seen clues.
    """
    index = {word: k for k, word in enumerate(ANSWERS)}
    state: list[int] = []
    price: list[float] = []
    outcomes = []
    for number, (belief, some) in enumerate(zip(beliefs, words, strict=True)):
        moves = np.repeat(some, len(prices)).tolist()
        paid = np.tile(prices, len(some))
        chances, measures = following(belief, moves, paid, matrix, channel)
        right = np.zeros(len(moves))
        if channel is not RESPONSE:
            right = np.array([belief[index[word]] for word in moves])
        state += [number] * len(moves)
        price += paid.tolist()
        outcomes.append((np.vstack([chances, right]), measures))
    return States(
        np.array(beliefs), np.array(weights), np.array(state), np.array(price), outcomes
    )


if __name__ == "__main__":
    main()
