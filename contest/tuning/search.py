"""Parameter search: ranges, template of the entry, objective, pruning of trials."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from string import Formatter

import numpy as np
from scipy.stats import qmc

from game.errors import InputError, missing_extra, nearest

try:
    from optuna.distributions import FloatDistribution, IntDistribution
except ImportError as error:
    raise missing_extra("search", "tune", error) from None

from contest.statistics.adjusted.luck import Luck
from contest.statistics.adjusted.values import adjust_values
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import standard_error
from game.protocol import Setting
from game.record import Game

_MISSING = 30.0
"""Penalty in nats for odds of winning that are too small by a factor e.

That many nats buy more than such a factor: about 5 at p05, 10 with three guesses at
p50 and with four at p95, 25 with two guesses at p50. So the penalty exceeds the price
that was saved.
"""

CAUTION = 1.0
"""Standard errors subtracted from the chance to win.

The best of many trials is biased upwards (selection bias): without this correction it
wins less often on other games than on those that selected it.
"""

BATCH = 50
"""Games after which a trial may be pruned, and again after as many."""

_CLEARLY = 3.0  # standard errors by which a pruned trial is worse than the best

_MOST_VALUES = 2**53  # values of a range: whole numbers that a float represents

ParameterValue = int | float
Range = FloatDistribution | IntDistribution


class TuningError(InputError):
    """A template or a range that cannot be searched."""


def search_space(template: str, texts: Iterable[str]) -> dict[str, Range]:
    """Return the range of every placeholder of a template.

    Texts are ranges for `parse_range`. Raises `TuningError` when a range cannot be
    read, a placeholder or a range has no partner, or the template cannot be read.
    """
    wanted, space = _placeholders(template), {}
    for name, values in map(parse_range, texts):
        if name in space:
            raise TuningError(f"range of {name!r} is given twice: expected it once")
        if name not in wanted:
            raise TuningError(
                f"range of {name!r}: expected {{{name}}} in the entry"
                f"{nearest(name, wanted)}"
            )
        space[name] = values
    for name in sorted(wanted - space.keys()):
        raise TuningError(f"entry {template!r}: expected a range like {name}=1:2")
    if not space:
        raise TuningError(
            f"entry {template!r}: expected placeholders like {{a}}, and their ranges"
        )
    return space


def parse_range(text: str) -> tuple[str, Range]:
    """Read a range like ``a=7:11``, or ``n=1:5:1`` for whole numbers.

    Without a step, it is a power of ten, a thousandth of the range or less. The range
    ends on a step.

    Raises `TuningError` when it cannot be read, is empty or has too many values.
    """
    name, equals, numbers = text.partition("=")
    try:
        low, high, *steps = [_number(part) for part in numbers.split(":")]
    except ValueError:
        equals = ""
    if not (name.isidentifier() and equals and len(steps) < 2):
        raise TuningError(f"range {text!r}: expected name=low:high or with :step")
    if not low < high or (steps and steps[0] <= 0):
        raise TuningError(f"range {text!r}: expected low below high, step above 0")
    width = float(high) - float(low)
    if math.isfinite(width):
        step = steps[0] if steps else 10.0 ** (math.floor(math.log10(width)) - 3)
        if width / step < _MOST_VALUES:
            last = round_value(low + math.floor((high - low) / step + 1e-9) * step)
            if isinstance(last, int):
                return name, IntDistribution(int(low), last, step=int(step))
            return name, FloatDistribution(low, last, step=step)
    raise TuningError(f"range {text!r}: expected fewer values, or closer ones")


def count_points(space: Iterable[Range]) -> int:
    """Return the number of points of a space."""
    return math.prod([_length(values) for values in space])


def even_points(
    space: Mapping[str, Range], count: int, seed: str
) -> list[dict[str, ParameterValue]]:
    """Return points of a scrambled Sobol' sequence, which fill a space evenly.

    `count` is their number, a power of 2; `seed` determines them.

    Examples
    --------
    >>> space = search_space("mine:Mine({n})", ["n=1:8:1"])
    >>> sorted(point["n"] for point in even_points(space, 8, "a"))
    [1, 2, 3, 4, 5, 6, 7, 8]
    """
    generator = np.random.default_rng(derive_seed(seed))
    shares = qmc.Sobol(len(space), seed=generator).random(count)
    return [
        {
            name: round_value(values.low + int(share * _length(values)) * _step(values))
            for share, (name, values) in zip(point, space.items(), strict=True)
        }
        for point in shares
    ]


def derive_seed(text: str) -> int:
    """Return a number below 2**32 that a text determines."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def _step(values: Range) -> ParameterValue:
    return values.step or 1


def _length(values: Range) -> int:
    return round((values.high - values.low) / _step(values)) + 1


def round_value(number: ParameterValue) -> ParameterValue:
    """Return a number of a range without its error of rounding."""
    return number if isinstance(number, int) else float(f"{number:.12g}")


def _number(text: str) -> ParameterValue:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return int(text) if text.strip().lstrip("+-").isdigit() else value


def _placeholders(template: str) -> set[str]:
    """Return the names in the braces of a template; nothing else is allowed there."""
    try:
        fields = list(Formatter().parse(template))
    except ValueError as error:
        raise TuningError(f"entry {template!r}: {error}") from None
    for _, name, spec, conversion in fields:
        if name is not None and (spec or conversion or not name.isidentifier()):
            raise TuningError(
                f"entry {template!r}, placeholder {name!r}: expected a name alone, "
                "like {a}"
            )
    return {name for _, name, _, _ in fields if name}


def measure_loss(curve: WinCurve, share: float) -> float:
    """Return the objective: the budget at which a share of the games is won.

    In nats, for F less one standard error. Where that stays below the share, the
    largest budget plus a penalty.
    """
    budget = curve.crossing(share, -CAUTION)
    if math.isfinite(budget):
        return budget
    largest = float(curve.budgets.max())
    chance, error = curve.at(largest)
    chance = max(chance - CAUTION * error, 1e-12)
    missing = math.log(share / (1 - share)) - math.log(chance / (1 - chance))
    return largest + _MISSING * missing


class Pruning:
    """Stopping rule of a trial that is clearly worse than the best.

    The games are paired: the estimate of the trial's chance to win within the best
    trial's loss is that of the best trial over all games plus the mean difference of
    adjusted values over the games so far. A trial is pruned if it is `_CLEARLY`
    standard errors below the share.

    `best` is the curve of the best trial, whose games are the same; None prunes
    nothing.
    """

    def __init__(self, setting: Setting, best: WinCurve | None, share: float) -> None:
        self.setting, self.share = setting, share
        self.budget = math.inf if best is None else best.crossing(share, -CAUTION)
        self.best = (
            None
            if best is None or math.isinf(self.budget)
            else best.within(self.budget)
        )
        self.luck = Luck.of([], setting)
        self.games: list[Game] = []

    def __call__(self, row: Mapping[str, str]) -> bool:
        """Add the next game and return whether to stop."""
        if self.best is None:
            return False
        self.games.append(Game.from_row(row))
        if len(self.games) < BATCH:
            return False
        self.luck += Luck.of(self.games, self.setting)
        self.games.clear()
        count = len(self.luck)
        if count == len(self.best):
            return False
        differences = adjust_values(self.luck, self.budget) - self.best[:count]
        margin = _CLEARLY * standard_error(differences)
        return bool(self.best.mean() + differences.mean() + margin < self.share)
