"""Proofs of decision trees: their options, their texts and their files."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from commands.cli import count_option, new_file, option
from commands.command_lines import EVALUATE, command_line
from commands.options import HARD, OBJECTIVE_HELP, WordOptions, path_option
from commands.results import Facts, Result
from contest.pages.tree_page import tree_page
from contest.terminal.layout import fold_text
from game.errors import InputError
from game.hard import Hard, Known
from game.spelling import upper
from game.text.formats import format_count
from game.text.render import tile_text
from game.words import Vocabulary
from solver.optimal.certificate import (
    Proof,
    prove,
    prove_worst,
    write_certificates,
)
from solver.trees.files import WRITERS, check_path, write_tree
from solver.trees.objective import TOTAL, Objective
from solver.trees.tree import Tree

TREE_WRITERS = {**WRITERS, ".html": tree_page}
"""Writers of the forms of trees by suffix."""

WORST = "worst"
"""The objective of a longest game as short as possible, of two proofs."""


def _objective(text: str) -> Objective | str:
    if text == WORST:
        return WORST
    try:
        return Objective.parse(text)
    except InputError as error:
        raise InputError(f"{error}; or {WORST}") from error


class ProofFacts(Facts, frozen=True, kw_only=True):
    """The best openings, what a tree costs and what any costs at least, or theorems.

    `games` has the number of games by their guesses.
    """

    openings: list[str] = msgspec.field(default_factory=list)
    total: float = math.inf
    least: float = math.inf
    games: dict[int, int] = msgspec.field(default_factory=dict)
    theorems: list[str] = msgspec.field(default_factory=list)
    seconds: float


@dataclass(frozen=True)
class ProofOptions(WordOptions):
    """Options of trees and of proofs about them."""

    max_guesses: int = count_option("--max-guesses", "Guesses in a game.", default=6)
    objective: Objective | str = option(
        "--objective",
        type=_objective,
        default="total",
        metavar="AIM",
        help="total: fewest guesses of all games together; worst: a longest game "
        f"as short as possible, then fewest guesses; {OBJECTIVE_HELP}",
    )
    out: Path | None = path_option("--out", "FILE", "Write the tree.", type=new_file)
    certificate: Path | None = path_option(
        "--certificate",
        "FILE",
        "Write the proof, packed if the name ends in .xz.",
        type=new_file,
    )
    hard: Hard = HARD

    def check_tree_file(self) -> None:
        """Raise `InputError` where a tree cannot be written to the file."""
        if self.out is not None:
            check_path(self.out, TREE_WRITERS)

    def write_tree(self, tree: Tree | None) -> None:
        """Write a tree to the file, if there are both."""
        if self.out is not None and tree is not None:
            write_tree(tree, self.out, TREE_WRITERS)

    def prove(
        self, vocabulary: Vocabulary, opening: str = "", clues: Sequence[Known] = ()
    ) -> Result[ProofFacts]:
        """Prove the best tree of an opening or of a position, else of any opening."""
        began = time.process_time()
        aim, hard, most = self.objective, self.hard, self.max_guesses
        if isinstance(aim, str):
            proofs = prove_worst(vocabulary, opening, hard, most, clues)
        else:
            proofs = [prove(vocabulary, opening, hard, most, aim, clues)]
        return self.write_proofs(proofs, began)

    def write_proofs(self, proofs: Sequence[Proof], began: float) -> Result[ProofFacts]:
        """Write the certificate and the tree of proofs, and return their result.

        The search began at `began`, in CPU seconds of this process.
        """
        last, seconds = proofs[-1], time.process_time() - began
        done = "Proved" if last.is_optimal else "Done"
        text = f"{proof_text(proofs)}\n{done} in {seconds:.1f} CPU seconds."
        check_it = []
        if self.certificate is not None:
            write_certificates(self.certificate, proofs)
            asked = {"check": self.certificate, **self.named}
            check_it = ["check it:", command_line(EVALUATE, "prove", **asked)]
        self.write_tree(last.tree)
        opening = last.first_guess
        facts = ProofFacts(
            exit_status=0 if last.tree else 1,
            openings=[opening] if opening else [],
            total=last.total,
            least=last.total if last.least is None else last.least,
            games={} if last.tree is None else dict(last.histogram),
            seconds=seconds,
        )
        return Result(
            facts, lambda width: "\n".join([fold_text(text, width), *check_it])
        )

    def refuse_objectives(self, vocabulary: Vocabulary, name: str) -> None:
        """Refuse objectives other than the fewest guesses with an option."""
        if self.objective != TOTAL:
            raise InputError(f"--objective {self.objective}: expected none with {name}")
        if vocabulary.weights:
            raise InputError(f"weights in {self.answers!r}: expected none with {name}")


def proof_text(proofs: Sequence[Proof]) -> str:
    """Return the results of proofs as text, the last one first."""
    *others, last = proofs
    opening = last.first_guess or "any opening"
    turns = [tile_text(*turn, colour=False) for turn in last.clues]
    name = ", ".join((*turns, upper(opening).replace(",", " then ")))
    most = format_count(last.max_guesses, "guess")
    fewer = "" if last.is_optimal else f" than {last.least:,}"
    if last.tree is None and not last.is_optimal:
        return f"{name}: no tree was found, in {most}; none has fewer guesses{fewer}."
    if last.tree is None:
        return f"{name}: no tree wins every game in {most}."
    lines = [
        f"{name}: {last.result}; no tree {last.objective.better}{fewer}.",
        last.histogram.bars,
        last.histogram.summary,
    ]
    if others:
        fewer = format_count(others[0].max_guesses, "guess")
        lines.append(f"No tree wins every game in {fewer}.")
    return "\n".join(lines)
