"""Terminal report of the losses of an entry: by turn and kind, and by first clue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from contest.statistics.losses import (
    GameLosses,
    Mean,
    group_by_first_clue,
    kinds,
    mean_loss,
    turns,
)
from contest.terminal.grid import align_columns
from contest.terminal.layout import PROSE, WIDE, fold_text
from game.protocol import Mode

# Columns to leave out on a narrow screen, the least important first.
_DROP = ["forfeit", "answer", "example"]
_MOST = 8  # classes of first clues to show

_NOISY = (
    "Mean loss per game ± its standard error, in percentage points of the chance to "
    "win; negative: better than best known play. price: against the best price; word: "
    "against the best word at that price; answer: against the likeliest answer; "
    "forfeit: the game ended with an error. share of all: contribution to the mean "
    "loss of all games. example: the game with the largest loss. "
    "Chances before the last guess are means over simulated games."
)

_CLASSIC = (
    "Mean loss per game ± its standard error, in guesses, against the best word. share "
    "of all: contribution to the mean loss of all games. example: the game with the "
    "largest loss."
)


def losses_text(games: Sequence[GameLosses], mode: Mode, width: int = WIDE) -> str:
    """Return where the games of an entry lost, with examples."""
    classic = not mode.priced
    unit, digits = (1.0, 3) if classic else (100.0, 2)
    head = _summary(games, classic=classic)
    tables = [_by_turn(games, unit, digits), _by_first(games, unit, digits)]
    note = fold_text(_CLASSIC if classic else _NOISY, min(width, PROSE))
    shown = [align_columns(table, width, _DROP) for table in tables]
    return "\n\n".join([fold_text(head, width), *shown, note])


def _summary(games: Sequence[GameLosses], *, classic: bool) -> str:
    """Return the mean result as the sum of best known play, losses and chance."""
    start, end, lost = (
        mean_loss(games, value).mean
        for value in (lambda g: g.start, lambda g: g.end, GameLosses.sum_losses)
    )
    if classic:
        luck = start + lost - end
        return (
            f"{end:.3f} guesses a game: {start:.3f} by best known play, {lost:.3f} "
            f"more by its words, {-luck:+z.3f} by chance"
        )
    luck = end - start + lost
    return (
        f"chance to win {100 * end:.2f} %: {100 * start:.2f} % by best known play with "
        f"the same budgets, {-100 * lost:+z.2f} by its choices, {100 * luck:+z.2f} by "
        "chance"
    )


def _by_turn(games: Sequence[GameLosses], unit: float, digits: int) -> list[list[str]]:
    named = kinds(games)
    lines = [["loss in turn", *named, "all", "example"]]
    for turn in (*turns(games), ""):
        cells = [_loss(games, turn, kind, unit, digits) for kind in named]
        total = mean_loss(games, partial(GameLosses.sum_losses, turn=turn))
        name = f"  {turn or 'all'}"
        lines.append([name, *cells, _figure(total, unit, digits), _example(total)])
    means = [
        mean_loss(games, partial(GameLosses.sum_losses, kind=kind)) for kind in named
    ]
    if any(map(_example, means)):
        lines.append(["  example", *map(_example, means), "", ""])
    return lines


def _loss(
    games: Sequence[GameLosses], turn: str, kind: str, unit: float, digits: int
) -> str:
    """Return the mean loss of a kind in a turn, empty where there is none."""
    if turn and not any((turn, kind) in game.parts for game in games):
        return ""
    mean = mean_loss(games, partial(GameLosses.sum_losses, turn=turn, kind=kind))
    return _figure(mean, unit, digits)


def _by_first(games: Sequence[GameLosses], unit: float, digits: int) -> list[list[str]]:
    lines = [["first clue", "games", "mean loss", "share of all", "example"]]
    for first, members in [*group_by_first_clue(games).items()][:_MOST]:
        mean = mean_loss(members, GameLosses.sum_losses)
        share = unit * mean.mean * len(members) / len(games)
        each, overall = _figure(mean, unit, digits), f"{share:.{digits}f}"
        count = str(len(members))
        lines.append([f"  {first}", count, each, overall, _example(mean)])
    return lines


def _example(loss: Mean) -> str:
    return "" if loss.worst is None else f"game {loss.worst}"


def _figure(loss: Mean, unit: float, digits: int) -> str:
    mean = f"{unit * loss.mean:.{digits}f}"
    if not loss.error > 0:  # a single game, or all equal
        return mean
    return f"{mean} ± {unit * loss.error:.{digits}f}"
