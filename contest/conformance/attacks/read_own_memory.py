"""Look for what the process inherited: its memory map, its C environment.

The map is refused and a fresh interpreter inherited nothing: wrong.
"""

import ctypes

from _tools import Attack, Opened, locked

EXPECT = "wrong"
NEEDS = ("Landlock",)


class Mine(Attack):
    def attack(self):
        locked(
            mem=lambda: open("/proc/self/mem", "rb"),
            maps=lambda: open("/proc/self/maps").read(),
            environ=lambda: open("/proc/self/environ").read(),
        )
        table = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
        for place in range(1000):
            if table[place] is None:
                return
            if b"SECRET" in table[place] or b"PYTEST" in table[place]:
                raise Opened(table[place])


ENTRIES = [Mine()]
