"""Terminal report of the costs of an entry: by turn and kind, and by first clue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from contest.statistics.costs import (
    GameCosts,
    Mean,
    group_by_first_clue,
    kinds,
    mean_of,
    turns,
)
from contest.terminal.grid import align_columns
from contest.terminal.layout import PROSE, WIDE, fold_text
from game.protocol import Mode

# Columns to leave out on a narrow screen, the least important first.
_DROP = ["bits/nat", "forfeit", "answer", "example"]
_MOST = 8  # classes of first clues to show

_ABOUT = (
    "Mean cost per game ± its standard error, in {}. word: against the best word{}. "
    "share of all: contribution to the mean cost of all games. example: the game with "
    "the largest cost."
)

_PRICED = (
    " at that price; answer: against the likeliest answer; forfeit: the game ended "
    "with an error. bits/nat: expected bits of the clues, for each nat of their prices"
)


def costs_text(games: Sequence[GameCosts], mode: Mode, width: int = WIDE) -> str:
    """Return where the moves of an entry cost something, with examples."""
    unit = "guesses" if mode is Mode.CLASSIC else "bits"
    note = _ABOUT.format(unit, _PRICED if mode.priced else "")
    tables = [_by_turn(games, mode), _by_first_clue(games)]
    shown = [align_columns(table, width, _DROP) for table in tables]
    summary = fold_text(_summary(games, mode), width)
    return "\n\n".join([summary, *shown, fold_text(note, min(width, PROSE))])


def _summary(games: Sequence[GameCosts], mode: Mode) -> str:
    """Return the mean result, the costs and the luck."""
    result, cost, luck = (
        mean_of(games, value).mean
        for value in (lambda g: g.result, GameCosts.sum_costs, lambda g: g.luck)
    )
    if mode is Mode.CLASSIC:
        return (
            f"{result:.3f} guesses a game: {result - cost + luck:.3f} by best play, "
            f"cost of the words {cost:.3f}, luck {luck:+z.3f}"
        )
    of = "chance to win" if mode.priced else "games won"
    return f"{of} {100 * result:.2f} %; cost {cost:.3f} bits, luck {luck:+z.3f} bits"


def _by_turn(games: Sequence[GameCosts], mode: Mode) -> list[list[str]]:
    named = kinds(games)
    lines = [["cost in turn", *named, "all", "example"]]
    for turn in (*turns(games), ""):
        cells = [_cost(games, turn, kind) for kind in named]
        total = mean_of(games, partial(GameCosts.sum_costs, turn=turn))
        lines.append([f"  {turn or 'all'}", *cells, _figure(total), _example(total)])
        if mode.priced:
            lines[-1].insert(-1, _rate(games, turn))
    if mode.priced:
        lines[0].insert(-1, "bits/nat")
    means = [mean_of(games, partial(GameCosts.sum_costs, kind=kind)) for kind in named]
    if any(map(_example, means)):
        blank = [""] * (len(lines[0]) - 1 - len(means))
        lines.append(["  example", *map(_example, means), *blank])
    return lines


def _cost(games: Sequence[GameCosts], turn: str, kind: str) -> str:
    """Return the mean cost of a kind in a turn, empty where there is none."""
    if turn and not any(kind in game.parts.get(turn, {}) for game in games):
        return ""
    return _figure(mean_of(games, partial(GameCosts.sum_costs, turn=turn, kind=kind)))


def _rate(games: Sequence[GameCosts], turn: str) -> str:
    """Return the expected bits of the clues of a turn, or of all, for each nat."""
    paid = [
        pair for game in games for name, pair in game.paid.items() if turn in ("", name)
    ]
    if not paid:
        return ""
    bits, prices = map(sum, zip(*paid, strict=True))
    return f"{bits / prices:.3f}"


def _by_first_clue(games: Sequence[GameCosts]) -> list[list[str]]:
    lines = [["first clue", "games", "mean cost", "share of all", "example"]]
    for name, members in [*group_by_first_clue(games).items()][:_MOST]:
        mean = mean_of(members, GameCosts.sum_costs)
        share = f"{mean.mean * len(members) / len(games):.3f}"
        count = str(len(members))
        lines.append([f"  {name}", count, _figure(mean), share, _example(mean)])
    return lines


def _example(cost: Mean) -> str:
    return "" if cost.highest is None else f"game {cost.highest}"


def _figure(cost: Mean) -> str:
    if not cost.error > 0:  # a single game, or all equal
        return f"{cost.mean:.3f}"
    return f"{cost.mean:.3f} ± {cost.error:.3f}"
