"""G2: functions of the game are replaced when this file is imported."""

import sys

from _tools import expect

import game.hosts
import game.loop
import game.protocol

game.protocol.check_move = lambda move, setting: ("zonal", 0.0)
game.loop.play = game.loop.Game = None
game.hosts.SecretHost.reveal = lambda self: "zonal"
game.protocol.Outcome._value2member_map_["wrong"] = game.protocol.Outcome.WON


@expect("wrong", moves="slate:9.5")
def patched_game(self):
    """Replace functions of the game and modules of the referee in memory. Only copies
    in the strategy's process change. The outcome is ``wrong``, with the sent price."""
    for name in [n for n in sys.modules if n.startswith("contest")]:
        sys.modules[name] = None
    return "slate", 9.5


ENTRIES = [patched_game()]
