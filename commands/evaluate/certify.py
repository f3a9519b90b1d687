"""Record test of an entry: `certify`, with as many games as the test needs."""

from __future__ import annotations

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
from commands.evaluate._forecast import PILOT_GAMES, Forecast, forecast
from commands.evaluate._plans import check_same, make_plan, resume_plan
from commands.evaluate._play import PlayedFacts, play_run
from commands.options import ResumeOptions, RunOptions, entries_argument
from commands.results import Result, columns, json_text
from commands.terminal import progress
from contest.entries.entry import resolve
from contest.entries.home import STANDINGS
from contest.leaderboard.leads import MARGIN, next_lead
from contest.leaderboard.records import LEADS, RECORDS, read_standing
from contest.runs.facts import Column, RunError, convert_json, read_json
from contest.runs.folder import RunFolder
from contest.runs.origin import read_secret
from contest.runs.plan import Plan
from contest.sandbox.policy import runs_folder
from contest.sandbox.tempdirs import TemporaryFolder
from contest.statistics.evalues import Verdict
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.record_test import RecordTest, target_of
from contest.terminal.layout import fold_text
from game.errors import InputError
from game.text.formats import format_count, format_score
from game.words import Vocabulary
from solver.bounds.floors import floor

MOST_TESTED_GAMES = 20_000
FILE = "record-test.json"


class FixedOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What is fixed before the first game."""

    column: Column
    record: Annotated[float, msgspec.Meta(gt=0)]
    improvement: Annotated[float, msgspec.Meta(ge=0, le=99)]
    estimator: Literal["adjusted"]
    lead: bool = False


class RecordTestFacts(FixedOptions, frozen=True, kw_only=True):
    """The test, as it stands in `FILE`; the share `won` is luck-adjusted."""

    entry: str
    verdict: Verdict
    objection: str
    target: float
    side_information: float
    games: int
    won: float
    e_values: dict[str, float]

    def text(self, width: int) -> str:
        """Return the verdict, the reason for it, and what was to be beaten."""
        share = f"{100 * PERCENTILES[self.column]:g} %"
        above, below = self.e_values["above"], self.e_values["below"]
        reason = {
            Verdict.ACCEPTED: f"e-value {above:.3g} against at most {share}",
            Verdict.REFUSED: f"e-value {below:.3g} against at least {share}",
            Verdict.OPEN: "out of games, not decided; it does not count as better",
        }[self.verdict]
        if self.objection:
            reason = f"it {self.objection}"
        improvement = f"{self.improvement:g} % below the record"
        if self.lead:
            improvement = f"{MARGIN:g} below the lead"
        lines = [
            f"{self.entry}: {self.verdict} after {format_count(self.games, 'game')}: "
            f"{reason}",
            f"{self.column}: {share} of the games won within "
            f"{format_score(self.target)}, {improvement} {format_score(self.record)}; "
            f"it won {100 * self.won:.2f} %, luck-adjusted",
        ]
        if self.lead and self.verdict is Verdict.ACCEPTED:
            lines.append(f"it takes the lead from game {self.games:,} on")
        return fold_text("\n".join(lines), width)


class CertifyFacts(PlayedFacts, frozen=True, kw_only=True):
    """The test and its forecast, or the forecast alone, whose games have no run."""

    forecast: Forecast | None
    test: RecordTestFacts | None

    def text(self, width: int) -> str:
        """Return the test, or the forecast where there is none."""
        shown = self.test or self.forecast
        assert shown is not None
        return f"{shown.text(width)}\n{self.end_text(width)}"


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
) -> Result[CertifyFacts]:
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
        refuse_options(("improvement",), "none with --lead")
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
    aim = options.column, options.record, target
    if options.forecast:
        pilot = _play_pilot(plan, *aim)
        return Result(pilot, pilot.text)
    test = RecordTest(options.column, target, plan.setting.vocabulary)
    expected = None
    if folder is None:
        if plan.games > PILOT_GAMES:
            seed = f"{plan.seed}-pilot"
            pilot = _play_pilot(replace(plan, games=PILOT_GAMES, seed=seed), *aim)
            expected = pilot.forecast
            progress(pilot.text(columns()))
        folder = RunFolder.create(options.out, runs_folder())
        folder.write(FILE, f"{json_text(_test_facts(test, plan, options))}\n")
    played = play_run(plan, folder, resume_command(folder.path), on_row=test)
    played.require_scores()
    tested = _test_facts(test, plan, options)
    folder.write(FILE, f"{json_text(tested)}\n")
    facts = played.facts(
        CertifyFacts,
        exit_status=int(tested.verdict is not Verdict.ACCEPTED),
        forecast=expected,
        test=tested,
    )
    return Result(facts, facts.text)


def _play_pilot(plan: Plan, column: str, record: float, target: float) -> CertifyFacts:
    """Play a pilot, whose games do not count and are not kept; return the forecast."""
    with TemporaryFolder() as folder:
        played = play_run(plan, RunFolder.create(folder / "pilot", folder))
        return played.facts(
            CertifyFacts,
            run="",
            forecast=forecast(played, column, record, target),
            test=None,
        )


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


def _test_facts(
    test: RecordTest, plan: Plan, options: CertifyOptions
) -> RecordTestFacts:
    """Return what is fixed, and the state of the test."""
    assert options.record is not None
    evidence = test.evidence
    return RecordTestFacts(
        entry=plan.entries[0].text,
        verdict=test.verdict,
        objection=test.objection,
        column=test.column,
        lead=options.lead,
        record=options.record,
        improvement=options.improvement,
        target=test.target,
        estimator="adjusted",
        side_information=test.information.value,
        games=evidence.games,
        won=evidence.total / max(evidence.games, 1),
        e_values={"above": evidence.above, "below": evidence.below},
    )
