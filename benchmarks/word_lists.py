"""Proofs for the New York Times' later lists: ``python benchmarks/word_lists.py``.

Each line of the output is for the proof of one opening, which runs in a process of its
own. Each line also has the total number of guesses that Alex Selby's program proved.
The word lists are not part of the project: you put them into a folder
(`game.word_lists`). If a list is missing there, the proofs for this list are left out,
and a line of the output names the list.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from peers import measure

from game.spelling import WordError
from game.word_lists import KNOWN
from game.words import Vocabulary

PROVE = """
import sys
from game.hard import Hard
from game.words import Vocabulary
from solver.optimal.certificate import prove
name, opening, hard = sys.argv[1:]
print(prove(Vocabulary.load(words=name), opening, Hard(hard)).total)
"""
PUBLISHED = (
    ("nyt-2309-12972", "salet", "off", 7897),
    ("nyt-2309-12972", "salet", "nyt", 8099),
    ("nyt-2309-14855", "tarse", "off", 7883),
    ("nyt-2309-14855", "salet", "off", 7894),
    ("nyt-2309-14855", "salet", "nyt", 8097),
    ("nyt-3158-14855", "tarse", "off", 11219),
    ("nyt-3158-14855", "salet", "off", 11235),
    ("nyt-3158-14855", "caret", "off", 11252),
    ("nyt-3158-14855", "tarse", "nyt", 11627),
    ("nyt-3158-14855", "plast", "nyt", 11653),
    ("nyt-3158-14855", "least", "nyt", 11654),
)


def main() -> int:
    """Print a line for each proof, and return the exit status.

    The status is 1 if a proved total differs from the published total, otherwise 0.
    """
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    # Find the word lists that cannot be read, and the reason for each of them.
    missing = {}
    for name in KNOWN:
        try:
            Vocabulary.load(words=name)
        except WordError as error:
            missing[name] = error
    same = True
    print("words | opening | hard mode | guesses | published | CPU s | clock s | MB")
    for name, opening, hard, published in PUBLISHED:
        if name in missing:
            continue
        command = ("-c", PROVE, name, opening, hard)
        cpu, seconds, memory, total = measure(Path(sys.executable), command)
        same &= int(total) == published
        print(
            f"{name} | {opening.upper()} | {hard} | {int(total):,} | {published:,} | "
            f"{cpu:.1f} | {seconds:.1f} | {memory}",
            flush=True,
        )
    for error in missing.values():
        print(f"no proofs for a missing list: {error}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
