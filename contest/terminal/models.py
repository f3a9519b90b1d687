"""Terminal report of language models: a table of players, costs and phrasings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from contest.models.figures import KINDS, Figures, Interval, ItemFigures
from contest.terminal.grid import align_columns
from contest.terminal.layout import WIDE, fold_note, fold_text
from game.text.formats import with_error

# Columns to leave out on a narrow screen, the least important first.
_DROP = ["seconds", "tokens", "score", "games", "won %"]

_NOTE = (
    "won %: share of games; adjusted: without the luck of the clues, with its 95 % "
    "interval. score: mean of games won. cost: bits a guess, against the best word; "
    "below it bits a game, by the kind of the guess. legal %: replies with a legal "
    "move. tokens, seconds: of a game."
)

_ITEMS_NOTE = (
    "loss: mean ± standard error, 0 for exact answers. likeliest: chance less than "
    "that of the likeliest word; best: bits less than the best word tells; mark, "
    "posterior: log loss of the stated chance beyond that of the exact one, in bits. "
    "without clues: of one who knows the rules alone, and of every illegal answer."
)


def players_text(
    players: Sequence[Figures], ceiling: float = math.nan, width: int = WIDE
) -> str:
    """Return the figures of players, one a line, and the costs of their moves."""
    heading = ["player", "games", "won %", "adjusted", "interval", "score", "cost"]
    lines = [[*heading, "legal %", "tokens", "seconds"], *map(_line, players)]
    if not math.isnan(ceiling):
        lines.append(["ceiling", "", "", _percent(ceiling), *[""] * 6])
    costs = [["cost by", *KINDS]]
    costs += [[p.name, *(f"{p.costs[kind]:.2f}" for kind in KINDS)] for p in players]
    tables = [align_columns(lines, width, _DROP), align_columns(costs, width)]
    return "\n\n".join([*tables, fold_note(_NOTE, width)])


def phrasings_text(spread: Mapping[str, Interval], width: int = WIDE) -> str:
    """Return the adjusted share of games won by phrasing, and their spread."""
    parts = [f"{name} {_percent(each.mean)}" for name, each in spread.items()]
    worst, *_, best = sorted(spread.values(), key=lambda each: each.mean)
    error = math.hypot(best.error, worst.error)
    text = (
        f"phrasings, adjusted: {', '.join(parts)}; spread "
        f"{_percent(best.mean - worst.mean)} ± {_percent(error)}"
    )
    return fold_text(text, width)


def items_text(figures: Sequence[ItemFigures], width: int = WIDE) -> str:
    """Return the figures of items, a kind a line."""
    lines = [["items", "number", "legal %", "loss", "without clues"]]
    for each in figures:
        loss = with_error(each.loss, each.error, 3)
        known = [f"{each.items:,}", _percent(each.legal), loss]
        lines.append([each.kind, *known, f"{each.uninformed:.3f}"])
    return f"{align_columns(lines, width)}\n\n{fold_note(_ITEMS_NOTE, width)}"


def _line(player: Figures) -> list[str]:
    won = player.adjusted
    return [
        player.name,
        f"{player.games:,}",
        _percent(player.won),
        _percent(won.mean),
        f"{_percent(won.low)}-{_percent(won.high)}",
        _number(player.score, ".2f"),
        _number(player.cost, ".3f"),
        _percent(player.legal),
        _number(player.tokens, ",.0f"),
        _number(player.seconds, ".1f"),
    ]


def _percent(share: float) -> str:
    return _number(100 * share, ".1f")


def _number(value: float, form: str) -> str:
    return "-" if math.isnan(value) else format(value, form)
