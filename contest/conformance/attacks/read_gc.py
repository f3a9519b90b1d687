"""Look for a host, a secret or draws among all live objects.

There is none in the strategy's process: wrong.
"""

import gc

from _tools import Attack, secret_in

EXPECT = "wrong"


class Mine(Attack):
    def attack(self):
        for thing in gc.get_objects():
            if type(thing) is dict and (found := secret_in(thing)):
                return found, 0
            if type(thing).__name__ in ("SecretHost", "NoisyHost", "Game"):
                return thing.reveal(), 0
        return None


ENTRIES = [Mine()]
