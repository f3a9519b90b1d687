"""Ask for a core dump and crash, to read the memory from it later.

The limit cannot be raised, and each death is a crash.
"""

import ctypes
import resource

from _tools import Attack, locked

EXPECT = "crashed"
REASON = "SIGSEGV"


class Mine(Attack):
    def attack(self):
        most = resource.RLIM_INFINITY
        locked(core=lambda: resource.setrlimit(resource.RLIMIT_CORE, (most, most)))
        ctypes.string_at(0)


ENTRIES = [Mine()]
