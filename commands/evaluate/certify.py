"""Command `certify`.

The lead of a ranking is the smallest budget that official runs have certified. The
record of a ranking is the budget that won its last prize. The target of the test is a
budget somewhat below the lead or the record. In the ranking p50 an entry beats the lead
or the record if it wins at least half of its games within the target. The test plays
game after game. Two e-values measure how badly the games fit "at most half" and "at
least half". When the first e-value reaches 20, the entry is accepted. When the second
e-value reaches 20, the entry is refused. Either verdict is wrong with a probability of
at most 5 %. The target probability of p50 is one half; the rankings p05 and p95 have
other target probabilities.

The aim of the test is fixed before the first game. The file ``record-test.json`` in the
folder of the run holds the aim and the state of the test, so that an interrupted test
continues with the same aim.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec.structs import asdict

from commands.evaluate._plans import (
    ResumableOptions,
    plan_run,
)
from commands.evaluate._play import PlayedFacts, play_run
from commands.framework.cli import (
    OneOf,
    command,
    count_option,
    flag,
    option,
    real_number,
)
from commands.framework.command_lines import resume_command
from commands.framework.options import entries_argument, seed_option
from commands.framework.results import Result, json_text
from contest.entries.entry import resolve
from contest.entries.home import STANDINGS
from contest.leaderboard.leads import MARGIN, next_lead
from contest.leaderboard.records import LEADS, RECORDS, read_standing
from contest.runs.facts import ColumnName, RunError, convert_json, read_json
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.statistics.evalues import Verdict
from contest.statistics.prospects import Prospect, prospect_in
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.record_test import IMPROVEMENT, RecordTest, target_of
from contest.terminal.layout import fold_text
from game.errors import InputError
from game.text.formats import format_count, format_score
from game.words import Vocabulary
from solver.bounds.floors import floor

_MOST_TESTED_GAMES = 20_000
_FILE = "record-test.json"


class _Aim(msgspec.Struct, frozen=True, kw_only=True):
    """The claim of a test: that an entry beats a budget in the ranking `column`.

    `record` is the budget to beat. If `lead` is false, `record` is the record of the
    ranking, and the entry must certify a budget `IMPROVEMENT` percent below it. If
    `lead` is true, `record` is the lead of the ranking, and the entry must certify a
    budget `MARGIN` nats below it.
    """

    column: ColumnName
    record: Annotated[float, msgspec.Meta(gt=0)]
    lead: bool = False

    def find_target(self) -> float:
        """Return the budget that the entry must certify."""
        if self.lead:
            return next_lead(self.record)
        return target_of(self.record)


class _RecordTestFacts(_Aim, frozen=True, kw_only=True):
    """The contents of ``record-test.json``: a test and its result so far.

    `target` is the budget that the entry must certify. `games` is the number of games
    so far, and `won` is the luck-adjusted share of these games that was won within
    `target`. `objection` says why the score is void, or is an empty string.
    `side_information` is the e-value of the information test.
    """

    entry: str
    verdict: Verdict
    objection: str
    target: float
    side_information: float
    games: int
    won: float
    e_values: dict[str, float]

    def text(self, width: int) -> str:
        """Return the verdict, the reason for the verdict, and the tested budget."""
        # The reason is the e-value that decided, unless an objection has refused the
        # entry.
        share = f"{100 * PERCENTILES[self.column]:g} %"
        above = self.e_values["above"]
        below = self.e_values["below"]
        reason = {
            Verdict.ACCEPTED: f"the e-value against a chance of at most {share} is "
            f"{above:.3g}",
            Verdict.REFUSED: f"the e-value against a chance of at least {share} is "
            f"{below:.3g}",
            Verdict.OPEN: "all games are played without a decision, so the entry is "
            "not accepted",
        }[self.verdict]
        if self.objection:
            reason = f"the entry {self.objection}"

        improvement = f"at least {IMPROVEMENT:g} % below the record of"
        if self.lead:
            improvement = f"at least {MARGIN:g} nats below the lead of"
        lines = [
            f"{self.entry}: {self.verdict} after {format_count(self.games, 'game')}: "
            f"{reason}",
            f"{self.column}: the entry must win {share} of its games within "
            f"{format_score(self.target)} nats, {improvement} "
            f"{format_score(self.record)} nats. The entry won {100 * self.won:.2f} % "
            "of its games within this budget (luck-adjusted).",
        ]
        if self.lead and self.verdict is Verdict.ACCEPTED:
            lines.append(
                f"a submission with these {self.games:,} games would take the lead"
            )
        return fold_text("\n".join(lines), width)


class _CertifyFacts(PlayedFacts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: the run of a test, and the test.

    If a test of the lead did not decide, `nearest` says how near the entry is to the
    lead.
    """

    test: _RecordTestFacts
    nearest: Prospect | None = None

    def text(self, width: int) -> str:
        """Return the result of the test, and then notes on the run."""
        lines = [self.test.text(width)]
        if self.nearest:
            lines.append(fold_text(self.nearest.text, width))
        return "\n".join([*lines, self.end_text(width)])


@dataclass(frozen=True)
class _CertifyOptions(ResumableOptions):
    """Options of the command `certify`, which tests an entry."""

    column: str | None = option(
        "--column", type=OneOf(PERCENTILES), help="The ranking."
    )
    lead: bool = flag(
        "--lead",
        "Test whether the entry takes the lead. Without --lead, the test is whether "
        "the entry wins the prize.",
    )
    record: float | None = option(
        "--record",
        type=real_number("a budget in nats"),
        metavar="R",
        show_default="the present record or lead",
        help="The record or lead to beat, in nats.",
    )
    seed: str | None = seed_option("a fresh one")
    games: int | None = count_option(
        "--games",
        "The largest number of games that the test plays.",
        least=2,
        show_default=f"{_MOST_TESTED_GAMES:,}",
    )


@command()
def main(
    *,
    entries: tuple[str, ...] = entries_argument("The strategy.", "[ENTRY]"),
    options: _CertifyOptions,
) -> Result[_CertifyFacts]:
    """Test whether an entry beats the record or the lead of a ranking.

    Without --lead, the entry must beat the record of the ranking. With --lead, the
    entry must beat the lead of the ranking.

    The test plays game after game, until it accepts or refuses the entry or has played
    all --games. A wrong acceptance and a wrong refusal each have a probability of at
    most 5 %. Test an entry only once: if you repeat a test after a refusal, a wrong
    acceptance becomes more probable.
    Exit status: 0 when the entry is accepted, 1 when it is not.
    """
    # The aim is fixed before the first game. A resumed test reads its aim from the
    # file.
    resumed = options.resume
    aim = _read_aim(resumed) if resumed else _choose_aim(entries, options)
    plan, folder = _plan_test(entries, options)
    _check_target(plan, aim)
    # The test must see every game once and in order. So a resumed test also sees the
    # games that were played before the interruption.
    test = RecordTest(aim.column, aim.find_target(), plan.setting.vocabulary)
    if folder is None:
        folder = RunFolder.create(options.out)
        _write_test(folder, test, plan, aim)

    # The test gets the row of each game, and ends the run when it has decided.
    played = play_run(plan, folder, resume_command(folder.path), on_row=test)
    played.require_scores()
    tested = _write_test(folder, test, plan, aim)
    status = int(tested.verdict is not Verdict.ACCEPTED)
    nearest = None
    if aim.lead and tested.verdict is Verdict.OPEN:
        (summary,) = played.summaries
        nearest = prospect_in(summary.games, aim.column, test.target)
    facts = played.facts(
        _CertifyFacts, exit_status=status, test=tested, nearest=nearest
    )
    return Result(facts, facts.text)


def _choose_aim(entries: Sequence[str], options: _CertifyOptions) -> _Aim:
    """Return the aim of a new test: the ranking and the budget to beat.

    Without ``--record``, the budget to beat is the present record, or with ``--lead``
    the present lead. Raises `InputError` unless `entries` names exactly one entry.
    """
    if len(entries) != 1:
        raise InputError(f"{format_count(len(entries), 'entry')}", "one entry to test")

    # A test has one entry and one ranking. Every further entry or ranking would be
    # another test, which could accept an entry wrongly.
    if options.column is None:
        expected = f"{' or '.join(PERCENTILES)}, the ranking of the test"
        raise InputError("no --column", expected)
    # Refuse a file with several entries.
    resolve(entries[0], options.mode, options.checkout)

    # The default is the present lead or record. Leads and records hold for the words of
    # the contest only.
    record = options.record
    if record is None:
        if options.chosen_vocabulary() not in (None, Vocabulary.load()):
            raise InputError(
                "no --record",
                "--record with a budget, because leads and records hold for the words "
                "of the contest only",
            )
        standing = read_standing(STANDINGS / (LEADS if options.lead else RECORDS))
        if options.column not in standing:
            title = "lead" if options.lead else "record"
            raise InputError(
                f"no {title} of {options.column} yet", "--record with a budget to beat"
            )
        record = standing[options.column].budget
    return _Aim(column=options.column, record=record, lead=options.lead)


def _read_aim(folder: Path) -> _Aim:
    """Return the aim of the interrupted test whose run is in `folder`."""
    path = folder / _FILE
    try:
        return convert_json(read_json(path), _Aim, path)
    except OSError as error:
        raise RunError(
            f"no test of the command certify in {str(path)!r} ({error.strerror})"
        ) from None


def _plan_test(
    entries: Sequence[str], options: _CertifyOptions
) -> tuple[Plan, RunFolder | None]:
    """Return the plan of the run of a test, and the folder of the run.

    A new test has no folder yet: None is returned as its folder. The seed of a new test
    is random, so that nobody knew the games before the test.
    """
    if not options.seed:
        options = replace(options, seed=secrets.token_hex(32))
    return plan_run(entries, options, options.games or _MOST_TESTED_GAMES)


def _check_target(plan: Plan, aim: _Aim) -> None:
    """Raise `InputError` if it is proved that no strategy can reach the target.

    The target follows from `aim`: it is the budget that the entry must certify. The
    words of the games are those of `plan`.
    """
    share = PERCENTILES[aim.column]
    target = aim.find_target()

    # If no strategy can reach the target, a test would play many games and could only
    # refuse the entry.
    lowest = floor(plan.setting.vocabulary, share)
    if target <= lowest:
        raise InputError(
            f"--column {aim.column!r}",
            f"a target that a strategy can reach, not {target:g} nats: it is proved "
            f"that no strategy wins {share:.0%} of its games within {lowest:g} nats",
        )


def _write_test(
    folder: RunFolder, test: RecordTest, plan: Plan, aim: _Aim
) -> _RecordTestFacts:
    """Write the state of a test to ``record-test.json``, and return the state.

    The file is in `folder`, the folder of the test's run.
    """
    evidence = test.evidence

    facts = _RecordTestFacts(
        **asdict(aim),
        entry=plan.entries[0].text,
        verdict=test.verdict,
        objection=test.objection,
        target=test.target,
        side_information=test.information.value,
        games=evidence.games,
        won=evidence.total / max(evidence.games, 1),
        e_values={"above": evidence.above, "below": evidence.below},
    )
    folder.write(_FILE, f"{json_text(facts)}\n")
    return facts
