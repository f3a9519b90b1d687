"""Command `prove`."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path

from commands.evaluate._proofs import WORST, ProofFacts, ProofOptions, prove_tree
from commands.framework.cli import command, flag, refuse_options
from commands.framework.options import JOBS, path_option
from commands.framework.results import Result
from commands.person.terminal import progress
from contest.runs.workers.pools import workers
from game.errors import InputError
from game.spelling import upper
from game.text.formats import format_count
from game.words import Vocabulary
from solver.checking.checker import check
from solver.checking.reader import read_certificates
from solver.matrix.cache import cache_folder
from solver.optimal.openings import Judgement, OpeningsFile, Problem, judge_all
from solver.optimal.search import Search
from solver.trees.objective import TOTAL

_FOR_ALL = ("out", "certificate", "hard", "record", "jobs", "objective")
"""Names of the options that may be given with --all only."""


@dataclass(frozen=True)
class _ProveOptions(ProofOptions):
    """Options of the command `prove`, which finds best openings and checks proofs."""

    all: bool = flag("--all", "Find the best opening, and prove that it is the best.")
    check: Path | None = path_option(
        "--check", "FILE", "Check the certificate in this file."
    )
    record: Path | None = path_option(
        "--record",
        "FILE",
        "The file to which the result of each opening is written. A later proof "
        "continues from this file.",
        show_default="in the cache folder",
    )
    jobs: int | None = JOBS


@command()
def main(*, options: _ProveOptions) -> Result[ProofFacts]:
    """Prove which opening is best, or check a proof.

    Give either --all or --check. With --all and --certificate, a single process
    searches every opening. Exit status: 1 when no tree wins every game.
    """
    if options.all == (options.check is not None):
        raise InputError("", "one of: --all, --check FILE")
    if options.check is not None:
        refuse_options(_FOR_ALL, "--all with it")
        refuse_options(("max_guesses",), "not to be given with --check")
        return _check_certificate(options.check, options.vocabulary())

    # A file that cannot be written is refused before a search of hours.
    vocabulary = options.vocabulary()
    options.check_tree_file()

    # Workers share a file with the result of each opening. That file holds no proofs:
    # a certificate needs a search in one process.
    if options.certificate is not None:
        refuse_options(("record", "jobs"), "not to be given with --certificate")
        return prove_tree(options, vocabulary)
    if options.record is not None and options.objective == WORST:
        raise InputError("--record", f"not to be given with --objective {WORST}")
    return _find_best_opening(options, vocabulary)


def _find_best_opening(
    options: _ProveOptions, vocabulary: Vocabulary
) -> Result[ProofFacts]:
    """Find the best opening, and return a result about it.

    An earlier search may have written results of openings to a file. These openings are
    not searched again.
    """
    began = time.process_time()
    file, best = _judge_openings(options, vocabulary)
    seconds = time.process_time() - began
    if best is None:
        most = format_count(options.max_guesses, "guess")
        none = f"No opening wins every game in {most}."
        return Result(ProofFacts(exit_status=1, seconds=seconds), none)
    if options.out is not None:
        search = Search(*file.problem)
        options.write_tree(search.tree(search.start(), best.opening))
    openings = file.openings_of(best.guesses)
    facts = ProofFacts(openings=openings, total=best.guesses, seconds=seconds)
    return Result(facts, _openings_text(options, file, openings, best.guesses))


def _judge_openings(
    options: _ProveOptions, vocabulary: Vocabulary
) -> tuple[OpeningsFile, Judgement | None]:
    """Find the best tree of every opening.

    Return the file that has the result of each opening, and the result of the best
    opening. That result is None if no opening wins every game. For the objective
    `WORST`, the limits of guesses 1, 2, ... are tried until an opening wins every game.
    Each limit has a file of its own, and the file of the last limit is returned.
    """
    max_guesses = options.max_guesses

    # Try the limits in ascending order. So the first limit within which an opening wins
    # every game is the smallest such limit.
    first_limit = 1 if options.objective == WORST else max_guesses
    with workers(options.jobs, "", ()) as count:
        for limit in range(first_limit, max_guesses + 1):
            file = _open_record(options, vocabulary, limit)
            best = judge_all(file, count)
            if best is not None:
                break
    return file, best


def _open_record(
    options: _ProveOptions, vocabulary: Vocabulary, max_guesses: int
) -> OpeningsFile:
    """Return the file for the result of each opening, and show its path to the user.

    `max_guesses` is the limit of guesses of a game. Without ``--record``, the name of
    the file has a digest of the words and the options.
    """
    # Each problem has its own file, because a result holds for one problem only.
    aim = TOTAL if isinstance(options.objective, str) else options.objective
    problem = Problem(vocabulary, options.hard, max_guesses, aim)
    digest = hashlib.sha256(str(problem).encode()).hexdigest()[:12]
    path = options.record or cache_folder() / f"openings-{digest}.csv"
    file = OpeningsFile(path, problem)
    progress(
        f"the result of each opening is written to {path}; the next proof continues "
        "from this file"
    )
    return file


def _openings_text(
    options: _ProveOptions, file: OpeningsFile, openings: list[str], total: float
) -> str:
    """Return a text about the best openings, and the number of worse openings.

    `openings` are the best openings, and `total` is the value of the objective that
    they reach. `file` has the result of each opening.
    """
    problem = file.problem
    names = ", ".join(map(upper, openings))
    result = problem.objective.result(total, problem.vocabulary)
    others = format_count(len(file.judged) - len(openings), "opening")
    text = f"{names}: {result}; each of the other {others} does worse."
    if options.objective == WORST:
        longest = format_count(problem.max_guesses, "guess")
        text += (
            f"\nThe longest game takes {longest}; no opening wins every game in fewer "
            "guesses."
        )
    return text


def _check_certificate(path: Path, vocabulary: Vocabulary) -> Result[ProofFacts]:
    """Check the certificate in a file, and return the theorems that it proves."""
    began = time.process_time()
    theorems = check(read_certificates(path), vocabulary)
    seconds = time.process_time() - began

    last = theorems[-1]
    facts = ProofFacts(
        openings=[",".join(last.opening)] if last.opening else [],
        total=last.total,
        theorems=[*map(str, theorems)],
        seconds=seconds,
    )
    lines = [*facts.theorems, f"Checked in {seconds:.1f} CPU seconds."]
    return Result(facts, "\n".join(lines))
