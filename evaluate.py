#!/usr/bin/env python3
"""Score strategies at WORDPL or classic Wordle."""

from __future__ import annotations

import sys

# Move the folder of this script to the end of the import path. Then a file in this
# folder, such as random.py, cannot hide a module of the standard library. This holds in
# this process and in the workers.
if __name__ == "__main__" and not sys.flags.safe_path:
    sys.path.append(sys.path.pop(0))

import os
from typing import TYPE_CHECKING

from commands.framework.script import Script, exit_status
from game.exports import exporter

if TYPE_CHECKING:
    from commands.local_evaluation import evaluate, evaluate_once

__all__ = ["evaluate", "evaluate_once"]

ABOUT = """\
Score strategies at WORDPL, classic Wordle or Fibble, and prove optimal play.

Without a COMMAND, the command score takes the ARGS: `evaluate.py entropy --games 101`
is `evaluate.py score entropy --games 101`. Every COMMAND has its own --help.
"""
SCRIPT = Script("evaluate.py", ["evaluate"], "score", ABOUT)

__getattr__ = exporter(__name__, __file__)

if __name__ == "__main__":
    # The workers of joblib inherit this variable. It keeps them from importing files in
    # the current folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    sys.exit(exit_status(SCRIPT, sys.argv[1:]))
