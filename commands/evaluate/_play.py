"""Steps that several commands share: play a run, end the output, check an entry."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from tqdm import tqdm

from commands.framework.command_lines import EVALUATE, command_line
from commands.framework.results import Facts
from contest.conformance.checks import SUBJECTS, Finding, check_entry
from contest.entries.entry import Entry
from contest.runs.evaluation import RefereeError, evaluate_plan
from contest.runs.facts import RunStatus
from contest.runs.folder import RunFolder
from contest.runs.plan import OnRow, Plan
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.tempdirs import words_on_disk
from contest.statistics.summary import Summary
from contest.terminal.layout import fold_text
from contest.terminal.reasons import exit_code, reasons
from contest.terminal.tables import failures
from game.errors import InputError
from game.protocol import Setting
from solver.warm import warm


class PlayedFacts(Facts, frozen=True, kw_only=True):
    """Facts about a run that every command that plays a run writes for ``--json``.

    `run` is the folder of the run, or an empty string. `notes` has lines about the run
    and its entries, such as failures and the most frequent faults.
    """

    run: str = ""
    notes: list[str] = msgspec.field(default_factory=list)

    def end_text(self, width: int) -> str:
        """Return the end of the command's output.

        The end has the notes and, if the run is kept, the command that writes a report
        on the run.
        """
        # The command is not folded, so that it can be copied.
        lines = ["", fold_text("\n".join(self.notes), width)] if self.notes else []
        if self.run:
            about = fold_text("write a report with plots and every game:", width)
            lines += ["", about, command_line(EVALUATE, "runs", Path(self.run))]
        return "\n".join(lines)


FactsType = TypeVar("FactsType", bound=PlayedFacts)


@dataclass(frozen=True, slots=True)
class Played:
    """A run that was played, and the summaries of its entries."""

    plan: Plan
    folder: RunFolder
    summaries: list[Summary]
    status: RunStatus

    def facts(self, kind: type[FactsType], **fields: Any) -> FactsType:
        """Return the facts about this run that a command writes for ``--json``.

        `kind` is the class of the returned object, and `fields` are the fields that
        only this class has.
        """
        notes = failures(self.status, self.summaries).splitlines()
        notes += reasons(self.summaries, self.folder).splitlines()

        status = exit_code(self.status, self.summaries)
        usual: dict[str, Any] = {
            "exit_status": status,
            "run": str(self.folder.path),
            "notes": notes,
        }
        return kind(**usual | fields)

    def require_scores(self) -> None:
        """Raise `InputError` if an entry has no score."""
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
) -> Played:
    """Compile the kernels if necessary, and play the games of a plan.

    `folder` is the folder of the run. `again` is the command that resumes the run after
    an interruption; it is empty if no command can resume the run. `on_row` receives the
    row of each game, and returns true if the entry of this row shall play no further
    games.
    """
    warm(plan.setting.vocabulary, plan.setting.rule)
    try:
        run = evaluate_plan(plan, folder, on_row)
    except RefereeError as error:
        hint = f"continue the run with: {again}" if again else ""
        raise InputError(f"{error}; the run is not complete", hint=hint) from error
    except KeyboardInterrupt:
        # The rows of the finished games are on disk already, so the run can be
        # continued.
        if again:
            sys.stderr.write(f"continue the run with: {again}\n")
        raise
    return Played(plan, folder, run.summaries, run.facts.status)


class CheckedEntry(msgspec.Struct, frozen=True):
    """Result of the check of an entry.

    `findings` says for each requirement that was checked whether the entry meets it.
    `unchecked` has the requirements that could not be checked because of a fault.
    """

    entry: str
    findings: list[Finding]
    unchecked: list[str]

    @property
    def faults(self) -> int:
        """Number of requirements that the entry does not meet."""
        return sum(bool(finding.advice) for finding in self.findings)

    def text(self, width: int) -> str:
        """Return a line for each requirement: yes, or no with advice."""
        lines = []
        for finding in self.findings:
            verdict = f"no: {finding.advice}" if finding.advice else "yes"
            lines.append(f"{finding.subject:<28}{verdict}")
        why = "not checked, because a fault prevents this check"
        lines += [f"{subject:<28}{why}" for subject in self.unchecked]
        return fold_text("\n".join(lines), width)


def check(entry: Entry, setting: Setting, limits: Limits) -> CheckedEntry:
    """Check everything that the contest requires of an entry.

    The entry plays games of `setting` with the limits of time in `limits`.
    """
    warm(setting.vocabulary, setting.rule)
    findings = []
    bar = tqdm(desc="check", unit=" games", delay=1, leave=False, disable=None)
    # The check runs in the sandbox, as a run does: code that works outside the sandbox
    # may fail inside.
    with words_on_disk(setting.vocabulary) as files, bar:
        policy = SandboxPolicy(entry, files, setting, limits)
        for finding in check_entry(policy, on_game=bar.update):
            findings.append(finding)
            bar.set_description_str(finding.subject)
    checked = {finding.subject for finding in findings}
    return CheckedEntry(entry.text, findings, [s for s in SUBJECTS if s not in checked])
