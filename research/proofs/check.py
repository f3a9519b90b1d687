"""Command that checks a certificate of play against lies.

``python -m research.proofs.check data/lies-1.txt`` prints the theorem that the file
proves.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.errors import InputError
from game.words import Vocabulary
from research.proofs.lies.checker import check_lies
from solver.checking.reader import read_certificates


def main() -> None:
    """Check the certificate that the command line names, and print its theorem."""
    parser = argparse.ArgumentParser(
        prog="python -m research.proofs.check", description=__doc__
    )
    parser.add_argument(
        "file", type=Path, help="file of a certificate, such as data/lies-1.txt"
    )
    path = parser.parse_args().file
    try:
        theorem = check_lies(read_certificates(path), Vocabulary.load())
    except (InputError, OSError) as error:
        parser.error(str(error))  # the exit status is 2
    sys.stdout.write(f"{theorem}\n")


if __name__ == "__main__":
    main()
