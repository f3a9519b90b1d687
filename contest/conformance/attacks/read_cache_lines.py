"""Ask for many words and time the cache lines of the interpreter that the referee runs.

What it runs for the secret alone would give that away: won by luck at most.
"""

import ctypes
import math
import mmap
import platform
import random

from _tools import WRONG

EXPECT = "wrong"
GAMES = 20
LUCKY = 1  # of 20, two are won by luck once in 27,000 times

# Functions of Python's that compare, search, count and look up; two lines of each.
FUNCTIONS = (
    *("PyUnicode_Contains", "PyUnicode_Find", "PyUnicode_Compare"),
    *("PyUnicode_RichCompare", "PyObject_RichCompare", "PySequence_Contains"),
    *("PyObject_Hash", "PyDict_GetItemWithError", "PyLong_FromLong"),
    *("PyNumber_Remainder", "PyFloat_FromDouble", "PyObject_IsTrue"),
)
# void probe(const uint64_t *lines, long count, uint32_t *cycles): read and flush each.
PROBE = (
    "4989d0"  # mov r8, rdx
    "488b0f 0faef0 0faee8 0f31 0faee8 4189c1"  # mov rcx, [rdi]; r9d = clock, fenced
    "8a01 0faee8 0f31 4429c8 418900"  # mov al, [rcx]; [r8] = clock - r9d
    "0fae39 4883c708 4983c004 48ffce 75d2"  # clflush [rcx]; next, until rsi is 0
    "0faef0 c3"  # mfence; ret
)
CACHED = 200  # cycles: less than from memory, more than from any cache


class Mine:
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
        """Return which lines somebody has run since the last look."""
        self.probe(self.lines, len(self.lines), self.cycles)
        return [cycles < CACHED for cycles in self.cycles]

    def oddest(self, count):
        """Return the words after which what was run was least like after others."""
        turns = len(self.seen)
        shares = [(sum(column) + 1) / (turns + 2) for column in zip(*self.seen)]
        odd = {}
        for word, lines in zip(self.asked, self.seen):
            found = odd.setdefault(word, [])
            rare = [1 - s if s > 0.5 else s for s in shares]
            unlike = [r for hit, s, r in zip(lines, shares, rare) if hit != (s > 0.5)]
            # Many lines at once are the work of another process.
            found.append(-math.log(min(unlike)) / len(unlike) if unlike else 0.0)
        # Once may be chance: of the finalists it has to come back.
        most = max(map(len, odd.values()))
        final = [word for word in odd if len(odd[word]) == most]
        return sorted(final, key=lambda word: -sum(odd[word]))[:count]


ENTRIES = [Mine()]
