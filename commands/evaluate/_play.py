"""Play of the commands that run games, its seed, the end of their output; checks."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from tqdm import tqdm

from commands.command_lines import EVALUATE, command_line
from commands.terminal import show
from contest.conformance.checks import SUBJECTS, check_entry
from contest.entries.entry import Entry
from contest.runs.evaluation import OnEntry, RefereeError, evaluate_plan
from contest.runs.facts import RunStatus
from contest.runs.folder import RunFolder
from contest.runs.plan import OnRow, Plan
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.tempdirs import words_on_disk
from contest.statistics.summary import Summary
from contest.terminal.reasons import exit_code, reasons
from contest.terminal.tables import failures
from game.errors import InputError
from game.protocol import Setting
from game.text.formats import custom_name
from solver.compile.warm import warm


@dataclass(frozen=True, slots=True)
class Played:
    """A run that was played."""

    plan: Plan
    folder: RunFolder
    summaries: list[Summary]
    status: RunStatus

    def conclude(self, *, calls: bool = False) -> int:
        """Show the notes and the command that makes the report; return `exit_status`.

        `calls` adds how entries are made.
        """
        self.show_notes(calls=calls)
        print(command_line(EVALUATE, "runs", self.folder.path))
        return self.exit_status

    def show_notes(self, *, calls: bool = False) -> None:
        """Show failures and missing protections; with `calls` how entries are made."""
        notes = ""
        for entry in self.plan.entries if calls else ():
            name = self.status.names.get(entry.text, "")
            call = entry.expression
            if not custom_name(entry.text, name):
                call = name or call
            notes += f"{entry.text}: {call}\n"
        notes += failures(self.status, self.summaries)
        notes += reasons(self.summaries, self.folder)
        show(f"\n{notes}" if notes else "")

    @property
    def exit_status(self) -> int:
        """The exit status of the command."""
        return exit_code(self.status, self.summaries)

    def require_scores(self) -> None:
        """Raise `InputError` when an entry has no score."""
        scored = {summary.entry for summary in self.summaries}
        for entry in self.plan.entries:
            if entry.text not in scored:
                reason = self.status.failures.get(entry.text, "it has no games")
                raise InputError(f"entry {entry.text!r} has no score: {reason}")


def play_run(
    plan: Plan,
    folder: RunFolder,
    again: str = "",
    on_row: OnRow | None = None,
    on_entry: OnEntry = lambda *_: None,
) -> Played:
    """Compile the kernels and play, unless that was done.

    `again` is the command that resumes an interrupted run, empty when none does;
    `on_row`, which receives all rows, and `on_entry` are as of
    `contest.runs.evaluation.evaluate_plan`.
    """
    warm(plan.setting.vocabulary, plan.setting.rule)
    try:
        run = evaluate_plan(plan, folder, on_row, on_entry)
    except RefereeError as error:
        hint = f"; go on with: {again}" if again else ""
        raise InputError(f"{error}; the run is not complete{hint}") from error
    except KeyboardInterrupt:
        if again:
            sys.stderr.write(f"go on with: {again}\n")
        raise
    return Played(plan, folder, run.summaries, run.status)


def show_faults(entry: Entry, setting: Setting, limits: Limits) -> int:
    """Check an entry, print the results, and return the number of faults."""
    warm(setting.vocabulary, setting.rule)
    count, left = 0, list(SUBJECTS)
    bar = tqdm(desc="check", unit=" games", delay=1, leave=False, disable=None)
    with words_on_disk(setting.vocabulary) as files, bar:
        policy = SandboxPolicy(entry, files, setting, limits)
        for finding in check_entry(policy, on_game=bar.update):
            count += bool(finding.advice)
            left.remove(finding.subject)
            verdict = f"no: {finding.advice}" if finding.advice else "yes"
            bar.clear()
            show(f"{finding.subject:<28}{verdict}")
    for subject in left:
        show(f"{subject:<28}not checked: it needs games without a fault")
    return count
