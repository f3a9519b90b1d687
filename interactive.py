#!/usr/bin/env python3
"""Play, solve and watch Wordle and WORDPL."""

from __future__ import annotations

import sys

from commands.framework.script import Script, exit_status

ABOUT = """\
Play, solve and watch Wordle and WORDPL.

Without a COMMAND, a game of WORDPL starts. Every COMMAND has its own --help.
"""
SCRIPT = Script("interactive.py", ["interactive"], "play", ABOUT)

if __name__ == "__main__":
    sys.exit(exit_status(SCRIPT, sys.argv[1:]))
