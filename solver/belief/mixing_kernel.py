"""Steps of the noisy channel, letter by letter, in single or double precision.

``m[clue * lanes + j]`` belongs to the guess in lane j.
"""

from __future__ import annotations

from solver.numeric.compile import inner


@inner
def mix(m, length, keep, lie):
    """Pass the sums of true clues through the channel, in place."""
    gain = keep - lie
    run = m.size // 3**length  # lanes
    for _ in range(length):
        for base in range(0, m.size, 3 * run):
            absent = m[base : base + run]
            present = m[base + run : base + 2 * run]
            correct = m[base + 2 * run : base + 3 * run]
            for i in range(run):
                a, b, c = absent[i], present[i], correct[i]
                any_mark = lie * (a + b + c)
                absent[i] = any_mark + gain * a
                present[i] = any_mark + gain * b
                correct[i] = any_mark + gain * c
        run *= 3


@inner
def mix_best(m, length, keep, lie):
    """As `mix` with the largest term in place of the sum; needs keep >= lie."""
    run = m.size // 3**length
    for _ in range(length):
        for base in range(0, m.size, 3 * run):
            absent = m[base : base + run]
            present = m[base + run : base + 2 * run]
            correct = m[base + 2 * run : base + 3 * run]
            for i in range(run):
                a, b, c = absent[i], present[i], correct[i]
                # Not max(): its handling of NaN prevents vectorisation.
                top = a if a > b else b
                any_mark = lie * (top if top > c else c)
                a, b, c = keep * a, keep * b, keep * c
                absent[i] = a if a > any_mark else any_mark
                present[i] = b if b > any_mark else any_mark
                correct[i] = c if c > any_mark else any_mark
        run *= 3
