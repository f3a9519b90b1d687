"""Plans of runs, from the options of a command or from an interrupted run."""

from __future__ import annotations

import argparse
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from commands.cli import opening, words
from commands.evaluate._resume import (
    AUTO,
    check_parameters,
    check_same,
    recorded_options,
)
from commands.evaluate._run_options import own_seed, scheduler
from contest.entries.entry import adapted, builtin_entries, resolve
from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Setting

if TYPE_CHECKING:
    from contest.runs.plan import Plan

GAMES = 1001  # p05, p50 and p95 are then scores 51, 501 and 951
MOST = 100_000  # games of an entry with --games auto
WIDTH = 2.0  # percentage points


def new_plan(options: argparse.Namespace) -> Plan:
    """Return the plan of a new run."""
    from contest.runs.plan import Plan
    from contest.runs.provenance import check_official
    from contest.sandbox.policy import runs_folder

    mode, vocabulary = Mode(options.mode), words(options, options.guess)
    chosen = [resolve(text, mode, options.checkout) for text in options.entries]
    if options.checkout and not chosen:
        raise InputError(f"--from {str(options.checkout)!r}: expected an entry of it")
    boards, hard = options.boards or 1, Hard(options.hard)
    setting = Setting(vocabulary, mode, boards=boards, hard=hard)
    parameters = {"opening": opening(options, setting), "depth": options.depth}
    entries = tuple(
        adapted(entry, **parameters) for entry in chosen or builtin_entries(mode)
    )
    commit, seed = "", options.seed or own_seed(runs_folder())
    if options.official:
        if options.seed is not None:
            raise InputError(
                f"--seed {options.seed!r}: expected none, an official run draws its own"
            )
        commit, seed = check_official(entries), secrets.token_hex(32)
    whole = mode is Mode.CLASSIC and options.games is None and boards == 1
    games, width = _length(options, mode)
    plan = Plan(
        entries=entries,
        vocabulary=vocabulary,
        mode=mode,
        games=len(vocabulary.answers) if whole else games,
        whole=whole,
        seed=seed,
        timeout=options.timeout,
        start_timeout=options.start_timeout,
        jobs=options.jobs,
        scheduler=scheduler(options, official=options.official),
        isolate_games=options.isolate_games,
        commit=commit,
        boards=boards,
        hard=hard,
        width=width,
    )
    plan.check()
    return plan


def resumed_plan(options: argparse.Namespace, facts: dict[str, Any]) -> Plan:
    """Return the plan of an interrupted run.

    Raises
    ------
    InputError
        When an option contradicts the run, or the run cannot be continued.
    """
    from contest.runs.plan import Plan

    vocabulary = words(options, options.guess)
    if options.entries:
        raise InputError(f"{options.entries[0]!r}: expected no entry with --resume")
    if vocabulary.digest != facts["words"]:
        raise InputError(
            f"--resume {str(options.resume)!r}: expected the same --size, --answers "
            "and --guesses as when the run began"
        )
    recorded = recorded_options(facts, options.resume)
    check_same(options, recorded, options.resume)
    plan = Plan.of(facts, vocabulary, options.jobs)
    plan.check()
    setting = Setting(vocabulary, plan.mode, boards=plan.boards, hard=plan.hard)
    check_parameters(options, plan.entries, opening(options, setting))
    return replace(plan, scheduler=scheduler(options, official=facts["official"]))


def _length(options: argparse.Namespace, mode: Mode) -> tuple[int, float | None]:
    """Return the maximum number of games, and the width of the intervals, if any."""
    if options.games != AUTO:
        if options.width is not None:
            raise InputError(f"--width {options.width:g}: expected --games auto too")
        return options.games or GAMES, None
    if mode is Mode.CLASSIC:
        raise InputError(
            f"--games {AUTO!r}: expected a number, or nothing: classic Wordle plays "
            "every answer once, which leaves no doubt"
        )
    return MOST, WIDTH if options.width is None else options.width
