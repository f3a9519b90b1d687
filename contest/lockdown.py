"""What a strategy's process gives up before it runs a stranger's first line.

Plain system calls through ctypes, Linux only; elsewhere every step reports why it is
missing and the referee records the lower isolation level. The order matters: after
`no_new_privileges` nothing can be taken back, not even by root.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import signal
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MEMORY = 4 << 30  # bytes of address space; compiling kernels needs about one
FILE_SIZE = 256 << 20  # bytes in one file, like a table; the captured output too
OPEN_FILES = 256

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_SET_SECCOMP = 22
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38

# The same numbers on every architecture since Linux 5.13.
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_LANDLOCK_READ = 1 << 2 | 1 << 3  # read a file, list a folder
_LANDLOCK_ALL = (1 << 13) - 1  # every right of the first version
_LANDLOCK_NODES = 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11  # make devices, sockets, pipes
_LANDLOCK_REFER, _LANDLOCK_TRUNCATE, _LANDLOCK_IOCTL = 1 << 13, 1 << 14, 1 << 15

# System calls by name: numbers for x86-64 and for 64-bit ARM (None: it has none).
_CALLS: dict[str, tuple[int | None, int | None]] = {
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "tkill": (200, 130),
    "setsid": (112, 157),
    "setpgid": (109, 154),
    "setpriority": (141, 140),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "semctl": (66, 191),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "truncate": (76, 45),
    "sync": (162, 81),
    "syncfs": (306, 267),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "lchown": (94, None),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "open_by_handle_at": (304, 265),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "syslog": (103, 116),
    "acct": (163, 89),
    "personality": (135, 92),
}
# What a copy could do to a file or channel that it shares with its original.
_SHARED_CALLS: dict[str, tuple[int | None, int | None]] = {
    "flock": (73, 32),
    "setsockopt": (54, 208),
    "shutdown": (48, 210),
    "bind": (49, 200),
    "connect": (42, 203),
    "listen": (50, 201),
}
# Programs fall back from these, whose arguments cannot be inspected, to older ones.
_ABSENT_CALLS = {"clone3": 435, "openat2": 437}
# Nobody has thought about those from here on: the kernel is one that lacks them.
_UNKNOWN = 463
# Allowed with this process (or 0, itself) as the first argument only.
_OWN_PID = {"kill": (62, 129), "tgkill": (234, 131), "prlimit64": (302, 261)}
_CLONE_THREAD = 0x00010000
# What fork asks for, which shares nothing, and threads in the two C libraries.
_CLONE_COPYING = (0x01200011, 0x003D0F00, 0x007D0F00)
# What fcntl may do: duplicate, flags, locks, size of a pipe. Not: leases, which hold
# up others who open the file, and owners, which send others signals.
_FCNTL = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)
_FCNTL_COPYING = tuple(n for n in _FCNTL if n not in (5, 6, 7, 36, 37, 38))
# And ioctl: ask a terminal, blocking, close on exec, bytes to read.
_IOCTL = (0x5401, 0x5413, 0x5421, 0x5450, 0x5451, 0x541B)

_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_DENY = 0x00050000 | errno.EPERM
_ABSENT = 0x00050000 | errno.ENOSYS


class Missing(Exception):  # noqa: N818 - a fact about the machine, not an error
    """A protection that this machine does not have, with the reason."""


def protect_referee() -> None:
    """Hide the referee's memory and adopt what strategies leave behind."""
    if sys.platform == "linux":
        _prctl(_PR_SET_DUMPABLE, 0)
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with(parent: int) -> None:
    """End this process when its parent ends, however that comes about."""
    if sys.platform == "linux":
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def limit_resources() -> None:
    """Cap memory, file size and descriptors; leave no core dump."""
    import resource

    limits = [
        ("RLIMIT_AS", MEMORY),
        ("RLIMIT_FSIZE", FILE_SIZE),
        ("RLIMIT_NOFILE", OPEN_FILES),
        # Not 0: a kernel that pipes dumps to a program heeds this value alone.
        ("RLIMIT_CORE", 1),
        ("RLIMIT_MEMLOCK", 1 << 20),
        ("RLIMIT_MSGQUEUE", 0),
    ]
    for name, value in limits:
        kind = getattr(resource, name, None)
        if kind is not None and not (sys.platform == "darwin" and value == MEMORY):
            resource.setrlimit(kind, (value, value))
    if sys.platform == "linux":
        # Should memory run out, the strategy goes first, never the referee.
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")


def no_new_privileges() -> None:
    """Give up every privilege for good, root's too.

    Raises
    ------
    Missing
        Where the system has no such call.
    """
    _linux()
    if os.geteuid() == 0:
        for capability in range(64):
            if _libc().prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
                break
        header = struct.pack("Ii", 0x20080522, 0)
        number = 126 if platform.machine() == "x86_64" else 91
        _call(number, header, bytes(24))
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def restrict_files(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Let this process see these files and folders and no others.

    Parameters
    ----------
    readable, writable : iterable of str
        Paths; folders with all they contain. Those that do not exist are skipped.

    Raises
    ------
    Missing
        Where the kernel has no Landlock.
    """
    _linux()
    version = _libc().syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
    if version < 1:
        raise Missing("this kernel has no Landlock")
    rights = _LANDLOCK_ALL
    newer = ((2, _LANDLOCK_REFER), (3, _LANDLOCK_TRUNCATE), (5, _LANDLOCK_IOCTL))
    for since, right in newer:
        rights |= right if version >= since else 0
    scope = 3 if version >= 6 else 0  # abstract sockets and signals
    net = 3 if version >= 4 else 0
    attr = struct.pack("QQQ", rights, net, scope)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = _call(_LANDLOCK_CREATE, attr[:size], ctypes.c_size_t(size), 0)
    own = rights & ~_LANDLOCK_NODES
    for paths, allowed in ((readable, _LANDLOCK_READ), (writable, own)):
        for path in paths:
            _allow_path(ruleset, path, allowed)
    _call(_LANDLOCK_RESTRICT, ruleset, 0)
    os.close(ruleset)


def filter_calls(*, copies: bool = False) -> None:
    """Refuse new processes, programs, sockets and reaching other processes.

    Parameters
    ----------
    copies : bool
        Whether this process may still copy itself; each copy then calls this again.

    Raises
    ------
    Missing
        Where the kernel or the processor is not supported.
    """
    _linux()
    machine = platform.machine()
    if machine not in ("x86_64", "aarch64"):
        raise Missing(f"no system call numbers for {machine}")
    program = _program(0 if machine == "x86_64" else 1, copies=copies)
    code = b"".join(struct.pack("HBBI", *step) for step in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    head = struct.pack("HxxxxxxQ", len(program), ctypes.addressof(buffer))
    if _libc().prctl(_PR_SET_SECCOMP, 2, head, 0, 0) != 0:
        raise Missing("this kernel has no seccomp filters")


Step = tuple[int, int, int, int]
_LOAD, _AND, _EQUAL, _AT_LEAST, _BITS, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06


@dataclass(frozen=True, slots=True)
class _Rule:
    """A call that the low half of one argument decides."""

    numbers: tuple[int | None, int | None]
    argument: int
    values: tuple[int, ...]
    met: int
    otherwise: int
    test: int = _EQUAL
    mask: int = 0xFFFFFFFF

    def steps(self, column: int) -> list[Step]:
        number, count = self.numbers[column], len(self.values)
        if number is None:
            return []
        tests = [(self.test, count - k, 0, v) for k, v in enumerate(self.values)]
        return [
            (_EQUAL, 0, count + 4, number),
            (_LOAD, 0, 0, 16 + 8 * self.argument),
            (_AND, 0, 0, self.mask),
            *tests,
            (_RETURN, 0, 0, self.otherwise),
            (_RETURN, 0, 0, self.met),
        ]


_CLONE, _PRCTL, _CONTROL = (56, 220), (157, 167), (72, 25)
_CUTS = ((0o1000,), _DENY, _ALLOW, _EQUAL, 0o1003)  # truncates what it may only read
_FOREIGN = ((1 << 31,), _DENY, _ALLOW, _AT_LEAST)  # the clock of another process
_RULES = (
    _Rule((16, 29), 1, _IOCTL, _ALLOW, _DENY),
    _Rule((2, None), 1, *_CUTS),  # open
    _Rule((257, 56), 2, *_CUTS),  # openat
    _Rule((228, 113), 0, *_FOREIGN),  # clock_gettime: how long the referee thought
    _Rule((230, 115), 0, *_FOREIGN),  # clock_nanosleep
    _Rule((222, 107), 0, *_FOREIGN),  # timer_create
)
_NOT_COPYING = (
    _Rule(_CONTROL, 1, _FCNTL, _ALLOW, _DENY),
    _Rule(_CLONE, 0, (_CLONE_THREAD,), _ALLOW, _DENY, _BITS),
    _Rule(_PRCTL, 0, (_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE), _DENY, _ALLOW),
)
_COPYING = (
    _Rule(_CONTROL, 1, _FCNTL_COPYING, _ALLOW, _DENY),
    _Rule(_CLONE, 0, _CLONE_COPYING, _ALLOW, _DENY),
    _Rule(_PRCTL, 0, (_PR_SET_DUMPABLE,), _DENY, _ALLOW),
)


def _program(column: int, *, copies: bool) -> list[Step]:
    """Return the filter: instructions of (code, jump if true, if false, value)."""
    load, equal, at_least, ret = _LOAD, _EQUAL, _AT_LEAST, _RETURN
    number, arch, first_low, first_high = 0, 4, 16, 20
    architecture = (0xC000003E, 0xC00000B7)[column]
    steps = [
        (load, 0, 0, arch),
        (equal, 1, 0, architecture),
        (ret, 0, 0, _KILL),
        (load, 0, 0, number),
    ]
    if column == 0:  # the x32 numbers would be a second door
        steps += [(at_least, 0, 1, 0x40000000), (ret, 0, 0, _DENY)]
    steps += [(at_least, 0, 1, _UNKNOWN), (ret, 0, 0, _ABSENT)]
    for numbers in (*_CALLS.values(), *(_SHARED_CALLS.values() if copies else ())):
        if (denied := numbers[column]) is not None:
            steps += [(equal, 0, 1, denied), (ret, 0, 0, _DENY)]
    for absent in _ABSENT_CALLS.values():
        steps += [(equal, 0, 1, absent), (ret, 0, 0, _ABSENT)]
    for rule in (*_RULES, *(_COPYING if copies else _NOT_COPYING)):
        steps += rule.steps(column)
    for name, numbers in _OWN_PID.items():
        zero = name == "prlimit64"  # where 0 means this process, not its group
        if copies and not zero:
            # Copies inherit the filter, and could signal the process they stem from.
            steps += [(equal, 0, 1, numbers[column]), (ret, 0, 0, _DENY)]
            continue
        # Nor is the original's number the copy's own.
        own = 0 if copies else os.getpid()
        steps += [
            (equal, 0, 7, numbers[column]),
            (load, 0, 0, first_high),
            (equal, 0, 4, 0),
            (load, 0, 0, first_low),
            (equal, 1, 0, own),
            (equal, 0, 1, 0 if zero else own),
            (ret, 0, 0, _ALLOW),
            (ret, 0, 0, _DENY),
        ]
    return [*steps, (ret, 0, 0, _ALLOW)]


def _allow_path(ruleset: int, path: str, allowed: int) -> None:
    try:
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not os.path.isdir(path):
        # Of a file: execute, write, read, truncate; the rest is about folders.
        allowed &= 1 << 0 | 1 << 1 | 1 << 2 | _LANDLOCK_TRUNCATE | _LANDLOCK_IOCTL
    try:
        _call(_LANDLOCK_ADD, ruleset, 1, struct.pack("=Qi", allowed, file), 0)
    finally:
        os.close(file)


def _linux() -> None:
    if sys.platform != "linux":
        raise Missing(f"{platform.system()} has no such protection")


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, value: int) -> None:
    if _libc().prctl(option, value, 0, 0, 0) != 0:
        raise Missing(f"prctl {option}: {os.strerror(ctypes.get_errno())}")


def _call(number: int, *args: object) -> int:
    result: int = _libc().syscall(number, *args)
    if result < 0:
        raise Missing(f"system call {number}: {os.strerror(ctypes.get_errno())}")
    return result
