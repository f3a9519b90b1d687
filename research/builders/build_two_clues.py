"""Prove budgets within which two paid clues are too few to win 5 % of the games.

The file `two-clues-5.csv` has a budget for every opening. Its proof says: no strategy
with this opening and at most two paid clues wins 5 % of its games within the budget.

Run ``python -m research.builders.build_two_clues --rough``, and then the same command
with ``--exact``. The program tries to raise the budget of every opening, the lowest
budget first. If you stop the program, the same command goes on from there. The highest
budget is 14.3 nats; an opening with this budget is not tried again.

There are four methods. For one opening, ``--free`` takes a few milliseconds,
``--rough`` 0.07 s, ``--fine`` 0.14 s and ``--exact`` some seconds. ``--check`` checks
the proofs by separate code, which takes 30 s to 2 minutes for an opening. If words are
given as arguments, only these openings are proved or checked.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from tqdm import tqdm

from game.clues import Rule
from game.word_files import DATA
from game.words import Vocabulary
from research.proofs.two_clue_certificate import METHODS, Certificate, TwoClueProof
from research.proofs.two_clue_check import fault
from research.proofs.two_clues import TwoClues
from solver.bounds.floors import TWO_CLUE_SHARE
from solver.matrix.clue_matrix import clue_matrix

BUDGETS = tuple(tenths / 10 for tenths in range(143, 119, -1))
FILE = DATA / "two-clues-5.csv"


def main() -> None:
    """Raise the proved budgets of openings, or check the proofs in the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    actions = parser.add_mutually_exclusive_group(required=True)
    for action in (*METHODS, "check"):
        about = f"prove budgets by the method {action}"
        if action == "check":
            about = "check the proofs in the file"
        actions.add_argument(
            f"--{action}", dest="action", action="store_const", const=action, help=about
        )
    parser.add_argument(
        "--file",
        type=Path,
        default=FILE,
        help="file of the proofs [default: data/two-clues-5.csv]",
    )
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="an opening [default: every word]"
    )
    options = parser.parse_args()
    words = Vocabulary.load()
    for word in options.words:
        if word not in words.guess_index:
            parser.error(f"{word!r}: expected a valid guess")
    if options.action == "check":
        check(words, options.file, options.words)
    else:
        extend(words, options.file, options.action, options.words)


def extend(words: Vocabulary, file: Path, method: str, only: list[str]) -> None:
    """Try to prove higher budgets of openings by `method`; add the proofs to `file`.

    The method is one of `METHODS`. It is tried on each opening for which only weaker
    methods were tried so far. If `only` is not empty, only the openings in `only` are
    considered. `words` are the word lists.
    """
    matrix = clue_matrix(words, Rule.LETTERWISE)
    two_clues = TwoClues(matrix, TWO_CLUE_SHARE)
    certificate = Certificate.read(file, words)
    patterns = np.array([len(np.unique(row)) for row in matrix])
    done = METHODS.index(method)

    def rank(word: str) -> tuple[float, int]:
        proof = certificate.proofs.get(word)
        return proof.budget if proof else 0.0, -patterns[words.guess_index[word]]

    def is_left(word: str) -> bool:
        proof = certificate.proofs.get(word)
        if proof is None:
            return True
        # Nothing is left to prove if the budget of the opening is the highest budget
        # that is tried, or if this method or a stronger method was tried.
        return proof.budget < BUDGETS[0] and METHODS.index(proof.method) < done

    left = [word for word in sorted(only or words.guesses, key=rank) if is_left(word)]
    try:
        with certificate.open_for_appending() as append:
            for word in tqdm(left, unit="opening", disable=None):
                append(word, prove(two_clues, words.guess_index[word], method))
    except KeyboardInterrupt:
        sys.exit("stopped; the same command continues with the openings that are left")


def prove(two_clues: TwoClues, opening: int, method: str) -> TwoClueProof:
    """Return the proof of the highest budget that `method` proves for an opening.

    The proof says that two paid clues are too few to win 5 % of the games within the
    budget. `opening` is the row of the opening in the clue matrix, and `two_clues`
    computes the bounds of the proof. If no budget of `BUDGETS` is proved, the program
    exits with a message.
    """
    if method == "free":
        counts = two_clues.free_counts(opening)
    else:
        counts = two_clues.largest_counts(opening, method != "rough")
    # The budgets are in falling order. So the first proof has the highest budget.
    for budget in BUDGETS:
        exact = method == "exact"
        bounds = two_clues.prove(opening, budget, counts, exact)
        if bounds is not None:
            return TwoClueProof(budget, method, bounds)
    sys.exit(f"none of these budgets was proved: {BUDGETS}")


def check(words: Vocabulary, file: Path, only: list[str]) -> None:
    """Check the proofs in `file`, and print the lowest proved budget.

    If `only` is not empty, only the openings in `only` are checked. Exits with a
    message if a proof is missing or wrong.
    """
    matrix = clue_matrix(words, Rule.LETTERWISE)
    proofs = Certificate.read(file, words).proofs
    for word in tqdm(only or words.guesses, unit="opening", disable=None):
        if word not in proofs:
            sys.exit(f"{word}: the file has no proof for this opening")
        reason = fault(matrix, words.guess_index[word], proofs[word], TWO_CLUE_SHARE)
        if reason:
            sys.exit(f"{word}: {reason}")
    lowest = min(proofs[word].budget for word in only or words.guesses)
    count = f"{len(only or words.guesses):,} openings"
    sys.stdout.write(
        f"{count}: with at most two paid clues, no strategy wins {TWO_CLUE_SHARE:.0%} "
        f"of its games within {lowest} nats\n"
    )


if __name__ == "__main__":
    main()
