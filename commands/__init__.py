"""The commands of evaluate.py and interactive.py: a file for each command.

A file has the options of its command, and calls the packages that do the work.
"""

import sys
from importlib.util import find_spec

# The packages that Clueproof needs. Many Pythons have some of these packages, such as
# click and numpy, so all of them are looked for.
PACKAGES = (
    "click",
    "graphviz",
    "jinja2",
    "joblib",
    "matplotlib",
    "msgspec",
    "numba",
    "numpy",
    "pandas",
    "platformdirs",
    "psutil",
    "rich",
    "scipy",
    "tqdm",
)

# If the environment of this project is not active, a package is missing.
for package in PACKAGES:
    if not find_spec(package):
        print(
            f"error: no package {package!r}: expected the environment of this project; "
            "run `make run` once, then `. .venv/bin/activate`",
            file=sys.stderr,
        )
        sys.exit(2)
