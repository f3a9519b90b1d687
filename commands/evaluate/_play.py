"""Play of the commands that run games, its seed, the end of their output; checks."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from commands.terminal import show
from contest.conformance.checks import SUBJECTS, check
from contest.entries.entry import Entry
from contest.runs.evaluation import RefereeError, evaluate, finished
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan, StoppingRule
from contest.runs.status import RunStatus
from contest.sandbox.folders import words_on_disk
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.statistics.summary import Summary
from contest.terminal.reasons import exit_code, reasons
from contest.terminal.tables import failures, own_name
from game.errors import InputError
from game.protocol import Setting
from solver.jit import warm


def own_seed(folder: Path) -> str:
    """Return this checkout's own seed, drawn once.

    It stays the same from run to run but is secret: a strategy that knew the seed could
    compute the secrets.
    """
    path, seed = folder / "seed", secrets.token_hex(16)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(seed)
    except FileExistsError:
        return path.read_text(encoding="utf-8").strip() or seed
    except OSError:  # nothing can be kept here
        pass
    return seed


def play(
    plan: Plan,
    folder: RunFolder,
    resume: str = "",
    stopping_rule: Callable[[], StoppingRule] | None = None,
) -> tuple[list[Summary], RunStatus]:
    """Compile the kernels and play, unless the run is complete.

    `resume` is the command that resumes an interrupted run, without its folder.
    """
    # A stopping rule of the caller must receive all rows.
    if stopping_rule is None and (found := finished(plan, folder)) is not None:
        return found
    warm(plan.setting.vocabulary, plan.setting.rule)
    try:
        return evaluate(plan, folder, stopping_rule)
    except RefereeError as error:
        raise InputError(f"{error}; the run has no result") from error
    except KeyboardInterrupt:
        if resume:
            sys.stderr.write(f"go on with: {resume} {folder.path}\n")
        raise


def conclude(
    plan: Plan,
    folder: RunFolder,
    summaries: Sequence[Summary],
    status: RunStatus,
    *,
    calls: bool = False,
) -> int:
    """Show failures, the facts of a run and where its plots are; return its status."""
    notes = ""
    for entry in plan.entries if calls else ():
        name = status.names.get(entry.text, "")
        own = own_name(entry.text, name)
        notes += (
            f"{entry.text}: {entry.expression if own else name or entry.expression}\n"
        )
    notes += failures(status, summaries) + reasons(summaries, folder)
    show(f"\n{notes}" if notes else "")
    show(f"isolation: {status.isolation}, seed: {plan.seed}, run: {folder.path}")
    show(f"plots and games: evaluate.py report {shlex.quote(str(folder.path))}")
    return exit_code(status, summaries)


def faults(entry: Entry, setting: Setting, limits: Limits) -> int:
    """Check an entry, print the results, and return the number of faults."""
    warm(setting.vocabulary, setting.rule)
    count, left = 0, list(SUBJECTS)
    with words_on_disk(setting.vocabulary) as files:
        policy = SandboxPolicy(entry, files, setting, limits)
        for finding in check(policy):
            count += bool(finding.advice)
            left.remove(finding.subject)
            verdict = f"no: {finding.advice}" if finding.advice else "yes"
            show(f"{finding.subject:<28}{verdict}")
    for subject in left:
        show(f"{subject:<28}not checked: it needs games without a fault")
    return count
