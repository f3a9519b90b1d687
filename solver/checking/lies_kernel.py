"""Kernels of the checker of play against lies: buckets, the rule, and the walk."""

from __future__ import annotations

import numpy as np

from solver.numeric.compile import kernel

_FEW = 200  # answers whose buckets are counted in bytes


@kernel
def sizes(game, answers, guess):
    """Return how many answers each shown clue leaves, without the guess itself."""
    words = np.zeros(game.fours.shape[1], np.uint64)
    for a in answers:
        if game.itself[a] != guess:
            clue = game.clues[guess, a]
            for i in range(words.size):
                words[i] += game.fours[clue, i]
    return words.view(np.uint16)


@kernel
def best_guess(game, answers, guesses, enough):
    """Return the guess of the smallest largest bucket, and that bucket's size.

    The sum of cubes of all buckets decides ties. The first guess without a bucket of
    more than `enough` answers is returned at once. Counts are added in words of 64 bits
    that hold eight of them, or four in a large position.
    """
    few = answers.size < _FEW
    words = np.zeros(game.fours.shape[1], np.uint64)
    eights, fours = words.view(np.uint8), words.view(np.uint16)
    used = game.eights.shape[1] if few else game.fours.shape[1]
    same = np.zeros(len(game.near), np.uint64)
    best, size, least = guesses[0], np.int64(answers.size + 1), np.int64(0)
    for guess in guesses:
        for i in range(used):
            words[i] = 0
        if few:
            for a in answers:
                if game.itself[a] != guess:
                    clue = game.clues[guess, a]
                    for i in range(used):
                        words[i] += game.eights[clue, i]
        else:
            same[:] = 0
            for a in answers:
                if game.itself[a] != guess:
                    same[game.clues[guess, a]] += np.uint64(1)
            for clue in range(same.size):
                if same[clue]:
                    for i in range(used):
                        words[i] += same[clue] * game.fours[clue, i]
        most = _largest(eights[: 8 * used]) if few else _largest(fours)
        if most <= enough:
            return guess, most
        if most <= size:
            cubes = _cubes(eights[: 8 * used]) if few else _cubes(fours)
            if most < size or cubes < least:
                best, size, least = guess, most, cubes
    return best, size


@kernel
def _largest(counts):
    most = counts[0]
    for count in counts:
        most = max(most, count)
    return np.int64(most)


@kernel
def _cubes(counts):
    total = np.int64(0)
    for count in counts:
        total += np.int64(count) ** 3
    return total


@kernel
def ruled_guess(game, answers, left):
    """Return the guess of the rule, and the size of its largest bucket."""
    enough = max(left - 1, game.good * answers.size // 100)
    listed = np.concatenate((game.listed, game.itself[answers]))
    guess, most = best_guess(game, answers, listed, enough)
    if most <= max(enough, game.poor * answers.size // 100):
        return guess, most
    return best_guess(game, answers, game.every, left - 1)


@kernel
def bucket(game, answers, guess, clue):
    """Return the answers that a shown clue leaves."""
    answers_left = np.empty(answers.size, np.int32)
    n = 0
    for a in answers:
        if game.itself[a] != guess and game.near[game.clues[guess, a], clue]:
            answers_left[n] = a
            n += 1
    return answers_left[:n].copy()


@kernel
def rule_wins(game, answers, left):
    """Return whether the rule wins in the guesses left, whatever is shown."""
    if answers.size <= left:
        return True
    if left <= 1:
        return False
    guess, most = ruled_guess(game, answers, left)
    if most < left:
        return True
    counts = sizes(game, answers, guess)
    while True:
        clue = np.argmax(counts)
        if counts[clue] < left:
            return True
        counts[clue] = 0
        if not rule_wins(game, bucket(game, answers, guess, clue), left - 1):
            return False
