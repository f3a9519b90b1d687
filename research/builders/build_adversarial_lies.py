"""Certificates of play against an adversary who puts k lies into every clue.

``python -m research.builders.build_adversarial_lies`` writes the five files
`lies-1.txt` to `lies-5.txt`. Each file is checked before it is written. If numbers of
lies are given as arguments, the program writes only the files for these numbers. All
five files take about an hour of CPU time, mostly for the checks.

A file proves an upper and a lower bound of the number of guesses that always win. The
upper bound is proved by a rule that chooses the guesses; `PLANS` has the parameters of
the rules. The lower bound is proved by a family of answers, or by sets of answers that
need many guesses. `research.proofs.lies.checker` explains the rule, the family and the
sets. A random search of several hours found the families. The program keeps the family
that a file already has, unless a search of ``--seconds`` finds a larger family.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

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

ALIKE = 5  # the search for sets begins with groups of at least this number of answers


class Plan(NamedTuple):
    """The parameters of the certificate for one number of lies in each clue.

    A certificate has a rule that chooses the guesses. If the guesses are chosen by this
    rule, `most` guesses always win. A *position* is the answers that fit all clues, and
    a *bucket* of a guess is the part of the position that a shown clue keeps. The rule
    first tries the words of a list; `listed` is the number of words in this list. The
    rule takes the first guess of which every bucket has at most `good` per cent of the
    position. If every word that the rule has tried has a bucket with more than `poor`
    per cent of the position, the rule tries all guesses. The text of
    `research.proofs.lies.checker` has the exact rule.

    The certificate may also have sets of answers, which prove a lower bound on the
    number of guesses. The field `sets` is this lower bound. If the field is 0, the
    certificate has no sets of answers.
    """

    most: int
    listed: int
    good: int
    poor: int
    sets: int = 0


# Of all rules that were tried, these rules need the fewest guesses.
PLANS = {
    1: Plan(most=9, listed=300, good=25, poor=45, sets=6),
    2: Plan(most=19, listed=5, good=44, poor=80, sets=7),
    3: Plan(most=60, listed=1000, good=62, poor=95),
    4: Plan(most=100, listed=500, good=64, poor=88),
    5: Plan(most=110, listed=60, good=55, poor=85),
}


def main() -> None:
    """Make the certificate for each number of lies, check it, and write its file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "lies",
        type=int,
        nargs="*",
        metavar="K",
        help="a number of lies, from 1 to 5 [default: all five numbers]",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=0.0,
        help="seconds of the random search for a larger family of answers [default: 0; "
        "a family is searched only if the file has none]",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        help="seed of this random search [default: 1]",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=DATA,
        help="folder to write the files to [default: data]",
    )
    options = parser.parse_args()
    for lies in options.lies:
        if lies not in PLANS:
            parser.error(f"{lies}: expected numbers of lies from 1 to 5")

    words = Vocabulary.load()
    for lies in options.lies or PLANS:
        search = LiesSearch(words, lies)
        name = f"lies-{lies}.txt"
        family = known_family(DATA / name, words)
        if options.seconds > 0 or not family:
            found = find_family(search, options.seconds, options.seed)
            family = max(family, found, key=len)
        text = certificate(search, words, PLANS[lies], family)
        # A certificate that is wrong raises an error here and is not written.
        sys.stdout.write(f"{check_lies(text, words)}\n")
        sys.stdout.flush()
        (options.folder / name).write_text(text, encoding="utf-8")


def known_family(file: Path, words: Vocabulary) -> list[int]:
    """Return the family of answers that the certificate in `file` has, as indices.

    A family is a set of answers that proves a lower bound of the number of guesses. If
    there is no file, the list is empty. `words` has the words of the game.
    """
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    named = next(line for line in lines if line.startswith("family "))
    return [words.answer_index[word] for word in named.split()[1].split(",")]


def find_family(search: LiesSearch, seconds: float, seed: int) -> list[int]:
    """Return the largest family of answers that a random search finds, as indices.

    No guess splits a family: after every guess, some shown clue keeps all answers of
    the family except the guess itself. The search takes `seconds` seconds, and `seed`
    is the seed of its random numbers.
    """
    family: list[int] = []
    end = time.monotonic() + seconds
    for candidate in search.families(seed):
        family = max(family, candidate, key=len)
        if time.monotonic() > end:
            break
    return family


def certificate(
    search: LiesSearch, words: Vocabulary, plan: Plan, family: list[int]
) -> str:
    """Return the text of a certificate, which has not been checked yet.

    The certificate proves bounds of the number of guesses that always win. `plan` has
    the parameters of the rule that chooses the guesses. `family` has the indices of
    answers that prove a lower bound. `search` has the number of lies and orders first
    guesses, and `words` has the words of the game.
    """
    names = [words.answers[a] for a in family]
    listed = [words.guesses[g] for g in search.first_guesses()[: plan.listed]]
    sets = find_sets(search, words, plan.sets) if plan.sets else []

    # Three methods give lower bounds. The certificate has the largest of these bounds.
    game = lies_game(words, search.lies, listed, (plan.good, plan.poor))
    least = max(size_bound(game), family_bound(game, words, names, 0), plan.sets)
    lines = [
        HEADING,
        f"words {words.digest}",
        f"lies {search.lies}",
        f"least {least}",
        f"family {','.join(names)}",
        f"sets {len(sets)}",
        *sets,
        f"most {plan.most}",
        f"list {','.join(listed)}",
        f"good {plan.good}",
        f"poor {plan.poor}",
        "positions 1",
        listed[0],
    ]
    return "\n".join(lines) + "\n"


def find_sets(search: LiesSearch, words: Vocabulary, guesses: int) -> list[str]:
    """Return lines of a certificate that prove that `guesses` guesses are needed.

    A line has a number of guesses and a set of answers that needs so many guesses. If
    the search finds no proof, the program exits with a message.
    """
    sets = SetSearch(search)
    sets.learn([group for group in search.alike() if len(group) >= ALIKE])
    part = sets.part((1 << len(words.answers)) - 1, guesses)
    if not part:
        sys.exit(
            f"{search.lies} lies: found no set of answers that needs {guesses} guesses"
        )
    return [
        f"{n} {','.join(words.answers[a] for a in as_indices(answers))}"
        for n, answers in sets.lines(part, guesses)
    ]


if __name__ == "__main__":
    main()
