"""Terminal report of the costs of an entry's moves, compared with the best moves.

`GameCosts.parts` has the costs of a game by turn, then by kind. A turn is ``1``, ``2``
and so on, or ``answer`` for the final answer. Kinds are ``word``, a guess that is not
the best one; ``answer``, a final answer that is not the likeliest one; and ``forfeit``,
a game that ended with an error. `GameCosts.paid` has the expected bits of the clue and
the price, in nats, of each turn of WORDPL.
"""

from __future__ import annotations

from collections.abc import Sequence

from contest.statistics.costs import (
    GameCosts,
    Mean,
    kinds,
    mean_of,
    turns,
)
from contest.terminal.grid import align_columns
from contest.terminal.layout import WIDE, fold_note, fold_text
from game.protocol import Mode
from solver.advice.ratings import Unit

# Columns to leave out on a narrow screen, the least important first.
_DROP = ["bits/nat", "forfeit", "answer", "example"]

_ABOUT = (
    "How much worse the moves of a game are than the best moves: mean per game ± "
    "standard error, in {}. word: a guess, compared with the best word{}. example: the "
    "game with the largest cost."
)

_PRICED = (
    " at that price; answer: the final answer, compared with the likeliest answer; "
    "forfeit: the game ended with an error. bits/nat: expected bits of the clues, for "
    "each nat of their prices"
)


def costs_text(games: Sequence[GameCosts], mode: Mode, width: int = WIDE) -> str:
    r"""Return a report on the costs of an entry's moves, by turn and by kind of cost.

    Examples
    --------
    >>> parts = {"1": {"word": 0.5}, "answer": {"answer": 1.0}}
    >>> one = GameCosts(7, 0.25, 0.0, parts, {"1": (4.0, 10.0)})
    >>> print(costs_text([one], Mode.WORDPL).rpartition("\n\n")[0])
    chance to win 25.00 %; cost 1.500 bits, luck +0.000 bits
    <BLANKLINE>
    cost in turn    word  answer    all  bits/nat  example
      1            0.500          0.500     0.400   game 7
      answer               1.000  1.000             game 7
      all          0.500   1.000  1.500     0.400   game 7
      example     game 7  game 7
    """
    note = _ABOUT.format(games[0].unit, _PRICED if mode.priced else "")
    table = align_columns(_by_turn(games, mode), width, _DROP)
    summary = fold_text(_summary(games, mode), width)
    return "\n\n".join([summary, table, fold_note(note, width)])


def _summary(games: Sequence[GameCosts], mode: Mode) -> str:
    """Return a line with the mean result of a game, the mean costs and the mean luck.

    The result is the number of guesses in classic Wordle, the chance to win in WORDPL,
    and the percentage of games won in Fibble.
    """
    result = mean_of(games, lambda game: game.result).mean
    luck = mean_of(games, lambda game: game.luck).mean
    cost = _mean_cost(games).mean
    unit = games[0].unit
    if unit is Unit.GUESSES:
        # The number of guesses is the number that best play would take on average, plus
        # the costs, minus the luck.
        return (
            f"{result:.3f} guesses a game: {result - cost + luck:.3f} by best play, "
            f"cost of the words {cost:.3f}, luck {luck:+z.3f}"
        )
    costs = f"cost {cost:.3f} bits, luck {luck:+z.3f} bits"
    if mode is Mode.CLASSIC:
        return f"{result:.3f} guesses a game; {costs}"
    of = "chance to win" if mode.priced else "games won"
    return f"{of} {100 * result:.2f} %; {costs}"


def _mean_cost(games: Sequence[GameCosts], turn: str = "", kind: str = "") -> Mean:
    """Return the mean, over the games, of the costs of a kind in a turn.

    If `turn` is empty, the costs of all turns are added. If `kind` is empty, the costs
    of all kinds are added.
    """
    return mean_of(games, lambda game: game.sum_costs(turn, kind))


def _by_turn(games: Sequence[GameCosts], mode: Mode) -> list[list[str]]:
    """Return the table of costs: a line for each turn, a column for each kind of cost.

    The last column has an example for each turn, and the last line has an example for
    each kind. An example is the game with the largest cost.
    """
    # If no game has a cost of a kind, such as a forfeit, this kind has no column.
    columns = kinds(games)
    lines = [["cost in turn", *columns, "all", *["bits/nat"] * mode.priced, "example"]]
    for turn in (*turns(games), ""):
        costs = [_kind_cell(games, turn, kind) for kind in columns]
        mean = _mean_cost(games, turn)
        rate = [_bits_per_nat(games, turn)] * mode.priced
        lines.append(
            [f"  {turn or 'all'}", *costs, _figure(mean), *rate, _example(mean)]
        )

    # The last line names, for each kind, the game with the largest cost.
    examples = [_example(_mean_cost(games, kind=kind)) for kind in columns]
    if any(examples):
        blank = [""] * (len(lines[0]) - 1 - len(examples))
        lines.append(["  example", *examples, *blank])
    return lines


def _kind_cell(games: Sequence[GameCosts], turn: str, kind: str) -> str:
    """Return the mean cost of a kind in a turn as text, or an empty string.

    The string is empty if no game has a cost of this kind in this turn. If `turn` is
    empty, the costs of all turns are added.
    """
    if turn and not any(kind in game.parts.get(turn, {}) for game in games):
        return ""
    return _figure(_mean_cost(games, turn, kind))


def _bits_per_nat(games: Sequence[GameCosts], turn: str) -> str:
    """Return the expected bits of the clues for each nat that was paid.

    `turn` selects the clues of a turn; an empty string selects all clues.
    """
    paid = [
        pair for game in games for name, pair in game.paid.items() if turn in ("", name)
    ]
    if not paid:
        return ""
    bits, prices = map(sum, zip(*paid, strict=True))
    return f"{bits / prices:.3f}"


def _example(cost: Mean) -> str:
    """Return the number of the game with the highest cost, as a text.

    The text is empty if all costs are 0.
    """
    return "" if cost.highest is None else f"game {cost.highest}"


def _figure(cost: Mean) -> str:
    if not cost.error > 0:  # there is a single game, or all costs are equal
        return f"{cost.mean:.3f}"
    return f"{cost.mean:.3f} ± {cost.error:.3f}"
