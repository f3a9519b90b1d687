"""Paired comparison of two entries on the same secrets and the same noise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial

from commands.cli import command, option, real_number
from commands.command_lines import resume_command
from commands.evaluate._plans import (
    GameOptions,
    games_option,
    new_folder,
    plan_run,
    width_option,
)
from commands.evaluate._play import Played, PlayedFacts, play_run
from commands.options import entries_argument
from commands.results import Result
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.statistics.comparison.paired import (
    Contrast,
    Difference,
    compare_guesses,
    contrasts,
)
from contest.statistics.comparison.simultaneous import Ranking, guess_rankings, rankings
from contest.statistics.games import Games
from contest.statistics.intervals import STRIDE
from contest.terminal.comparison import (
    contrasts_text,
    guesses_text,
    rankings_text,
)
from contest.terminal.layout import fold_note, fold_text
from contest.terminal.tables import ANY_TIME, labels
from game.errors import InputError
from game.text.formats import format_count, letter_label


class CompareFacts(PlayedFacts, frozen=True, kw_only=True):
    """A comparison: contrasts of two entries, or rankings of more or of any time.

    `guesses` are of two entries in games without prices, and `adjusted` says whether
    the luck of the clues is taken off.
    """

    entries: list[str]
    games: int
    any_time: bool
    adjusted: bool
    contrasts: list[Contrast]
    guesses: Difference | None
    rankings: list[Ranking]

    def text(self, width: int) -> str:
        """Return the comparison, of two entries or of more."""
        names = (f"{letter_label(k)}: {name}" for k, name in enumerate(self.entries))
        count = format_count(self.games, "game")
        if self.rankings:
            evidence = rankings_text(self.rankings, width)
        elif self.guesses:
            evidence = guesses_text(
                self.guesses, self.contrasts, width, adjusted=self.adjusted
            )
        else:
            evidence = contrasts_text(self.contrasts, width)
        return "\n".join(
            [
                fold_text("\n".join(names), width),
                f"{count} of each, on the same secrets and the same noise\n",
                evidence,
                *([fold_note(ANY_TIME, width)] if self.any_time else []),
                self.end_text(width),
            ]
        )


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
    options: GameOptions,
) -> Result[CompareFacts]:
    """Play entries on the same secrets and the same noise, and compare them.

    Of two, show which is better at each percentile, with paired intervals and McNemar's
    exact test; of more, all pairs with simultaneous intervals, which of them may be the
    best, and the ranks. With --games auto, the intervals of all pairs are valid
    at any stopping time, and play stops when each excludes 0 or is narrow.
    """
    if not (entries or options.resume):
        raise InputError("0 entries: expected two or more to compare")
    plan, folder = plan_run(entries, options, games, width)
    _check_plan(plan, budget)
    played = _play_enough(plan, folder or new_folder(options), budget)
    games_of, classic = _games_of_entries(played), not plan.setting.mode.priced
    any_time = plan.width is not None
    pairs, ranked, guesses = list[Contrast](), list[Ranking](), None
    # Contrasts have intervals for a fixed number of games alone.
    if len(games_of) > 2 or any_time:
        ranked = guess_rankings(games_of) if classic else rankings(games_of, budget)
    else:
        pairs = contrasts(games_of[0], games_of[1], budget)
        guesses = compare_guesses(games_of[0], games_of[1]) if classic else None
    facts = played.facts(
        CompareFacts,
        entries=labels([entry.text for entry in plan.entries], played.status.names),
        games=len(games_of[0]),
        any_time=any_time,
        adjusted=games_of[0].is_adjusted,
        contrasts=pairs,
        guesses=guesses,
        rankings=ranked,
    )
    return Result(facts, facts.text)


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
