"""Terminal report of the losses of an entry: by turn and kind, and by first clue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from contest.statistics.losses import (
    GameLosses,
    Mean,
    by_first_clue,
    kinds,
    mean_loss,
    turns,
)
from contest.terminal.grid import aligned
from contest.terminal.layout import PROSE, WIDE, folded
from game.protocol import Mode

# Columns to leave out on a narrow screen, the least important first.
_DROP = ["forfeit", "answer", "example"]
_MOST = 8  # classes of first clues to show

_NOISY = (
    "Mean loss of a game, ± its standard error, in percentage points of the chance to "
    "win; below 0 it is better than best known play. price: another price would have "
    "been better; word: another word at that price; answer: the likeliest answer; "
    "forfeit: the game was given up by an error. lost in all: its part of the mean of "
    "all games. example: the game that lost most. "
    "Chances before the last guess are means over drawn games."
)

_CLASSIC = (
    "Mean loss of a game, ± its standard error, in guesses, against the best word. "
    "lost in all: its part of the mean of all games. example: the game that lost most."
)


def losses_text(games: Sequence[GameLosses], mode: Mode, width: int = WIDE) -> str:
    """Return where the games of an entry lost, with examples."""
    classic = mode is Mode.CLASSIC
    unit, digits = (1.0, 3) if classic else (100.0, 2)
    head = _summary(games, classic=classic)
    tables = [_by_turn(games, unit, digits), _by_first(games, unit, digits)]
    note = folded(_CLASSIC if classic else _NOISY, min(width, PROSE))
    shown = [aligned(table, width, _DROP) for table in tables]
    return "\n\n".join([folded(head, width), *shown, note])


def _summary(games: Sequence[GameLosses], *, classic: bool) -> str:
    """Return what came out, and how best known play, losses and luck explain it."""
    start, end, lost = (
        mean_loss(games, value).mean
        for value in (lambda g: g.start, lambda g: g.end, GameLosses.lost)
    )
    if classic:
        luck = start + lost - end
        return (
            f"{end:.3f} guesses a game: {start:.3f} by best known play, {lost:.3f} "
            f"more by its words, {-luck:+z.3f} by the luck of the clues"
        )
    luck = end - start + lost
    return (
        f"chance to win {100 * end:.2f} %: {100 * start:.2f} % by best known play with "
        f"the same budgets, {-100 * lost:+z.2f} by what it chose, {100 * luck:+z.2f} "
        "by the luck of the clues"
    )


def _by_turn(games: Sequence[GameLosses], unit: float, digits: int) -> list[list[str]]:
    named = kinds(games)
    lines = [["lost in turn", *named, "all", "example"]]
    for turn in (*turns(games), ""):
        cells = [_loss(games, turn, kind, unit, digits) for kind in named]
        total = mean_loss(games, partial(GameLosses.lost, turn=turn))
        name = f"  {turn or 'all'}"
        lines.append([name, *cells, _figure(total, unit, digits), _example(total)])
    found = [mean_loss(games, partial(GameLosses.lost, kind=kind)) for kind in named]
    if any(map(_example, found)):
        lines.append(["  example", *map(_example, found), "", ""])
    return lines


def _loss(
    games: Sequence[GameLosses], turn: str, kind: str, unit: float, digits: int
) -> str:
    """Return the mean loss of a kind in a turn, empty where there is none."""
    places = {place for game in games for place in game.parts}
    if turn and (turn, kind) not in places:
        return ""
    found = mean_loss(games, partial(GameLosses.lost, turn=turn, kind=kind))
    return _figure(found, unit, digits)


def _by_first(games: Sequence[GameLosses], unit: float, digits: int) -> list[list[str]]:
    lines = [["first clue", "games", "lost in each", "lost in all", "example"]]
    for first, own in [*by_first_clue(games).items()][:_MOST]:
        found = mean_loss(own, GameLosses.lost)
        part = unit * found.mean * len(own) / len(games)
        each, share = _figure(found, unit, digits), f"{part:.{digits}f}"
        lines.append([f"  {first}", str(len(own)), each, share, _example(found)])
    return lines


def _example(found: Mean) -> str:
    return "" if found.worst is None else f"game {found.worst}"


def _figure(found: Mean, unit: float, digits: int) -> str:
    mean = f"{unit * found.mean:.{digits}f}"
    if not found.error > 0:  # a single game, or all equal
        return mean
    return f"{mean} ± {unit * found.error:.{digits}f}"
