"""Proofs about all openings or pairs of them, and the check of a certificate."""

from __future__ import annotations

import hashlib
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from commands.cli import (
    command,
    count_option,
    flag,
    refuse_options,
)
from commands.evaluate._proofs import WORST, ProofFacts, ProofOptions
from commands.options import JOBS, notes_of_words, path_option
from commands.results import Result
from commands.terminal import progress
from contest.runs.workers.pools import workers
from game.errors import InputError
from game.spelling import upper
from game.text.formats import format_count
from game.word_files import read_words
from game.words import Vocabulary
from solver.beam.beam import bound_openings, find_tree
from solver.checking.checker import check
from solver.checking.reader import read_certificates
from solver.matrix.cache import cache_folder
from solver.optimal.openings import Judgement, OpeningsFile, Problem, judge_all
from solver.optimal.pairs import best_pairs
from solver.optimal.search import Search
from solver.trees.objective import TOTAL

_FOR_ALL = ("out", "certificate", "hard", "record", "at_least", "jobs", "objective")
"""Options that mean something with --all only."""


@dataclass(frozen=True)
class ProveOptions(ProofOptions):
    """Options of the proof."""

    all: bool = flag("--all", "Find and prove the best opening.")
    pairs: Path | None = path_option(
        "--pairs",
        "FILE",
        "Find the best two openings among the words of a file, one a line.",
    )
    check: Path | None = path_option("--check", "FILE", "Check a certificate.")
    record: Path | None = path_option(
        "--record",
        "FILE",
        "What is proved of each opening so far.",
        show_default="in the cache folder",
    )
    at_least: int | None = count_option(
        "--at-least",
        "Bound each opening only, up to N guesses of all games: for lists where "
        "the exact search takes too long.",
    )
    jobs: int | None = JOBS


@command()
def main(*, options: ProveOptions) -> Result[ProofFacts]:
    """Prove which opening is best, or check such a proof.

    One of --all, --pairs and --check says what to do. With --all --certificate, one
    process judges every opening. The exit status is 1 where no tree wins every game.
    """
    asked = (options.all, options.pairs is not None, options.check is not None)
    if sum(asked) != 1:
        raise InputError("expected one of: --all, --pairs FILE, --check FILE")
    if not options.all:
        refuse_options(_FOR_ALL, "--all with it")
    vocabulary = options.vocabulary()
    if options.check is not None:
        refuse_options(("max_guesses",), "none with --check")
        return check_certificate(options.check, vocabulary)
    if options.pairs is not None:
        return find_best_pair(options, vocabulary, options.pairs)
    options.check_tree_file()
    if options.at_least is not None:
        return bound_best_opening(options, vocabulary, options.at_least)
    if options.certificate is not None:
        refuse_options(("record", "jobs"), "none with --certificate")
        return options.prove(vocabulary)
    if options.record is not None and options.objective == WORST:
        raise InputError(f"--record: expected none with --objective {WORST}")
    return find_best_opening(options, vocabulary)


def bound_best_opening(
    options: ProveOptions, vocabulary: Vocabulary, at_least: int
) -> Result[ProofFacts]:
    """Prove a lower bound of every opening, and resume after the last one on file."""
    options.refuse_objectives(vocabulary, "--at-least")
    file = _open_record(options, vocabulary, options.max_guesses)
    with workers(options.jobs, "", ()) as count:
        least = bound_openings(file, at_least, count)
    began = time.process_time()
    proof = find_tree(vocabulary, None, options.hard, options.max_guesses, 1, least)
    return options.write_proofs([proof], began)


def find_best_opening(
    options: ProveOptions, vocabulary: Vocabulary
) -> Result[ProofFacts]:
    """Find the best opening, and resume after the last one on file."""
    began = time.process_time()
    file, best = _judge_openings(options, vocabulary)
    seconds = time.process_time() - began
    if best is None:
        most = format_count(options.max_guesses, "guess")
        none = f"No opening wins every game in {most}."
        return Result(ProofFacts(exit_status=1, seconds=seconds), none)
    if options.out is not None:
        search = Search(*file.problem[:3], objective=file.problem.objective)
        options.write_tree(search.tree(search.start(), best.opening))
    openings = [
        judged.opening
        for judged in file.judged.values()
        if judged.exact and judged.guesses == best.guesses
    ]
    total = best.guesses
    facts = ProofFacts(openings=openings, total=total, least=total, seconds=seconds)
    return Result(facts, _openings_text(openings, total, file, options))


def _judge_openings(
    options: ProveOptions, vocabulary: Vocabulary
) -> tuple[OpeningsFile, Judgement | None]:
    """Judge every opening, for the shortest longest game with one limit after another.

    Return the record of the last limit, and the best opening if any wins every game.
    """
    max_guesses = options.max_guesses
    least = 1 if options.objective == WORST else max_guesses
    with workers(options.jobs, "", ()) as count:
        for limit in range(least, max_guesses + 1):
            file = _open_record(options, vocabulary, limit)
            if best := judge_all(file, count):
                break
    return file, best


def _openings_text(
    openings: Sequence[str], total: float, file: OpeningsFile, options: ProveOptions
) -> str:
    """Return the best openings, their total, and what is proved of the others."""
    problem = file.problem
    others = format_count(len(file.judged) - len(openings), "opening")
    text = (
        f"{', '.join(map(upper, openings))}: "
        f"{problem.objective.result(total, problem.vocabulary)}; "
        f"each of the other {others} does worse."
    )
    if options.objective == WORST:
        longest = format_count(problem.max_guesses, "guess")
        text += f"\nThe longest game takes {longest}; no opening needs fewer."
    return text


def _open_record(
    options: ProveOptions, vocabulary: Vocabulary, max_guesses: int
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


def check_certificate(path: Path, vocabulary: Vocabulary) -> Result[ProofFacts]:
    """Check a certificate and return what it proves."""
    began = time.process_time()
    text = read_certificates(path)
    if text.startswith("clueproof lies "):  # checked here before
        raise InputError(
            f"{str(path)!r}: a certificate of play against lies, expected "
            f"python -m proofs.check {shlex.quote(str(path))}"
        )
    proved = check(text, vocabulary)
    seconds = time.process_time() - began
    facts = ProofFacts(
        openings=[",".join(proved[-1].opening)] if proved[-1].opening else [],
        total=proved[-1].total,
        least=proved[-1].least,
        theorems=[*map(str, proved)],
        seconds=seconds,
    )
    lines = [*facts.theorems, f"Checked in {seconds:.1f} CPU seconds."]
    return Result(facts, "\n".join(lines))


def find_best_pair(
    options: ProveOptions, vocabulary: Vocabulary, path: Path
) -> Result[ProofFacts]:
    """Find the best two openings among the words of a file."""
    options.refuse_objectives(vocabulary, "--pairs")
    with notes_of_words():
        words = read_words(path)
    began = time.process_time()
    total, pairs = best_pairs(vocabulary, words, options.max_guesses)
    seconds = time.process_time() - began
    if not pairs:
        limit = format_count(options.max_guesses, "guess")
        none = f"With no pair does a tree win every game in {limit}."
        return Result(ProofFacts(exit_status=1, seconds=seconds), none)
    names = ", ".join(
        f"{upper(opening)} then {upper(second)}" for opening, second in pairs
    )
    text = (
        f"{names}: {format_count(total, 'guess')} in "
        f"{format_count(len(vocabulary.answers), 'game')}; every other pair of "
        f"{format_count(len(set(words)), 'word')} needs more.\n"
        f"Proved in {seconds:.1f} CPU seconds."
    )
    openings = [",".join(pair) for pair in pairs]
    facts = ProofFacts(openings=openings, total=total, least=total, seconds=seconds)
    return Result(facts, text)
