"""Compiler of the seccomp filter of a strategy's process.

`contest.sandbox.confinement.system_calls` lists what the filter allows, and
`contest.sandbox.confinement.lockdown` installs it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from itertools import chain

from contest.sandbox.confinement.system_calls import (
    ALLOWED,
    FOR_PROGRAMS,
    IGNORED,
    NOT_IMPLEMENTED,
    OWN,
    Check,
    list_checks,
    read_numbers,
)

Instruction = tuple[int, int, int, int]
"""Instruction of the filter: code, jump if true, jump if false, value."""

_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_LOAD, _AND, _JUMP, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x05, 0x15, 0x35, 0x06
_NUMBER, _PROCESSOR, _ARGUMENTS = 0, 4, 16  # offsets in what the kernel passes
_X32 = 1 << 30
_FARTHEST = 255  # steps that a conditional jump can skip


def make_filter(
    machine: str, refused: str = "", start: Sequence[int] = ()
) -> list[Instruction]:
    """Return the filter for this process.

    `refused` names further calls that are refused; `start` has the addresses of the
    arguments of execve that start a program, none for a strategy in Python. An
    instruction is the code, the jump if true, the jump if false, and the value.

    A binary search by the number of the call leads to a few steps that look at its
    arguments, so that no call takes more than 30 steps. A kernel since 5.11
    remembers the numbers that are always allowed and runs no step for them.

    Calls that are newer than the table are reported as not implemented, like those of
    the x32 interface, whose numbers are above 2^30, and which end a program. A call by
    the interface of another processor, as of 32-bit programs, ends the process.
    """
    interface = [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _KILL)] if start else []
    return [
        (_LOAD, 0, 0, _PROCESSOR),
        (_EQUAL, 1, 0, _ARCHITECTURE[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        *interface,
        *_make_search(_make_ranges(machine, refused, start)),
    ]


def _make_ranges(
    machine: str, without: str, start: Sequence[int]
) -> list[tuple[int, list[Instruction]]]:
    """Return ranges of numbers: the first of each, and the steps for all of it."""
    number_of, conditions = read_numbers(machine), list_checks(machine, start)
    groups = [*ALLOWED.values(), *(FOR_PROGRAMS.values() if start else ())]
    decided = {name: [_make_return(errno.ENOSYS)] for name in NOT_IMPLEMENTED.split()}
    decided |= {name: [_make_return(0)] for name in IGNORED.split()}
    for name in chain.from_iterable(names.split() for names in groups):
        decided[name] = _make_checks(conditions.get(name, ()))
    names = number_of.keys() & decided.keys() - without.split()
    steps = {number_of[name]: decided[name] for name in names}
    refused, absent = [_make_return(errno.EPERM)], [_make_return(errno.ENOSYS)]
    ranges = [(0, steps.get(0, refused))]
    for number in range(1, max(number_of.values()) + 1):
        if (here := steps.get(number, refused)) != ranges[-1][1]:
            ranges.append((number, here))
    return [*ranges, (max(number_of.values()) + 1, absent)]


def _make_search(ranges: list[tuple[int, list[Instruction]]]) -> list[Instruction]:
    """Return a binary search for the range of a number, and the steps of each."""
    if len(ranges) == 1:
        return ranges[0][1]
    middle = len(ranges) // 2
    below, above = _make_search(ranges[:middle]), _make_search(ranges[middle:])
    border = ranges[middle][0]
    if len(below) <= _FARTHEST:
        return [(_AT_LEAST, len(below), 0, border), *below, *above]
    return [(_AT_LEAST, 0, 1, border), (_JUMP, 0, 0, len(below)), *below, *above]


def _make_checks(checks: tuple[Check, ...]) -> list[Instruction]:
    """Return steps that allow a call whose arguments meet all conditions."""
    steps: list[Instruction] = []
    for check in checks:
        steps.append((_LOAD, 0, 0, _ARGUMENTS + 8 * check.argument))
        if check.mask != 0xFFFFFFFF:
            steps.append((_AND, 0, 0, check.mask))
        for left, value in zip(
            range(len(check.values), 0, -1), check.values, strict=True
        ):
            steps.append((_EQUAL, left, 0, os.getpid() if value == OWN else value))
        steps.append(_make_return(check.error))
    return [*steps, (_RETURN, 0, 0, _ALLOW)]


def _make_return(error: int) -> Instruction:
    """Return the step that makes a call fail; for 0 it does nothing and succeeds."""
    return (_RETURN, 0, 0, _ERROR | error)
