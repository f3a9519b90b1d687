"""Take what the whole machine has a limited number of: aio events, POSIX timers.

Both are refused: wrong.
"""

import ctypes

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)


class Mine(Attack):
    def attack(self):
        place = ctypes.c_ulong(0)
        locked(
            aio=lambda: call("io_setup", 64, ctypes.byref(place)),
            timer=lambda: call("timer_create", 1, None, ctypes.byref(place)),
        )


ENTRIES = [Mine()]
