"""Options, text and files of proofs, for the commands `tree` and `prove`."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from commands.framework.cli import count_option, new_file, option
from commands.framework.command_lines import EVALUATE, command_line
from commands.framework.options import HARD, WordOptions, path_option
from commands.framework.results import Facts, Result
from contest.pages.tree_page import tree_page
from contest.terminal.layout import fold_text
from game.errors import InputError
from game.hard import Hard, Known
from game.spelling import upper
from game.text.formats import format_count
from game.text.render import tile_text
from game.words import Vocabulary
from solver.optimal.certificate import Proof, prove, prove_worst, write_certificates
from solver.trees.files import WRITERS, check_path, write_tree
from solver.trees.objective import Objective
from solver.trees.tree import Tree

# For each suffix of a file: the function that writes a tree to such a file.
_TREE_WRITERS = {**WRITERS, ".html": tree_page}

WORST = "worst"
"""Name of the objective that makes the longest game of a tree as short as possible.

Two proofs are needed for this objective. The first proof says that no tree has a
shorter longest game. The second proof says that no tree with an equally short longest
game has fewer guesses in total.
"""


def _objective(text: str) -> Objective | str:
    if text == WORST:
        return WORST
    try:
        return Objective.parse(text)
    except InputError as error:
        raise replace(error, hint=f"or {WORST}") from error


class ProofFacts(Facts, frozen=True, kw_only=True):
    """Result of a proof about decision trees, or of the check of a proof.

    `openings` are the best openings, and `total` is the value of the objective for a
    best tree: by default, the sum of its guesses over all games. `games` maps a number
    of guesses to the number of games of this tree that take so many guesses. `theorems`
    has the statements that a checked proof proves. `seconds` is CPU time.
    """

    openings: list[str] = msgspec.field(default_factory=list)
    total: float = math.inf
    games: dict[int, int] = msgspec.field(default_factory=dict)
    theorems: list[str] = msgspec.field(default_factory=list)
    seconds: float


@dataclass(frozen=True)
class ProofOptions(WordOptions):
    """Options of the commands that find best decision trees and prove the result."""

    max_guesses: int = count_option(
        "--max-guesses", "The largest number of guesses in a game.", default=6
    )
    objective: Objective | str = option(
        "--objective",
        type=_objective,
        default="total",
        metavar="AIM",
        help="What makes a tree the best tree. total: the fewest guesses in all games "
        "together. worst: the longest game is as short as possible; among such trees, "
        "the fewest guesses. within-3: the most games are won within 3 guesses (3 can "
        "be another number). 1,2,3,5,8: the lowest total cost, if a game of 1, 2, ... "
        "guesses costs these numbers, and a longer game costs the last number.",
    )
    out: Path | None = path_option(
        "--out", "FILE", "Write the tree to this file.", type=new_file
    )
    certificate: Path | None = path_option(
        "--certificate",
        "FILE",
        "Write the proof to this file. If the name of the file ends in .xz, the file "
        "is compressed.",
        type=new_file,
    )
    hard: Hard = HARD

    def check_tree_file(self) -> None:
        """Raise `InputError` if the file of ``--out`` has no suffix of a tree file."""
        if self.out is not None:
            check_path(self.out, _TREE_WRITERS)

    def write_tree(self, tree: Tree | None) -> None:
        """Write a tree to the file of ``--out``.

        Nothing is written without ``--out``, or if `tree` is None.
        """
        if self.out is not None and tree is not None:
            write_tree(tree, self.out, _TREE_WRITERS)


def prove_tree(
    options: ProofOptions,
    vocabulary: Vocabulary,
    opening: str = "",
    clues: Sequence[Known] = (),
) -> Result[ProofFacts]:
    """Find a best decision tree, and prove that no tree is better.

    If `opening` is given, only trees that begin with this opening count. If `clues` has
    the first guesses of a game with their clues, the trees begin after these guesses.
    The tree and the proof are written to the files that `options` name.
    """
    began = time.process_time()
    hard = options.hard
    max_guesses = options.max_guesses
    if isinstance(options.objective, str):
        proofs = prove_worst(vocabulary, opening, hard, max_guesses, clues)
    else:
        objective = options.objective
        proofs = [prove(vocabulary, opening, hard, max_guesses, objective, clues)]
    last = proofs[-1]
    seconds = time.process_time() - began

    # Write the files. The command that checks the certificate is not folded, so that it
    # can be copied.
    text = f"{_proof_text(proofs)}\nProved in {seconds:.1f} CPU seconds."
    check_it = []
    if options.certificate is not None:
        write_certificates(options.certificate, proofs)
        asked = {"check": options.certificate, **options.named}
        check_it = ["check the proof:", command_line(EVALUATE, "prove", **asked)]
    options.write_tree(last.tree)

    opening = last.first_guess
    facts = ProofFacts(
        exit_status=0 if last.tree else 1,
        openings=[opening] if opening else [],
        total=last.total,
        games={} if last.tree is None else dict(last.histogram),
        seconds=seconds,
    )
    return Result(facts, lambda width: "\n".join([fold_text(text, width), *check_it]))


def _proof_text(proofs: Sequence[Proof]) -> str:
    """Return the results of one or two proofs as text; the second proof comes first.

    There are two proofs only for the objective `WORST`. The first of them says that no
    tree wins every game in fewer guesses.
    """
    *others, last = proofs
    turns = [tile_text(*turn, colour=False) for turn in last.clues]
    opening = last.first_guess or "any opening"
    name = ", ".join((*turns, upper(opening).replace(",", " then ")))
    if last.tree is None:
        most = format_count(last.max_guesses, "guess")
        return f"{name}: no tree wins every game in {most}."
    lines = [
        f"{name}: {last.result}; no tree {last.objective.better}.",
        last.histogram.bars,
        last.histogram.summary,
    ]

    if others:
        fewer = format_count(others[0].max_guesses, "guess")
        lines.append(f"No tree wins every game in {fewer}.")
    return "\n".join(lines)
