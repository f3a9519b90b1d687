"""Program `clueproof`, with all commands of evaluate.py and of interactive.py."""

from __future__ import annotations

import os
import sys

from commands.framework.script import Script, exit_status

ABOUT = """\
Play, solve and compete at Wordle and WORDPL.

Without a COMMAND, a game of WORDPL starts. Every COMMAND has its own --help.
"""
PROGRAM = Script("clueproof", ["evaluate", "interactive"], "play", ABOUT)


def main() -> int:
    """Run the command that the command line names, and return the exit status."""
    # The workers of joblib inherit this variable. It keeps them from importing files in
    # the current folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    return exit_status(PROGRAM, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
