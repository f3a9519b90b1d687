"""Text of a watched game, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commands.display.games import noisy_lines
from commands.framework.results import terminal_width
from contest.runs.watch import Observation, WatchedGame
from contest.terminal.layout import fold_text
from game.protocol import Mode, Outcome
from game.record import FORFEITED, Game, budget
from game.spelling import upper
from game.text.formats import format_count, number, rough_percent
from game.text.render import RowOfBoards
from solver.advice.insights import LIKELIEST, Insight, in_words

_INDENT = " " * 4


def blocks(
    watched: WatchedGame, insights: Sequence[Insight], rows: Sequence[RowOfBoards]
) -> Iterator[str]:
    """Yield the text of each turn, and of the final move.

    `insights` says for each turn what its clue told about the secret; it is empty for a
    game on several boards. `rows` has the drawn boards of a classic game; it is empty
    for any other game.
    """
    game = watched.game
    turns = list(zip(game.turns, watched.observations, strict=False))
    for index, (turn, observation) in enumerate(turns):
        insight = insights[index] if insights else None
        if game.mode is Mode.CLASSIC:
            move = _picture(rows, index)
        else:
            assert insight is not None
            paid = budget(game.turns[: index + 1]) if game.mode.priced else None
            move = noisy_lines(index + 1, turn, insight.truth, paid)
        # If a game has several boards, no facts stand between its turns, so that the
        # boards of successive turns are close together.
        facts = _facts(insight, observation, game.mode) if insight else []
        yield _block(move, facts, observation.printed)

    # A final answer and an invalid move are no turns: they come after the last turn.
    for observation in watched.observations[len(turns) :]:
        final = f"answer {upper(game.final)}" if game.final else "no valid move"
        yield _block([final], [_time(observation)], observation.printed)


def _picture(rows: Sequence[RowOfBoards], index: int) -> list[str]:
    """Return the lines of the turn with the index `index`, of all boards of a game."""
    # If there are several boards, their numbers stand above the first turn.
    lines = []
    for row in rows:
        lines += [row.heading] if row.heading and index == 0 else []
        lines.append(row.lines[index])
    return lines


def _block(move: list[str], facts: list[str], printed: str) -> str:
    """Return the text of a move.

    `move` has the lines with the guess and its clue. Below these lines stand `facts`,
    as one paragraph, and then `printed`, the output of the strategy.
    """
    # Long lines of the output are cut into pieces, and each piece begins with a bar.
    wide = terminal_width()
    lines = [*move]
    if facts:
        lines.append(fold_text(_INDENT + "; ".join(facts), wide))
    bar = f"{_INDENT}| "
    for line in printed.splitlines():
        pieces = range(0, len(line) or 1, max(1, wide - len(bar)))
        lines += [bar + line[k : k + pieces.step] for k in pieces]
    return "\n".join(lines)


def _facts(insight: Insight, observation: Observation, mode: Mode) -> list[str]:
    """Return texts about a turn: its bits, likely answers, and the strategy's time.

    `insight` says what the clue of the turn told about the secret. `observation` has
    the time of the strategy.
    """
    bits = f"{insight.gained:+.2f} bits ({insight.expected:.2f} expected)"
    if not mode.priced:
        words = " ".join(upper(word) for word, _ in insight.likeliest)
        few = [words] if insight.left <= LIKELIEST else []
        left = [f"{insight.left:,} left"] if mode is Mode.FIBBLE else []
        return [bits, *left, *few, _time(observation)]
    rank = f"the secret is {insight.ranked}, {rough_percent(insight.chance)}"
    return [bits, rank, in_words(insight.likeliest), _time(observation)]


def _time(observation: Observation) -> str:
    """Return a text with the time that the strategy took for a move."""
    return f"thought for {observation.seconds:.3f} s"


def closing(game: Game, entry: str, rate: str) -> str:
    """Return a text that says how a game ended, and the command that rates the game.

    `entry` is the name of the entry that played. `rate` is the command; an empty string
    means that no command rates the game.
    """
    end = describe_ending(game, entry)
    if rate:
        end += "; rate the game with"
    return f"\n{fold_text(end, terminal_width())}\n{rate}".rstrip()


def describe_ending(game: Game, entry: str) -> str:
    """Return a sentence that says how a game ended; it names the entry that played.

    Examples
    --------
    >>> game = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG)
    >>> describe_ending(game, "mine.py")
    'CRANE: mine.py lost and paid 0 nats'
    """
    secret = game.answer.replace(",", ", ").upper()
    if game.outcome in FORFEITED or game.outcome is Outcome.OUT_OF_TURNS:
        return f"{secret} was not solved by {entry}: {game.reason or game.outcome}"
    if not game.mode.priced:
        return (
            f"{secret}: solved in {format_count(len(game.turns), 'guess')} by {entry}"
        )
    end = "won" if game.outcome is Outcome.WON else "lost"
    return f"{secret}: {entry} {end} and paid {number(game.budget)} nats"
