"""Certificates of play against k lies in a row that an adversary chooses.

Run from anywhere: ``python -m research.builders.build_adversarial_lies 5 --most 110``
writes `lies-5.txt` with the largest family of ``--seconds`` of search for the lower
bound, and a rule for the upper one, and checks it. ``--sets N`` adds sets of answers
that need N guesses: 6 of them for one lie, 7 for two.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from game.word_files import DATA
from game.words import Vocabulary
from research.proofs.lies.checker import (
    HEADING,
    check_lies,
    family_bound,
    lies_game,
    size_bound,
)
from research.proofs.lies.search import LiesSearch
from research.proofs.lies.sets import SetSearch, as_indices

ALIKE = 5  # answers of the groups whose sets are searched first, at least


def main() -> None:
    """Write and check a certificate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lies", type=int, choices=range(1, 6))
    parser.add_argument("--most", type=int, required=True, help="guesses always enough")
    parser.add_argument("--listed", type=int, default=60, help="words of the list")
    parser.add_argument("--good", type=int, default=50, help="percentage of the rule")
    parser.add_argument("--poor", type=int, default=80, help="percentage of the rule")
    parser.add_argument("--seconds", type=float, default=60, help="for the family")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", type=int, metavar="N", help="guesses to prove")
    parser.add_argument("--folder", type=Path, default=DATA, help="other than data")
    options = parser.parse_args()
    words = Vocabulary.load()
    search = LiesSearch(words, options.lies)
    family: list[int] = []
    end = time.monotonic() + options.seconds
    for candidate in search.families(options.seed):
        family = max(family, candidate, key=len)
        if time.monotonic() > end:
            break
    names = [words.answers[a] for a in family]
    listed = [words.guesses[g] for g in search.first_guesses()[: options.listed]]
    game = lies_game(words, options.lies, listed, (options.good, options.poor))
    sets = find_sets(search, words, options.sets) if options.sets else []
    if options.sets and not sets:
        parser.error(f"--sets {options.sets}: expected guesses that can be proved")
    least = max(
        size_bound(game), family_bound(game, words, names, 0), options.sets or 0
    )
    lines = [
        HEADING,
        f"words {words.digest}",
        f"lies {options.lies}",
        f"least {least}",
        f"family {','.join(names)}",
        f"sets {len(sets)}",
        *sets,
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


def find_sets(search: LiesSearch, words: Vocabulary, guesses: int) -> list[str]:
    """Return the lines of sets that prove that some answers need so many guesses."""
    sets = SetSearch(search)
    sets.learn([group for group in search.alike() if len(group) >= ALIKE])
    part = sets.part((1 << len(words.answers)) - 1, guesses)
    if not part:
        return []
    return [
        f"{n} {','.join(words.answers[a] for a in as_indices(answers))}"
        for n, answers in sets.lines(part, guesses)
    ]


if __name__ == "__main__":
    main()
