"""Kernel that decides whether guesses can find every word of a part of a family.

A family is a set of words. A part of the family is a subset: an integer with a bit for
each word. A guess divides a part into buckets: words that get the same clue. A number
of guesses can find a part if, after some guess, one guess less can find every bucket of
the part. A bucket of one word needs one guess.
"""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import inner, kernel

_ONE = np.uint64(1)
_YES = 1
_NO = 2  # stored for a part that cannot be found; 0 is stored until this is known


@inner
def _count_bits(bits):
    bits = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    low = np.uint64(0x3333333333333333)
    bits = (bits & low) + ((bits >> np.uint64(2)) & low)
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def can_find(family, part, left):
    """Return whether `left` guesses can find every word of `part`.

    `part` is an integer with a bit for each word of the family. `family` is the
    `Family` of `any_guess`, with the partitions that guesses make of the family. The
    result is stored in the tables of `family`, and is read there the next time.
    """
    if _count_bits(part) <= left:
        return True
    if _count_bits(part) > family.caps[left]:
        return False
    if family.decided[left, part]:
        return family.decided[left, part] == _YES
    masks = family.masks
    starts = family.starts
    for i in range(family.sizes[left, 0]):
        if not part & ~family.proved[left, 0, i]:
            return True
    for i in range(family.sizes[left, 1]):
        if not family.proved[left, 1, i] & ~part:
            return False
    # A partition is the buckets of a guess. A partition is tried only if no bucket of
    # the partition is too large for the guesses left. The most even partitions come
    # first: the partitions with the smallest sum of squared sizes of buckets.
    order = np.empty(starts.size - 1, np.int64)
    n = 0
    for p in range(order.size):
        squares = 0
        for j in range(starts[p], starts[p + 1]):
            size = _count_bits(masks[j] & part)
            if size > family.caps[left - 1]:
                squares = -1
                break
            squares += size * size
        if squares >= 0:
            order[n] = (squares << 32) | p
            n += 1
    order = order[:n]
    order.sort()
    finds = False
    for rank in order:
        p = rank & 0xFFFFFFFF
        finds = True
        for j in range(starts[p], starts[p + 1]):
            if not can_find(family, masks[j] & part, left - 1):
                finds = False
                break
        if finds:
            break
    family.decided[left, part] = _YES if finds else _NO
    # A part that cannot be found is kept in `proved` only if it is minimal: whichever
    # one of its words is left out, the other words can be found.
    if not finds:
        for i in range(64):
            bit = _ONE << np.uint64(i)
            if part & bit and not can_find(family, part & ~bit, left):
                return False
    which = 0 if finds else 1
    n = family.sizes[left, which]
    if n < family.proved.shape[2]:
        family.proved[left, which, n] = part
        family.sizes[left, which] = n + 1
    return finds
