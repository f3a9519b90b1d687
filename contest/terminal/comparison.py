"""Terminal reports of paired comparisons: sentences, then tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from contest.statistics.comparison.paired import Contrast, Difference
from contest.statistics.comparison.simultaneous import Ranking
from contest.statistics.quantiles import PERCENTILES
from contest.terminal.grid import align_columns, table_width
from contest.terminal.layout import WIDE, fold_note, fold_text
from game.text.formats import format_score, letter_label, rank_text

# By the heading of the column, or the name of the line, that each explains.
_NOTES = {
    "budget": "the smaller of the two at which 5, 50 and 95 % of the games are won; "
    "inf: neither entry reaches it, compared on all games.",
    "mean": "a lost game counts as one guess more than the limit, and is left out "
    "where there is none; the interval has width 0 where every answer was played once.",
    "fewer games": "factor by which pairing reduces the games needed.",
    "McNemar p": "p-value of McNemar's exact test that both win equally often.",
}

_TOGETHER = "The intervals of one table are simultaneous at 95 %, as are the ranks."

_RANKINGS = (
    "gap: difference, row minus column, of the shares of games won within the smaller "
    f"of their two budgets, in percentage points. {_TOGETHER}"
)

_GUESS_RANKINGS = (
    "gap: difference, row minus column; no ± where every answer was played once. mean: "
    "a lost game counts as one guess more than the limit, and is left out where there "
    f"is none. {_TOGETHER}"
)

_INSIGNIFICANT = "no significant difference"

# Columns to leave out on a narrow screen, the least important first.
_DROP = ["fewer games", "correlation", "A", "B", "A alone", "B alone", "budget"]

# Columns of tables of differences.
_FIGURES = ["A", "B", "A - B, 95 % interval", "correlation", "fewer games"]


def contrasts_text(contrasts: Sequence[Contrast], width: int = WIDE) -> str:
    """Return the better entry at WORDPL, with the evidence."""
    words = [
        fold_text(f"{contrast.column}: {_in_words(contrast)}", width)
        for contrast in contrasts
    ]
    return _with_legend(words, _chance_tables(contrasts, priced=True), width)


def guesses_text(
    numbers: Difference,
    contrasts: Sequence[Contrast],
    width: int = WIDE,
    *,
    adjusted: bool = False,
) -> str:
    """Return the better entry in games without prices, with the evidence.

    `adjusted` says that guesses and chances are adjusted for luck.
    """
    # Fewer guesses are better.
    better = {0: 1, 1: 0}.get(numbers.larger)
    verdict = _INSIGNIFICANT if better is None else f"{'AB'[better]} is better"
    means = f"A takes {numbers.first:.4f} guesses and B {numbers.second:.4f}"
    words = fold_text(f"mean: {verdict}: {means}", width)
    name = "adjusted guesses" if adjusted else "guesses"
    table = [[name, *_FIGURES], ["  mean", *_difference_cells(numbers, 1, "")]]
    chances, wins = _chance_tables(contrasts, priced=False)
    return _with_legend([words], [table, *[chances] * adjusted, wins], width)


def _chance_tables(
    contrasts: Sequence[Contrast], *, priced: bool
) -> tuple[list[list[str]], list[list[str]]]:
    """Return the lines of the chances to win, and of games won."""
    titles = [*["budget"] * priced, *_FIGURES]
    chances = [["adjusted chances", *titles]]
    wins = [["games won", *titles, "A alone", "B alone", "McNemar p"]]
    for each in contrasts:
        start = [f"  {each.column}", *[format_score(each.budget)] * priced]
        test = *map(str, each.only), f"{each.p_value:.3g}"
        chances.append([*start, *_difference_cells(each.chances, 100, " %")])
        wins.append([*start, *_difference_cells(each.wins, 100, " %"), *test])
    return chances, wins


def _with_legend(
    words: Sequence[str], tables: Iterable[Sequence[Sequence[str]]], width: int
) -> str:
    """Return sentences, tables, and the notes on what the tables show."""
    texts = [align_columns(table, width, _DROP) for table in tables]
    shown = "\n".join(texts)
    notes = " ".join(
        f"{name}: {note}" for name, note in _NOTES.items() if name in shown
    )
    return "\n\n".join(["\n".join(words), *texts, fold_note(notes, width)])


def rankings_text(rankings: Sequence[Ranking], width: int = WIDE) -> str:
    """Return the order of several entries, with the evidence."""
    words = [
        fold_text(f"{ranking.column}: {_leaders(ranking)}", width)
        for ranking in rankings
    ]
    blocks = [
        block for ranking in rankings for block in _ranking_blocks(ranking, width)
    ]
    classic = any(ranking.column in ("mean", "solved") for ranking in rankings)
    notes = _GUESS_RANKINGS if classic else _RANKINGS
    return "\n\n".join(["\n".join(words), *blocks, fold_note(notes, width)])


def _leaders(ranking: Ranking) -> str:
    """Return which entries may be the best, as a sentence."""
    leaders = [letter_label(k) for k in ranking.order if ranking.ranks[k][0] == 1]
    if all(low == high for low, high in ranking.ranks):
        return f"{leaders[0]} is best, and all differences are significant"
    best = leaders[0] if len(leaders) == 1 else f"one of {', '.join(leaders)}"
    return f"{best} is best"


def _ranking_blocks(ranking: Ranking, width: int) -> list[str]:
    """Return a ranking as tables that fit the screen: values and ranks, then gaps."""
    names = [ranking.column, *(f"  {letter_label(k)}" for k in ranking.order)]
    ranks = ["rank", *(rank_text(*ranking.ranks[k]) for k in ranking.order)]
    blocks = [[names, _value_column(ranking), ranks]]
    for rank in range(1, len(ranking.order)):
        gaps = _gap_column(ranking, rank)
        if table_width([*zip(*blocks[-1], gaps, strict=True)]) > width:
            blocks.append([names])
        blocks[-1].append(gaps)
    first, *others = ([*zip(*columns, strict=True)] for columns in blocks)
    # The last entry has no gap to one that comes after it.
    tables = [first, *(lines[:-1] for lines in others)]
    return [align_columns(lines, width) for lines in tables]


def _value_column(ranking: Ranking) -> list[str]:
    """Return a heading, and the value of each entry, the best first."""
    values = [ranking.values[k] for k in ranking.order]
    if ranking.column in PERCENTILES:
        return ["budget", *map(format_score, values)]
    heading = {"mean": "guesses", "asked": "chance"}.get(ranking.column, ranking.column)
    return [heading, *(_format_value(ranking, value) for value in values)]


def _gap_column(ranking: Ranking, rank: int) -> list[str]:
    """Return a heading, and the gaps of better entries to the one at a rank."""
    other, cells = ranking.order[rank], []
    for k in ranking.order[:rank]:
        half = ranking.half_widths[k, other]
        interval = f" ± {_format_value(ranking, half)}" if half else ""
        cells.append(_format_value(ranking, ranking.gaps[k, other], "+") + interval)
    blank = [""] * (len(ranking.order) - rank)
    return [f"gap to {letter_label(other)}", *cells, *blank]


def _format_value(ranking: Ranking, value: float, sign: str = "") -> str:
    """Return a mean number of guesses, or a share in per cent."""
    is_share = ranking.column != "mean"
    return f"{100 * value:{sign}.2f}" if is_share else f"{value:{sign}.4f}"


def _in_words(contrast: Contrast) -> str:
    """Return the better entry at a percentile, as a sentence."""
    chances = contrast.chances
    shares = [f"{100 * share:.1f} %" for share in (chances.first, chances.second)]
    wins = f"A wins {shares[0]} of its games and B {shares[1]}"
    name = "AB"[chances.larger]
    if math.isinf(contrast.budget):
        share = 100 * PERCENTILES[contrast.column]
        more = f"{name} wins significantly more games"
        verdict = _INSIGNIFICANT if chances.larger < 0 else more
        return f"neither wins {share:g} % of its games at any price; {verdict}: {wins}"
    wins = f"within {format_score(contrast.budget)} nats {wins}"
    if chances.larger < 0:
        return f"{_INSIGNIFICANT}: {wins}"
    one, other = contrast.crossings
    # Scores are multiples of the prices: a real lead may not show in them yet.
    same = one == other and contrast.column in PERCENTILES
    verdict = f"the same score, but {name} wins more games" if same else ""
    return f"{verdict or f'{name} is better'}: {wins}"


def _difference_cells(difference: Difference, unit: float, sign: str) -> list[str]:
    ends = f"{unit * difference.low:+z.2f} to {unit * difference.high:+z.2f}"
    gap = f"{unit * (difference.first - difference.second):+z.2f} ({ends}){sign}"
    means = [
        f"{unit * mean:.2f}{sign}" for mean in (difference.first, difference.second)
    ]
    pairing = [
        "-" if math.isnan(value) else f"{value:{form}}"
        for value, form in ((difference.correlation, ".2f"), (difference.saving, ".1f"))
    ]
    return [*means, gap, *pairing]
