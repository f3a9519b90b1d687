"""Optimal decision trees, with proofs and certificates."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from commands.cli import (
    RESULTS,
    Parser,
    add_hard,
    add_words,
    cores,
    new_file,
    one_of,
    whole_number,
    words,
)
from commands.terminal import show
from game.errors import InputError
from game.files import read_text
from game.hard import Hard
from game.wording import counted

if TYPE_CHECKING:
    from game.words import Vocabulary
    from solver.optimal.certificate import Proof

EPILOG = """\
Files of trees end in .tree (Alex Selby's form), .csv (Wordle Bot), .html or .dot.
The exit status is 1 where no tree wins every game.
"""


def main(arguments: Sequence[str]) -> int:
    """Prove an opening's number of guesses, check a proof, or evaluate all openings."""
    options = parser().parse_args(arguments)
    asked = [options.word is not None, options.all, options.check is not None]
    if sum(asked) != 1:
        raise InputError("expected one of: a WORD, --all, --check FILE")
    vocabulary = words(options, options.word)
    if options.check is not None:
        return verify(options.check, vocabulary)
    if options.all:
        return best_opening(options, vocabulary)
    return one_opening(options, vocabulary)


def one_opening(options: argparse.Namespace, vocabulary: Vocabulary) -> int:
    """Prove how many guesses an opening needs."""
    opening = vocabulary.check_guess(options.word)
    hard, most = Hard(options.hard), options.max_guesses
    from solver.optimal.certificate import prove, prove_worst
    from solver.trees.files import check_path, write_tree

    if options.out is not None:
        check_path(options.out)
    began = time.process_time()
    if options.objective == "worst":
        proofs = prove_worst(vocabulary, opening, hard, most)
    else:
        proofs = [prove(vocabulary, opening, hard, most)]
    seconds = time.process_time() - began
    show(f"{proof_text(proofs)}\nProved in {seconds:.1f} CPU seconds.")
    if options.certificate is not None:
        options.certificate.write_text("".join(map(str, proofs)), encoding="utf-8")
        print(f"check it: evaluate.py tree --check {options.certificate}")
    tree = proofs[-1].tree
    if options.out is not None and tree is not None:
        write_tree(tree, options.out)
    return 0 if tree else 1


def proof_text(proofs: Sequence[Proof]) -> str:
    """Return the results of proofs as text, the last one first."""
    *others, last = proofs
    name, most = (last.opening or "").upper(), counted(last.max_guesses, "guess")
    if last.tree is None:
        return f"{name}: no tree wins every game in {most}."
    histogram = last.tree.histogram
    games = sum(histogram.values())
    lines = [
        f"{name}: {counted(last.total, 'guess')} in {counted(games, 'game')}, mean "
        f"{last.total / games:.4f}, at worst {max(histogram)}; no tree has fewer.",
        f"games by number of guesses: "
        f"{', '.join(f'{guesses}: {count:,}' for guesses, count in histogram.items())}",
    ]
    if others:
        fewer = counted(others[0].max_guesses, "guess")
        lines.append(f"No tree wins every game in {fewer}.")
    return "\n".join(lines)


def verify(path: Path, vocabulary: Vocabulary) -> int:
    """Check a certificate and print what it proves."""
    from solver.optimal.checker import check

    began = time.process_time()
    try:
        text = read_text(path)
    except UnicodeDecodeError:
        raise InputError(f"{str(path)!r}: expected a certificate in UTF-8") from None
    for verdict in check(text, vocabulary):
        show(str(verdict))
    print(f"Checked in {time.process_time() - began:.1f} CPU seconds.")
    return 0


def best_opening(options: argparse.Namespace, vocabulary: Vocabulary) -> int:
    """Evaluate every opening, resuming after the last one on file."""
    given = {"--objective": options.objective == "worst"}
    given |= {"--out": options.out, "--certificate": options.certificate}
    if wrong := next((name for name, value in given.items() if value), None):
        raise InputError(f"{wrong}: expected none with --all; name the best opening")
    from contest.runs.workers import workers
    from solver.optimal.openings import Problem, Record, judge_all

    problem = Problem(vocabulary, Hard(options.hard), options.max_guesses)
    path = options.record or RESULTS / f"openings-{vocabulary.length}.csv"
    record = Record(path, problem)
    sys.stderr.write(f"what is proved goes to {path}; it is resumed from there\n")
    with workers(options.jobs, "", ()) as jobs:
        best = judge_all(record, jobs)
    equal = [
        found.opening.upper()
        for found in record.judged.values()
        if found.exact and found.guesses == best.guesses
    ]
    show(
        f"{', '.join(equal)}: {counted(best.guesses, 'guess')} in "
        f"{counted(len(vocabulary.answers), 'game')}; each of the other "
        f"{counted(len(record.judged) - len(equal), 'opening')} needs more."
    )
    return 0


def parser() -> Parser:
    """Return the parser of the command."""
    line = Parser(
        prog="evaluate.py tree",
        description="Find the decision tree with the fewest guesses, and prove that "
        "none has fewer.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = line.add_argument
    add("word", nargs="?", metavar="WORD", help="the opening")
    add("--all", action="store_true", help="find and prove the best opening")
    add("--check", type=Path, metavar="FILE", help="check a certificate")
    add(
        "--max-guesses",
        type=whole_number(1),
        default=6,
        metavar="N",
        help="guesses in a game (default: 6)",
    )
    add(
        "--objective",
        type=one_of("total", "worst"),
        default="total",
        metavar="WHAT",
        help="total: fewest guesses of all games together; worst: a longest game as "
        "short as possible, then fewest guesses (default: total)",
    )
    add("--out", type=new_file, metavar="FILE", help="write the tree")
    add("--certificate", type=new_file, metavar="FILE", help="write the proof")
    add(
        "--record",
        type=Path,
        metavar="FILE",
        help="with --all: what is proved so far (default: in results/)",
    )
    add(
        "--jobs",
        type=whole_number(1),
        default=cores(),
        metavar="N",
        help="with --all: worker processes (default: one per core)",
    )
    add_hard(line)
    add_words(line)
    return line
