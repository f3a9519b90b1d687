"""Record test of an entry: `certify`, with as many games as the test needs."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec.structs import asdict

from commands.cli import (
    command,
    one_of,
    option,
    real_number,
    refuse_options,
    whole_number,
)
from commands.command_lines import resume_command
from commands.evaluate._forecast import PILOT_GAMES, Forecast
from commands.evaluate._plans import check_same, make_plan, resume_plan
from commands.evaluate._play import play_run
from commands.options import ResumeOptions, RunOptions, entries_argument
from commands.terminal import show
from contest.entries.entry import resolve
from contest.entries.home import STANDINGS
from contest.leaderboard.leads import MARGIN, next_lead
from contest.leaderboard.records import LEADS, RECORDS, read_standing
from contest.runs.facts import Column, Estimator, RunError, convert_json, read_json
from contest.runs.folder import RunFolder
from contest.runs.origin import read_secret
from contest.runs.plan import Plan
from contest.sandbox.policy import runs_folder
from contest.statistics.evalues import Verdict
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.record_test import RecordTest, target_of
from game.errors import InputError
from game.text.formats import format_count, format_score
from game.words import Vocabulary
from solver.bounds.floors import floor

MOST_TESTED_GAMES = 20_000
FILE = "record-test.json"


class FixedOptions(msgspec.Struct):
    """What is fixed before the first game."""

    column: Column
    record: Annotated[float, msgspec.Meta(gt=0)]
    improvement: Annotated[float, msgspec.Meta(ge=0, le=99)]
    estimator: Literal["adjusted"]
    lead: bool = False


@dataclass(frozen=True)
class CertifyOptions(ResumeOptions, RunOptions):
    """Options of the test."""

    column: str | None = option(
        "--column", type=one_of(PERCENTILES), help="The percentile."
    )
    lead: bool = option(
        "--lead",
        is_flag=True,
        help="Test whether the entry takes the lead, not the record.",
    )
    record: float | None = option(
        "--record",
        type=real_number("a budget in nats", 0),
        metavar="R",
        show_default="the standing one",
        help="The score to beat.",
    )
    improvement: float = option(
        "--improvement",
        type=real_number("percent", 0, 99, above=False),
        default=5.0,
        metavar="P",
        help="By how many percent.",
    )
    games: int | None = option(
        "--games",
        type=whole_number(2),
        metavar="N",
        show_default=f"{MOST_TESTED_GAMES:,}; with --forecast {PILOT_GAMES}",
        help="Games at most; with --forecast those of the pilot.",
    )
    forecast: bool = option(
        "--forecast",
        is_flag=True,
        help="Say how many games the test will take, and make none.",
    )


@command()
def main(
    *,
    entries: tuple[str, ...] = entries_argument("The strategy."),
    options: CertifyOptions,
) -> int:
    """Play an entry until it is accepted as beating a record, refused, or out of games.

    With --lead it must beat the lead, and the game from which on it does is named.

    A pilot, whose games do not count, forecasts first how many games the test and a
    submission will take. The test may stop after any game; the probability of an error
    is at most 5 % either way. It is made once: repetition after a refusal increases
    that of a false record.
    Exit status: 0 when the entry is accepted, 1 when it is not.
    """
    if options.forecast:
        refuse_options(("resume", "out"), "none with --forecast")
    if options.lead:
        refuse_options(("record", "improvement"), "none with --lead")
    folder = None
    if interrupted := options.resume:
        options = _recorded_test(options, interrupted)
        plan, folder = resume_plan(entries, options, interrupted)
    else:
        options = _complete(entries, options)
        plan = make_plan(entries, options, options.games)
    assert options.column is not None
    assert options.record is not None
    if options.lead:
        target = next_lead(options.record)
    else:
        target = target_of(options.record, options.improvement)
    _check_target(plan, options.column, target)
    forecast = Forecast(options.column, options.record, target)
    if options.forecast:
        return forecast.show(plan)
    test = RecordTest(options.column, target, plan.setting.vocabulary)
    if folder is None:
        if plan.games > PILOT_GAMES:
            forecast.show(replace(plan, games=PILOT_GAMES, seed=f"{plan.seed}-pilot"))
        folder = RunFolder.create(options.out, runs_folder())
        folder.write(FILE, _facts_text(test, options))
    played = play_run(plan, folder, resume_command(folder.path), on_row=test)
    played.require_scores()
    folder.write(FILE, _facts_text(test, options))
    show(_verdict_text(test, plan, options))
    played.conclude()
    return 0 if test.verdict is Verdict.ACCEPTED else 1


def _complete(entries: tuple[str, ...], options: CertifyOptions) -> CertifyOptions:
    """Return the options of a new test, whose seed is fresh."""
    if len(entries) != 1:
        raise InputError(
            f"{format_count(len(entries), 'entry')}: expected one to certify"
        )
    if options.column is None:
        raise InputError("no --column: expected the column that is to be beaten")
    resolve(entries[0], options.mode, options.checkout)  # one entry, not a file of them
    record = options.record
    if record is None:
        if options.chosen_vocabulary() not in (None, Vocabulary.load()):
            raise InputError("no --record: expected one, as the words are others")
        file = LEADS if options.lead else RECORDS
        record = read_standing(STANDINGS / file)[options.column].budget
    games = PILOT_GAMES if options.forecast else MOST_TESTED_GAMES
    seed = options.seed
    if not seed:
        seed = read_secret("seed") if options.forecast else secrets.token_hex(32)
    return replace(options, record=record, games=options.games or games, seed=seed)


def _recorded_test(options: CertifyOptions, folder: Path) -> CertifyOptions:
    """Return the options of an interrupted test, which are fixed."""
    path = folder / FILE
    try:
        fixed = asdict(convert_json(read_json(path), FixedOptions, path))
    except OSError as error:
        raise RunError(f"no test in {str(path)!r} ({error.strerror})") from None
    del fixed["estimator"]  # there is one
    check_same(fixed, folder)
    return replace(options, **fixed)


def _check_target(plan: Plan, column: str, target: float) -> None:
    """Refuse a plan that is invalid or cannot reach its target."""
    lowest = floor(plan.setting.vocabulary, PERCENTILES[column])
    if target <= lowest:
        raise InputError(
            f"--column {column!r}: expected a target that can be reached, not "
            f"{target:g}: no strategy wins {PERCENTILES[column]:.0%} of its games "
            f"within {lowest:g}"
        )


def _facts_text(test: RecordTest, options: CertifyOptions) -> str:
    """Return the text of `FILE`: what is fixed, and the state of the test."""
    facts = {
        "verdict": str(test.verdict),
        "column": test.column,
        "lead": options.lead,
        "record": options.record,
        "improvement": options.improvement,
        "target": test.target,
        "estimator": Estimator.ADJUSTED,
        "side_information": test.information.value,
        "games": test.evidence.games,
        "e_values": {"above": test.evidence.above, "below": test.evidence.below},
    }
    return json.dumps(facts, indent=2) + "\n"


def _verdict_text(test: RecordTest, plan: Plan, options: CertifyOptions) -> str:
    """Return the verdict, the reason for it, and what was to be beaten."""
    assert options.record is not None
    share, evidence = f"{100 * PERCENTILES[test.column]:g} %", test.evidence
    reason = {
        Verdict.ACCEPTED: f"e-value {evidence.above:.3g} against at most {share}",
        Verdict.REFUSED: f"e-value {evidence.below:.3g} against at least {share}",
        Verdict.OPEN: "out of games, not decided; it does not count as better",
    }[test.verdict]
    if test.objection:
        reason = f"it {test.objection}"
    improvement = f"{options.improvement:g} % below the record"
    if options.lead:
        improvement = f"{MARGIN:g} below the lead"
    entry, games = plan.entries[0].text, format_count(evidence.games, "game")
    won = 100 * evidence.total / max(evidence.games, 1)
    lines = [
        f"{entry}: {test.verdict} after {games}: {reason}",
        f"{test.column}: {share} of the games won within {format_score(test.target)}, "
        f"{improvement} {format_score(options.record)}; it won {won:.2f} %, "
        "luck-adjusted",
    ]
    if options.lead and test.verdict is Verdict.ACCEPTED:
        lines.append(f"it takes the lead from game {evidence.games:,} on")
    return "\n".join(lines)
