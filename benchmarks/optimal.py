"""Proofs of optimal play, compared with Doddle: ``python benchmarks/optimal.py``.

Our search finds a tree for an opening, and proves that no tree with this opening needs
fewer guesses. Doddle 1.6.0 searches for a good tree without a proof, in normal mode
only. Doddle takes ten minutes of CPU time; ``--quick`` leaves Doddle out. Each line of
the output has the times of one process, which include the start of the process.
The program also checks the certificates (the files with the proofs) of SALET.

``--all`` proves instead which opening is best, in each hard mode. This takes 10 to 20
minutes of CPU time, and includes the check.
"""

from __future__ import annotations

import argparse
import lzma
import sys
import tempfile
from pathlib import Path

from peers import measure, peer

OURS = """
import sys
from game.hard import Hard
from game.words import Vocabulary
from solver.optimal.certificate import prove
opening, hard, most, path = sys.argv[1:]
proof = prove(Vocabulary.load(), opening or None, Hard(hard), int(most))
open(path, "w", encoding="utf-8").write(str(proof))
print(proof.total)
"""
CHECK = """
import sys
from game.words import Vocabulary
from solver.checking.checker import check
text = open(sys.argv[1], encoding="utf-8").read()
print(check(text, Vocabulary.load())[0].total)
"""
THEIRS = """
from doddle.facade import Doddle
print(Doddle().tree_search("SALET").num_guesses())
"""
PROOFS = (
    ("salet", "off", "6"),
    ("salet", "nyt", "6"),
    ("salet", "strict", "6"),
    ("least", "nyt", "6"),
    ("reast", "nyt", "6"),
    ("crate", "nyt", "6"),
    ("palet", "nyt", "5"),
    ("crate", "off", "6"),
)


def run(name: str, python: Path, *arguments: str) -> float:
    """Run Python with `arguments`; print a line with its times, and return CPU seconds.

    `name` is the text that begins the line. `python` is the file of the Python
    interpreter.
    """
    cpu, seconds, memory, total = measure(python, ("-c", *arguments))
    print(f"{name} | {cpu:.2f} | {seconds:.2f} | {memory} | {total}", flush=True)
    return cpu


def main() -> None:
    """Print the times of each proof and of Doddle's search.

    With ``--all``, print the times of the proofs that find the best opening instead.
    """
    line = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    line.add_argument("--quick", action="store_true", help="leave Doddle out")
    line.add_argument(
        "--all",
        action="store_true",
        help="prove which opening is best, in each hard mode",
    )
    options = line.parse_args()
    python = Path(sys.executable)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/certificate.txt"
        # First fill the caches of the search and of the checker by runs that are not
        # measured.
        for script, *arguments in ((OURS, *PROOFS[0], path), (CHECK, path)):
            measure(python, ("-c", script, *arguments))
        print("work | CPU s | clock s | MB | guesses")
        if options.all:
            judge_openings(python, path)
            return

        # Keep the CPU seconds of each proof, for the ratios below the table.
        cost = {}
        for opening, hard, most in PROOFS:
            name = f"{opening.upper()}, hard {hard}, at most {most}"
            cost[name] = run(name, python, OURS, opening, hard, most, path)
            if opening == "salet":
                run(f"check of {name}", python, CHECK, path)
    normal = cost["SALET, hard off, at most 6"]
    nyt = cost["SALET, hard nyt, at most 6"]
    print(f"  hard mode nyt takes {nyt / normal:.2f} of the CPU time of normal mode")
    if not options.quick:
        ratio = run("Doddle's SALET", peer(), THEIRS) / normal
        print(f"  our search with its proof takes 1/{ratio:.0f} of Doddle's CPU time")


def judge_openings(python: Path, path: str) -> None:
    """Prove which opening is best in each hard mode, and check the certificates."""
    for hard in ("off", "nyt", "strict"):
        search = run(f"all openings, hard {hard}", python, OURS, "", hard, "6", path)
        check = run(f"check, hard {hard}", python, CHECK, path)
        text = Path(path).read_bytes()
        print(
            f"  the check takes {check / search:.2f} of the CPU time of the search; "
            f"the certificate has {len(text):,} bytes, {len(lzma.compress(text)):,} "
            "compressed"
        )


if __name__ == "__main__":
    main()
