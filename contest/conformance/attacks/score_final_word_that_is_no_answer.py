"""Give a final answer that may be guessed but cannot be the secret.

Invalid.
"""

from _tools import Attack

EXPECT = "invalid"


class Mine(Attack):
    def attack(self):
        return "aahed", 0


ENTRIES = [Mine()]
