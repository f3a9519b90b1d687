"""Pay the smallest numbers there are, hoping that they round to a free clue.

They are no final answer either, and less than any price that there is: invalid.
"""

from _tools import Attack

EXPECT = "invalid"
REASON = "expected 0.01 or more"


class Mine(Attack):
    def attack(self):
        return "slate", (5e-324, 1e-300, 2.3e-308, 1e-17)[self.games % 4]


ENTRIES = [Mine()]
