"""Losses of an entry against best known play: where, how much, and in which games."""

from __future__ import annotations

from dataclasses import dataclass

from tqdm import tqdm

from commands.cli import command, one_of, option, whole_number
from commands.command_lines import INTERACTIVE, command_line
from commands.evaluate._plans import make_plan
from commands.evaluate._play import play_run
from commands.options import HARD, RunOptions, entry_argument
from commands.terminal import columns, show
from contest.entries.entry import resolve
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.sandbox.policy import runs_folder
from contest.statistics.games import parse_rows
from contest.statistics.losses import (
    GameLosses,
    classic_losses,
    mean_loss,
    noisy_losses,
)
from contest.terminal.losses import losses_text
from game.hard import Hard
from game.protocol import Mode
from game.text.formats import format_count
from solver.advice.continuation import Continuation
from solver.advice.costs import CachedJudge

REVIEWED_GAMES = 101
ROW_EFFORT = 100_000_000  # clues that one search reads: there are many of them


@dataclass(frozen=True)
class WhyOptions(RunOptions):
    """Options of how games are played."""

    mode: Mode = option(
        "--mode",
        type=one_of([Mode.WORDPL, Mode.CLASSIC]),
        default="wordpl",
        help="The game.",
    )
    hard: Hard = HARD


@command()
def main(
    *,
    entry: str = entry_argument("The strategy."),
    games: int = option(
        "--games",
        type=whole_number(1),
        default=REVIEWED_GAMES,
        metavar="N",
        help="Games to play and rate.",
    ),
    options: WhyOptions,
) -> int:
    """Show where an entry loses against best known play.

    Every guess is compared with the best known price, and with the best word at its
    price: by turn, by the class of the first clue and by kind, with an example each.
    WORDPL is rated by exact posteriors, classic Wordle by exact costs.
    """
    resolve(entry, options.mode, options.checkout)  # one entry, not a file of them
    plan = make_plan([entry], options, games)
    folder = RunFolder.create(options.out, runs_folder())
    played = play_run(plan, folder)
    rated = [] if played.status.failures else _rate_games(plan, folder)
    if rated:
        show(f"{format_count(len(rated), 'game')} of {plan.entries[0].text}\n")
        print(losses_text(rated, plan.setting.mode, columns()))
        number = mean_loss(rated, GameLosses.sum_losses).worst or 0
        print("\nsee the game that lost most:")
        print(command_line(INTERACTIVE, "watch", run=folder.path, game=number))
    return played.conclude()


def _rate_games(plan: Plan, folder: RunFolder) -> list[GameLosses]:
    """Return the losses of every game."""
    setting = plan.setting
    played = enumerate(game for _, game in parse_rows(folder.rows()))
    bar = tqdm(
        played, "rating", plan.games, leave=False, unit=" games", delay=1, disable=None
    )
    if setting.mode is Mode.WORDPL:
        best = Continuation(setting.vocabulary)
        return [noisy_losses(number, game, best) for number, game in bar]
    judge = CachedJudge(setting.vocabulary, setting.hard, ROW_EFFORT)
    return [classic_losses(number, game, judge) for number, game in bar]
