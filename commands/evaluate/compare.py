"""Command `compare`."""

from __future__ import annotations

from commands.evaluate._plans import (
    GameOptions,
    games_option,
    plan_run,
)
from commands.evaluate._play import Played, PlayedFacts, play_run
from commands.framework.cli import command
from commands.framework.command_lines import resume_command
from commands.framework.modes import with_only_mode
from commands.framework.options import entries_argument
from commands.framework.results import Result
from contest.runs.folder import RunFolder
from contest.statistics.comparison import Comparison, compare_with_first
from contest.statistics.games import Games
from contest.terminal.comparison import comparisons_text
from contest.terminal.layout import fold_text
from contest.terminal.tables import labels
from game.errors import InputError
from game.text.formats import format_count, letter_label


class _CompareFacts(PlayedFacts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: the comparisons of entries.

    Each entry is compared with the first entry: `comparisons` has a comparison for each
    further entry. `games` is the number of games of each entry. `adjusted` says whether
    the luck of the clues is subtracted.
    """

    entries: list[str]
    games: int
    adjusted: bool
    comparisons: list[Comparison]

    def text(self, width: int) -> str:
        """Return tables that tell which entry is better, and then notes on the run."""
        names = (f"{letter_label(k)}: {name}" for k, name in enumerate(self.entries))
        count = format_count(self.games, "game")
        return "\n".join(
            [
                fold_text("\n".join(names), width),
                f"{count} of each entry, on the same secrets and the same noise\n",
                comparisons_text(self.comparisons, width, adjusted=self.adjusted),
                self.end_text(width),
            ]
        )


@command()
def main(
    *,
    entries: tuple[str, ...] = entries_argument("Two strategies or more: A, B, ..."),
    games: int | None = games_option(2),
    options: GameOptions,
) -> Result[_CompareFacts]:
    """Compare entries that play on the same secrets and the same noise.

    Each entry is compared with the first entry. The output tells which of the two is
    better in each ranking, with 95 % intervals for the paired differences. If you name
    more than two entries, the intervals of all comparisons in a ranking hold together
    with a probability of 95 %.
    """
    if not (entries or options.resume):
        raise InputError("0 entries", "two or more entries to compare")
    options = with_only_mode(options, entries, options.checkout)
    plan, folder = plan_run(entries, options, games)
    if len(plan.entries) < 2:
        raise InputError("1 entry", "two or more entries to compare")
    folder = folder or RunFolder.create(options.out)
    played = play_run(plan, folder, resume_command(folder.path))

    # Each game of an entry is compared with the first entry's game on the same secret.
    games_of = _games_of_entries(played)
    facts = played.facts(
        _CompareFacts,
        entries=labels([entry.text for entry in plan.entries], played.status.names),
        games=len(games_of[0]),
        adjusted=games_of[0].is_adjusted,
        comparisons=compare_with_first(games_of),
    )
    return Result(facts, facts.text)


def _games_of_entries(played: Played) -> list[Games]:
    """Return a list with the games of each entry, in the order of the plan."""
    played.require_scores()
    games_of = {summary.entry: summary.games for summary in played.summaries}
    return [games_of[entry.text] for entry in played.plan.entries]
