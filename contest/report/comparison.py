"""Terminal report of a paired comparison: sentences, then a table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from contest.report.layout import WIDE, aligned, folded
from contest.report.tables import PROSE, figure
from contest.statistics.paired import Contrast, Difference
from contest.statistics.quantiles import PERCENTILES

_CONTRASTS = (
    "budget: where the better of the two crosses 5, 50 and 95 % of games won; inf: "
    "neither does, compared by all games. fewer games: as many times more would be "
    "needed, were the secrets and the noise not the same. McNemar p: how likely games "
    "that one alone won are to be as uneven by chance."
)

_GUESSES = (
    "mean: over the games that both solved; the interval has no width where every "
    "answer was played once. fewer games: as many times more would be needed on "
    "secrets of their own."
)

# Columns to leave out on a narrow screen, the least important first.
_DROP = ["fewer games", "correlation", "A", "B", "A alone", "B alone", "budget"]


def contrasts_text(found: Sequence[Contrast], width: int = WIDE) -> str:
    """Return the better entry at WORDPL, with the evidence."""
    figures = ["A", "B", "A - B, 95 % interval", "correlation", "fewer games"]
    words = [folded(f"{line.column}: {_in_words(line)}", width) for line in found]
    exact = [["exact chances", "budget", *figures]]
    wins = [["games won", "budget", *figures, "A alone", "B alone", "McNemar p"]]
    for line in found:
        assert line.chances is not None, line
        start = [f"  {line.column}", figure(line.budget)]
        exact.append([*start, *_difference_cells(line.chances, 100, " %")])
        wins.append([*start, *_difference_cells(line.wins, 100, " %"), *_test(line)])
    tables = [aligned(lines, width, _DROP) for lines in (exact, wins)]
    tables.append(folded(_CONTRASTS, min(width, PROSE)))
    return "\n\n".join(["\n".join(words), *tables])


def guesses_text(numbers: Difference, solved: Contrast, width: int = WIDE) -> str:
    """Return the better entry at classic Wordle, with the evidence."""
    # Fewer guesses are better.
    better = {0: 1, 1: 0}.get(numbers.larger)
    verdict = "open" if better is None else f"{'AB'[better]} is better"
    means = f"A takes {numbers.first:.4f} guesses and B {numbers.second:.4f}"
    doubt = "" if better is not None else ", which these games do not tell apart"
    figures = ["A", "B", "A - B, 95 % interval", "correlation", "fewer games"]
    mean = ["  mean", *_difference_cells(numbers, 1, "")]
    wins = ["  solved", *_difference_cells(solved.wins, 100, " %"), *_test(solved)]
    games = ["games", *figures, "A alone", "B alone", "McNemar p"]
    tables = [
        aligned([["guesses", *figures], mean], width, _DROP),
        aligned([games, wins], width, _DROP),
        folded(_GUESSES, min(width, PROSE)),
    ]
    words = folded(f"mean: {verdict}: {means}{doubt}", width)
    return "\n\n".join([words, *tables])


def _in_words(found: Contrast) -> str:
    """Return the better entry at a percentile, as a sentence."""
    chances = found.chances
    assert chances is not None, found
    shares = [f"{100 * share:.1f} %" for share in (chances.first, chances.second)]
    wins = f"A wins {shares[0]} of its games and B {shares[1]}"
    if math.isfinite(found.budget):
        wins = f"within {figure(found.budget)} nats {wins}"
    else:
        share = 100 * PERCENTILES[found.column]
        wins = f"neither wins {share:g} % of its games at any price; {wins}"
    if chances.larger < 0:
        return f"open: {wins}, which these games do not tell apart"
    name = "AB"[chances.larger]
    one, other = found.crossings
    # Scores are multiples of the prices: a real lead may not show in them yet.
    same = one == other and found.column in PERCENTILES
    verdict = f"the same score, {name} is ahead" if same else f"{name} is better"
    return f"{verdict}: {wins}"


def _difference_cells(found: Difference, unit: float, sign: str) -> list[str]:
    ends = f"{unit * found.low:+.2f} to {unit * found.high:+.2f}"
    gap = f"{unit * (found.first - found.second):+.2f} ({ends}){sign}"
    means = [f"{unit * mean:.2f}{sign}" for mean in (found.first, found.second)]
    pairing = [
        "-" if math.isnan(value) else f"{value:{form}}"
        for value, form in ((found.correlation, ".2f"), (found.saving, ".1f"))
    ]
    return [*means, gap, *pairing]


def _test(found: Contrast) -> list[str]:
    return [*map(str, found.only), f"{found.p_value:.3g}"]
