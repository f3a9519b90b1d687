"""Kernels of the checker of play against lies: buckets, the rule, and the walk.

The argument `game` has the arrays of `LiesGame` in `checker`: the clue matrix, which
true clue can be shown as which clue, and the parameters of the rule. The *rule* chooses
the guess in a position that the certificate does not list; the text of `checker`
explains it. A *position* is the answers that fit all clues; `answers` has their
indices. A shown clue *keeps* the answers with a true clue that can be shown as this
clue. A *bucket* of a guess is the part of a position that a shown clue keeps, without
the guess itself.
"""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import inner, kernel


@kernel
def sizes(game, answers, guess):
    """Return, for each clue that may be shown, how many of the `answers` it keeps.

    The clue is shown after `guess`, which is not counted. A clue keeps the answers with
    a true clue that can be shown as this clue. `game` has the arrays of the game (see
    the module's text).
    """
    counts = np.empty(len(game.near), np.uint16)
    _count(game, answers, guess, counts)
    return counts


@inner
def _count(game, answers, guess, counts):
    counts[:] = 0
    for a in answers:
        if game.itself[a] != guess:
            near = game.near[game.clues[guess, a]]
            for clue in range(counts.size):
                counts[clue] += near[clue]


@kernel
def largest_sizes(game, answers):
    """Return, for every guess, the number of answers in its largest bucket.

    A bucket of a guess is the part of `answers` that a shown clue keeps, without the
    guess itself. `game` has the arrays of the game (see the module's text).
    """
    counts = np.empty(len(game.near), np.uint16)
    largest = np.empty(game.every.size, np.int64)
    for guess in game.every:
        _count(game, answers, guess, counts)
        largest[guess] = counts.max()
    return largest


@inner
def minimax_guess(game, answers, guesses, enough):
    """Return the guess with the smallest largest bucket, and the size of this bucket.

    The guess is one of `guesses`. A bucket is the part of `answers` that a shown clue
    keeps. If the largest buckets of several guesses have equal sizes, the guess with
    the smallest sum of cubes is returned: the sum of the cubed sizes of all its
    buckets. But if a guess has no bucket of more than `enough` answers, the first such
    guess is returned at once. `game` has the arrays of the game.
    """
    size = len(game.near)
    if answers.size < 256:  # the counts fit into bytes, which are faster
        return _best(game, answers, guesses, enough, np.empty(size, np.uint8))
    return _best(game, answers, guesses, enough, np.empty(size, np.uint16))


@inner
def _best(game, answers, guesses, enough, counts):
    best = guesses[0]
    size = np.int64(answers.size + 1)
    least = np.int64(0)
    for guess in guesses:
        _count(game, answers, guess, counts)
        largest = counts[0]
        for count in counts:
            largest = max(largest, count)
        most = np.int64(largest)
        if most <= enough:
            return guess, most
        if most <= size:
            cubes = np.int64(0)
            for count in counts:
                cubes += np.int64(count) ** 3
            if most < size or cubes < least:
                best = guess
                size = most
                least = cubes
    return best, size


@kernel
def ruled_guess(game, answers, left):
    """Return the guess that the rule of the certificate chooses in a position.

    The position is `answers` with `left` guesses left. The second result is the size of
    the largest bucket of the guess: of the largest part of `answers` that a shown clue
    keeps. The text of `checker` explains the rule, and `game` has its parameters. If
    the list ``game.listed`` has the guess, the guess moves to the front of this list,
    unless all guesses had to be tried.
    """
    enough = max(left - 1, game.good * answers.size // 100)
    listed = np.concatenate((game.listed, game.itself[answers]))
    guess, most = minimax_guess(game, answers, listed, enough)
    if most > max(enough, game.poor * answers.size // 100):
        return minimax_guess(game, answers, game.every, left - 1)
    for i in range(game.listed.size):
        if game.listed[i] == guess:
            game.listed[1 : i + 1] = game.listed[:i].copy()
            game.listed[0] = guess
            break
    return guess, most


@kernel
def bucket(game, answers, guess, clue):
    """Return the part of `answers` that fits the shown clue `clue` to `guess`.

    An answer fits if its true clue can be shown as `clue`. The guess itself is left
    out. `game` has the arrays of the game (see the module's text).
    """
    answers_left = np.empty(answers.size, np.int32)
    n = 0
    for a in answers:
        if game.itself[a] != guess and game.near[game.clues[guess, a], clue]:
            answers_left[n] = a
            n += 1
    return answers_left[:n].copy()


@kernel
def rule_wins(game, answers, left):
    """Return whether the rule wins from a position, whatever clues are shown.

    The position is `answers` with `left` guesses left. The rule, with its parameters in
    `game`, chooses the guesses (see the module's text).
    """
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
