"""Reveal at the end of a game of WORDPL: false marks, rank of the secret, scores."""

from __future__ import annotations

from commands.display.noisy import noisy_lines
from contest.entries.home import STANDINGS
from contest.leaderboard.records import LEADS, read_standing
from contest.leaderboard.references import (
    Players,
    best_entries,
    good_score,
    paid_line,
)
from contest.sandbox.wire import deadline
from game.draws import Draws
from game.errors import InputError
from game.protocol import Setting
from game.record import Game, budget
from game.text.formats import counted
from game.words import Vocabulary, upper
from solver.advice.insights import insights

PATIENCE = 8.0
"""Seconds that the games of other entries may take."""


def revealed(game: Game, setting: Setting, draws: Draws) -> str:
    """Return the true clues of a game, the rank of the secret, and other scores."""
    lines = []
    for place, (turn, truth) in enumerate(zip(game.turns, game.truths, strict=True), 1):
        lines += noisy_lines(place, turn, truth, budget(game.turns[:place]))
    if game.turns:
        *_, last = insights(setting, game.turns, game.answer)
        marks = [false for row in game.lies for false in row]
        lines += [
            "",
            f"{sum(marks)} of {counted(len(marks), 'mark')} lied to you. In the end "
            f"{upper(game.answer)} was number {last.rank:,} of the possible words, "
            f"with {100 * last.chance:.1f} %.",
        ]
    if setting.vocabulary == Vocabulary.load():  # the words of the contest
        leads = read_standing(STANDINGS / LEADS)
        held = {column: holder.budget for column, holder in leads.items()}
        lines += [_paid(game, setting, draws), good_score(held)]
    return "\n".join(lines)


def _paid(game: Game, setting: Setting, draws: Draws) -> str:
    """Return what the best entries paid, or why they cannot play in time."""
    late = deadline(PATIENCE)

    def check() -> None:
        if late():
            raise InputError(f"they need more than {PATIENCE:g} s")

    try:
        entries = best_entries(STANDINGS / "leaderboard.csv")
        players = Players(entries, setting, check)
        return paid_line(players.play(draws, game.answer))
    except InputError as error:
        return f"The best entries cannot play this game: {error}."
