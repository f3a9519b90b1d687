"""Effect of the channels on numbers of clues, computed one letter at a time.

All steps work in single or double precision. Several guesses are processed together,
and the position of a guess among them is its lane. An array m has a number for each
clue of each guess: ``m[clue * lanes + j]`` belongs to the guess in lane j. Before the
steps m has numbers of true clues, and after the steps m has numbers of seen clues.

A clue is a number in base 3, and its lowest digit is the mark of the last letter. If
two clues differ by 1 in the digit of the last letter and agree in all other digits,
their elements of m are `lanes` apart. If two clues differ by 1 only in the digit of the
letter before the last, their elements are ``3 * lanes`` apart, and so on. `run` is this
distance for one letter. In the step of the letter, m is cut into blocks of ``3 * run``
numbers. The three thirds of a block belong to the three marks of the letter: absent,
present and correct.
"""

from __future__ import annotations

import numpy as np

from solver.belief.answers_kernel import powers
from solver.numeric.decorators import inner, kernel


@inner
def copy_numbers(source, out):
    """Copy the array `source` to `out`, in a loop.

    For a slice assignment in place of the loop, numba would take seconds to compile.
    """
    for i in range(out.size):
        out[i] = source[i]


@inner
def mix(m, length, keep, lie):
    """Replace the sums of the true clues in `m` by the sums of the seen clues.

    A mark stays with the probability `keep`, and becomes each of the two other marks
    with the probability `lie`. For one letter and one lane, m = [a, b, c] becomes
    [keep a + lie (b + c), keep b + lie (a + c), keep c + lie (a + b)].
    """
    gain = keep - lie
    run = m.size // 3**length  # the number of lanes
    for _ in range(length):
        for base in range(0, m.size, 3 * run):
            absent = m[base : base + run]
            present = m[base + run : base + 2 * run]
            correct = m[base + 2 * run : base + 3 * run]
            for i in range(run):
                a = absent[i]
                b = present[i]
                c = correct[i]
                # keep * a + lie * (b + c) is lie * (a + b + c) + gain * a. So a + b + c
                # is computed only once for the three marks.
                any_mark = lie * (a + b + c)
                absent[i] = any_mark + gain * a
                present[i] = any_mark + gain * b
                correct[i] = any_mark + gain * c
        run *= 3


@inner
def mix_best(m, length, keep, lie):
    """Replace largest weights of true clues in `m` by largest terms of seen clues.

    A term is a weight times the likelihood of the seen clue. A mark stays with the
    probability `keep`, and becomes each of the two other marks with the probability
    `lie`, where keep >= lie. For one letter and one lane, m = [a, b, c] becomes
    [max(keep a, lie b, lie c), max(lie a, keep b, lie c), max(lie a, lie b, keep c)].
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
                # Do not use max(): it handles NaN, so LLVM would not compile it to
                # vector instructions.
                top = a if a > b else b
                # For each mark, the maximum should be over the two other marks, but
                # `any_mark` is over all three. That does no harm: the term of the mark
                # itself with `keep` is at least as large, because keep >= lie.
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
    """Replace the numbers of the true clues in `m` by numbers of the seen clues.

    The numbers are sums or, if `largest` is true, largest terms. A seen clue differs
    from the true clue in exactly `lies` marks. The new sums are the coefficients of
    ``z**lies`` in a product over the letters. In this product, a mark that stays has
    the factor 1, and a mark that changes has the factor z.
    ``levels[k]``, as large as m, has the coefficients of ``z**k`` after some letters.
    For one letter and one lie, m = [a, b, c] becomes [b + c, a + c, a + b].
    """
    levels[:] = 0.0
    copy_numbers(m, levels[0])
    run = m.size // 3**length
    for letter in range(length):
        # The level is the number of lies in the letters so far. Each later letter adds
        # at most one lie. So a clue whose level is now below `least` cannot get `lies`
        # lies, and the levels below `least` are not computed.
        least = max(1, lies - (length - 1 - letter))
        # Each level needs the numbers that the next lower level had before this letter.
        # So update the highest level first.
        for level in range(min(lies, letter + 1), least - 1, -1):
            _change_mark(levels[level - 1], levels[level], run, largest)
        run *= 3
    copy_numbers(levels[lies], m)


@kernel
def sum_by_differences(levels, length, largest):
    """Write to ``levels[k]``, for each clue, the sum over clues that differ in k marks.

    If `largest` is true, the largest terms are written in place of the sums. Before the
    call, ``levels[0]``, of size ``3**length * lanes``, has the terms of the clues, and
    all other levels are 0. The steps begin with the first letter. The elements of clues
    that differ by 1 in the digit of the first letter are a third of the array apart.
    """
    run = levels.shape[1]
    for letter in range(length):
        run //= 3
        for level in range(min(len(levels) - 1, letter + 1), 0, -1):
            _change_mark(levels[level - 1], levels[level], run, largest)


@kernel
def add_levels(levels, chances, logs, out):
    """Write, for each seen clue, four numbers that measure the belief after the clue.

    The docstring of the module `next_beliefs` defines m, n, q and M of a true clue, and
    the four numbers of a seen clue: three sums over true clues, and a maximum. Before
    the call, `out` is 0.

    `levels` has the shape (4, n_levels, n_clues, n_turns). For each seen clue, level k
    has the sums of m, n and q, and the largest M, over the true clues that differ from
    the seen clue in k marks.
    `chances`, of shape (n_levels, n_turns), has in row k the likelihood of a seen clue
    that differs from the true clue in k marks. `logs` has the logarithms of `chances`.
    `out` has the shape (4, n_clues, n_turns).
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
    """Add to the number of each clue in `after` the numbers in `before` of two clues.

    These two clues differ from the clue in the mark of one letter, and agree with it in
    all other marks. If `largest` is true, the largest of the three numbers is written
    in place of their sum. `run` belongs to the letter (see the top of this module).
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
    """Write to `after`, for each clue, the largest of three terms (see `_change_mark`).

    The three terms are the term of the clue in `after`, and the terms in `before` of
    the two clues that differ from the clue in the mark of one letter.
    """
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
    """Replace the numbers of the true clues in `m` by numbers of the seen clues.

    The numbers are sums or, if `largest` is true, largest terms. ``table[seen, true]``
    is the likelihood of a seen clue. `spare` is working memory, as large as m.
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
    """Write to `out`, for each true clue, the mean of the values of the seen clues.

    `values` has the value of each seen clue. `values` and `out` have the shape
    (n_clues, n_turns). `keep` and `lie`, of shape (n_turns,), are the probabilities of
    a true mark and of each false mark.
    """
    clues, turns = values.shape
    means = np.empty(clues)
    spare = np.empty(clues)
    for turn in range(turns):
        # The likelihoods of the marks of a letter are symmetric in the seen and the
        # true mark. So the step of `mix` also computes means over seen clues.
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
    """Write, for some games, weighted sums over the seen clues of powers of values.

    Game number i is in the turn ``turns[i]``, and ``true[i]`` is the true clue of this
    turn. `values`, of shape (n_clues, n_turns), has the value of each seen clue.
    `answers_kernel.POWERS` has the 5 exponents. The weight of a seen clue is a product
    over its marks. For each exponent and turn, `keep` and `lie`, of shape (5, n_turns),
    have the factor of a true mark and the factor of each false mark. If these factors
    are the probabilities of the marks, the sum is the mean. `out` has the shape
    (n_games, 5).
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
            # The true mark of each letter is known. So the step of a letter keeps only
            # the third of the sums that belongs to this mark.
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
