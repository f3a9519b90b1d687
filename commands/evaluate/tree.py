"""Decision tree of an opening or a position, with a proof that none is better."""

from __future__ import annotations

import time
from dataclasses import dataclass

from commands.cli import argument, command, count_option
from commands.evaluate._proofs import ProofFacts, ProofOptions
from commands.results import Result
from game.errors import InputError
from game.text.typed import longest_word, read_clues, split_turns
from solver.beam.beam import find_tree

TREE_FORMS = """\
Files of trees end in .tree (Alex Selby's form), .csv (Wordle Bot), .html or .dot.
Answers of --answers FILE may have weights behind them, like 'crane 3'.
The exit status is 1 where no tree wins every game.
"""


@dataclass(frozen=True)
class TreeOptions(ProofOptions):
    """Options of the tree."""

    turns: tuple[str, ...] = argument(
        "turns",
        nargs=-1,
        required=False,
        metavar="[WORD[,WORD] | WORD=CLUE...]",
        help="The opening, one word or several, with --beam any without one; or the "
        "guesses of a position with their clues, like salet=..i.. crony=i..i., and "
        "the tree that is best from there.",
    )
    beam: int | None = count_option(
        "--beam",
        "Search for a tree with few guesses, comparing N guesses at a time, and "
        "prove a lower bound only: for lists where the exact search takes too long.",
    )


@command(epilog=TREE_FORMS)
def main(*, options: TreeOptions) -> Result[ProofFacts]:
    """Find the decision tree with the fewest guesses, and prove that none has fewer."""
    typed = options.turns
    if not typed and options.beam is None:
        raise InputError(
            "expected a WORD, or --beam N; prove --all finds the best opening"
        )
    vocabulary = options.vocabulary(longest_word(typed))
    options.check_tree_file()
    words, scores = split_turns(typed, vocabulary)
    clues = read_clues(words, scores, vocabulary) if scores else []
    opening = "" if clues else ",".join(words)
    if options.beam is None:
        return options.prove(vocabulary, opening, clues)
    options.refuse_objectives(vocabulary, "--beam")
    if clues:
        raise InputError(f"{' '.join(typed)!r}: expected no clues with --beam")
    began = time.process_time()
    hard, most = options.hard, options.max_guesses
    proof = find_tree(vocabulary, opening or None, hard, most, options.beam)
    return options.write_proofs([proof], began)
