"""G2, by functions that are replaced when the file is imported."""

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
    """Replace the game's own functions and the referee's modules in memory. They are
    the strategy's copies: wrong, with the price as it was sent."""
    for name in [n for n in sys.modules if n.startswith("contest")]:
        sys.modules[name] = None
    return "slate", 9.5


ENTRIES = [patched_game()]
