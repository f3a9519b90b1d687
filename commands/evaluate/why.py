"""Costs of an entry's moves: where, how much, and in which games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tqdm import tqdm

from commands.cli import command, option, whole_number
from commands.command_lines import INTERACTIVE, command_line
from commands.evaluate._plans import make_plan
from commands.evaluate._play import PlayedFacts, play_run
from commands.options import (
    HARD,
    FibbleOptions,
    ModeOptions,
    RunOptions,
    entry_argument,
)
from commands.results import columns
from commands.terminal import show
from contest.entries.entry import resolve
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.sandbox.policy import runs_folder
from contest.statistics.costs import GameCosts, classic_costs, mean_of, noisy_costs
from contest.statistics.games import parse_rows
from contest.terminal.costs import costs_text
from game.hard import Hard
from game.protocol import Mode
from game.text.formats import format_count
from game.words import Vocabulary
from solver.advice.costs import CachedJudge
from solver.advice.noisy_costs import NoisyJudge

REVIEWED_GAMES = 101
ROW_EFFORT = 100_000_000  # clues that one search reads: there are many of them


@dataclass(frozen=True)
class WhyOptions(ModeOptions, FibbleOptions, RunOptions):
    """Options of how games on one board are played."""

    heading = "Game"
    hard: Hard = HARD

    def rules(self, vocabulary: Vocabulary) -> dict[str, Any]:
        """Return the fields of the setting that they choose."""
        return {"hard": self.hard, **self.noise(vocabulary, self.mode)}


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
    """Show what the moves of an entry cost, compared with the best words.

    By turn, by the class of the first clue and by kind, with an example each: in bits
    where clues may be wrong, at the price that was paid; in guesses in classic Wordle.
    """
    resolve(entry, options.mode, options.checkout)  # one entry, not a file of them
    plan = make_plan([entry], options, games)
    folder = RunFolder.create(options.out, runs_folder())
    played = play_run(plan, folder)
    rated = [] if played.status.failures else _rate_games(plan, folder)
    if rated:
        show(f"{format_count(len(rated), 'game')} of {plan.entries[0].text}\n")
        print(costs_text(rated, plan.setting.mode, columns()))
        number = mean_of(rated, GameCosts.sum_costs).highest or 0
        print("\nsee the game with the largest cost:")
        print(command_line(INTERACTIVE, "watch", run=folder.path, game=number))
    facts = played.facts(PlayedFacts)
    print(facts.end_text(columns()))
    return facts.exit_status


def _rate_games(plan: Plan, folder: RunFolder) -> list[GameCosts]:
    """Return the costs of every game."""
    setting = plan.setting
    played = enumerate(game for _, game in parse_rows(folder.rows()))
    bar = tqdm(
        played, "rating", plan.games, leave=False, unit=" games", delay=1, disable=None
    )
    if setting.mode is Mode.CLASSIC:
        judge = CachedJudge(setting.vocabulary, setting.hard, ROW_EFFORT)
        return [classic_costs(number, game, judge) for number, game in bar]
    noisy_judge = NoisyJudge(setting)
    return [noisy_costs(number, game, noisy_judge) for number, game in bar]
