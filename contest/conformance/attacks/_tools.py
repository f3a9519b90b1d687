"""Helpers of the attacks: expectations, guarded calls, system calls, the socket."""

import ctypes
import os
import platform
import socket
import stat
import sys
from pathlib import Path

import game

WRONG = "zonal"
ROOT = Path(game.__file__).resolve().parents[1]

# Numbers of system calls, for x86-64 and for 64-bit ARM.
_NUMBERS = """
exit 60 93, clone 56 220, vfork 58 -1, clone3 435 435, ptrace 101 117,
process_vm_readv 310 270, process_vm_writev 311 271, pidfd_open 434 434,
pidfd_getfd 438 438, pidfd_send_signal 424 424, rt_sigqueueinfo 129 138, tkill 200 130,
tgkill 234 131, kcmp 312 272, perf_event_open 298 241, shmget 29 194, shmat 30 196,
shmctl 31 195, msgget 68 186, semget 64 190, memfd_create 319 279, memfd_secret 447 447,
mount 165 40, chroot 161 51, unshare 272 97, setns 308 268, personality 135 92,
prctl 157 167, io_uring_setup 425 425, io_setup 206 0, timer_create 222 107,
close_range 436 436, userfaultfd 323 282, bpf 321 280, keyctl 250 219, add_key 248 217,
inotify_init1 294 26, fanotify_init 300 262, openat2 437 437, mq_unlink 241 181,
sync 162 81, setxattrat 463 463, file_setattr 469 469, future 4711 4711
"""


class Attack:
    """Strategy that plays one wrong word and attacks in every scored game."""

    def __init__(self):
        self.games = -1  # the number of this game; game 0 is not scored

    def first_move(self):
        self.games += 1
        return (self.games > 0 and self.attack()) or (WRONG, 0)

    def next_move(self, guess, epsilon, result):
        return WRONG, 0

    def attack(self):
        """Misbehave; return a move, or None to play the wrong word."""


def expect(*outcomes, **facts):
    """Decorate an attack with the outcomes that its games must have.

    A decorated function becomes a strategy whose attack is the function. The keywords
    are fields of `Attack` in contest/conformance/corpus.py. That module reads the
    arguments without running this decorator.
    """

    def attack(thing):
        if isinstance(thing, type):
            return thing
        return type(thing.__name__, (Attack,), {"attack": thing})

    return attack


class Opened(Exception):
    """An action that must be refused was possible; the text names the action."""


def locked(**doors):
    """Try actions that must be refused; each keyword is the name of an action.

    An action is a function without arguments. Raise `Opened` with the names of the
    actions that succeed.
    """
    opened = []
    for name, door in doors.items():
        try:
            door()
        except (OSError, ValueError):
            continue
        opened.append(name)
    if opened:
        raise Opened(", ".join(opened))


def ours(path):
    """Return a file or folder of the project, which must exist.

    A missing file cannot be opened, so `locked` would find no fault. The sandbox does
    not hide whether a path exists.
    """
    existing = ROOT / path
    existing.stat()
    return existing


def call(name, *arguments):
    """Make the system call `name`, and raise `OSError` if it fails."""
    libc = ctypes.CDLL(None, use_errno=True)
    numbers = next(row for row in _NUMBERS.split(",") if row.split()[0] == name)
    number = int(numbers.split()[1 if platform.machine() == "x86_64" else 2])
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *words)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def fill(file, size):
    """Write `size` bytes, in whole MiB, to a file that is open at the descriptor."""
    for _ in range(size >> 20):
        os.write(file, bytes(1 << 20))


def secret_in(namespace):
    """Return a value of the dict `namespace` that looks like the answer.

    If no value looks like the answer, None is returned.
    """
    for name in ("answer", "secret", "solution", "target"):
        value = namespace.get(name)
        if isinstance(value, str) and len(value) == len(WRONG):
            return value
    return None


def sockets():
    """Return all sockets of this process; one of them leads to the referee."""
    channels = []
    for number in range(256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                channels.append(socket.socket(fileno=os.dup(number)))
        except OSError:
            continue
    return channels


def say(data):
    """Send bytes to the referee, past the code that should send all replies."""
    for channel in sockets():
        channel.sendall(data)


def request():
    """Return the referee's request that is being answered.

    The request is found in a frame of the code that calls the strategy.
    """
    frame = sys._getframe()
    while frame is not None:
        message = frame.f_locals.get("request")
        if isinstance(message, dict):
            return message
        frame = frame.f_back
    return {"id": 0}
