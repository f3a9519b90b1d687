"""Seccomp filter of a strategy's process.

`contest.sandbox.lockdown` installs it. It allows the calls that it does not name,
except those that are newer than its table.
"""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass

MACHINES = ("x86_64", "aarch64")
"""Processors whose system calls are known."""

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4

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
    "io_setup": (206, 0),
    "timer_create": (222, 107),
    "open_by_handle_at": (304, 265),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "syslog": (103, 116),
    "acct": (163, 89),
    "personality": (135, 92),
}
# Programs fall back from these, whose arguments cannot be inspected, to older ones.
_ABSENT_CALLS = {"clone3": 435, "openat2": 437}
# Calls from this number on are not reviewed: reported as not implemented.
_UNKNOWN = 463
# Allowed with this process (or 0, itself) as the first argument only.
_OWN_PID = {"kill": (62, 129), "tgkill": (234, 131), "prlimit64": (302, 261)}
# A new thread must share all open files, so that one check covers them.
_CLONE_SHARING = 0x00010000 | 0x00000400
# What fcntl may do: duplicate, flags, locks, size of a pipe. Not: leases, which hold
# up others who open the file, and owners, which send others signals.
_FCNTL = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)
# And ioctl: ask a terminal, blocking, close on exec, bytes to read.
_IOCTL = (0x5401, 0x5413, 0x5421, 0x5450, 0x5451, 0x541B)

_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_DENY = 0x00050000 | errno.EPERM
_ABSENT = 0x00050000 | errno.ENOSYS

Step = tuple[int, int, int, int]
_LOAD, _AND, _EQUAL, _AT_LEAST, _BITS, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule for a call by the low 32 bits of one argument."""

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
_CUTS = ((0o1000,), _DENY, _ALLOW, _EQUAL, 0o1003)  # O_TRUNC with read-only access
_FOREIGN = ((1 << 31,), _DENY, _ALLOW, _AT_LEAST)  # the clock of another process
_RULES = (
    _Rule((16, 29), 1, _IOCTL, _ALLOW, _DENY),
    _Rule((2, None), 1, *_CUTS),  # open
    _Rule((257, 56), 2, *_CUTS),  # openat
    _Rule((228, 113), 0, *_FOREIGN),  # clock_gettime: timing of the referee
    _Rule((230, 115), 0, *_FOREIGN),  # clock_nanosleep
    _Rule((436, 436), 2, (2,), _DENY, _ALLOW, _BITS),  # close_range: own files
    _Rule(_CONTROL, 1, _FCNTL, _ALLOW, _DENY),
    _Rule(_CLONE, 0, (_CLONE_SHARING,), _ALLOW, _DENY, _EQUAL, _CLONE_SHARING),
    _Rule(_PRCTL, 0, (PR_SET_PDEATHSIG, PR_SET_DUMPABLE), _DENY, _ALLOW),
)


def program(machine: str) -> list[Step]:
    """Return the filter for this process.

    Parameters
    ----------
    machine : str
        One of `MACHINES`.

    Returns
    -------
    list of tuple of int
        Instructions: code, jump if true, jump if false, value.
    """
    column = MACHINES.index(machine)
    load, equal, at_least, ret = _LOAD, _EQUAL, _AT_LEAST, _RETURN
    number, arch, first_low, first_high = 0, 4, 16, 20
    architecture = (0xC000003E, 0xC00000B7)[column]
    steps = [
        (load, 0, 0, arch),
        (equal, 1, 0, architecture),
        (ret, 0, 0, _KILL),
        (load, 0, 0, number),
    ]
    if column == 0:  # the x32 numbers would bypass the filter
        steps += [(at_least, 0, 1, 0x40000000), (ret, 0, 0, _DENY)]
    steps += [(at_least, 0, 1, _UNKNOWN), (ret, 0, 0, _ABSENT)]
    for numbers in _CALLS.values():
        if (denied := numbers[column]) is not None:
            steps += [(equal, 0, 1, denied), (ret, 0, 0, _DENY)]
    for absent in _ABSENT_CALLS.values():
        steps += [(equal, 0, 1, absent), (ret, 0, 0, _ABSENT)]
    for rule in _RULES:
        steps += rule.steps(column)
    own = os.getpid()
    for name, numbers in _OWN_PID.items():
        zero = name == "prlimit64"  # where 0 means this process, not its group
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
