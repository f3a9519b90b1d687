"""Plant false modules for whoever imports them next.

They are the strategy's own: wrong, and nobody else has them.
"""

import sys
import types

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    def attack(self):
        for name in (
            "random",
            "math",
            "socket",
            "csv",
            "contest.runs.workers.runner",
            "pandas",
        ):
            sys.modules[name] = types.ModuleType(name)
        sys.path.insert(0, "/nowhere")
        sys.meta_path.clear()


ENTRIES = [Mine()]
