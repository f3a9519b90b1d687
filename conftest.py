"""Files of strategies whose examples are not run: those that were not reviewed."""

from pathlib import Path

from tests.library import LIBRARY

collect_ignore = [
    str(file)
    for file in Path(__file__).with_name("strategies").glob("[!_]*.py")
    if file.stem not in LIBRARY
]
