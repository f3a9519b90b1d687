"""Attacks that look for the answer, the seed and the noise in all possible places."""

import ctypes
import fcntl
import gc
import os
import random
import re
import resource
import socket
import sys
import threading
import time

from _tools import Attack, Opened, call, expect, locked, secret_in, sockets

from game.draws import Draws


@expect("wrong", needs=("seccomp",))
def clock_of_referee(self):
    """Read the CPU clock of the referee, to learn how long it computes for a guess."""
    parent = os.getppid()
    locked(
        cpu=lambda: time.clock_gettime((~parent << 3) | 2),
        user=lambda: time.clock_gettime((~parent << 3) | 1),
        thread=lambda: time.clock_gettime((~parent << 3) | 6),
    )


@expect("crashed", reason="SIGSEGV")
def core_dump(self):
    """Try to raise the limit of core dumps, and crash. The limit cannot be raised."""
    most = resource.RLIM_INFINITY
    locked(core=lambda: resource.setrlimit(resource.RLIMIT_CORE, (most, most)))
    ctypes.string_at(0)


@expect("wrong")
def descriptors(self):
    """Look through all descriptors for one that the referee forgot to close. Five are
    allowed: the standard three, the connection, and a path in /proc. A library, such as
    libffi, may have its own file open, too."""
    held, maps = [], open("/proc/self/maps").read()
    for number in range(1024):
        try:
            flags, inode = fcntl.fcntl(number, fcntl.F_GETFL), os.fstat(number).st_ino
        except OSError:
            continue
        if re.search(rf" {inode} +/usr/lib/\S+$", maps, re.MULTILINE):
            continue
        held.append((number, bool(flags & getattr(os, "O_PATH", 0))))
    for channel in sockets():
        channel.close()
    if len(held) > 5 or sum(by_path for _, by_path in held) > 1:
        raise Opened(str(held))


@expect("wrong")
def environment(self):
    """Look for the seed in the environment and on the command line."""
    known = ("_NUM_THREADS", "NUMBA", "CLUEPROOF_CACHE", "PYTHON", "HOME", "TMPDIR")
    known += ("LANG", "LC_CTYPE", "SYSTEMROOT")
    strange = [n for n in os.environ if not any(k in n for k in known)]
    strange += [a for a in sys.argv[1:] if not a.isdigit()]
    if strange:
        raise Opened(str(strange))


@expect("wrong")
def live_objects(self):
    """Look for a host, a secret or a game among all live objects."""
    for thing in gc.get_objects():
        if type(thing) is dict and (word := secret_in(thing)):
            return word, 0
        if type(thing).__name__ in ("SecretHost", "NoisyHost", "Game"):
            return thing.reveal(), 0
    return None


@expect("wrong")
class Hooks(Attack):
    """Watch every call in all threads with profile hooks and trace hooks."""

    heard = None

    def attack(self):
        for module in (sys, threading):
            module.setprofile(self.hook)
            module.settrace(self.hook)
        return (self.heard, 0) if self.heard else ("slate", 3.0)

    def next_move(self, guess, epsilon, result):
        return self.heard or "zonal", 0

    def hook(self, frame, event, argument):
        self.heard = secret_in(frame.f_locals) or self.heard


@expect("wrong", needs=("Landlock",))
def own_memory(self):
    """Look for secrets in the memory and the C environment of this process."""
    locked(
        mem=lambda: open("/proc/self/mem", "rb"),
        sizes=lambda: open("/proc/self/smaps").read(),
        pages=lambda: open("/proc/self/pagemap", "rb").read(1),
        environ=lambda: open("/proc/self/environ").read(),
    )
    table = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    for variable in table:  # the table ends with a null pointer
        if variable is None:
            return
        if b"SECRET" in variable or b"PYTEST" in variable:
            raise Opened(variable)


@expect("wrong", needs=("seccomp",))
def peer(self):
    """Ask the connection which process has its other end, and take files of it."""
    SO_PEERPIDFD = 77
    for channel in sockets():
        try:
            referee = channel.getsockopt(socket.SOL_SOCKET, SO_PEERPIDFD)
        except OSError:  # an older kernel lacks this option
            referee = 3
        locked(
            steal=lambda fd=referee: call("pidfd_getfd", fd, 0, 0),
            signal=lambda fd=referee: call("pidfd_send_signal", fd, 0, 0, 0),
            enter=lambda fd=referee: call("setns", fd, 0x10000000),
        )


@expect("wrong", needs=("Landlock", "seccomp"))
def processes(self):
    """Look for other processes of the machine, and for facts about them."""
    locked(
        proc=lambda: os.listdir("/proc"),
        up=lambda: os.listdir("/proc/self/.."),
        one=lambda: open("/proc/1/cmdline").read(),
        load=lambda: open("/proc/loadavg").read(),
        probe=lambda: os.kill(os.getppid(), 0),
    )


@expect("wrong")
class SeedByTrying(Attack):
    """Deal games with likely seeds, and compare their states of `random` with ours."""

    def prepare(self, setting):
        answers = setting.vocabulary.answers
        self.known = {}
        for seed in ("", "0", "1", "42", "seed", "test", "clueproof", "official"):
            for game in range(50):
                draws = Draws(seed, game)
                answer = answers[draws.answer(len(answers))]
                state = random.Random(draws.strategy()).getstate()
                self.known[state] = answer

    def attack(self):
        answer = self.known.get(random.getstate())
        return (answer, 0) if answer else None


@expect("wrong")
class SeedOfGenerators(Attack):
    """Compute the answer from the random numbers of Python's generator. The seed of the
    generator is another number, from which the answer does not follow."""

    def prepare(self, setting):
        self.answers = setting.vocabulary.answers

    def attack(self):
        return self.answers[int(random.random() * len(self.answers))], 0


@expect("wrong", needs=("Landlock", "seccomp"))
def shared_memory(self):
    """Find memory that other processes share: /dev/shm, System V, message queues."""
    IPC_STAT = 2
    locked(
        folder=lambda: os.listdir("/dev/shm"),
        create=lambda: open("/dev/shm/clueproof-attack", "w"),
        shmget=lambda: call("shmget", 4711, 4096, 0o1600),
        shmat=lambda: call("shmat", 0, 0, 0),
        shmctl=lambda: call("shmctl", 0, IPC_STAT, bytes(256)),
        msgget=lambda: call("msgget", 4711, 0o1600),
        semget=lambda: call("semget", 4711, 1, 0o1600),
        mq=lambda: call("mq_unlink", b"clueproof-attack"),
    )


@expect("wrong")
def traceback(self):
    """Read the answer from the stack frames of an exception and of all threads."""
    try:
        raise ValueError
    except ValueError as error:
        trace = error.__traceback__
    frames = [trace.tb_frame, *sys._current_frames().values()]
    while frames:
        frame = frames.pop()
        if word := secret_in(frame.f_locals):
            return word, 0
        if frame.f_back is not None:
            frames.append(frame.f_back)
    return None


@expect("wrong", needs=("Landlock", "seccomp"))
def watches(self):
    """Watch files that change: by inotify, fanotify, dnotify, or a list of a folder."""
    here = os.open(".", os.O_RDONLY)
    locked(
        inotify=lambda: call("inotify_init1", 0),
        fanotify=lambda: call("fanotify_init", 0, 0),
        dnotify=lambda: fcntl.fcntl(here, fcntl.F_NOTIFY, fcntl.DN_MODIFY),
        words=lambda: os.listdir(os.path.dirname(os.getcwd())),
    )
    os.close(here)


ENTRIES = {
    "clock_of_referee": clock_of_referee(),
    "core_dump": core_dump(),
    "descriptors": descriptors(),
    "environment": environment(),
    "gc": live_objects(),
    "hooks": Hooks(),
    "own_memory": own_memory(),
    "peer": peer(),
    "processes": processes(),
    "seed_by_trying": SeedByTrying(),
    "seed_of_generators": SeedOfGenerators(),
    "shared_memory": shared_memory(),
    "traceback": traceback(),
    "watches": watches(),
}
