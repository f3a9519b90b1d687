"""G1: a strategy never holds the answer, the seed or the noise."""

import ctypes
import math
import mmap
import os
import platform
import random
import sys
from pathlib import Path

from _tools import ROOT, WRONG, call, expect, locked, ours, secret_in


@expect("wrong")
def frames(self):
    """Search the frames of all callers for the answer. All these frames are in the
    strategy's own process, which does not know the answer."""
    frame = sys._getframe()
    while frame is not None:
        for space in (frame.f_locals, frame.f_globals):
            if word := secret_in(space):
                return word, 0
        frame = frame.f_back
    return None


@expect("wrong", needs=("seccomp",))
def parent_memory(self):
    """Access the referee's memory with the system calls that debuggers use."""
    ATTACH, SEIZE = 16, 0x4206
    parent, me = os.getppid(), os.getpid()
    locked(
        attach=lambda: call("ptrace", ATTACH, parent, 0, 0),
        seize=lambda: call("ptrace", SEIZE, parent, 0, 0),
        traceme=lambda: call("ptrace", 0, 0, 0, 0),
        read=lambda: call("process_vm_readv", parent, 0, 0, 0, 0, 0),
        write=lambda: call("process_vm_writev", parent, 0, 0, 0, 0, 0),
        pidfd=lambda: call("pidfd_open", parent, 0),
        kcmp=lambda: call("kcmp", me, parent, 0, 0, 0),
        perf=lambda: call("perf_event_open", 0, parent, -1, -1, 0),
    )


@expect("wrong", needs=("Landlock",))
def parent_files(self):
    """Open the referee's files in /proc: memory, maps, environment, descriptors."""
    parent = f"/proc/{os.getppid()}"
    names = ("mem", "maps", "environ", "cmdline", "stat", "status", "syscall")
    locked(
        **{n: lambda n=n: open(f"{parent}/{n}", "rb").read(1) for n in names},
        fd=lambda: os.listdir(f"{parent}/fd"),
        task=lambda: os.listdir(f"{parent}/task"),
        exe=lambda: open(f"{parent}/exe", "rb"),
        root=lambda: os.listdir(f"{parent}/root"),
        cwd=lambda: os.listdir(f"{parent}/cwd"),
    )


RESULTS, PUBLISHED = ours("results"), ours("results/published.csv")
REFEREE = ours("contest/runs/workers/runner.py")
ATTACKS = ours("contest/conformance/attacks")


@expect("wrong", needs=("Landlock",))
def results(self):
    """Open the folder of results, to which this run and its seed are written. Folders
    around the strategy cannot even be listed."""
    locked(
        root=lambda: os.listdir(ROOT),
        results=lambda: os.listdir(RESULTS),
        published=lambda: open(PUBLISHED).read(),
        referee=lambda: open(REFEREE).read(),
        attacks=lambda: os.listdir(ATTACKS),
        temporary=lambda: os.listdir("/tmp"),
        neighbours=lambda: os.listdir(Path.cwd().parent),
        home=lambda: os.listdir("/root"),
        passwords=lambda: open("/etc/passwd").read(),
    )


# Functions in C of Python's interpreter that compare, search, count and look up. The
# attack times two cache lines of each function.
FUNCTIONS = (
    *("PyUnicode_Contains", "PyUnicode_Find", "PyUnicode_Compare"),
    *("PyUnicode_RichCompare", "PyObject_RichCompare", "PySequence_Contains"),
    *("PyObject_Hash", "PyDict_GetItemWithError", "PyLong_FromLong"),
    *("PyNumber_Remainder", "PyFloat_FromDouble", "PyObject_IsTrue"),
)
# void probe(const uint64_t *lines, long count, uint32_t *cycles): count the cycles to
# read each line, and flush the line.
PROBE = (
    "4989d0"  # mov r8, rdx
    "488b0f 0faef0 0faee8 0f31 0faee8 4189c1"  # mov rcx, [rdi]; r9d = clock, fenced
    "8a01 0faee8 0f31 4429c8 418900"  # mov al, [rcx]; [r8] = clock - r9d
    "0fae39 4883c708 4983c004 48ffce 75d2"  # clflush [rcx]; next, until rsi is 0
    "0faef0 c3"  # mfence; ret
)
CACHED = 200  # cycles: a read from memory takes more, a read from a cache fewer


@expect("wrong", games=20, lucky=1)
class CacheLines:
    """Play many words, and time the cache lines of the referee's interpreter. A line
    that the referee executes for the secret alone would reveal the secret. But the
    lines of the referee are private, so at most one game is won, by luck."""

    def __init__(self, words=700, finalists=30, again=9):
        self.words, self.finalists, self.again = words, finalists, again
        self.probe = None
        if platform.machine() == "x86_64":
            self.page = mmap.mmap(-1, mmap.PAGESIZE, prot=7)
            self.page.write(bytes.fromhex(PROBE))
            kind = ctypes.CFUNCTYPE(
                None, ctypes.c_void_p, ctypes.c_long, ctypes.c_void_p
            )
            page = ctypes.c_char.from_buffer(self.page)
            self.probe = kind(ctypes.addressof(page))
        entries = [
            ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
            for name in FUNCTIONS
        ]
        lines = [entry + 64 * k for entry in entries for k in (0, 1)]
        self.lines = (ctypes.c_uint64 * len(lines))(*lines)
        self.cycles = (ctypes.c_uint32 * len(lines))()

    def prepare(self, setting):
        self.answers = setting.vocabulary.answers

    def first_move(self):
        if self.probe is None:
            return WRONG, 0
        self.asked = random.sample(self.answers, self.words)
        self.seen = []
        self.look()
        return self.asked[0], 1.0

    def next_move(self, guess, epsilon, result):
        self.seen.append(self.look())
        if len(self.seen) == self.words:
            self.asked += self.oddest(self.finalists) * self.again
        if len(self.seen) < len(self.asked):
            return self.asked[len(self.seen)], 1.0
        return self.oddest(1)[0], 0

    def look(self):
        """Return a list: for each cache line, whether it was executed since the last
        look."""
        self.probe(self.lines, len(self.lines), self.cycles)
        return [cycles < CACHED for cycles in self.cycles]

    def oddest(self, count):
        """Return the `count` words after whose moves the executed cache lines differed
        most from those after other words."""
        turns = len(self.seen)
        shares = [(sum(column) + 1) / (turns + 2) for column in zip(*self.seen)]
        odd = {}
        for word, lines in zip(self.asked, self.seen):
            surprises = odd.setdefault(word, [])
            rare = [1 - s if s > 0.5 else s for s in shares]
            unlike = [r for hit, s, r in zip(lines, shares, rare) if hit != (s > 0.5)]
            # If many lines are unusual at once, another process is the cause.
            surprises.append(-math.log(min(unlike)) / len(unlike) if unlike else 0.0)
        # One surprise may be chance, so only the words that were played most can win.
        most = max(map(len, odd.values()))
        final = [word for word in odd if len(odd[word]) == most]
        return sorted(final, key=lambda word: -sum(odd[word]))[:count]


ENTRIES = {
    "frames": frames(),
    "parent_memory": parent_memory(),
    "parent_files": parent_files(),
    "results": results(),
    "cache_lines": CacheLines(),
}
