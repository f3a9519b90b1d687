"""Play Wordle and WORDPL in the terminal: the player's front door."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from commands.cli import command, exit_status, listing
from game.errors import InputError, nearest

COMMANDS = {
    "play": "play WORDPL or classic Wordle, with hints (without a command, this one)",
    "run": "show how a strategy finds the answers that you name",
    "solve": "advise, turn by turn, on a Wordle that is played elsewhere",
    "review": "rate a finished game: guesses that each choice and clue cost or saved",
    "hide": "play Absurdle: the word hides as long as it can",
    "web": "play all three in a browser, with the posterior as it sharpens",
}


def main(arguments: Sequence[str]) -> int | None:
    """Run a command; without one, play."""
    name, *rest = arguments or ["play"]
    if name in ("-h", "--help"):
        print(f"usage: interactive.py [COMMAND ...]\n\n{__doc__}\n")
        print(listing(COMMANDS, "commands"))
        print("interactive.py COMMAND --help tells more")
        return 0
    if name not in COMMANDS:
        raise InputError(
            f"no command {name!r}: expected {', '.join(COMMANDS)}"
            f"{nearest(name, COMMANDS)}; --help tells more"
        )
    return command("interactive", name)(rest)


if __name__ == "__main__":
    sys.exit(exit_status("interactive.py", main))
