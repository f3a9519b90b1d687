"""Look for what the process inherited: its memory, its C environment.

The files are refused and a fresh interpreter inherited nothing: wrong.
"""

import ctypes

from _tools import Attack, Opened, locked

EXPECT = "wrong"
NEEDS = ("Landlock",)


class Mine(Attack):
    def attack(self):
        locked(
            mem=lambda: open("/proc/self/mem", "rb"),
            sizes=lambda: open("/proc/self/smaps").read(),
            pages=lambda: open("/proc/self/pagemap", "rb").read(1),
            environ=lambda: open("/proc/self/environ").read(),
        )
        table = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
        for place in range(1000):
            if table[place] is None:
                return
            if b"SECRET" in table[place] or b"PYTEST" in table[place]:
                raise Opened(table[place])


ENTRIES = [Mine()]
