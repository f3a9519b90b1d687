"""Decision tree of an opening, with a proof that none is better."""

from __future__ import annotations

import time
from dataclasses import dataclass

from commands.cli import argument, command, option, whole_number
from commands.evaluate._proofs import ProofFacts, ProofOptions
from commands.results import Result
from game.errors import InputError
from solver.beam.beam import find_tree
from solver.optimal.certificate import prove, prove_worst

TREE_FORMS = """\
Files of trees end in .tree (Alex Selby's form), .csv (Wordle Bot), .html or .dot.
Answers of --answers FILE may have weights behind them, like 'crane 3'.
The exit status is 1 where no tree wins every game.
"""


@dataclass(frozen=True)
class TreeOptions(ProofOptions):
    """Options of the tree."""

    word: str | None = argument(
        "word",
        required=False,
        metavar="[WORD[,WORD]]",
        help="The opening, one word or several; with --beam any without one.",
    )
    beam: int | None = option(
        "--beam",
        type=whole_number(1),
        metavar="N",
        help="Search for a tree with few guesses, comparing N guesses at a time, and "
        "prove a lower bound only: for lists where the exact search takes too long.",
    )


@command(epilog=TREE_FORMS)
def main(*, options: TreeOptions) -> Result[ProofFacts]:
    """Find the decision tree with the fewest guesses, and prove that none has fewer."""
    if not options.word and options.beam is None:
        raise InputError(
            "expected a WORD, or --beam N; prove --all finds the best opening"
        )
    vocabulary = options.vocabulary(options.word)
    options.check_tree_file()
    opening, hard, max_guesses = options.word or "", options.hard, options.max_guesses
    began = time.process_time()
    if options.beam is not None:
        options.refuse_objectives(vocabulary, "--beam")
        proofs = [
            find_tree(vocabulary, opening or None, hard, max_guesses, options.beam)
        ]
    elif isinstance(options.objective, str):
        proofs = prove_worst(vocabulary, opening, hard, max_guesses)
    else:
        proofs = [prove(vocabulary, opening, hard, max_guesses, options.objective)]
    return options.write_proofs(proofs, time.process_time() - began)
