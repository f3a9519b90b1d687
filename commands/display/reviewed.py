"""Tables of a reviewed game. Moves are rated in guesses, bits or chances to win."""

from __future__ import annotations

import math
from collections.abc import Sequence

from commands.framework.results import terminal_width
from commands.person.terminal import has_colour
from contest.terminal.grid import align_columns
from contest.terminal.layout import fold_note
from game.noise import keep_probability
from game.spelling import upper
from game.text.formats import format_count, number
from game.text.render import tile_text
from solver.advice.ratings import Unit
from solver.advice.review import RatedTurn, Review

_CLASSIC = (
    "cost: {0} that the word loses on average, compared with the best word.\n"
    "luck: {0} that the clue saved (+) or lost (-), compared with the average clue."
)

_NOISY = (
    "bits: the information in the clue, and the mean information in a clue of this "
    "word. cost: how many more bits the best word at this price gives on average. "
    "luck: how many more bits the clue gave than a clue of this word gives on "
    "average. With %, cost and luck are percentage points of the chance to win. "
    "bits/nat: the mean information for each nat of the price."
)

_RANK = "secret is no."  # heading of a column
_OF_SECRET = (
    " false: the number of false marks, and the mean number at this price. secret is "
    "no.: the rank of the secret by probability after the clue, and its probability."
)


def classic_text(review: Review) -> str:
    """Return a table of the moves of a classic game, and the sums of cost and luck."""
    if review.turns[0].rating.unit is Unit.GUESSES:
        note = _CLASSIC.format("guesses")
        total = _classic_total(review)
    else:
        note = (
            f"{_CLASSIC.format('bits')}\nCost and luck are not in guesses: {review.why}"
        )
        total = _totals_text(review)
    return "\n".join([*_classic_lines(review.turns), "", note, "", total])


def _classic_lines(turns: Sequence[RatedTurn]) -> list[str]:
    """Return the table of a classic game: a heading, and a line for each turn."""
    # A coloured tile is wider than a letter. The codes for colours count in `len`, but
    # take no columns on the screen.
    length = len(turns[0].turn.guess)
    colour = has_colour()
    width = max(5, length)
    wide = 4 * length - 1 if colour else 2 * width + 2
    lines = [f"   {'guess':<{wide}}   left  {'best':<{width}}  cost    luck"]
    for number_, (turn, rating, left, _) in enumerate(turns, 1):
        picture = tile_text(turn.guess, turn.clue, colour=colour)
        padding = 0 if colour else wide - len(picture)
        lines.append(
            f"{number_:>2} {picture}{' ' * padding} {left or 'solved':>6}  "
            f"{upper(rating.best):<{width}}  {rating.cost:.2f}  "
            f"{rating.luck:+z6.2f}"
        )
    return lines


def _classic_total(review: Review) -> str:
    """Return a line with the sums of cost and luck of a classic game, in guesses.

    The line begins with the mean number of guesses of best play. If the game was
    solved, this mean plus the cost minus the luck is the number of guesses that the
    game took. If the game was not solved, this mean plus the cost minus the luck is the
    total number of guesses that could be expected if the game went on.
    """
    ((cost, luck),) = review.totals.values()
    start = -review.turns[0].rating.best_worth
    end = format_count(len(review.turns), "guess")
    if review.turns[-1].left:
        expected = start + cost - luck
        end += f" played, not solved; {expected:.2f} guesses are expected in all"
    return (
        f"{start:.2f} guesses on average with the best play, plus cost {cost:.2f}, "
        f"minus luck {luck:+z.2f}: {end}."
    )


def _totals_text(review: Review) -> str:
    """Return the sums of the moves' cost and luck, for each unit that the game has."""
    parts = []
    for unit, (cost, luck) in review.totals.items():
        name = "chances to win" if unit is Unit.CHANCES else unit
        parts.append(
            f"{name}: the costs sum to {_cost_text(unit, cost)}, "
            f"the luck sums to {_luck_text(unit, luck)}"
        )
    return "; ".join(parts)


def _cost_text(unit: Unit, cost: float) -> str:
    return f"{100 * cost:.1f} %" if unit is Unit.CHANCES else f"{cost:.2f}"


def _luck_text(unit: Unit, luck: float) -> str:
    return f"{100 * luck:+z.1f} %" if unit is Unit.CHANCES else f"{luck:+z.2f}"


def noisy_text(review: Review) -> str:
    """Return a table of the moves of a WORDPL or Fibble game, with sums and notes."""
    # Columns without values, such as the prices in Fibble, are left out.
    width = terminal_width()
    cells = zip(*_noisy_lines(review), strict=True)
    shown = [column for column in cells if any(column[1:])]
    lines = [*zip(*shown, strict=True)]
    table = align_columns(lines, width, ["bits/nat", "best word"])
    note = _NOISY + (_OF_SECRET if lines[0][-1] == _RANK else "")
    return f"{table}\n\n{_totals_text(review)}\n\n{fold_note(note, width)}"


def _noisy_lines(review: Review) -> list[list[str]]:
    """Return the table of a WORDPL or Fibble game: a list of cells for each row.

    The first row has the headings. A cell without a value is an empty string.
    """
    lines = [
        [
            "guess",
            "price",
            "bits",
            "best word",
            "cost",
            "luck",
            "bits/nat",
            "false",
            _RANK,
        ]
    ]
    lines += [_turn_cells(index, turn) for index, turn in enumerate(review.turns, 1)]
    if answer := review.answer:
        name = f"answer {review.final}" if review.final else "no answer"
        best = f"{upper(answer.best)} {100 * answer.best_worth:.1f} %"
        worth = f"{100 * answer.worth:.1f} %"
        cost = _cost_text(answer.unit, answer.cost)
        lines.append([name, "", worth, best, cost, *[""] * 4])
    return lines


def _turn_cells(turn_number: int, rated: RatedTurn) -> list[str]:
    """Return the cells of a turn in the table of a WORDPL or Fibble game.

    The last two cells, the number of false marks and the rank of the secret, are empty
    if the secret is unknown.
    """
    turn = rated.turn
    rating = rated.rating
    insight = rated.insight
    is_priced = math.isfinite(turn.epsilon)
    false = ""
    rank = ""

    if insight is not None:
        false = str(sum(turn.false_marks(insight.truth)))
        if is_priced:
            length = len(turn.guess)
            expected = length * (1 - keep_probability(turn.epsilon, length))
            false += f" of {expected:.1f}"
        rank = str(insight.rank)
        if insight.shared > 1:  # words of equal probability share a range of ranks
            rank += f"-{insight.rank + insight.shared - 1}"
        rank += f", {100 * insight.chance:.1f} %"
    return [
        f"{turn_number} {tile_text(turn.guess, turn.clue, colour=False)}",
        number(turn.epsilon) if is_priced else "",
        f"{rating.bits_gained:.2f} of {rating.bits:.2f}",
        upper(rating.best),
        _cost_text(rating.unit, rating.cost),
        _luck_text(rating.unit, rating.luck),
        f"{rating.bits / turn.epsilon:.2f}" if is_priced else "",
        false,
        rank,
    ]
