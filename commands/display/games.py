"""Games in the terminal: boards, and noisy clues beside the true clues."""

from __future__ import annotations

from commands.framework.results import terminal_width
from commands.person.terminal import has_colour
from contest.terminal.layout import WIDE
from game.clues import Clue
from game.protocol import Outcome, Setting
from game.record import Game, Turn, budget
from game.spelling import upper
from game.text.formats import format_count, number
from game.text.render import RowOfBoards, rows_of_boards, tile_text
from solver.advice.insights import insights
from solver.notebook.scoreboard import Scoreboard


def picture_rows(game: Game, setting: Setting) -> list[RowOfBoards]:
    """Return the boards of a game, drawn in rows that fit the terminal.

    A row has some boards side by side. Behind each guess stands the number of answers
    that each unsolved board still allows.
    """
    if not game.turns:
        return []
    length = setting.vocabulary.length
    boards = setting.boards
    # Coloured boards are wider. If coloured boards do not fit, plain text keeps the
    # rows aligned.
    colour = has_colour() and boards * (4 * length + 7) < terminal_width()
    wide = WIDE
    if not colour:
        across = min(boards, max(1, (terminal_width() - length - 9) // (length + 8)))
        wide = 2 * (length + 2) + across * (length + 2)

    left = {
        (row.turn, row.board): f"{row.left:>6,}"
        for row in Scoreboard.of(game, setting).rows
    }
    rows = rows_of_boards(game.turns, colour=colour, columns=wide)
    for row in rows:
        # For a solved board, no number of answers is shown. Blanks take the place of
        # the number, so that the columns align.
        width = 0 if colour else max(map(len, row.all_lines))
        for k, line in enumerate(row.lines):
            counts = [left.get((k + 1, board + 1), " " * 6) for board in row.boards]
            row.lines[k] = f"{line:<{width}}{''.join(counts).rstrip()} left"
    return rows


def noisy_lines(
    turn_number: int, turn: Turn, truth: Clue, paid: float | None
) -> list[str]:
    """Return lines of text about a turn: the guess, the price, the clue, the true clue.

    `turn_number` begins with 1. `truth` is the true clue; it is shown only if the clue
    has false marks. `paid` is the sum of the prices so far, or None in a game without
    prices.
    """
    length = len(turn.guess)
    colour = has_colour()
    line = f"{turn_number:>3} {tile_text(turn.guess, turn.clue, colour=colour)}"
    if paid is not None:
        line += f"  for {number(turn.epsilon)}, paid {number(paid)} in all"
    lines = [line]
    # The true clue stands below the clue. A `^` between them points at a false mark.
    false = turn.false_marks(truth)
    if any(false):
        count = format_count(sum(false), "false mark")
        # Without colours, the clue stands behind the word. With colours, the letters
        # of the word show the clue.
        step, gap = (4, 1) if colour else (1, length + 2)
        marks = "".join(("^" if x else " ").ljust(step) for x in false).rstrip()
        true = tile_text(turn.guess, truth, colour=colour)
        lines.append(f"{'':>4}{'':>{gap}}{marks}  {count}; the true clue:")
        lines.append(f"{'':>4}{true}")
    return lines


def reveal_text(game: Game, setting: Setting) -> str:
    """Return the clues of a game with the true clues, and the number of false marks.

    In WORDPL, and in a game that was not won, a last sentence tells the rank and the
    probability of the secret after all clues.
    """
    lines = []
    for turn_number, (turn, truth) in enumerate(
        zip(game.turns, game.truths, strict=True), 1
    ):
        paid = budget(game.turns[:turn_number]) if game.mode.priced else None
        lines += noisy_lines(turn_number, turn, truth, paid)

    if game.turns:
        *_, last = insights(setting, game.turns, game.answer)
        marks = [false for row in game.lies for false in row]
        were = "was" if sum(marks) == 1 else "were"
        text = f"{sum(marks)} of {format_count(len(marks), 'mark')} {were} false."
        if game.mode.priced or game.outcome is not Outcome.WON:
            text += (
                f" After the last clue, {upper(game.answer)} had the probability "
                f"{100 * last.chance:.1f} % and was {last.ranked}."
            )
        lines += ["", text]
    return "\n".join(lines)
