"""Command `tree`."""

from __future__ import annotations

from dataclasses import dataclass

from commands.evaluate._proofs import ProofFacts, ProofOptions, prove_tree
from commands.framework.cli import argument, command
from commands.framework.results import Result
from game.errors import InputError
from game.text.typed import read_clues, sample_word, split_turns

_TREE_FORMS = """\
The name of --out decides the form of the tree: .tree (for Alex Selby's program), .csv
(for the Wordle Bot), .html, .dot, or with Graphviz .svg or .pdf. In a file for
--answers, a weight may follow each answer, like 'crane 3'.
Exit status: 1 when no tree wins every game.
"""


@dataclass(frozen=True)
class _TreeOptions(ProofOptions):
    """Options of the command `tree`, which finds a best decision tree."""

    turns: tuple[str, ...] = argument(
        "turns",
        nargs=-1,
        required=False,
        metavar="[WORD[,WORD] | WORD=CLUE...]",
        help="Either an opening, like salet or salet,courd: the tree begins with these "
        "guesses. Or the guesses of a game with their clues, like salet=..i.. "
        "crony=i..i.: the tree begins after these guesses.",
    )


@command(epilog=_TREE_FORMS)
def main(*, options: _TreeOptions) -> Result[ProofFacts]:
    """Find the decision tree with the fewest guesses; prove that no tree has fewer."""
    typed = options.turns
    if not typed:
        raise InputError("", "a WORD", "prove --all finds the best opening")

    # Words alone are an opening; words with their clues are a position.
    vocabulary = options.vocabulary(sample_word(typed))
    options.check_tree_file()
    words, texts = split_turns(typed, vocabulary)
    if texts:
        clues = read_clues(words, texts, vocabulary)
        return prove_tree(options, vocabulary, clues=clues)
    return prove_tree(options, vocabulary, ",".join(words))
