"""The commands of the two scripts: one file each, options and wiring only."""

import sys
from importlib.util import find_spec

# The first thing that a Python without this project's environment lacks.
if not find_spec("click"):
    print(
        "error: no package 'click': expected the environment that `make run` sets up, "
        "which `. .venv/bin/activate` enters",
        file=sys.stderr,
    )
    sys.exit(2)
