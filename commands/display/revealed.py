"""Reveal at the end of a game of WORDPL: false marks, rank of the secret, scores."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Thread

from commands.display.noisy import noisy_lines
from contest.entries.home import STANDINGS
from contest.leaderboard.records import LEADS, read_standing
from contest.leaderboard.references import (
    Players,
    best_entries,
    good_score,
    paid_line,
)
from game.draws import Draws
from game.errors import InputError
from game.protocol import Setting
from game.record import Game, budget
from game.wording import counted
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
    """Return what the best entries paid, or that they take too long."""
    found: SimpleQueue[str] = SimpleQueue()

    def run() -> None:
        try:
            players = Players(best_entries(STANDINGS / "leaderboard.csv"), setting)
            found.put(paid_line(players.play(draws, game.answer)))
        except InputError as error:
            found.put(f"The best entries cannot play this game: {error}")

    Thread(target=run, daemon=True).start()
    try:
        return found.get(timeout=PATIENCE)
    except Empty:
        return f"The best entries need more than {PATIENCE:g} s for this game."
