"""The commands of evaluate.py and interactive.py: a file for each command.

A file has the options of its command, and calls the packages that do the work.
"""

import sys
from importlib.util import find_spec

# If the environment of this project is not active, click is missing.
if not find_spec("click"):
    print(
        "error: no package 'click': expected the environment of this project; run "
        "`make run` once, then `. .venv/bin/activate`",
        file=sys.stderr,
    )
    sys.exit(2)
