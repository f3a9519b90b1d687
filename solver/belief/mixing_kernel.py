"""Steps of the channels, letter by letter, in single or double precision.

Several guesses are processed together; the place of a guess among them is its lane. An
array m has a number for each clue of each guess, by true clue before the steps and by
seen clue after them: ``m[clue * lanes + j]`` belongs to the guess in lane j.

A clue is a number in base 3 whose lowest digit is the mark of the last letter. So the
numbers of clues that differ in the mark of the last letter only, absent, present or
correct, are `lanes` apart; in the mark of the letter before it, ``3 * lanes``; and so
on. In a step, `run` is this distance: m is cut into blocks of ``3 * run`` numbers,
whose thirds have the three marks of the letter and are otherwise alike.
"""

from __future__ import annotations

import numpy as np

from solver.belief.answers_kernel import powers
from solver.numeric.decorators import inner, kernel


@inner
def copy_numbers(source, out):
    """Copy an array, in a loop: numba compiles an assignment of slices for seconds."""
    for i in range(out.size):
        out[i] = source[i]


@inner
def mix(m, length, keep, lie):
    """Pass the sums of true clues through the channel, in place.

    A mark stays with the probability `keep`, and becomes each of the two other marks
    with the probability `lie`. For one letter and one lane, m = [a, b, c] becomes
    [keep a + lie (b + c), keep b + lie (a + c), keep c + lie (a + b)].
    """
    gain = keep - lie
    run = m.size // 3**length  # lanes
    for _ in range(length):
        for base in range(0, m.size, 3 * run):
            absent = m[base : base + run]
            present = m[base + run : base + 2 * run]
            correct = m[base + 2 * run : base + 3 * run]
            for i in range(run):
                a = absent[i]
                b = present[i]
                c = correct[i]
                # keep * a + lie * (b + c), and so on: the sum of all three is computed
                # once, and the mark itself counts `gain` more.
                any_mark = lie * (a + b + c)
                absent[i] = any_mark + gain * a
                present[i] = any_mark + gain * b
                correct[i] = any_mark + gain * c
        run *= 3


@inner
def mix_best(m, length, keep, lie):
    """As `mix` with the largest term in place of the sum; needs keep >= lie.

    [a, b, c] becomes [max(keep a, lie b, lie c), max(lie a, keep b, lie c), ...].
    """
    run = m.size // 3**length
    for _ in range(length):
        for base in range(0, m.size, 3 * run):
            absent = m[base : base + run]
            present = m[base + run : base + 2 * run]
            correct = m[base + 2 * run : base + 3 * run]
            for i in range(run):
                a = absent[i]
                b = present[i]
                c = correct[i]
                # Not max(): its handling of NaN prevents vectorisation.
                top = a if a > b else b
                # It may be of the mark itself, which then stays larger: keep >= lie.
                any_mark = lie * (top if top > c else c)
                a = keep * a
                b = keep * b
                c = keep * c
                absent[i] = a if a > any_mark else any_mark
                present[i] = b if b > any_mark else any_mark
                correct[i] = c if c > any_mark else any_mark
        run *= 3


@inner
def mix_lies(m, levels, length, lies, largest):
    """Replace sums, or largest terms, by sums for clues with `lies` marks changed.

    They are the coefficient of ``z**lies`` in a product over the letters, in which a
    mark stays with 1 and becomes each other one with z. ``levels[k]``, as large as m,
    is the coefficient of ``z**k`` after some letters. For one letter and one lie,
    m = [a, b, c] becomes [b + c, a + c, a + b].
    """
    levels[:] = 0.0
    copy_numbers(m, levels[0])
    run = m.size // 3**length
    for letter in range(length):
        # Later letters change at most one mark each.
        least = max(1, lies - (length - 1 - letter))
        # From the highest level down: a lower one must not have this letter's lie yet.
        for level in range(min(lies, letter + 1), least - 1, -1):
            _change_mark(levels[level - 1], levels[level], run, largest)
        run *= 3
    copy_numbers(levels[lies], m)


@kernel
def sum_by_differences(levels, length, largest):
    """Replace zeros by sums, or largest terms, of clues that differ in some marks.

    ``levels[k]`` is for clues that differ in k marks: ``levels[0]``, of size
    ``3**length * lanes``, has the terms of the clues, and the others are 0. The first
    letter comes first, whose marks are a third of the array apart.
    """
    run = levels.shape[1]
    for letter in range(length):
        run //= 3
        for level in range(min(len(levels) - 1, letter + 1), 0, -1):
            _change_mark(levels[level - 1], levels[level], run, largest)


@kernel
def add_levels(levels, chances, logs, out):
    """Add the sums of true clues, by how many marks differ, as `next_beliefs` needs.

    `levels` have the shape (4, n_levels, n_clues, n_turns), likelihoods and their
    logarithms (n_levels, n_turns), and `out` (4, n_clues, n_turns).
    """
    _, counts, clues, turns = levels.shape
    for clue in range(clues):
        for count in range(counts):
            for turn in range(turns):
                chance = chances[count, turn]
                weight = chance * levels[0, count, clue, turn]
                terms = chance * levels[1, count, clue, turn]
                square = chance * chance * levels[2, count, clue, turn]
                top = chance * levels[3, count, clue, turn]
                out[0, clue, turn] += weight
                out[1, clue, turn] += terms + logs[count, turn] * weight
                out[2, clue, turn] += square
                largest = out[3, clue, turn]
                out[3, clue, turn] = top if top > largest else largest


@inner
def _change_mark(before, after, run, largest):
    """Add to `after` the terms in `before` of clues whose mark of one letter differs.

    With `largest`, the largest of them takes the place of a smaller term. `run` is the
    distance of the marks, as above.
    """
    for base in range(0, before.size, 3 * run):
        old = before[base : base + 3 * run]
        new = after[base : base + 3 * run]
        if largest:
            _add_largest(old, new, run)
        else:
            for i in range(run):
                a = old[i]
                b = old[run + i]
                c = old[2 * run + i]
                new[i] += b + c
                new[run + i] += a + c
                new[2 * run + i] += a + b


@inner
def _add_largest(before, after, run):
    """Replace terms of `after` by larger ones in `before` of a changed mark."""
    for i in range(run):
        a = before[i]
        b = before[run + i]
        c = before[2 * run + i]
        x = after[i]
        y = after[run + i]
        z = after[2 * run + i]
        ab = a if a > b else b
        ac = a if a > c else c
        bc = b if b > c else c
        after[i] = x if x > bc else bc
        after[run + i] = y if y > ac else ac
        after[2 * run + i] = z if z > ab else ab


@inner
def mix_table(m, spare, table, largest):
    """Replace sums, or largest terms, by sums for seen clues, by their likelihoods.

    ``table[seen, true]`` is the likelihood of a seen clue; `spare` is as large as m.
    """
    lanes = m.size // table.shape[0]
    spare[:] = 0.0
    for seen in range(table.shape[0]):
        out = spare[seen * lanes : (seen + 1) * lanes]
        for true in range(table.shape[1]):
            chance = table[seen, true]
            if chance > 0.0:
                for j in range(lanes):
                    term = chance * m[true * lanes + j]
                    if not largest:
                        out[j] += term
                    elif term > out[j]:
                        out[j] = term
    copy_numbers(spare, m)


@kernel
def expect_values(values, keep, lie, length, out):
    """Write the mean over the seen clues of their values, by true clue.

    `values` and `out` have the shape (n_clues, n_turns), `keep` and `lie`, the
    probabilities of a true mark and of each false one, (n_turns,).
    """
    clues, turns = values.shape
    means = np.empty(clues)
    spare = np.empty(clues)
    for turn in range(turns):
        # A letter's table is symmetric: the step of `mix` averages seen clues, too.
        copy_numbers(values[:, turn], means)
        gain = keep[turn] - lie[turn]
        run = clues
        for _ in range(length):
            run //= 3
            for base in range(0, clues, 3 * run):
                for i in range(base, base + run):
                    a = means[i]
                    b = means[run + i]
                    c = means[2 * run + i]
                    any_mark = lie[turn] * (a + b + c)
                    spare[i] = any_mark + gain * a
                    spare[run + i] = any_mark + gain * b
                    spare[2 * run + i] = any_mark + gain * c
            means, spare = spare, means
        copy_numbers(means, out[:, turn])


@kernel
def expect_powers(values, keep, lie, length, turns, true, out):
    """Write for some games the means over the seen clues of powers of their values.

    Each game has the true clue `true` in one of `turns`. `values` have the shape
    (n_clues, n_turns), `keep` and `lie` as in `expect_values` (5, n_turns), and `out`
    (n_games, 5), by the exponents of `powers`.
    """
    clues = values.shape[0]
    means = np.empty((5, clues))
    for game in range(turns.size):
        turn = turns[game]
        for clue in range(clues):
            to_power = powers(values[clue, turn])
            for n in range(5):
                means[n, clue] = to_power[n]
        for n in range(5):
            # For one true clue, each letter reduces the means to a third.
            run = clues
            gain = keep[n, turn] - lie[n, turn]
            for _ in range(length):
                run //= 3
                mark = true[game] // run % 3
                for i in range(run):
                    a = means[n, i]
                    b = means[n, run + i]
                    c = means[n, 2 * run + i]
                    any_mark = lie[n, turn] * (a + b + c)
                    means[n, i] = any_mark + gain * means[n, mark * run + i]
            out[game, n] = means[n, 0]
