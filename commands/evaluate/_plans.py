"""Plans of new runs and of interrupted runs.

The plan of a new run follows from the options of a command. The plan of an interrupted
run follows from the folder of the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import click

from commands.framework.cli import count_option, refuse_options
from commands.framework.command_lines import NOT_HELD
from commands.framework.options import (
    BOARDS,
    HARD,
    JOBS,
    FibbleOptions,
    LimitOptions,
    ModeOptions,
    PlayerOptions,
    WordOptions,
    opening,
    path_option,
    seed_option,
)
from commands.person.terminal import progress
from contest.entries.entry import (
    Entry,
    builtin_entries,
    named_entries,
    with_parameters,
)
from contest.entries.projects import list_project_entries
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.runs.provenance import read_secret
from contest.sandbox.limits import Limits
from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Setting
from game.text.formats import format_count

GAMES = 1001  # p05, p50 and p95 are then the 51st, 501st and 951st smallest scores

_WITH_RESUME = {
    *("resume", "checkout", *NOT_HELD),
    *(field.name for field in fields(WordOptions)),
}
"""Names of the options that may be given together with ``--resume``."""


@dataclass(frozen=True)
class RunOptions(PlayerOptions, LimitOptions, WordOptions):
    """Options of all commands that run games.

    The mode is WORDPL, unless a subclass has the option ``--mode``.
    """

    heading = "Running"
    seed: str | None = seed_option(
        "a random text, the same for all runs of this checkout"
    )
    jobs: int | None = JOBS
    out: Path | None = path_option(
        "--out", "DIR", "The folder to write the run to.", show_default="a new one"
    )

    mode = Mode.WORDPL

    def setting(self) -> Setting:
        """Return the setting of the games."""
        return Setting(self.vocabulary(self.guess), self.mode, timeout=self.timeout)


@dataclass(frozen=True)
class ResumableOptions(RunOptions):
    """Options of commands that can also finish an interrupted run."""

    heading = "Running"
    resume: Path | None = path_option(
        "--resume",
        "RUN",
        "The folder of an interrupted run. The missing games of this run are played.",
    )


@dataclass(frozen=True)
class GameOptions(ModeOptions, FibbleOptions, ResumableOptions):
    """Options of commands that run games of any mode."""

    heading = "Game"
    hard: Hard = HARD
    boards: int | None = BOARDS

    def setting(self) -> Setting:
        """Return the setting of the games."""
        rules = {"timeout": self.timeout, "hard": self.hard, "boards": self.boards or 1}
        return self.make_setting(self.vocabulary(self.guess), self.mode, **rules)


def games_option(least: int = 1) -> Any:
    """Return the option ``--games``, which takes a number of at least `least`."""
    return count_option(
        "--games",
        "The number of games of each entry.",
        least=least,
        show_default=f"{GAMES:,}; in classic Wordle every answer once",
    )


def plan_run(
    texts: Sequence[str],
    options: ResumableOptions,
    games: int | None,
    limits: Limits | None = None,
) -> tuple[Plan, RunFolder | None]:
    """Return the plan of a run, and its folder or None.

    With ``--resume``, the result is the plan and the folder of the interrupted run.
    Otherwise the result is the plan of a new run and None, because a new run has no
    folder yet. `texts` name the entries of a new run, and `games` is the number of
    games of each entry. If `games` is None, an entry plays each answer once in classic
    Wordle on one board, and `GAMES` games in any other setting. If `limits` is None,
    the limits come from `options`.
    """
    if options.resume:
        return _resume_plan(texts, options, options.resume)
    return make_plan(texts, options, games, limits), None


def make_plan(
    texts: Sequence[str],
    options: RunOptions,
    games: int | None,
    limits: Limits | None = None,
) -> Plan:
    """Return the plan of a new run.

    `texts` name the entries; without texts, all entries in strategies/ play. `games` is
    the number of games of each entry. If `games` is None, an entry plays each answer
    once in classic Wordle on one board, and `GAMES` games in any other setting. If
    `limits` is None, the limits come from `options`.
    """
    mode = options.mode
    chosen = _choose_entries(texts, mode, options.checkout)
    setting = options.setting()

    # Options that change strategies become parameters in the names of the entries. So
    # nobody mistakes the scores for scores of the unchanged entries.
    parameters = {"opening": opening(options.guess, setting), "depth": options.depth}

    # If no number of games is given, classic Wordle is played once for each answer: the
    # mean then has no sampling error. With several boards, the secrets have too many
    # combinations to play all of them.
    whole = mode is Mode.CLASSIC and games is None and setting.boards == 1
    plan = Plan(
        entries=tuple(with_parameters(entry, **parameters) for entry in chosen),
        setting=setting,
        games=len(setting.vocabulary.answers) if whole else games or GAMES,
        whole_dictionary=whole,
        seed=options.seed or read_secret("seed"),
        limits=limits or Limits(options.start_timeout),
        jobs=options.jobs,
        command=click.get_current_context().info_name or "",
    )
    plan.check()
    return plan


def _choose_entries(
    texts: Sequence[str], mode: Mode, checkout: Path | None
) -> list[Entry]:
    """Return the entries that `texts` name; without texts, all entries in strategies/.

    If a text names several entries, the names of these entries are shown to the user.
    `checkout` is None, or the folder of another contest project; the entries are then
    searched there.
    """
    if checkout and not texts:
        raise InputError(
            f"--from {str(checkout)!r} without an entry",
            f"one of {list_project_entries(checkout) or 'its strategies'}",
        )

    # A text may name several entries: the user should see their names before the run.
    chosen: list[Entry] = []
    for text in texts:
        entries = named_entries(text, mode, checkout)
        if len(entries) > 1:
            names = ", ".join(entry.text for entry in entries)
            count = format_count(len(entries), "entry")
            progress(f"{text} stands for {count}: {names}")
        chosen += entries
    return chosen if texts else builtin_entries(mode)


def _resume_plan(
    texts: Sequence[str], options: RunOptions, path: Path
) -> tuple[Plan, RunFolder]:
    """Return the plan and the folder of the interrupted run in the folder `path`.

    Raises `InputError` if the user also gave entries (`texts`), or options that would
    change the run.
    """
    if texts:
        raise InputError(f"{texts[0]!r}", "no entry with --resume")

    # The rules, the seed and the entries of a run are fixed.
    parameters = click.get_current_context().command.params
    recorded = {str(p.name) for p in parameters if isinstance(p, click.Option)}
    refuse_options(
        recorded - _WITH_RESUME,
        "not to be given with --resume, because the run keeps its options",
    )

    # Only the folder of the entries and the number of workers may differ from the
    # values at the start of the run.
    run = RunFolder.reopen(path, options.chosen_vocabulary())
    plan = Plan.from_facts(run.facts, options.jobs, options.checkout)
    plan.check()
    return plan, run.folder
