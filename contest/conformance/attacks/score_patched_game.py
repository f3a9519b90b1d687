"""Replace the game's own functions and the referee's modules in memory.

They are the strategy's copies: wrong, with the price as it was sent.
"""

import sys

from _tools import Attack

import game.hosts
import game.loop
import game.protocol

EXPECT = "wrong"
MOVES = "slate:9.5"

game.protocol.check_move = lambda move, setting: ("zonal", 0.0)
game.loop.play = game.loop.Game = None
game.hosts.SecretHost.reveal = lambda self: "zonal"
game.protocol.Outcome._value2member_map_["wrong"] = game.protocol.Outcome.WON


class Mine(Attack):
    def attack(self):
        for name in [n for n in sys.modules if n.startswith("contest")]:
            sys.modules[name] = None
        return "slate", 9.5


ENTRIES = [Mine()]
