"""Kernel of `two_clues` that counts the second clues of answers near a first clue.

**Counts.** An opening gets the first clue y, and a second guess gets the second clue z.
The *answers of k* are the answers with a true clue to the opening that differs from y
in at most k marks. For every y, every k from 0 to a number `marks`, and every second
guess, three numbers are counted:

* h: how many true clues the answers of k have to the second guess;
* n: how many of these true clues no answer of k - 1 has;
* g: how many clues differ in at most one mark from one of these true clues.

The proof in `two_clues` needs the largest h, n and g over all second guesses.

**Tables of bits.** For a second guess, each first clue has a set of second clues, such
as the true clues of the answers of k. The sets of all first clues are stored together,
as a table of bits. The table has a row for each second clue z, and the row has a bit
for each first clue y: the bit is 1 if z is in the set of y. A row is nine numbers of 27
bits: a number for each pair of the first two marks of y, and a bit for each triple of
the other three marks. `_BATCH` second guesses are processed together: each of the nine
numbers becomes `_BATCH` neighbouring numbers, one for each second guess.

**Planes.** Counts have eight binary digits, and are stored as eight planes. The first
plane has the lowest digit of all counts, the second plane has the next digit, and so
on. A plane has the form of a row: a bit for each first clue and second guess.
"""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

from solver.numeric.decorators import kernel

CLUES = 243  # number of clues of five letters

_BATCH = 16  # number of second guesses that are processed together
_ROW = 9 * _BATCH  # size of a row of a table of bits: so many numbers of 27 bits
_ROWS = 245  # number of rows of a table: a multiple of seven; the last two are empty
_USED = CLUES * _ROW
_PLANES = 8

# Masks of 27 bits, a bit for each triple of marks. In `_LAST`, `_MIDDLE` and `_THIRD`,
# the bits are 1 if the last, the middle or the first mark of the triple is 0 (absent).
_LAST = sum(1 << bit for bit in range(27) if bit % 3 == 0)
_MIDDLE = sum(1 << bit for bit in range(27) if bit // 3 % 3 == 0)
_THIRD = sum(1 << bit for bit in range(27) if bit // 9 == 0)

_number = numba.uint32
_index = numba.uintp


@kernel
def _put(sets, lane, slots, bits, seconds):
    for s in range(seconds.size):
        sets[_index(seconds[s]) * _index(_ROW) + slots[s] + lane] |= bits[s]


@kernel
def _widen_first(sets, out):
    """Write to `out` a wider set for every first clue y.

    The wider set of y is the union of the sets of all first clues that differ from y in
    at most one mark. `sets` and `out` are tables of bits: they store a set of second
    clues for each first clue, as the module's text explains.
    """
    for i in range(_index(_USED)):
        x = sets[i]
        a = (x | x >> _number(1) | x >> _number(2)) & _number(_LAST)
        b = (x | x >> _number(3) | x >> _number(6)) & _number(_MIDDLE)
        c = (x | x >> _number(9) | x >> _number(18)) & _number(_THIRD)
        a |= a << _number(1) | a << _number(2)
        b |= b << _number(3) | b << _number(6)
        c |= c << _number(9) | c << _number(18)
        out[i] = _number(a | b | c)
    for z in range(CLUES):
        _widen_digit(out, sets, z * _ROW, 3 * _BATCH)
        for mark in range(3):
            _widen_digit(out, sets, z * _ROW + mark * 3 * _BATCH, _BATCH)


@kernel
def _widen_digit(out, sets, base, run):
    """Widen the sets in a part of a table of bits by changes of one first mark.

    The mark is a mark of the first clues. The part begins at the index `base` of the
    arrays `sets` and `out`. It has three runs of `run` numbers: one run for each value
    of the mark. The union of the three runs of `sets`, number by number, is added to
    each of the three runs of `out`.
    """
    one = _index(base)
    two = _index(base + run)
    three = _index(base + 2 * run)
    for i in range(_index(run)):
        x = sets[one + i] | sets[two + i] | sets[three + i]
        out[one + i] |= x
        out[two + i] |= x
        out[three + i] |= x


@kernel
def _widen_second(sets, out):
    """Write to `out` a wider set for every first clue.

    The wider set has all second clues that differ in at most one mark from a second
    clue of the old set. `sets` and `out` are tables of bits: they store a set of second
    clues for each first clue, as the module's text explains.
    """
    out[:] = 0
    run = _ROW
    while run < _USED:
        for base in range(0, _USED, 3 * run):
            absent = sets[base : base + run]
            present = sets[base + run : base + 2 * run]
            correct = sets[base + 2 * run : base + 3 * run]
            to_absent = out[base : base + run]
            to_present = out[base + run : base + 2 * run]
            to_correct = out[base + 2 * run : base + 3 * run]
            for i in range(run):
                x = absent[i] | present[i] | correct[i]
                to_absent[i] |= x
                to_present[i] |= x
                to_correct[i] |= x
        run *= 3


@kernel
def _count(sets, counts):
    """Write to `counts` how many second clues are in the set of each first clue.

    `sets` is a table of bits, with a row for each second clue. So the count is the
    number of rows in which the bit of the first clue is 1. `counts` is stored as
    planes: each plane has one binary digit of all counts. A binary adder takes seven
    rows at a time.
    """
    counts[:] = 0
    for base in range(0, _ROWS * _ROW, 7 * _ROW):
        for i in range(_index(_ROW)):
            at = _index(base) + i
            a = sets[at]
            b = sets[at + _index(_ROW)]
            c = sets[at + _index(2 * _ROW)]
            odd = a ^ b ^ c
            carry = a & b | (a ^ b) & c
            a = sets[at + _index(3 * _ROW)]
            b = sets[at + _index(4 * _ROW)]
            c = sets[at + _index(5 * _ROW)]
            other = a ^ b ^ c
            second = a & b | (a ^ b) & c
            c = sets[at + _index(6 * _ROW)]
            ones = odd ^ other ^ c
            third = odd & other | (odd ^ other) & c
            twos = carry ^ second ^ third
            fours = carry & second | (carry ^ second) & third
            # The planes have no loop, because a loop would prevent vectorisation.
            old = counts[i]
            counts[i] = old ^ ones
            carry = old & ones
            old = counts[_index(_ROW) + i]
            counts[_index(_ROW) + i] = old ^ twos ^ carry
            carry = old & twos | (old ^ twos) & carry
            old = counts[_index(2 * _ROW) + i]
            counts[_index(2 * _ROW) + i] = old ^ fours ^ carry
            carry = old & fours | (old ^ fours) & carry
            old = counts[_index(3 * _ROW) + i]
            counts[_index(3 * _ROW) + i] = old ^ carry
            carry &= old
            old = counts[_index(4 * _ROW) + i]
            counts[_index(4 * _ROW) + i] = old ^ carry
            carry &= old
            old = counts[_index(5 * _ROW) + i]
            counts[_index(5 * _ROW) + i] = old ^ carry
            carry &= old
            old = counts[_index(6 * _ROW) + i]
            counts[_index(6 * _ROW) + i] = old ^ carry
            carry &= old
            counts[_index(7 * _ROW) + i] ^= carry


@kernel
def _raise(best, counts):
    """Replace each count in `best` by the larger of two counts.

    The two counts are the count in `best`, and the count at the same place of `counts`.
    Both arrays are stored as planes: a plane has one binary digit of all counts (see
    the module's text).
    """
    for i in range(_index(_ROW)):
        larger = _number(0)
        equal = ~_number(0)
        for plane in range(_PLANES - 1, -1, -1):
            at = _index(plane * _ROW) + i
            old = best[at]
            new = counts[at]
            larger |= equal & new & ~old
            equal &= ~(new ^ old)
        for plane in range(_PLANES):
            at = _index(plane * _ROW) + i
            best[at] = counts[at] & larger | best[at] & ~larger


@kernel
def _subtract(more, less, out):
    for i in range(_index(_ROW)):
        borrow = _number(0)
        for plane in range(_PLANES):
            at = _index(plane * _ROW) + i
            x = more[at]
            y = less[at]
            differ = x ^ y
            out[at] = differ ^ borrow
            borrow = ~x & y | ~differ & borrow


@kernel
def largest_planes(matrix, opening, marks, near):
    """Return the counts of `largest`, stored as planes, for 16 groups of guesses.

    The result has three axes. The first axis is the kind of count (h, n, g), and the
    second axis is k, from 0 to `marks`. The third axis has the numbers of all planes,
    plane by plane; a plane has one binary digit of all counts (see the module's text).
    Each count is the largest count over a group of second guesses: every 16th guess of
    the clue matrix. `largest` takes the largest count of the 16 groups. The arguments
    are the arguments of `largest`.
    """
    answers = matrix.shape[1]
    slots = np.empty(answers, np.uintp)
    bits = np.empty(answers, np.uint32)
    for s in range(answers):
        clue = matrix[opening, s]
        slots[s] = clue // 27 * _BATCH
        bits[s] = _number(1) << _number(clue % 27)
    # These are separate arrays, because numba would treat rows of one array as strided.
    sets = np.zeros(_ROWS * _ROW, np.uint32)
    wider = np.zeros_like(sets)
    reached = np.zeros_like(sets)
    counts = np.zeros(_PLANES * _ROW, np.uint32)
    before = np.zeros_like(counts)
    new = np.zeros_like(counts)
    best = np.zeros((3, marks + 1, _PLANES * _ROW), np.uint32)
    for start in range(0, matrix.shape[0], _BATCH):
        sets[:] = 0
        for lane in range(_BATCH):
            # The last batch of second guesses is filled up with the last guess.
            guess = min(start + lane, matrix.shape[0] - 1)
            _put(sets, _index(lane), slots, bits, matrix[guess])
        before[:] = 0
        for k in range(marks + 1):
            if k:
                _widen_first(sets, wider)
                sets, wider = wider, sets
            _count(sets, counts)
            _raise(best[0, k], counts)
            _subtract(counts, before, new)
            _raise(best[1, k], new)
            before[:] = counts
            if near and k < marks:
                _widen_second(sets, reached)
                _count(reached, counts)
                _raise(best[2, k], counts)
    return best


def largest(
    matrix: NDArray[np.uint8], opening: int, marks: int, near: bool
) -> NDArray[np.int64]:
    """Return counts of second clues, each the largest count over all second guesses.

    The result has shape (3, marks + 1, 243). The axes are the kind of count (h, n and g
    in the module's text), k, and the first clue. `matrix` is the clue matrix, and
    `opening` is the row of the opening. The answers of k are the answers with a true
    clue to the opening that differs from the first clue in at most k marks, for k from
    0 to `marks`. h counts the true clues of the answers of k to the second guess. n
    counts only true clues to the second guess that no answer of k - 1 has. g counts the
    clues that differ in at most one mark from a true clue that h counts. g is counted
    only if `near` is true, and not for the last k. To count g doubles the time. If g is
    not counted, the elements of g are 0.
    """
    planes = largest_planes(matrix, opening, marks, near)
    planes = planes.reshape(3, marks + 1, _PLANES, 9, _BATCH, 1)
    bits = planes >> np.arange(27, dtype=np.uint32) & np.uint32(1)
    powers = 2 ** np.arange(_PLANES).reshape(-1, 1, 1, 1)
    counts = (bits.astype(np.int64) * powers).sum(axis=2).max(axis=3)
    return np.asarray(counts.reshape(3, marks + 1, CLUES))


@kernel
def _ball_sizes(length):
    """Return the number s(m) of clues within m marks of a clue, for each m.

    A clue is within m marks if it differs in at most m marks. Clues have `length` marks
    of three kinds; m goes from 0 to `length`.
    """
    balls = np.empty(length + 1, np.int64)
    term = 1
    size = 0
    for m in range(length + 1):
        size += term
        balls[m] = size
        term = term * 2 * (length - m) // (m + 1)
    return balls


@kernel
def _find_reach(distance, first, second, reach):
    """Write to ``reach[k]`` how many marks of the second clue may be wrong.

    This number is the largest m with ``first * k + second * m <= distance``, where k is
    the number of wrong marks of the first clue. `first` is the cost of a wrong mark of
    the first clue, and `second` is the cost of a wrong mark of the second clue; the
    costs and `distance` have the same unit. m is at most the number of marks. If even
    m = 0 is too large, -1 is written. The last element of `reach` is -1, too.
    """
    most = reach.size - 2
    reach[:] = -1
    for k in range(most + 1):
        left = distance - first * k
        if left >= 0:
            reach[k] = min(most, left // second) if second else most


@kernel
def bound_values(within, new, near, costs, distances, heights):
    """Return, for every first clue, an upper bound of its term in the sum C.

    C is in the text of `two_clues`. The term of a first clue is the sum, over all
    second clues, of the weight of the smallest distance of an answer, for the best
    second guess. The distance of an answer from the two clues is the sum of `costs`:
    the first cost for each wrong mark of the first clue, and the second cost for each
    wrong mark of the second clue. `distances` has all possible distances in ascending
    order. `heights` has, for each distance, its weight minus the weight of the next
    larger distance. `within`, `new` and `near` are the counts h, n and g in the
    module's text. Each of these arrays has a row for each k and a column for each first
    clue: shape (6, 243).
    """
    first, second = costs
    most = within.shape[0] - 1
    clues = within.shape[1]
    balls = _ball_sizes(most)
    reach = np.empty(most + 2, np.int64)
    apart = np.empty(clues, np.int64)
    together = np.empty(clues, np.int64)
    group = np.empty(clues, np.int64)
    out = np.zeros(clues)
    for i in range(distances.size):
        _find_reach(distances[i], first, second, reach)
        apart[:] = 0
        together[:] = 0
        group[:] = 0
        for k in range(most + 1):
            if reach[k] < 0:
                break
            ball = balls[reach[k]]
            # Add up the first sum of the proof in `two_clues`, in the form
            # "sum over k of h_k (s(m_k) - s(m_(k+1)))". Here m_k is `reach[k]`, and
            # s(m) is the number of clues within m marks of a clue. `ball` is s(m_k),
            # and `less` is s(m_(k+1)), or 0 if k is the last k.
            less = balls[reach[k + 1]] if reach[k + 1] >= 0 else 0
            for y in range(clues):
                apart[y] += within[k, y] * (ball - less)
                group[y] += new[k, y]
            # The second sum of the proof has one term for each group of k with the same
            # m_k. Go on until k is the last k of its group.
            if reach[k + 1] == reach[k]:
                continue
            for y in range(clues):
                count = min(group[y], within[k, y]) * ball
                if reach[k] == 1:
                    count = min(count, near[k, y])
                together[y] += count
                group[y] = 0
        for y in range(clues):
            out[y] += min(apart[y], together[y], clues) * heights[i]
    return out
