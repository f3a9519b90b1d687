"""Tables of a reviewed game: classic Wordle in guesses, WORDPL and Fibble in bits."""

from __future__ import annotations

import math
from collections.abc import Sequence

from commands.display.games import false_marks
from commands.results import columns
from commands.terminal import has_colour
from contest.terminal.grid import align_columns
from contest.terminal.layout import fold_note
from game.noise import keep_probability
from game.spelling import upper
from game.text.formats import format_count, number
from game.text.render import tile_text
from solver.advice.noisy_review import NoisyReview, NoisyTurn
from solver.advice.review import Reviewed
from solver.trees.objective import TOTAL, Objective

_CLASSIC = (
    "cost: {0} lost on average, against the best word.\n"
    "luck: {0} saved (+) or lost (-) by the clue, against the average clue."
)

_ESTIMATED = "\n*: estimated by lookahead, as an exact search would take too long."

_NOISY = (
    "bits: gained by the clue, and by this word on average. cost: what the best word "
    "at this price gives more on average, in bits; of the last two moves, in chances "
    "to win. luck: what the clue gave above the average. "
    "false: marks that were not true, and how many are on average."
)


def classic_text(moves: Sequence[Reviewed], objective: Objective) -> str:
    """Return the moves of a classic game as a table, and the totals."""
    scale = 100 if objective.within else 1
    unit = "guesses" if objective == TOTAL else "points"
    if objective.within:
        unit = f"per cent of the chance to win within {objective.within}"
    note = _CLASSIC.format(unit)
    if not all(move.exact for move in moves):
        note += _ESTIMATED
    parts = [*_classic_lines(moves, scale), "", note, ""]
    return "\n".join([*parts, _classic_total(moves, objective, scale)])


def _classic_lines(moves: Sequence[Reviewed], scale: int) -> list[str]:
    """Return a heading, and a line for each move."""
    length, colour = len(moves[0].guess), has_colour()
    width = max(5, length)
    wide = 4 * length - 1 if colour else 2 * width + 2
    lines = [f"   {'guess':<{wide}}   left  {'best':<{width}}  cost    luck"]
    for turn, move in enumerate(moves, 1):
        picture = tile_text(move.guess, move.clue, colour=colour)
        padding = 0 if colour else wide - len(picture)
        left = str(move.left) if move.left else "solved"
        mark = " " if move.exact else "*"
        lines.append(
            f"{turn:>2}{mark}{picture}{' ' * padding} {left:>6}  "
            f"{upper(move.best):<{width}}  {move.cost * scale:.2f}  "
            f"{move.luck * scale:+z6.2f}"
        )
    return lines


def _classic_total(moves: Sequence[Reviewed], objective: Objective, scale: int) -> str:
    """Return the sum of expectation, costs and luck, which is the result."""
    cost = sum(move.cost for move in moves) * scale
    luck = sum(move.luck for move in moves) * scale
    start, sign = moves[0].expected * scale, ""
    last = start + cost - luck
    if objective.within:
        start, last, sign = 100 - start, 100 - last, " %"
    about = "" if all(move.exact for move in moves) else "about "
    played = format_count(len(moves), "guess")
    end = played
    if moves[-1].left:
        end = f"{played} played, not solved: {about}{last:.2f}{sign} expected in all"
    elif objective != TOTAL:
        end = f"{about}{last:.2f}{sign} with {played}"
    return (
        f"{about}{start:.2f}{sign} on average with the best play; cost {cost:.2f}, "
        f"luck {luck:+z.2f}: {end}."
    )


def noisy_text(review: NoisyReview) -> str:
    """Return a game of WORDPL or Fibble as a table."""
    width = columns()
    lines = _noisy_lines(review)
    for heading in ("price", "bits/nat", "false", "secret is"):
        column = lines[0].index(heading)
        if not any(line[column] for line in lines[1:]):
            lines = [line[:column] + line[column + 1 :] for line in lines]
    table = align_columns(lines, width, ["bits/nat", "best word"])
    cost = sum(turn.rated.cost for turn in review.turns)
    cost += review.answer.cost if review.answer else 0.0
    luck = sum(turn.rated.luck for turn in review.turns)
    total = f"cost {cost:.2f}, luck {luck:+z.2f}"
    return f"{table}\n\n{total}\n\n{fold_note(_NOISY, width)}"


def _noisy_lines(review: NoisyReview) -> list[list[str]]:
    """Return the cells of the table, empty where they mean nothing."""
    heads = ["guess", "price", "bits", "best word", "cost", "luck", "bits/nat"]
    lines = [[*heads, "false", "secret is"]]
    lines += [_turn_cells(index, turn) for index, turn in enumerate(review.turns, 1)]
    if answer := review.answer:
        name = f"answer {review.final}" if review.final else "no answer"
        best = f"{upper(answer.best)} {100 * answer.best_worth:.1f} %"
        worth = f"{100 * answer.worth:.1f} %"
        lines.append([name, "", worth, best, f"{answer.cost:.2f}", *[""] * 4])
    return lines


def _turn_cells(turn_number: int, reviewed: NoisyTurn) -> list[str]:
    """Return the cells of a turn; the last two are empty where no secret is known."""
    turn, rated, insight = reviewed
    is_priced, length = math.isfinite(turn.epsilon), len(turn.guess)
    false = rank = ""
    if insight is not None:
        false = str(sum(false_marks(turn.clue, insight.truth, length)))
        if is_priced:
            expected = length * (1 - keep_probability(turn.epsilon, length))
            false += f" of {expected:.1f}"
        rank = f"no. {insight.rank}, {100 * insight.chance:.1f} %"
    return [
        f"{turn_number} {tile_text(turn.guess, turn.clue, colour=False)}",
        number(turn.epsilon) if is_priced else "",
        f"{rated.bits_gained:.2f} of {rated.bits:.2f}",
        upper(rated.best),
        f"{rated.cost:.2f}",
        f"{rated.luck:+z.2f}",
        f"{rated.bits / turn.epsilon:.2f}" if is_priced else "",
        false,
        rank,
    ]
