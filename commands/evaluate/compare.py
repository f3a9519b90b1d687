"""Paired comparison of two entries on the same secrets and the same noise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from commands.cli import command, option, real_number
from commands.command_lines import resume_command
from commands.evaluate._plans import (
    games_option,
    make_plan,
    resume_plan,
    width_option,
)
from commands.evaluate._play import Played, play_run
from commands.options import (
    GameOptions,
    ResumeOptions,
    RunOptions,
    entries_argument,
)
from commands.terminal import columns, show
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.sandbox.policy import runs_folder
from contest.statistics.comparison.paired import compare_guesses, contrasts
from contest.statistics.comparison.simultaneous import Ranking, guess_rankings, rankings
from contest.statistics.games import Games
from contest.statistics.intervals import STRIDE
from contest.terminal.comparison import (
    contrasts_text,
    guesses_text,
    rankings_text,
)
from contest.terminal.layout import PROSE, fold_text
from contest.terminal.tables import ANY_TIME, labels
from game.errors import InputError
from game.text.formats import format_count, letter_label


@dataclass(frozen=True)
class CompareOptions(GameOptions, ResumeOptions, RunOptions):
    """Options of how games are played."""


@command()
def main(
    *,
    entries: tuple[str, ...] = entries_argument("Two strategies or more: A, B, ..."),
    games: int | str | None = games_option(2, "they are separated"),
    width: float | None = width_option("a difference"),
    budget: float | None = option(
        "--budget",
        type=real_number("a budget in nats", 0),
        metavar="B",
        show_default="where the better one crosses 5, 50 and 95 %",
        help="Compare within this budget.",
    ),
    options: CompareOptions,
) -> int:
    """Play entries on the same secrets and the same noise, and compare them.

    Of two, show which is better at each percentile, with paired intervals and McNemar's
    exact test; of more, all pairs with simultaneous intervals, which of them may be the
    best, and the ranks. With --games auto, the intervals of all pairs are valid
    at any stopping time, and play stops when each excludes 0 or is narrow.
    """
    folder = None
    if options.resume:
        plan, folder = resume_plan(entries, options, options.resume)
    else:
        plan = _make_plan(entries, options, games, width)
    _check_plan(plan, budget)
    folder = folder or RunFolder.create(options.out, runs_folder())
    played = _play_enough(plan, folder, budget)
    names = labels([entry.text for entry in plan.entries], played.status.names)
    games_of = _games_of_entries(played)
    show("\n".join(f"{letter_label(k)}: {name}" for k, name in enumerate(names)))
    count = format_count(len(games_of[0]), "game")
    print(f"{count} of each, on the same secrets and the same noise\n")
    print(_evidence_text(plan, games_of, budget))
    if plan.width is not None:
        show(fold_text(ANY_TIME, min(columns(), PROSE)))
    return played.conclude()


def _make_plan(
    entries: Sequence[str],
    options: CompareOptions,
    games: int | str | None,
    width: float | None,
) -> Plan:
    if not entries:
        raise InputError("0 entries: expected two or more to compare")
    return make_plan(entries, options, games, width)


def _check_plan(plan: Plan, budget: float | None) -> None:
    if len(plan.entries) < 2:
        played = format_count(len(plan.entries), "entry")
        raise InputError(f"{played}: expected two or more to compare")
    if budget is not None and not plan.setting.mode.priced:
        raise InputError(f"--budget {budget:g}: expected --mode wordpl with it")


def _play_enough(plan: Plan, folder: RunFolder, budget: float | None) -> Played:
    """Play all games; with a width, twice as many each time, until they are enough."""
    again = resume_command(folder.path)
    if plan.width is None:
        return play_run(plan, folder, again)
    # An interrupted comparison has more games of one entry than of another.
    before = Counter(row["entry"] for row in folder.rows())
    games = max([STRIDE, *before.values()])
    while True:
        played = play_run(plan, folder, again, on_row=partial(_is_last, games))
        if played.status.failures or games >= plan.games:
            return played
        compared = rankings(_games_of_entries(played), budget)
        if all(_is_sure(ranking, plan.width) for ranking in compared):
            return played
        games = min(2 * games, plan.games)


def _is_last(games: int, row: Mapping[str, str]) -> bool:
    """Return whether a row is the last of some games."""
    return int(row["game"]) + 1 >= games


def _is_sure(ranking: Ranking, width: float) -> bool:
    """Return whether every difference is away from 0, or its interval is narrow."""
    apart = ranking.better | ranking.better.T
    narrow = 100 * 2 * ranking.half_widths <= width
    return bool((apart | narrow).all())


def _games_of_entries(played: Played) -> list[Games]:
    """Return the games of each entry as arrays: few bytes a game."""
    played.require_scores()
    games_of = {summary.entry: summary.games for summary in played.summaries}
    return [games_of[entry.text] for entry in played.plan.entries]


def _evidence_text(plan: Plan, played: Sequence[Games], budget: float | None) -> str:
    """Return the comparison, of two entries or of more."""
    width, classic = columns(), not plan.setting.mode.priced
    # Contrasts have intervals for a fixed number of games alone.
    if len(played) == 2 and plan.width is None:
        first, second = played
        if classic:
            return guesses_text(
                compare_guesses(first, second),
                contrasts(first, second),
                width,
                adjusted=first.is_adjusted,
            )
        return contrasts_text(contrasts(first, second, budget), width)
    by_budget = guess_rankings(played) if classic else rankings(played, budget)
    return rankings_text(by_budget, width)
