"""Command `submit`."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from msgspec import field
from msgspec.structs import asdict

from commands.evaluate._plans import GAMES
from commands.evaluate._play import CheckedEntry, Played, PlayedFacts, check, play_run
from commands.framework.cli import OneOf, command, count_option, flag, option
from commands.framework.command_lines import EVALUATE, command_line, typed_command
from commands.framework.options import JOBS, entry_argument
from commands.framework.results import Result, terminal_width
from commands.person.terminal import progress
from contest.entries.digests import entry_sources
from contest.entries.entry import Entry, submitted_entry
from contest.entries.home import RESULTS
from contest.leaderboard.records import (
    read_targets,
    submission_numbers,
    submissions_of,
)
from contest.leaderboard.seeds import check_round
from contest.leaderboard.submission import submission_name, submission_seed
from contest.runs.beacons import Beacon, Round
from contest.runs.facts import SEAL, convert_json, read_json
from contest.runs.folder import RunFolder
from contest.runs.official import official_run
from contest.runs.plan import Plan
from contest.runs.provenance import check_official
from contest.sandbox.limits import TIMEOUT, Limits
from contest.statistics.error_budget import errors_of, next_number
from contest.statistics.prospects import Prospect, prospect_of
from contest.statistics.quantiles import PERCENTILES
from contest.terminal.layout import fold_text
from contest.terminal.tables import prospects_text, table_text
from game.errors import InputError
from game.protocol import Setting
from game.words import Vocabulary


class _SubmitFacts(PlayedFacts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: an official run of an entry.

    `check` is the check of the entry, and `entries` has the statistics of its games.
    For each ranking to which the run is submitted, `numbers` has the number of this
    submission among all submissions to the ranking, and `errors` has the largest
    probability that a record by this run is false. `nearest` says how near the entry is
    to the nearest lead of these rankings.
    """

    check: CheckedEntry | None
    entries: list[dict[str, str | int | float | None]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    errors: dict[str, float] = field(default_factory=dict)
    nearest: dict[str, Prospect] = field(default_factory=dict)


@dataclass(frozen=True)
class _SubmitOptions:
    """Options of the command `submit`, which plays an official run."""

    games: int | None = count_option(
        "--games", "The number of games to play.", show_default=str(GAMES)
    )
    asked: tuple[str, ...] = option(
        "--column",
        "asked",
        type=OneOf(PERCENTILES),
        multiple=True,
        help="A ranking to submit the entry to. This uses part of the ranking's error "
        "budget. Required for a new run; repeat --column for further rankings.",
    )
    beacon: Path | None = option(
        "--beacon",
        type=Path,
        metavar="FILE",
        help="A JSON file with the round of the beacon from which the seed follows. "
        "Without --beacon the run can take no lead and no prize.",
    )
    yes: bool = flag("--yes", "Start without asking for confirmation.")
    jobs: int | None = JOBS


@command()
def main(
    *,
    entry: str = entry_argument("A name from strategies/, with or without parameters."),
    options: _SubmitOptions,
) -> Result[_SubmitFacts]:
    """Make the official run of an entry from the folder strategies/.

    The command checks the entry, plays WORDPL in full isolation from a clean checkout,
    and writes the run to a folder. The command `verify` then plays these games again.

    With --beacon the seed follows from the entry and from a round of the randomness
    beacon that CONTRIBUTING.md names. The round must be an hour or more after the
    commit that fixed the entry. Without --beacon the seed is drawn here, and the run is
    for practice: it takes no lead and no prize.

    An interrupted run continues with the same seed. Each submission of an entry has one
    official run. You may submit an entry again, but every submission counts: each
    ranking has an error budget, of which a later submission gets a smaller part.
    Exit status: 1 when the check finds a fault (then nothing is written), when the
    information test voids the score, or when the entry crashed, ran out of time or made
    an invalid move in every game.
    """
    chosen = submitted_entry(entry)
    setting = Setting(Vocabulary.load(), timeout=TIMEOUT)
    commit = check_official([chosen])

    # `before` has the folders of the earlier submissions; `path` is the folder of the
    # next submission. A run without a seal was interrupted. A withdrawn submission has
    # no folder any more.
    *before, path = submissions_of(submission_name(chosen), RESULTS)
    beacon = _read_round(options.beacon, chosen, commit)
    last = before[-1] if before else path
    is_interrupted = last.exists() and not (last / SEAL).exists()
    if not options.asked and not is_interrupted:
        names = " or ".join(PERCENTILES)
        expected = f"{names}; a run uses part of the error budget of each --column"
        raise InputError("no --column", expected)
    if not options.yes:
        _ask(chosen)

    checked = None
    if is_interrupted:
        plan, folder = _resume(last, setting, options, beacon)
    else:
        checked = check(chosen, setting, Limits())
        progress(checked.text(terminal_width()))
        if checked.faults:
            return Result(_SubmitFacts(exit_status=1, check=checked), checked.text)
        plan = _plan(chosen, setting, options, beacon, submission=len(before) + 1)
        folder = RunFolder.create(path)

    # If the entry gets no score, `require_scores` raises an error. Then the run gets no
    # seal, and the submission does not count.
    plan = replace(plan, commit=commit)
    with official_run(plan, folder):
        played = play_run(plan, folder, typed_command())
        played.require_scores()
    facts = played.facts(
        _SubmitFacts,
        check=checked,
        entries=[summary.line() for summary in played.summaries],
        numbers=plan.numbers or {},
        errors=errors_of(plan.numbers or {}),
        nearest=_prospects(played, plan.numbers or {}),
    )
    return Result(facts, partial(_text, played, facts))


def _ask(entry: Entry) -> None:
    """Ask whether to start the official run of an entry.

    Raises `InputError` unless a person at the terminal answers yes.
    """
    # A run uses part of the error budget of each ranking, and cannot be taken back.
    what = f"the official run of {entry.text!r}"
    if not (sys.stdin and sys.stdin.isatty()):
        raise InputError(
            f"{what}: `submit` asks for confirmation, and there is no terminal",
            "--yes",
        )
    sys.stderr.write(f"Start {what}? An official run cannot be undone. [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise InputError(f"{what}: not started", "y")


def _read_round(file: Path | None, entry: Entry, commit: str) -> Round | None:
    """Return the beacon's round in a file, or None without a file.

    Raises `InputError` if the round may not give the seed: it must have the beacon's
    signature, and must be late enough after the files of `entry` were fixed in the
    history up to `commit`.
    """
    if file is None:
        return None
    try:
        drawn = convert_json(read_json(file), Round, file)
    except OSError as error:
        raise InputError(
            f"cannot read {str(file)!r} ({error.strerror})",
            "a JSON file with a round of the beacon (CONTRIBUTING.md tells how to get "
            "this file)",
        ) from None
    with InputError.at(f"{str(file)!r}: "):
        check_round(drawn, entry_sources(entry), commit, int(time.time()))
    return drawn


def _resume(
    path: Path, setting: Setting, options: _SubmitOptions, drawn: Round | None
) -> tuple[Plan, RunFolder]:
    """Return the plan and the folder of the interrupted run in the folder `path`.

    `drawn` is the beacon's round that the user gave, or None. Raises `InputError` if
    the round or an option contradicts the run.
    """
    # The rankings and the number of games were fixed before the first game. If a user
    # could change them now, the user could choose among results.
    run = RunFolder.reopen(path, setting.vocabulary)
    start = f"as at the start of the interrupted run {str(path)!r}"
    numbers = run.facts.numbers or {}
    if options.games not in (None, run.facts.games):
        raise InputError(f"--games {options.games}", f"{run.facts.games}, {start}")
    if options.asked and {*options.asked} != numbers.keys():
        asked, recorded = (" and ".join(names) for names in (options.asked, numbers))
        raise InputError(f"--column {asked}", f"{recorded}, {start}")
    beacon = run.facts.beacon
    if drawn and drawn.signature != (beacon.signature if beacon else ""):
        expected = f"round {beacon.round}" if beacon else "no beacon"
        raise InputError(f"--beacon: round {drawn.round}", f"{expected}, {start}")
    plan = Plan.from_facts(run.facts, options.jobs)
    return plan, run.folder


def _plan(
    entry: Entry,
    setting: Setting,
    options: _SubmitOptions,
    drawn: Round | None,
    submission: int,
) -> Plan:
    """Return the plan of a new run for the rankings in `options`.

    `submission` is the number of this run among all submissions of the entry, counted
    from 1. The seed follows from `drawn`, a round of the beacon; if `drawn` is None,
    the seed is random.
    """
    # A user could draw many random seeds and keep the best one. So only a seed from the
    # beacon counts.
    beacon = None
    seed = secrets.token_hex(32)
    if drawn:
        beacon = Beacon(**asdict(drawn), submission=submission)
        seed = submission_seed(entry, beacon)

    # The error budget counts all submissions to a ranking, whatever their results.
    recorded = submission_numbers(RESULTS)
    chosen = dict.fromkeys(options.asked)
    return Plan(
        entries=(entry,),
        setting=setting,
        games=options.games or GAMES,
        seed=seed,
        beacon=beacon,
        jobs=options.jobs,
        command="submit",
        numbers={column: next_number(recorded, column) for column in chosen},
    )


def _prospects(played: Played, numbers: Mapping[str, int]) -> dict[str, Prospect]:
    """Return for each entry how near it is to the nearest lead.

    The keys of `numbers` are the rankings to which the run is submitted. The leads of
    other rankings do not count.
    """
    targets = read_targets()
    aims = {name: targets[name] for name in numbers if name in targets}
    if not aims:
        return {}
    return {s.entry: prospect_of(s.games, aims) for s in played.summaries}


def _text(played: Played, facts: _SubmitFacts, width: int) -> str:
    """Return the check, the scores of the run, and the command to type next."""
    parts = [
        f"in {column} (submission {number} to this ranking) "
        f"{100 * facts.errors[column]:.2g} %"
        for column, number in facts.numbers.items()
    ]
    budget = (
        f"largest probability that this run wins a prize wrongly: {'; '.join(parts)}"
    )
    return "\n".join(
        [
            *([facts.check.text(width), ""] if facts.check else []),
            table_text(played.summaries, width, played.status.names),
            "",
            prospects_text(played.summaries, facts.nearest, width, played.status.names),
            fold_text(f"\n{budget}", width),
            facts.end_text(width),
            fold_text(
                "next, verify the run, because an unverified run takes no lead and no "
                "prize:",
                width,
            ),
            command_line(EVALUATE, "verify", played.folder.path),
        ]
    )
