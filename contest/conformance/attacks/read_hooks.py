"""Listen to every call with profile and trace hooks, in all threads.

What they hear is the strategy's own process: wrong.
"""

import sys
import threading

from _tools import Attack, secret_in

EXPECT = "wrong"


class Mine(Attack):
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


ENTRIES = [Mine()]
