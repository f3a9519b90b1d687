"""Terminal reports of paired comparisons: sentences, then tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from contest.statistics.comparison import Comparison, Contrast, Difference
from contest.statistics.quantiles import PERCENTILES
from contest.terminal.grid import align_columns
from contest.terminal.layout import WIDE, fold_note, fold_text
from game.text.formats import format_score, letter_label

# Explanations of words in the tables. A key is the heading of a column or the name of a
# line, and the value is the explanation of this column or line.
_NOTES = {
    "budget": "the smaller of the budgets with which the two entries reach the target "
    "probability; inf: neither entry reaches it, so all games are compared.",
    "mean": "a lost game counts as one guess more than the limit, and is left out "
    "if there is no limit; the interval has width 0 if every answer was played once.",
}

_INSIGNIFICANT = "no significant difference"


def comparisons_text(
    comparisons: Sequence[Comparison], width: int = WIDE, *, adjusted: bool = False
) -> str:
    """Return a text that says which entry of each comparison is better.

    For each comparison the text has sentences and then tables with the figures.
    `adjusted` says whether the guesses and chances of games without prices are
    luck-adjusted.
    """
    texts = []
    for number, comparison in enumerate(comparisons, 1):
        other = letter_label(number)
        texts += [*_words(comparison, other, width)]
        tables = _tables(comparison, other, adjusted=adjusted)
        droppable = ["A", other, "budget"]
        texts += [align_columns(table, width, droppable) for table in tables]

    shown = "\n".join(texts)
    notes = [f"{name}: {note}" for name, note in _NOTES.items() if name in shown]
    if len(comparisons) > 1:
        notes.append(
            f"In lines of the same name, the intervals of the {len(comparisons)} "
            "comparisons together cover the true differences with a probability of "
            "95 %: each interval has an equal share of the error of 5 % (Bonferroni)."
        )
    return "\n\n".join([*texts, fold_note(" ".join(notes), width)])


def _words(comparison: Comparison, other: str, width: int) -> Iterator[str]:
    """Yield sentences that say which entry is better.

    The first entry is called A, and `other` is the letter of the other entry.
    """
    if comparison.guesses:
        text = _guesses_in_words(comparison.guesses, other)
        yield fold_text(f"mean: {text}", width)
    else:
        lines = [
            fold_text(f"{contrast.column}: {_in_words(contrast, other)}", width)
            for contrast in comparison.contrasts
        ]
        yield "\n".join(lines)


def _guesses_in_words(numbers: Difference, other: str) -> str:
    """Return a sentence that says whether A or `other` takes fewer guesses."""
    better = {0: other, 1: "A"}.get(numbers.larger)  # fewer guesses are better
    verdict = _INSIGNIFICANT if better is None else f"{better} is better"
    means = f"A takes {numbers.first:.4f} guesses and {other} {numbers.second:.4f}"
    return f"{verdict}: {means}"


def _tables(
    comparison: Comparison, other: str, *, adjusted: bool
) -> Iterator[list[list[str]]]:
    """Yield the table of the mean number of guesses, and the table of chances to win.

    A table is a list of lines of cells. For games with prices, only the table of
    chances is yielded. `other` is the letter of the second entry. `adjusted` says
    whether the guesses and chances of games without prices are luck-adjusted.
    """
    priced = comparison.guesses is None
    figures = ["A", other, f"A - {other}, 95 % interval"]
    if comparison.guesses:
        name = "adjusted guesses" if adjusted else "guesses"
        cells = _difference_cells(comparison.guesses, 1, "")
        yield [[name, *figures], ["  mean", *cells]]

    # A chance that is not luck-adjusted is the percentage of games that were won.
    name = "adjusted chances" if priced or adjusted else "games won"
    chances = [[name, *["budget"] * priced, *figures]]
    for each in comparison.contrasts:
        start = [f"  {each.column}", *[format_score(each.budget)] * priced]
        chances.append([*start, *_difference_cells(each.chances, 100, " %")])
    yield chances


def _in_words(contrast: Contrast, other: str) -> str:
    """Return a sentence that says whether A or `other` is better in a ranking."""
    chances = contrast.chances
    shares = [f"{100 * share:.1f} %" for share in (chances.first, chances.second)]
    wins = f"A wins {shares[0]} of its games and {other} {shares[1]}"
    name = other if chances.larger else "A"

    # If neither entry reaches the target probability, the chances to win at any cost
    # are compared.
    if math.isinf(contrast.budget):
        share = 100 * PERCENTILES[contrast.column]
        more = f"{name} wins significantly more games"
        verdict = _INSIGNIFICANT if chances.larger < 0 else more
        return f"neither wins {share:g} % of its games at any price; {verdict}: {wins}"
    wins = f"within {format_score(contrast.budget)} nats {wins}"
    if chances.larger < 0:
        return f"{_INSIGNIFICANT}: {wins}"
    first, second = contrast.crossings

    # Costs are sums of few prices, so two entries may reach the target probability with
    # the same budget. Even then one entry may win more games within this budget.
    verdict = f"{name} is better"
    if first == second:
        verdict = f"the same score, but {name} wins more games"
    return f"{verdict}: {wins}"


def _difference_cells(difference: Difference, unit: float, sign: str) -> list[str]:
    """Return three cells: the two means, and their difference with its interval.

    All numbers are multiplied by `unit`, and `sign` follows them.
    """
    ends = f"{unit * difference.low:+z.2f} to {unit * difference.high:+z.2f}"
    gap = f"{unit * (difference.first - difference.second):+z.2f} ({ends}){sign}"
    means = [
        f"{unit * mean:.2f}{sign}" for mean in (difference.first, difference.second)
    ]
    return [*means, gap]
