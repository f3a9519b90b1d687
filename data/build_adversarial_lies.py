"""Certificates of play against k lies in a row that an adversary chooses.

Run from anywhere: ``python data/build_adversarial_lies.py 5 --most 110`` writes
`lies-5.txt` with the largest family of ``--seconds`` of search for the lower bound, and
a rule for the upper one, and checks it. ``--after-two N`` proves instead that any two
guesses leave more than N answers, in four minutes for 2 and N = 262.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

from game.words import Vocabulary
from proofs.lies.checker import (
    HEADING,
    check_lies,
    family_bound,
    lies_game,
    size_bound,
)
from proofs.lies.search import LiesSearch


def main() -> None:
    """Write and check a certificate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lies", type=int, choices=range(1, 6))
    parser.add_argument("--most", type=int, help="guesses of the upper bound")
    parser.add_argument("--listed", type=int, default=60, help="words of the list")
    parser.add_argument("--good", type=int, default=50, help="percentage of the rule")
    parser.add_argument("--poor", type=int, default=80, help="percentage of the rule")
    parser.add_argument("--seconds", type=float, default=60, help="for the family")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--after-two", type=int, metavar="N")
    parser.add_argument("--folder", type=Path, default=HERE, help="other than data")
    options = parser.parse_args()
    if options.most is None and options.after_two is None:
        parser.error("no --most: expected it, or --after-two")
    words = Vocabulary.load()
    search = LiesSearch(words, options.lies)
    if options.after_two is not None:
        more = search.exceeds_after_two(options.after_two)
        some = "any" if more else "not any"
        sys.stdout.write(f"{some} two guesses leave more than {options.after_two}\n")
        return
    family: list[int] = []
    end = time.monotonic() + options.seconds
    for candidate in search.families(options.seed):
        family = max(family, candidate, key=len)
        if time.monotonic() > end:
            break
    names = [words.answers[a] for a in family]
    listed = [words.guesses[g] for g in search.first_guesses()[: options.listed]]
    game = lies_game(words, options.lies, listed, (options.good, options.poor))
    least = max(size_bound(game), family_bound(game, words, names, 0))
    lines = [
        HEADING,
        f"words {words.digest}",
        f"lies {options.lies}",
        f"least {least}",
        f"family {','.join(names)}",
        f"most {options.most}",
        f"list {','.join(listed)}",
        f"good {options.good}",
        f"poor {options.poor}",
        "positions 1",
        listed[0],
    ]
    text = "\n".join(lines) + "\n"
    sys.stdout.write(f"{check_lies(text, words)}\n")
    (options.folder / f"lies-{options.lies}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
