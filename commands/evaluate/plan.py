"""Forecast of a record test: the games that it will need, from a pilot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from tqdm import tqdm

from commands.cli import command, option, whole_number
from commands.evaluate._plans import RecordOptions, new_plan
from commands.evaluate._play import play_run
from commands.options import entry_argument
from commands.terminal import columns, show
from contest.entries.entry import resolve
from contest.entries.home import RESULTS, STANDINGS
from contest.leaderboard.leads import certified_lead, next_lead
from contest.leaderboard.records import (
    LEADS,
    RECORDS,
    read_standing,
    submission_folders,
)
from contest.runs.folder import RunFolder
from contest.sandbox.policy import runs_folder
from contest.statistics.error_budget import next_number, share_of_error
from contest.statistics.forecast import (
    Decision,
    accepted_share,
    games_needed,
    refused_share,
    simulate_tests,
)
from contest.statistics.games import Games
from contest.statistics.quantiles import standard_error
from contest.statistics.record_test import share_of, target_of
from contest.terminal.grid import align_columns
from contest.terminal.layout import PROSE, fold_text
from game.errors import InputError
from game.text.formats import counted, format_score
from game.words import Vocabulary

PILOT = 301
SIMULATED_GAMES = 40_000
TESTS = 200
_STEPS = (1000, 2000, 5000, 10_000, 20_000, 40_000)


@dataclass(frozen=True)
class PlanOptions(RecordOptions):
    """Options of the forecast."""

    games: int = option(
        "--games",
        type=whole_number(2),
        default=PILOT,
        metavar="N",
        help="Games of the pilot.",
    )


@command()
def main(
    *,
    entry: str = entry_argument("The strategy."),
    options: PlanOptions,
) -> int:
    """Say how many games a submission would need to take a record.

    Play a pilot, whose games do not count, and simulate the official test with values
    resampled from it, at the significance level of the next submission.
    """
    if options.resume:
        raise InputError("--resume: expected a new run")
    if options.column is None:
        raise InputError("no --column: expected the column that is to be taken")
    if not options.mode.priced:
        raise InputError(f"--column {options.column!r}: expected --mode wordpl with it")
    resolve(entry, options.mode, options.checkout)  # one entry, not a file of them
    record = options.record
    if record is None:
        record = read_standing(STANDINGS / RECORDS)[options.column].budget
    plan = new_plan([entry], options, options.games)
    folder = RunFolder.create(options.out, runs_folder())
    played = play_run(plan, folder)
    for summary in played.summaries:
        target = target_of(record, options.improvement)
        print(_text(summary.games, options.column, record, target))
        show(_lead(summary.games, options.column, plan.setting.vocabulary))
    return played.conclude(calls=options.calls)


def _text(games: Games, column: str, record: float, target: float) -> str:
    """Return the forecast."""
    share = share_of(column)
    numbers = [
        RunFolder(path).open().facts.numbers for path in submission_folders(RESULTS)
    ]
    submission = next_number(numbers, column)
    error = share_of_error(submission)
    values = games.posteriors.within(target)
    bar = tqdm(
        simulate_tests(values, share, SIMULATED_GAMES, error, TESTS),
        desc="simulating",
        total=TESTS,
        unit=" tests",
        leave=False,
        delay=1,
        disable=None,
    )
    decisions = list(bar)
    lines = [["games", "accepted", "refused", "open"]]
    for step in _STEPS:
        yes, no = accepted_share(decisions, step), refused_share(decisions, step)
        lines.append(
            [f"{step:,}", *(f"{100 * x:.0f} %" for x in (yes, no, 1 - yes - no))]
        )
    mean, spread = float(np.mean(values)), standard_error(values)
    width = min(columns(), PROSE)
    head = (
        f"{column}: {100 * share:g} % of the games won within {format_score(target)} "
        f"takes the record {format_score(record)}. Of {counted(len(games), 'game')}, "
        f"{100 * mean:.2f} ± {100 * spread:.2f} % were won within it, by exact "
        f"posteriors. The next submission is number {submission}; its significance "
        f"level is {100 * error:.2g} %."
    )
    text = f"{head}\n\n{align_columns(lines, width)}\n\n{_needed(decisions)}"
    return fold_text(text, width)


def _lead(games: Games, column: str, vocabulary: Vocabulary) -> str:
    """Return what takes the lead of a column, and what some games would certify.

    Empty for words other than those of the contest.
    """
    if vocabulary != Vocabulary.load():
        return ""
    lead = read_standing(STANDINGS / LEADS)[column].budget
    budget = certified_lead(games, share_of(column))
    certified = "no budget" if np.isinf(budget) else format_score(budget)
    return (
        f"\nlead of {column}: {format_score(lead)}, taken by "
        f"{format_score(next_lead(lead))} or less; an official run of "
        f"{counted(len(games), 'game')} like these certifies {certified}"
    )


def _needed(decisions: list[Decision]) -> str:
    """Return by how many games half of the tests, and most of them, are decided."""
    half, most = (games_needed(decisions, share) for share in (0.5, 0.9))
    if np.isinf(half):
        return f"more than half of the tests are open after {SIMULATED_GAMES:,} games"
    text = f"half of the tests are decided within {half:,.0f} games"
    return text + ("" if np.isinf(most) else f", nine in ten within {most:,.0f}")
