"""Display of a watched game, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from commands.display.games import noisy_lines, picture_rows
from commands.framework.results import terminal_width
from contest.runs.watch import Step, WatchedGame, describe_ending, list_steps
from contest.terminal.layout import fold_text
from game.protocol import Mode, Setting
from game.record import Game
from game.spelling import upper
from game.text.formats import rough_percent
from solver.advice.insights import LIKELIEST, in_words

_INDENT = " " * 4


def blocks(watched: WatchedGame, setting: Setting) -> Iterator[str]:
    """Yield the text of each turn, and of the final move."""
    game = watched.game
    rows = picture_rows(game, setting) if game.mode is Mode.CLASSIC else []
    for step in list_steps(watched, setting):
        if step.turn is None:
            move = [f"answer {upper(step.word)}" if step.word else "no valid move"]
        elif game.mode is Mode.CLASSIC:
            # The numbers of several boards stand above the first turn.
            move = []
            for row in rows:
                move += [row.heading] if row.heading and step.number == 1 else []
                move.append(row.lines[step.number - 1])
        else:
            assert step.insight is not None
            truth = step.insight.truth
            paid = step.paid if game.mode.priced else None
            move = noisy_lines(step.number, step.turn, truth, paid)
        # Lines of several boards have no gaps, so that they can be compared.
        facts = [] if step.turn and not step.insight else _facts(step, game.mode)
        yield _block(move, facts, step.observation.printed)


def _block(move: list[str], facts: list[str], printed: str) -> str:
    """Return the lines of a move, with what the strategy printed."""
    # What a strategy prints is cut to the width, behind a bar that marks it.
    wide = terminal_width()
    lines = [*move]
    if facts:
        lines.append(fold_text(_INDENT + "; ".join(facts), wide))
    bar = f"{_INDENT}| "
    for line in printed.splitlines():
        pieces = range(0, len(line) or 1, max(1, wide - len(bar)))
        lines += [bar + line[k : k + pieces.step] for k in pieces]
    return "\n".join(lines)


def _facts(step: Step, mode: Mode) -> list[str]:
    """Return the bits of a turn, the likely answers, and the time it took."""
    insight = step.insight
    if step.turn is None or insight is None:
        return [step.time]
    if not mode.priced:
        words = " ".join(upper(word) for word, _ in insight.likeliest)
        few = [words] if insight.left <= LIKELIEST else []
        left = [f"{insight.left:,} left"] if mode is Mode.FIBBLE else []
        return [step.bits, *left, *few, step.time]
    rank = f"the secret is {insight.ranked}, {rough_percent(insight.chance)}"
    return [step.bits, rank, in_words(insight.likeliest), step.time]


def closing(game: Game, entry: str, rate: str) -> str:
    """Return how a game ended, and the command that rates it, if there is one."""
    end = describe_ending(game, entry)
    if rate:
        end += "; rate it with"
    return f"\n{fold_text(end, terminal_width())}\n{rate}".rstrip()
