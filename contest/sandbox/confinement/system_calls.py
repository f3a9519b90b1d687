"""System calls that a strategy's process may make, each with its reason; the filter.

What is not listed here is refused by the seccomp filter of `make_filter`. Numbers are
in ``system_calls.csv``, which ``research/builders/build_system_calls.py`` makes from
the kernel's headers. libseccomp has such tables too, but is a library of the system
that is not installed everywhere, and its bindings for Python are seldom maintained: a
table of 6 KB is simpler.
"""

from __future__ import annotations

import csv
import errno
import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

MACHINES = ("x86_64", "aarch64")
"""Processors whose system calls are known."""

TABLE = Path(__file__).with_suffix(".csv")
"""File with the numbers of all calls."""

ALLOWED = {
    "open and look up files; Landlock decides which": (
        "open openat close close_range stat lstat fstat newfstatat statx access "
        "faccessat faccessat2 readlink readlinkat getdents64 getcwd chdir fchdir"
    ),
    "read and write open files; shutil copies by the last two": (
        "read readv write writev pread64 pwrite64 lseek ftruncate fallocate "
        "copy_file_range sendfile"
    ),
    "change the scratch folder; Landlock allows no other": (
        "mkdir mkdirat rmdir unlink unlinkat rename renameat symlink symlinkat umask"
    ),
    # No pipes: their inode numbers count those of all processes.
    "descriptors of its own, and waiting for them": (
        "dup dup2 dup3 fcntl ioctl poll ppoll select pselect6"
    ),
    "the channel to the referee; without sendmsg no descriptor passes through it": (
        "sendto recvfrom getsockname getsockopt shutdown"
    ),
    "memory of its own, executable too, as compilers of kernels need": (
        "mmap munmap mprotect mremap madvise brk membarrier"
    ),
    "threads of its own; matrix units are permitted by arch_prctl": (
        "clone futex set_robust_list rseq sched_yield sched_getaffinity getcpu gettid "
        "arch_prctl exit exit_group"
    ),
    "signals to itself; restart_syscall goes on after the referee stopped it": (
        "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend "
        "rt_sigtimedwait sigaltstack kill tgkill pause alarm setitimer getitimer "
        "restart_syscall"
    ),
    "clocks and its own use of resources": (
        "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times "
        "getrusage prlimit64 getrlimit"
    ),
    "who and where it is, random numbers, names of threads": (
        "getpid getppid getuid geteuid getgid getegid uname getrandom prctl"
    ),
}
"""Names of the calls that are allowed, in groups, by the reason of each group."""

_FOR_PROGRAMS = {
    "start, once: the arguments of execve are at addresses that it does not know": (
        "execve set_tid_address"
    ),
    "the event loop of Node": "epoll_create1 epoll_ctl epoll_pwait eventfd2 pipe2",
}
"""Further calls of programs in other languages, by the reason of each group."""

ON_A_DISK = "fallocate"
"""Calls that are refused there: they reserve space between two looks of the referee."""

IGNORED = "fsync fdatasync msync"
"""Calls that report success and do nothing.

The scratch folder is thrown away, so nothing has to reach the disk; how long a disk
takes to write tells others what it writes (Sync+Sync).
"""

NOT_IMPLEMENTED = (
    "clone3 openat2 renameat2 preadv2 pwritev2 futex_waitv mbind get_mempolicy "
    "set_mempolicy"
)
"""Calls that are reported as not implemented: programs fall back to others.

The arguments of clone3 and openat2 are in memory, where a filter cannot look. preadv2
tells whether a file is in the page cache; libraries take a machine without mbind and
the like for one without NUMA.
"""


class Check(NamedTuple):
    """A condition of an argument: its bits under a mask are one of some values.

    Arguments are counted from 0. `values` are those allowed, with `OWN` for the
    process's own number; `error` is the errno of a refusal. The upper half of an
    argument is never looked at: the kernel reads but 32 bits of those that are checked,
    or has flags in no others.
    """

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF
    error: int = errno.EPERM


OWN = -1
"""Stands for the number of the process that the filter is for."""

# Bits of the flags of open: access, O_TRUNC, O_DSYNC, O_DIRECT. Truncation needs write
# access, which the first versions of Landlock did not demand. The last two wait for the
# disk, which others notice.
_OPENED = (0, 1, 2, 0o1001, 0o1002)
_OPEN = 0o11003
_DIRECT = {"x86_64": 0o40000, "aarch64": 0o200000}
# A thread shares memory, files, signal handlers and semaphores with its process.
_THREAD = 0x00010000 | 0x00000100 | 0x00000200 | 0x00000400 | 0x00000800 | 0x00040000
# And may have its own storage and a place for its number. 0x400000 means nothing.
_THREAD_DATA = 0x00080000 | 0x00100000 | 0x00200000 | 0x01000000 | 0x00400000
# From here on, clock ids are clocks of other processes.
_FOREIGN = 1 << 31
_QUEUED = 0xFFFFFFFF ^ 31  # bits of signals above 31
_CLOCK = (Check(0, (0,), mask=_FOREIGN),)
# Close on exec, without blocking. Not: notifications of the kernel.
_PIPE = (Check(1, (0,), mask=0xFFFFFFFF ^ 0o2004000),)
# Ask a terminal, its size; blocking, close on exec, bytes to read; clone a file.
_REQUESTS = (0x5401, 0x802C542A, 0x5413, 0x5421, 0x5450, 0x5451, 0x541B, 0x40049409)
# Operations on a futex: waiting, and private ones.
_FUTEX = (0, 9, 0x80, 0x81, 0x83, 0x84, 0x85, 0x89, 0x8A)

_CHECKS: dict[str, tuple[Check, ...]] = {
    # Nothing, or close on exec. Not: a table of files of its own for a thread.
    "close_range": (Check(2, (0, 4)),),
    # Space at the end of a file that its size shows, as posix_fallocate does.
    "fallocate": (Check(1, (0,)),),
    # Duplicate, close on exec, read flags. Not: locks and leases, which others who have
    # the file notice; owners, who get signals; flags of the file, which it shares with
    # the referee where that is its output.
    "fcntl": (Check(1, (0, 1, 2, 3, 1030)),),
    "ioctl": (Check(1, _REQUESTS),),
    # MSG_DONTWAIT and MSG_NOSIGNAL; MSG_PEEK, MSG_DONTWAIT and MSG_WAITALL. Not data
    # out of band, which has been a way into the kernel.
    "sendto": (Check(3, (0,), mask=0xFFFFFFFF ^ 0x4040),),
    "recvfrom": (Check(3, (0,), mask=0xFFFFFFFF ^ 0x142),),
    # Of the socket itself: type, error, protocol, domain. Not: the referee's identity.
    "getsockopt": (Check(1, (1,)), Check(2, (3, 4, 38, 39))),
    # Not MAP_HUGETLB: a machine has few huge pages.
    "mmap": (Check(3, (0,), mask=0x40000),),
    # What allocators ask for. Not: merging equal pages of processes, dropping pages
    # from memory, loading pages of files, all of which others can notice.
    "madvise": (Check(2, (0, 1, 2, 4, 8, 10, 11, 14, 15, 16, 17, 18, 102, 103)),),
    # Query, and barriers of this process alone.
    "membarrier": (Check(0, (0, 8, 16, 32, 64)),),
    "clone": (Check(0, (_THREAD,), mask=0xFFFFFFFF ^ _THREAD_DATA),),
    # Wait, wake, requeue, wake with an operation, with a bit set; all of it private, or
    # with CLOCK_REALTIME. Waiting for the end of a thread is not private; but
    # only private waking, as others can wait at a page of a library. Not priority
    # inheritance, which has been a way into the kernel.
    "futex": (Check(1, _FUTEX, 0xFFFFFFFF ^ 0x100, errno.ENOSYS),),
    # The C library takes ENOSYS for a kernel without affinity.
    "sched_getaffinity": (Check(0, (0, OWN), error=errno.ENOSYS),),
    # Ask for matrix units, and which there are.
    "arch_prctl": (Check(0, (0x1021, 0x1022, 0x1023)),),
    # The process, where 0 would be its group. No signals that queue up: all processes
    # of a user share their limit.
    "kill": (Check(0, (OWN,)), Check(1, (0,), mask=_QUEUED)),
    "tgkill": (Check(0, (OWN,)), Check(2, (0,), mask=_QUEUED)),
    "clock_gettime": _CLOCK,
    "clock_getres": _CLOCK,
    "clock_nanosleep": _CLOCK,
    # Of the process, of a thread, of children that it cannot have.
    "getrusage": (Check(0, (0, 1, 0xFFFFFFFF)),),
    "prlimit64": (Check(0, (0, OWN)),),
    # Names of threads and of memory. Not: the death signal, dumps, speculation.
    "prctl": (Check(0, (15, 16, 0x53564D41)),),
}


def list_checks(
    machine: str, start: Sequence[int] = ()
) -> dict[str, tuple[Check, ...]]:
    """Return the conditions of arguments by call; all of them must be met.

    The bits differ by processor, one of `MACHINES`; `start` is as for `make_filter`.
    """
    mask = _OPEN | _DIRECT[machine]
    opened = {"open": (Check(1, _OPENED, mask),), "openat": (Check(2, _OPENED, mask),)}
    if not start:
        return _CHECKS | opened
    execve = tuple(Check(k, (v & 0xFFFFFFFF,)) for k, v in enumerate(start))
    # The C library sets where the storage of its first thread is.
    arch_prctl = (Check(0, (0x1002, 0x1021, 0x1022, 0x1023)),)
    more = {"execve": execve, "arch_prctl": arch_prctl, "pipe2": _PIPE}
    return _CHECKS | opened | more


def read_numbers(machine: str) -> dict[str, int]:
    """Return the number of every call of a processor, by name.

    They are the calls of the kernel that the table was made from, refused ones too.
    """
    text = TABLE.read_text(encoding="utf-8")
    column = 1 + MACHINES.index(machine)
    rows = list(csv.reader(text.splitlines()[2:]))
    return {row[0]: int(row[column]) for row in rows if row[column]}


_Instruction = tuple[int, int, int, int]
"""Instruction of the filter: code, jump if true, jump if false, value.

A jump is the number of instructions that are skipped.
"""

# The interface of each processor, as the kernel names it.
_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# What the filter returns: allow the call, kill the process, or let the call fail with
# the number of an error in the lowest bits.
_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_ERROR = 0x00050000

# Codes of instructions: load a value, mask it, compare it, return.
_LOAD = 0x20
_AND = 0x54
_EQUAL = 0x15
_AT_LEAST = 0x35
_RETURN = 0x06
_NUMBER, _PROCESSOR, _ARGUMENTS = 0, 4, 16  # offsets in what the kernel passes
_X32 = 1 << 30


def make_filter(
    machine: str, refused: str = "", start: Sequence[int] = ()
) -> list[_Instruction]:
    """Return the filter for this process.

    `refused` names further calls that are refused; `start` has the addresses of the
    arguments of execve that start a program, none for a strategy in Python.

    It compares the number of the call with one after another, first with those whose
    arguments it looks at: a kernel since 5.11 remembers the decisions on the others.

    Calls that are newer than the table are reported as not implemented, like calls of
    the x32 interface, whose numbers are above 2^30, and which end a program. A call by
    the interface of another processor, as of 32-bit programs, ends the process.
    """
    number_of = read_numbers(machine)
    interface = [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _KILL)] if start else []
    steps = [
        (_LOAD, 0, 0, _PROCESSOR),
        (_EQUAL, 1, 0, _ARCHITECTURE[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        *interface,
        (_AT_LEAST, 0, 1, max(number_of.values()) + 1),
        _make_return(errno.ENOSYS),
    ]

    # What is decided for each call, those that depend on arguments first.
    conditions = list_checks(machine, start)
    groups = [*ALLOWED.values(), *(_FOR_PROGRAMS.values() if start else ())]
    allowed = [*conditions, *chain.from_iterable(names.split() for names in groups)]
    decided = {name: _make_checks(conditions.get(name, ())) for name in allowed}
    decided |= {name: [_make_return(errno.ENOSYS)] for name in NOT_IMPLEMENTED.split()}
    decided |= {name: [_make_return(0)] for name in IGNORED.split()}
    for name, decision in decided.items():
        if name in number_of and name not in refused.split():
            steps += [(_EQUAL, 0, len(decision), number_of[name]), *decision]
    return [*steps, _make_return(errno.EPERM)]


def _make_checks(checks: tuple[Check, ...]) -> list[_Instruction]:
    """Return steps that allow a call whose arguments meet all conditions."""
    steps: list[_Instruction] = []
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


def _make_return(error: int) -> _Instruction:
    """Return the step that makes a call fail; for 0 it does nothing and succeeds."""
    return (_RETURN, 0, 0, _ERROR | error)
