"""Hide code in the move that runs when it is unpickled, copied or shown.

Moves are text: invalid, or crashed by its own code.
"""

from _tools import WRONG, Attack

EXPECT = {"invalid", "crashed"}


class Bomb:
    def __reduce__(self):
        return eval, ("__import__('os')._exit(9)",)

    def __deepcopy__(self, memo):
        raise SystemExit

    def __repr__(self):
        return "['zonal', 0]\n=1+1"


class Mine(Attack):
    def attack(self):
        return (WRONG, Bomb()) if self.games == 1 else Bomb()


ENTRIES = [Mine()]
