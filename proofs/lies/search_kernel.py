"""Kernels of families that no guess splits, and of bounds two guesses deep."""

from __future__ import annotations

import numpy as np

from solver.compile.decorators import kernel


@kernel
def keeps_all(masks, near, clues, answer, itself):
    """Return whether each guess has a clue that keeps an answer and its family.

    ``masks[g]`` are the shown clues, a bit each, that keep the whole family after the
    guess g.
    """
    for g in range(len(clues)):
        bits = np.uint64(g == itself)
        for w in range(masks.shape[1]):
            bits |= masks[g, w] & near[clues[g, answer], w]
        if not bits:
            return False
    return True


@kernel
def add_to_family(masks, near, clues, answer, itself):
    """Add an answer to the family of the masks."""
    for g in range(len(clues)):
        if g != itself:
            for w in range(masks.shape[1]):
                masks[g, w] &= near[clues[g, answer], w]


@kernel
def largest_bucket(clues, near, itself, answers, guess):
    """Return the size of the largest bucket of a guess, and its shown clue."""
    counts = np.zeros(len(near), np.int64)
    for a in answers:
        if itself[a] != guess:
            counts += near[clues[guess, a]]
    clue = np.argmax(counts)
    return counts[clue], clue


@kernel
def separates(clues, near, answers, limit):
    """Return the first guess without a bucket of more than `limit`, or -1.

    The clue that left more after one guess is tried first after the next.
    """
    same = np.zeros(len(near), np.int64)
    last = 0
    for guess in range(len(clues)):
        same[:] = 0
        for a in answers:
            same[clues[guess, a]] += 1
        same[-1] = 0  # the guess itself: all marks are correct
        exceeds = _size(near, same, last) > limit
        clue = 0
        while not exceeds and clue < len(near):
            exceeds = _size(near, same, clue) > limit
            last = clue
            clue += 1
        if not exceeds:
            return guess
    return -1


@kernel
def _size(near, same, clue):
    size = 0
    for true in range(len(same)):
        size += near[clue, true] * same[true]
    return size
