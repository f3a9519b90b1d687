"""Reveal at the end of a noisy game: its false marks, and the secret's rank."""

from __future__ import annotations

from commands.display.noisy import noisy_lines
from game.protocol import Outcome, Setting
from game.record import Game, budget
from game.text.formats import counted
from game.words import upper
from solver.advice.insights import insights


def reveal_text(game: Game, setting: Setting) -> str:
    """Return the true clues of a game, and the rank of the secret."""
    lines = []
    for turn_number, (turn, truth) in enumerate(
        zip(game.turns, game.truths, strict=True), 1
    ):
        paid = budget(game.turns[:turn_number]) if game.mode.priced else None
        lines += noisy_lines(turn_number, turn, truth, paid)
    if game.turns:
        *_, last = insights(setting, game.turns, game.answer)
        marks = [false for row in game.lies for false in row]
        text = f"{sum(marks)} of {counted(len(marks), 'mark')} were false."
        if game.mode.priced or game.outcome is not Outcome.WON:
            text += (
                f" {upper(game.answer)} ranked {last.rank:,} among the answers, with "
                f"posterior probability {100 * last.chance:.1f} %."
            )
        lines += ["", text]
    return "\n".join(lines)
