"""Read the answer from the frames of whoever called.

They end in the strategy's own process, which has no answer: wrong.
"""

import sys

from _tools import Attack, secret_in

EXPECT = "wrong"


class Mine(Attack):
    def attack(self):
        frame = sys._getframe()
        while frame is not None:
            for space in (frame.f_locals, frame.f_globals):
                if found := secret_in(space):
                    return found, 0
            frame = frame.f_back
        return None


ENTRIES = [Mine()]
