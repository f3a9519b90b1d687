"""System calls that a strategy's process may make, and the filter that allows them.

The seccomp filter of `make_filter` refuses every call that is not listed here. The
numbers of the calls are in ``system_calls.csv``, which
``research/builders/build_system_calls.py`` makes from the kernel's headers. libseccomp
has such tables, too, but it is not installed everywhere, and its bindings for Python
are seldom maintained. A table of 6 KB is simpler.
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
"""Processors with known numbers of system calls."""

TABLE = Path(__file__).with_suffix(".csv")
"""File with the numbers of all system calls of one version of Linux."""

ALLOWED = {
    "open and look up files; Landlock decides which files": (
        "open openat close close_range stat lstat fstat newfstatat statx access "
        "faccessat faccessat2 readlink readlinkat getdents64 getcwd chdir fchdir"
    ),
    "read and write open files; shutil copies with the last two calls": (
        "read readv write writev pread64 pwrite64 lseek ftruncate fallocate "
        "copy_file_range sendfile"
    ),
    "change the scratch folder; Landlock allows changes to no other folder": (
        "mkdir mkdirat rmdir unlink unlinkat rename renameat symlink symlinkat umask"
    ),
    # Pipes are refused: their inode numbers count the pipes of all processes.
    "use open descriptors of the process, and wait for their input and output": (
        "dup dup2 dup3 fcntl ioctl poll ppoll select pselect6"
    ),
    "talk to the referee; without sendmsg the process cannot pass a descriptor": (
        "sendto recvfrom getsockname getsockopt shutdown"
    ),
    "use private memory; compilers also need executable memory": (
        "mmap munmap mprotect mremap madvise brk membarrier"
    ),
    "use threads; arch_prctl permits matrix units": (
        "clone futex set_robust_list rseq sched_yield sched_getaffinity getcpu gettid "
        "arch_prctl exit exit_group"
    ),
    "send signals to itself; restart_syscall continues a call after a stop": (
        "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend "
        "rt_sigtimedwait sigaltstack kill tgkill pause alarm setitimer getitimer "
        "restart_syscall"
    ),
    "read clocks, limits, and the time and memory that the process has used": (
        "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times "
        "getrusage prlimit64 getrlimit"
    ),
    "identify itself and the system, get random numbers, name threads": (
        "getpid getppid getuid geteuid getgid getegid uname getrandom prctl"
    ),
}
"""Names of the allowed calls in groups; a key says what the process needs them for."""

_FOR_PROGRAMS = {
    "start the program once; later the addresses of execve's arguments are unknown": (
        "execve set_tid_address"
    ),
    "the event loop of Node": "epoll_create1 epoll_ctl epoll_pwait eventfd2 pipe2",
}
"""Names of further calls that only programs in other languages may make, in groups.

A key says what a program needs the calls of its group for.
"""

ON_A_DISK = "fallocate"
"""Names of the calls that are refused if the scratch folder is on a disk.

With these calls a strategy could reserve much space on the disk between two checks of
the referee.
"""

IGNORED = "fsync fdatasync msync"
"""Names of the calls that report success and do nothing.

The scratch folder is thrown away, so no data have to reach the disk. Other processes
could measure how long the disk takes to write (the attack is called Sync+Sync).
"""

NOT_IMPLEMENTED = (
    "clone3 openat2 renameat2 preadv2 pwritev2 futex_waitv mbind get_mempolicy "
    "set_mempolicy"
)
"""Names of calls that are reported as not implemented; programs then use other calls.

A filter cannot read memory, and the arguments of clone3 and openat2 are in memory.
preadv2 tells whether a file is in the page cache. If mbind, get_mempolicy and
set_mempolicy are not implemented, libraries assume a machine without NUMA.
"""


class Check(NamedTuple):
    """A condition on an argument of a system call.

    `argument` is the index of the argument, from 0. The condition is met if the bitwise
    "and" of the argument and `mask` is one of `values`. The value `OWN` stands for the
    pid of the filtered process. If the condition is not met, the call fails with the
    error number `error`. The upper 32 bits of an argument are never checked: either the
    kernel ignores the upper bits, or they contain no flags.
    """

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF
    error: int = errno.EPERM


OWN = -1
"""A value of a `Check` that stands for the pid of the filtered process."""

# Bits of the flags of open: access, O_TRUNC, O_DSYNC, O_DIRECT. Truncation is allowed
# with write access only, because the first versions of Landlock did not check it.
# O_DSYNC and O_DIRECT are refused: they wait for the disk, and other processes can
# notice that.
_OPENED = (0, 1, 2, 0o1001, 0o1002)
_OPEN = 0o11003
_DIRECT = {"x86_64": 0o40000, "aarch64": 0o200000}
# A thread shares memory, files, signal handlers and semaphores with its process.
_THREAD = 0x00010000 | 0x00000100 | 0x00000200 | 0x00000400 | 0x00000800 | 0x00040000
# A thread may have its own storage and a place for its number. 0x400000 has no effect.
_THREAD_DATA = 0x00080000 | 0x00100000 | 0x00200000 | 0x01000000 | 0x00400000
# Clock ids from this number on are clocks of other processes.
_FOREIGN = 1 << 31
_QUEUED = 0xFFFFFFFF ^ 31  # a signal above 31 has at least one of these bits
_CLOCK = (Check(0, (0,), mask=_FOREIGN),)
# Flags of pipe2. Allowed: O_CLOEXEC and O_NONBLOCK. Refused: all other flags, such as
# O_NOTIFICATION_PIPE, which asks the kernel for notifications.
_PIPE = (Check(1, (0,), mask=0xFFFFFFFF ^ 0o2004000),)
# Requests of ioctl: read the attributes and the size of a terminal; set blocking and
# close on exec; ask for the number of bytes to read; clone a file.
_REQUESTS = (0x5401, 0x802C542A, 0x5413, 0x5421, 0x5450, 0x5451, 0x541B, 0x40049409)
# Allowed operations on a futex; the comment at "futex" explains them.
_FUTEX = (0, 9, 0x80, 0x81, 0x83, 0x84, 0x85, 0x89, 0x8A)

_CHECKS: dict[str, tuple[Check, ...]] = {
    # Allowed: no flag, or close on exec. Refused: a thread's own table of files.
    "close_range": (Check(2, (0, 4)),),
    # Allowed: mode 0, as in posix_fallocate. The size of the file then includes the
    # space that the call reserves.
    "fallocate": (Check(1, (0,)),),
    # Allowed: duplicate, close on exec, read flags. Refused: locks and leases, because
    # other processes that use the file notice them; owners, because an owner gets
    # signals; and setting flags, because the referee shares the file of the output.
    "fcntl": (Check(1, (0, 1, 2, 3, 1030)),),
    "ioctl": (Check(1, _REQUESTS),),
    # Allowed to send: MSG_DONTWAIT and MSG_NOSIGNAL. Allowed to receive: MSG_PEEK,
    # MSG_DONTWAIT and MSG_WAITALL. Refused: out-of-band data, which has been a way into
    # the kernel.
    "sendto": (Check(3, (0,), mask=0xFFFFFFFF ^ 0x4040),),
    "recvfrom": (Check(3, (0,), mask=0xFFFFFFFF ^ 0x142),),
    # Allowed: type, error, protocol and domain of the socket. Refused: the identity of
    # the referee.
    "getsockopt": (Check(1, (1,)), Check(2, (3, 4, 38, 39))),
    # Refused: MAP_HUGETLB, because all processes share the few huge pages.
    "mmap": (Check(3, (0,), mask=0x40000),),
    # Allowed: advice that allocators give. Refused: merging equal pages of processes,
    # dropping pages from memory, and loading pages of files. Other processes can notice
    # the refused operations.
    "madvise": (Check(2, (0, 1, 2, 4, 8, 10, 11, 14, 15, 16, 17, 18, 102, 103)),),
    # Allowed: a query, and barriers of this process alone.
    "membarrier": (Check(0, (0, 8, 16, 32, 64)),),
    "clone": (Check(0, (_THREAD,), mask=0xFFFFFFFF ^ _THREAD_DATA),),
    # Allowed: private operations to wait, wake, requeue, wake with an operation, and
    # wait or wake with a bit set; also with CLOCK_REALTIME. Shared waiting is allowed,
    # because the C library uses it to wait for the end of a thread. Shared waking is
    # refused, because other processes can wait at a page of a library. Refused:
    # priority inheritance, because it has been a way into the kernel.
    "futex": (Check(1, _FUTEX, 0xFFFFFFFF ^ 0x100, errno.ENOSYS),),
    # Allowed: ask on which cores this process may run. For any other process or thread,
    # the error ENOSYS tells the C library that the kernel does not have this call.
    "sched_getaffinity": (Check(0, (0, OWN), error=errno.ENOSYS),),
    # Allowed: ask which matrix units there are, and ask for permission to use them.
    "arch_prctl": (Check(0, (0x1021, 0x1022, 0x1023)),),
    # Allowed: signals to this process. Refused: the pid 0, which means the process
    # group. Also refused: signals above 31. These signals wait in a queue, and all
    # processes of a user share the limit of the queue.
    "kill": (Check(0, (OWN,)), Check(1, (0,), mask=_QUEUED)),
    "tgkill": (Check(0, (OWN,)), Check(2, (0,), mask=_QUEUED)),
    "clock_gettime": _CLOCK,
    "clock_getres": _CLOCK,
    "clock_nanosleep": _CLOCK,
    # Allowed: ask what the process, a thread, or the children of the process have used,
    # such as CPU time. The process has no children.
    "getrusage": (Check(0, (0, 1, 0xFFFFFFFF)),),
    "prlimit64": (Check(0, (0, OWN)),),
    # Allowed: options that read or set the name of a thread, or set a name of memory.
    # Refused: all other options, such as the options for core dumps.
    "prctl": (Check(0, (15, 16, 0x53564D41)),),
}


def list_checks(
    machine: str, start: Sequence[int] = ()
) -> dict[str, tuple[Check, ...]]:
    """Return, by the name of a call, the conditions on the arguments of this call.

    Calls without conditions are left out. A call with conditions is allowed if its
    arguments meet all its conditions. `machine` is one of `MACHINES`. `start` has the
    addresses of the arguments of the execve that starts a program; it is empty for a
    strategy in Python.
    """
    mask = _OPEN | _DIRECT[machine]
    opened = {"open": (Check(1, _OPENED, mask),), "openat": (Check(2, _OPENED, mask),)}
    if not start:
        return _CHECKS | opened
    execve = tuple(Check(k, (v & 0xFFFFFFFF,)) for k, v in enumerate(start))
    # With 0x1002 the C library says where the storage of its first thread is.
    arch_prctl = (Check(0, (0x1002, 0x1021, 0x1022, 0x1023)),)
    more = {"execve": execve, "arch_prctl": arch_prctl, "pipe2": _PIPE}
    return _CHECKS | opened | more


def read_numbers(machine: str) -> dict[str, int]:
    """Return the number of every system call of a processor, by the name of the call.

    `machine` names the processor: one of `MACHINES`. The numbers come from `TABLE`,
    which has all calls of one version of Linux, also calls that the filter refuses.
    """
    text = TABLE.read_text(encoding="utf-8")
    column = 1 + MACHINES.index(machine)
    rows = list(csv.reader(text.splitlines()[2:]))
    return {row[0]: int(row[column]) for row in rows if row[column]}


_Instruction = tuple[int, int, int, int]
"""Instruction of the filter: four numbers for the kernel's filter machine (BPF).

The four numbers are the code of the instruction, the number of instructions to skip if
its comparison is true, the number of instructions to skip if its comparison is false,
and a value.
"""

# The kernel's constant AUDIT_ARCH_* for each machine; a key is the machine's name.
_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# Results of the filter: allow the call; kill the process; make the call fail, with the
# number of the error in the lowest bits.
_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_ERROR = 0x00050000

# Codes of instructions: load a value; mask the loaded value; test whether the loaded
# value equals a number, or is at least a number; return a result of the filter.
_LOAD = 0x20
_AND = 0x54
_EQUAL = 0x15
_AT_LEAST = 0x35
_RETURN = 0x06
# Offsets in the data about a call that the kernel passes to the filter.
_NUMBER, _PROCESSOR, _ARGUMENTS = 0, 4, 16
_X32 = 1 << 30


def make_filter(
    machine: str, refused: str = "", start: Sequence[int] = ()
) -> list[_Instruction]:
    """Return the filter of the system calls of this process, as instructions.

    `machine` is one of `MACHINES`. `refused` has the names of calls to refuse although
    they are allowed otherwise. `start` has the addresses of the arguments of the execve
    that starts a program; it is empty for a strategy in Python.

    The filter compares the number of a call with the known numbers, one after the
    other. Calls with conditions come first, because Linux since version 5.11
    caches the decisions on calls without conditions.

    A call is reported as not implemented if its number is above all numbers in `TABLE`,
    because a later version of Linux has added the call. A call by the x32 interface has
    a number above 2^30. In a strategy in Python such a call is also reported as not
    implemented; in a program it ends the process. A call by the interface of another
    processor, such as a call of a 32-bit program, always ends the process.
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

    # `decided` has, for each call, the instructions that decide on the call. Calls with
    # conditions come first.
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
    """Return instructions that allow a call if its arguments meet all conditions.

    If a condition is not met, the call fails with the error of that condition.
    """
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
    """Return the instruction that makes a call fail with the error number `error`.

    With the error 0 the call does nothing and reports success.
    """
    return (_RETURN, 0, 0, _ERROR | error)
