"""Optimal decision trees, with proofs and certificates."""

from __future__ import annotations

import hashlib
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from commands.cli import argument, command, new_file, option, whole_number
from commands.options import (
    FOLDER,
    HARD,
    JOBS,
    OBJECTIVE_HELP,
    WordOptions,
    notes_of_words,
)
from commands.printed import EVALUATE, command_line
from commands.terminal import progress, show
from contest.pages.tree_page import tree_page
from contest.runs.workers.pools import workers
from game.errors import InputError
from game.hard import Hard
from game.spelling import upper
from game.text.formats import counted
from game.word_files import read_words
from game.words import Vocabulary
from solver.beam.beam import find_tree, least_of_all
from solver.checking.checker import check
from solver.checking.reader import read_certificates
from solver.matrix.cache import cache_folder
from solver.optimal.certificate import (
    Proof,
    prove,
    prove_worst,
    write_certificates,
)
from solver.optimal.openings import OpeningsFile, Problem, judge_all
from solver.optimal.pairs import best_pairs
from solver.optimal.search import Search
from solver.trees.files import WRITERS, check_path, write_tree
from solver.trees.objective import TOTAL, Objective

TREE_FORMS = """\
Files of trees end in .tree (Alex Selby's form), .csv (Wordle Bot), .html or .dot.
Answers of --answers FILE may have weights behind them, like 'crane 3'.
The exit status is 1 where no tree wins every game.
"""

TREE_WRITERS = {**WRITERS, ".html": tree_page}
"""Writers of the forms of trees by suffix."""

_WORST = "worst"
"""The objective of a longest game as short as possible, of two proofs."""


def _aim(text: str) -> Objective | str:
    if text == _WORST:
        return _WORST
    try:
        return Objective.parse(text)
    except InputError as error:
        raise InputError(f"{error}; or {_WORST}") from error


@dataclass(frozen=True)
class TreeOptions(WordOptions):
    """Options of the command."""

    word: str | None = argument(
        "word",
        required=False,
        metavar="[WORD[,WORD]]",
        help="The opening, one word or several.",
    )
    all: bool = option("--all", is_flag=True, help="Find and prove the best opening.")
    pairs: Path | None = option(
        "--pairs",
        type=FOLDER,
        metavar="FILE",
        help="Find the best two openings among the words of a file, one a line.",
    )
    check: Path | None = option(
        "--check", type=FOLDER, metavar="FILE", help="Check a certificate."
    )
    max_guesses: int = option(
        "--max-guesses",
        type=whole_number(1),
        default=6,
        metavar="N",
        help="Guesses in a game.",
    )
    objective: Objective | str = option(
        "--objective",
        type=_aim,
        default="total",
        metavar="AIM",
        help="total: fewest guesses of all games together; worst: a longest game "
        f"as short as possible, then fewest guesses; {OBJECTIVE_HELP}",
    )
    out: Path | None = option(
        "--out", type=new_file, metavar="FILE", help="Write the tree."
    )
    certificate: Path | None = option(
        "--certificate",
        type=new_file,
        metavar="FILE",
        help="Write the proof, packed if the name ends in .xz; with --all, one process "
        "judges every opening for it.",
    )
    record: Path | None = option(
        "--record",
        type=FOLDER,
        metavar="FILE",
        show_default="in the cache folder",
        help="With --all: what is proved so far.",
    )
    beam: int | None = option(
        "--beam",
        type=whole_number(1),
        metavar="N",
        help="Search for a tree with few guesses, comparing N guesses at a time, and "
        "prove a lower bound only: for lists where the exact search takes too long.",
    )
    at_least: int | None = option(
        "--at-least",
        type=whole_number(1),
        metavar="N",
        help="With --all --beam: bound each opening, up to N guesses of all games.",
    )
    jobs: int | None = JOBS
    hard: Hard = HARD


@command(epilog=TREE_FORMS)
def main(*, options: TreeOptions) -> int:
    """Find the decision tree with the fewest guesses, and prove that none has fewer.

    One of WORD, --all, --pairs and --check says what to do; --jobs goes with --all.
    """
    asked = [options.word, options.all or None, options.pairs, options.check]
    if options.word == "" or sum(one is not None for one in asked) != 1:
        raise InputError("expected one of: a WORD, --all, --pairs FILE, --check FILE")
    vocabulary = options.vocabulary(options.word)
    if options.check is not None:
        return verify(options.check, vocabulary)
    if options.pairs is not None:
        return best_two(options, vocabulary, options.pairs)
    if options.at_least is not None and not (options.all and options.beam):
        raise InputError("--at-least: expected it with --all --beam N only")
    if options.record is not None and options.objective == _WORST:
        raise InputError(f"--record: expected none with --objective {_WORST}")
    if options.beam is not None:
        _refuse_objectives(options, vocabulary, "--beam")
    elif options.all and options.certificate is None:
        return best_opening(options, vocabulary)
    if options.at_least is not None:
        file = _openings_file(options, vocabulary, options.max_guesses)
        with workers(options.jobs, "", ()) as count:
            least = least_of_all(file, options.at_least, count)
        return one_opening(options, vocabulary, least)
    return one_opening(options, vocabulary)


def best_opening(options: TreeOptions, vocabulary: Vocabulary) -> int:
    """Find the best opening, and resume after the last one on file."""
    if options.out is not None:
        check_path(options.out, TREE_WRITERS)
    most = options.max_guesses
    with workers(options.jobs, "", ()) as count:
        for limit in range(1 if options.objective == _WORST else most, most + 1):
            file = _openings_file(options, vocabulary, limit)
            if best := judge_all(file, count):
                break
    if best is None:
        show(f"No opening wins every game in {counted(most, 'guess')}.")
        return 1
    equal = [
        upper(judged.opening)
        for judged in file.judged.values()
        if judged.exact and judged.guesses == best.guesses
    ]
    problem, others = file.problem, len(file.judged) - len(equal)
    show(
        f"{', '.join(equal)}: {problem.objective.result(best.guesses, vocabulary)}; "
        f"each of the other {counted(others, 'opening')} does worse."
    )
    if options.objective == _WORST:
        show(
            f"The longest game takes {counted(problem.max_guesses, 'guess')}; no "
            "opening needs fewer."
        )
    if options.out is not None:
        search = Search(*problem[:3], objective=problem.objective)
        tree = search.tree(search.start(), best.opening)
        assert tree is not None  # the opening wins every game
        write_tree(tree, options.out, TREE_WRITERS)
    return 0


def _openings_file(
    options: TreeOptions, vocabulary: Vocabulary, max_guesses: int
) -> OpeningsFile:
    """Return the record: by default a file of one problem alone, to be resumed."""
    aim = TOTAL if isinstance(options.objective, str) else options.objective
    problem = Problem(vocabulary, options.hard, max_guesses, aim)
    name = "openings" if options.at_least is None else "bounds"
    digest = hashlib.sha256(str(problem).encode()).hexdigest()[:12]
    path = options.record or cache_folder() / f"{name}-{digest}.csv"
    file = OpeningsFile(path, problem)
    progress(f"results are written to {path}, and resumed from there")
    return file


def one_opening(
    options: TreeOptions, vocabulary: Vocabulary, least: float | None = None
) -> int:
    """Prove how many guesses an opening needs, or with --all the best one.

    With --beam no more than a bound is proved; `least` is one of every opening.
    """
    opening = options.word or ""
    hard, most = options.hard, options.max_guesses
    if options.out is not None:
        check_path(options.out, TREE_WRITERS)
    began = time.process_time()
    if options.beam is not None:
        proofs = [find_tree(vocabulary, options.word, hard, most, options.beam, least)]
    elif isinstance(options.objective, str):
        proofs = prove_worst(vocabulary, opening, hard, most)
    else:
        proofs = [prove(vocabulary, opening, hard, most, options.objective)]
    seconds = time.process_time() - began
    done = "Proved" if proofs[-1].is_optimal else "Done"
    show(f"{proof_text(proofs)}\n{done} in {seconds:.1f} CPU seconds.")
    if options.certificate is not None:
        write_certificates(options.certificate, proofs)
        show("check it:")
        check_it = {"check": options.certificate, **options.named}
        print(command_line(EVALUATE, "tree", **check_it))
    tree = proofs[-1].tree
    if options.out is not None and tree is not None:
        write_tree(tree, options.out, TREE_WRITERS)
    return 0 if tree else 1


def proof_text(proofs: Sequence[Proof]) -> str:
    """Return the results of proofs as text, the last one first."""
    *others, last = proofs
    opening = last.opening or (last.tree.guess if last.tree else "any opening")
    name = upper(opening).replace(",", " then ")
    most = counted(last.max_guesses, "guess")
    fewer = "" if last.is_optimal else f" than {last.least:,}"
    if last.tree is None and not last.is_optimal:
        return f"{name}: no tree was found, in {most}; none has fewer guesses{fewer}."
    if last.tree is None:
        return f"{name}: no tree wins every game in {most}."
    lines = [
        f"{name}: {last.result}; no tree {last.objective.better}{fewer}.",
        last.histogram.bars,
        last.histogram.figures,
    ]
    if others:
        fewer = counted(others[0].max_guesses, "guess")
        lines.append(f"No tree wins every game in {fewer}.")
    return "\n".join(lines)


def verify(path: Path, vocabulary: Vocabulary) -> int:
    """Check a certificate and print what it proves."""
    began = time.process_time()
    text = read_certificates(path)
    if text.startswith("clueproof lies "):  # checked here before
        raise InputError(
            f"{str(path)!r}: a certificate of play against lies, expected "
            f"python -m proofs.check {shlex.quote(str(path))}"
        )
    for theorem in check(text, vocabulary):
        show(str(theorem))
    print(f"Checked in {time.process_time() - began:.1f} CPU seconds.")
    return 0


def best_two(options: TreeOptions, vocabulary: Vocabulary, path: Path) -> int:
    """Find the best two openings among the words of a file."""
    refused: dict[str, object] = {"--out": options.out, "--beam": options.beam}
    refused |= {"--certificate": options.certificate}
    if wrong := next((name for name, value in refused.items() if value), None):
        raise InputError(f"{wrong}: expected none with --pairs")
    if options.hard is not Hard.OFF:
        raise InputError(f"--hard {options.hard}: expected none with --pairs")
    _refuse_objectives(options, vocabulary, "--pairs")
    with notes_of_words():
        words = read_words(path)
    began = time.process_time()
    total, pairs = best_pairs(vocabulary, words, options.max_guesses)
    seconds = time.process_time() - began
    if not pairs:
        most = counted(options.max_guesses, "guess")
        show(f"With no pair does a tree win every game in {most}.")
        return 1
    names = ", ".join(f"{upper(one)} then {upper(two)}" for one, two in pairs)
    show(
        f"{names}: {counted(total, 'guess')} in "
        f"{counted(len(vocabulary.answers), 'game')}; every other pair of "
        f"{counted(len(set(words)), 'word')} needs more.\n"
        f"Proved in {seconds:.1f} CPU seconds."
    )
    return 0


def _refuse_objectives(options: TreeOptions, vocabulary: Vocabulary, name: str) -> None:
    """Refuse objectives other than the fewest guesses."""
    if options.objective != TOTAL:
        raise InputError(f"--objective {options.objective}: expected none with {name}")
    if vocabulary.weights:
        raise InputError(f"weights in {options.answers!r}: expected none with {name}")
