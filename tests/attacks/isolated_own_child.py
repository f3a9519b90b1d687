"""Stay the parent of each game's copy, and learn from its exit status what it saw.

What is no child of the referee's is no copy: wrong or crashed, never invalid.
"""

import os

from _tools import Attack

EXPECT = {"wrong", "crashed"}
ISOLATED = True
GAMES = 3
HEARD = []


class Mine(Attack):
    def prepare(self, setting):
        import contest.sandbox.child as program

        fork, wait = os.fork, os.waitpid

        def once():
            # The second fork of the two is left out, and its first child stays.
            os.fork = lambda: 0
            if (child := fork()) == 0:
                program.os.getppid = lambda: int(__import__("sys").argv[2])
            else:
                os.fork = once
                HEARD.append(child)
            return child

        os.fork = once
        os.waitpid = lambda pid, options: wait(pid, os.WNOHANG)

    def attack(self):
        import sys

        for child in HEARD[:-1]:
            try:
                if os.waitpid(child, os.WNOHANG)[1] >> 8 == 42:
                    return "again", -1
            except OSError:
                continue
        sys.exitfunc = lambda: os._exit(42)
        return None


ENTRIES = [Mine()]
