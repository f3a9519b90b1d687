"""Tables of a reviewed game: classic Wordle in guesses, WORDPL in chances to win."""

from __future__ import annotations

from collections.abc import Sequence

from commands.terminal import columns, has_colour
from contest.terminal.grid import align_columns
from contest.terminal.layout import PROSE, fold_text
from game.spelling import upper
from game.text.formats import format_count, number
from game.text.render import tile_text
from solver.advice.noisy_review import NoisyReview, NoisyTurn
from solver.advice.review import Reviewed
from solver.trees.objective import TOTAL, Objective

_CLASSIC = (
    "choice: {} lost on average, against the best word.\n"
    "clue: {} saved or lost by luck, against the average clue."
)

_ESTIMATED = "\n*: estimated by lookahead, as an exact search would take too long."

_NOISY = (
    "bits: gained by the clue, and by this word on average. best word: at this "
    "price, with its bits. false: marks that were not true, and how many are on "
    "average."
)

_CHANCES = (
    "before, after: the chance to win with the budget of this game, if best known play "
    "follows, in per cent. price, word, clue, answer: what they added (+) or lost (-). "
    "What a clue adds is luck, with mean 0. Before the last guess the chances are "
    "Monte Carlo estimates, accurate to a few per cent."
)


def classic_text(moves: Sequence[Reviewed], objective: Objective) -> str:
    """Return the moves of a classic game as a table, and the totals."""
    scale = 100 if objective.within else 1
    length = len(moves[0].guess)
    width, colour = max(5, length), has_colour()
    wide = 4 * length - 1 if colour else 2 * width + 2
    heads = f"{'guess':<{wide}}   left  {'best':<{width}}"
    lines = [f"   {heads}  choice      clue"]
    for turn, move in enumerate(moves, 1):
        picture = tile_text(move.guess, move.clue, colour=colour)
        padding = 0 if colour else wide - len(picture)
        left = str(move.left) if move.left else "solved"
        mark = " " if move.exact else "*"
        choice = _amount_text(-move.skill * scale, "best")
        lines.append(
            f"{turn:>2}{mark}{picture}{' ' * padding} {left:>6}  "
            f"{upper(move.best):<{width}}  {choice:<10}  "
            f"{_amount_text(move.luck * scale, 'average')}"
        )
    choices = sum(move.skill for move in moves) * scale
    clues = sum(move.luck for move in moves) * scale
    about = "" if all(move.exact for move in moves) else "about "
    played = format_count(len(moves), "guess")
    start = moves[0].expected * scale
    unit, sign, last = "guesses", "", start + choices - clues
    if objective.within:
        unit = f"per cent of the chance to win within {objective.within}"
        sign, start, last = " %", 100 - start, 100 - last
    elif objective != TOTAL:
        unit = "points"
    expected = f"{about}{last:.2f}{sign} expected in all"
    end = f"{played} played, not solved: {expected}" if moves[-1].left else played
    if objective != TOTAL and not moves[-1].left:
        end = f"{about}{last:.2f}{sign} with {played}"
    return "\n".join(
        [
            *lines,
            "",
            _CLASSIC.format(unit, unit)
            + ("" if all(move.exact for move in moves) else _ESTIMATED),
            "",
            f"{about}{start:.2f}{sign} on average with the best play; "
            f"your choices {_sum_text(-choices)}, the clues {_sum_text(clues)}: {end}.",
        ]
    )


def _amount_text(saved: float, none: str) -> str:
    """Return guesses saved, or cost if negative, in words."""
    if abs(saved) < 0.005:
        return none
    return f"{'saves' if saved > 0 else 'costs'} {abs(saved):.2f}"


def _sum_text(saved: float) -> str:
    verb = "saved" if saved > 0 else "cost"
    return f"{verb} {abs(saved):.2f}"


def noisy_text(review: NoisyReview) -> str:
    """Return a game of WORDPL as tables of bits and of chances to win."""
    width = columns()
    notes = [fold_text(text, min(width, PROSE)) for text in (_NOISY, _CHANCES)]
    tables = [align_columns(_bit_lines(review.turns), width, ["bits/nat", "best word"])]
    tables += [notes[0], align_columns(_chance_lines(review), width), notes[1]]
    return "\n\n".join(tables if review.turns else tables[2:])


def _bit_lines(turns: Sequence[NoisyTurn]) -> list[list[str]]:
    known = any(turn.rank is not None for turn in turns)
    heads = ["guess", "price", "bits", "best word", "bits/nat"]
    if known:
        heads += ["false", "secret is"]
    lines = [heads]
    for turn_number, turn in enumerate(turns, 1):
        cells = [
            f"{turn_number} {tile_text(turn.guess, turn.clue, colour=False)}",
            number(turn.epsilon),
            f"{turn.gained:.2f} of {turn.expected:.2f}",
            f"{upper(turn.best)} {turn.best_expected:.2f}",
            f"{turn.rate:.2f}",
        ]
        if known:
            cells.append(f"{turn.lies} of {turn.expected_lies:.1f}")
            cells.append(f"no. {turn.rank}, {100 * (turn.chance or 0):.1f} %")
        lines.append(cells)
    return lines


def _chance_lines(review: NoisyReview) -> list[list[str]]:
    lines = [["chance to win, %", "before", "price", "word", "clue", "answer", "after"]]
    for turn_number, turn in enumerate(review.turns, 1):
        parts = (-turn.price, -turn.word, turn.luck)
        end = _share_text(turn.before + sum(parts))
        changes = [_change_text(part) for part in parts]
        lines.append(
            [f"{turn_number} {turn.guess}", _share_text(turn.before), *changes, "", end]
        )
    if review.final:
        before, after = review.likeliest_chance, review.final_chance
        cells = [
            _share_text(before),
            "",
            "",
            "",
            _change_text(-review.answer),
            _share_text(after),
        ]
        lines.append([f"answer {review.final}", *cells])
    return lines


def _change_text(chance: float) -> str:
    """Return a change in per cent with its sign, none for zero."""
    text = f"{100 * chance:+z.1f}"
    return text if text.strip("+-0.") else "0.0"


def _share_text(chance: float) -> str:
    return f"{100 * chance:.1f}"
