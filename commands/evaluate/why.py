"""Command `why`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from commands.evaluate._plans import RunOptions, make_plan
from commands.evaluate._play import PlayedFacts, play_run
from commands.framework.cli import command, count_option
from commands.framework.command_lines import INTERACTIVE, command_line
from commands.framework.modes import with_only_mode
from commands.framework.options import (
    HARD,
    FibbleOptions,
    ModeOptions,
    entry_argument,
)
from commands.framework.results import Result
from commands.person.terminal import progress_bar
from contest.entries.entry import resolve
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.statistics.costs import GameCosts, classic_costs, mean_of, noisy_costs
from contest.statistics.games import parse_rows
from contest.terminal.costs import costs_text
from game.hard import Hard
from game.protocol import Mode, Setting
from game.record import Game
from game.text.formats import format_count
from solver.advice.costs import Judge
from solver.advice.noisy_costs import NoisyJudge

_REVIEWED_GAMES = 101
_ROW_EFFORT = 100_000_000  # largest number of clues that a search reads


@dataclass(frozen=True)
class _WhyOptions(ModeOptions, FibbleOptions, RunOptions):
    """Options of the games that are played and rated; these games have one board."""

    heading = "Game"
    hard: Hard = HARD

    def setting(self) -> Setting:
        """Return the setting of the games."""
        rules = {"timeout": self.timeout, "hard": self.hard}
        return self.make_setting(self.vocabulary(self.guess), self.mode, **rules)


class _WhyFacts(PlayedFacts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: the costs of an entry's moves.

    `games` has the costs in each game, in guesses or in bits.
    """

    entry: str
    mode: Mode
    games: list[GameCosts]

    def text(self, width: int) -> str:
        """Return the mean costs, and the command that shows the most expensive game."""
        if not self.games:
            return self.end_text(width)
        number = mean_of(self.games, GameCosts.sum_costs).highest or 0
        return "\n".join(
            [
                f"{format_count(len(self.games), 'game')} of {self.entry}\n",
                costs_text(self.games, self.mode, width),
                "\nsee the game with the largest cost:",
                command_line(INTERACTIVE, "watch", run=self.run, game=number),
                self.end_text(width),
            ]
        )


@command()
def main(
    *,
    entry: str = entry_argument("The strategy."),
    games: int = count_option(
        "--games", "The number of games to play and rate.", default=_REVIEWED_GAMES
    ),
    options: _WhyOptions,
) -> Result[_WhyFacts]:
    """Show what the moves of an entry cost, compared with the best words.

    The cost of a move is how much worse the move is than the best word. A table has a
    row for each turn, and a column for each kind of cost: of guesses, of final answers,
    and of games that ended with an error. For each row and column, the table names the
    game with the largest cost as an example. In WORDPL and Fibble, costs are in bits;
    in WORDPL the best word is the best at the price that was paid. In classic Wordle,
    costs are in guesses, or in bits if an exact search would take too long.
    """
    options = with_only_mode(options, [entry], options.checkout)
    # Refuse a file with several entries.
    resolve(entry, options.mode, options.checkout)
    plan = make_plan([entry], options, games)
    folder = RunFolder.create(options.out)
    played = play_run(plan, folder)
    rated = [] if played.status.failures else _rate_games(plan, folder)
    name = plan.entries[0].text
    mode = plan.setting.mode
    facts = played.facts(_WhyFacts, entry=name, mode=mode, games=rated)
    return Result(facts, facts.text)


def _rate_games(plan: Plan, folder: RunFolder) -> list[GameCosts]:
    """Return the costs of the moves in every game of the run in `folder`."""
    setting = plan.setting
    played = [*enumerate(game for _, game in parse_rows(folder.rows()))]
    rate: Callable[[int, Game], GameCosts]
    if setting.mode is Mode.CLASSIC:
        judge = Judge(setting.vocabulary, setting.hard, _ROW_EFFORT)
        rate = partial(classic_costs, judge=judge)
    else:
        rate = partial(noisy_costs, judge=NoisyJudge(setting))
    # One judge rates all games, because a judge reuses the results of its searches.
    costs = []
    with progress_bar("rated games", plan.games) as bar:
        for number, game in played:
            costs.append(rate(number, game))
            bar.update()
    # The costs of all games must have the same unit. If a search took too long in any
    # game, this unit is bits.
    if len({game_costs.unit for game_costs in costs}) > 1:
        return [classic_costs(*numbered, judge, in_bits=True) for numbered in played]
    return costs
