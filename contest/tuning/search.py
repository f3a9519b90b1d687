"""Parameter search over a box, with all trials on the same games.

All trials have the same secrets and the same noise (common random numbers), and the
objective is the exact chance to win instead of the share of games won.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter

from contest.statistics.posteriors import WinCurve
from game.errors import InputError, nearest

_MISSING = 10.0
"""Penalty in nats for a chance to win that is too small by a factor e.

One nat raises a chance by a factor e at most, and in practice about three are needed:
so the penalty always exceeds the price that was saved.
"""

_CAUTION = 1.0
"""Standard errors subtracted from the chance to win.

The best of many trials is biased upwards (selection bias): without this correction it
wins less often on other games than on those that selected it.
"""

Value = int | float
Values = Mapping[str, Value]


class TuningError(InputError):
    """A template or a range that cannot be searched."""


@dataclass(frozen=True, slots=True)
class Range:
    """The values that a parameter may take.

    Parameters
    ----------
    name : str
        The parameter, as in the template.
    low, high : int or float
        The least and the largest.
    step : int or float, optional
        Distance between values; by default a thousandth of the range or less.
    """

    name: str
    low: Value
    high: Value
    step: Value | None = None

    @classmethod
    def parse(cls, text: str) -> Range:
        """Read a range like ``a=7:11``, or ``n=1:5:1`` for whole numbers.

        Raises
        ------
        TuningError
            When it cannot be read, is empty or is too wide to be counted.

        Examples
        --------
        >>> Range.parse("n=1:5:1").value(3.2)
        3
        """
        name, equals, rest = text.partition("=")
        try:
            numbers = [_number(part) for part in rest.split(":")]
        except ValueError:
            numbers = []
        if not (name.isidentifier() and equals and len(numbers) in (2, 3)):
            raise TuningError(f"range {text!r}: expected name=low:high or with :step")
        found = cls(name, *numbers)
        if not found.low < found.high or (found.step is not None and found.step <= 0):
            raise TuningError(f"range {text!r}: expected low below high, step above 0")
        width = float(found.high) - float(found.low)
        if not math.isfinite(width / (found.step or 1)):
            raise TuningError(f"range {text!r}: expected fewer values, or closer ones")
        return found

    def value(self, number: float) -> Value:
        """Return the nearest valid value of the parameter.

        Examples
        --------
        >>> Range("a", 7, 11).value(9.33333)
        9.333
        """
        if self.step is not None:
            steps = math.floor((self.high - self.low) / self.step + 1e-9)
            place = min(round((number - self.low) / self.step), steps)
            value = self.low + max(place, 0) * self.step
            return value if isinstance(value, int) else round(value, 10)
        digits = 3 - math.floor(math.log10(self.high - self.low))
        return round(min(max(number, self.low), self.high), max(digits, 0))


def _number(text: str) -> Value:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return int(text) if text.strip().lstrip("+-").isdigit() else value


def check_template(template: str, ranges: Sequence[Range]) -> None:
    """Refuse a template whose placeholders are not the ranges.

    Raises
    ------
    TuningError
        When one is missing on either side, or it cannot be read.

    Examples
    --------
    >>> check_template("entropy:Entropy(epsilon={a})", [Range("a", 5, 20)])
    """
    wanted = _placeholders(template)
    names = [one.name for one in ranges]
    for name in names:
        if names.count(name) > 1:
            raise TuningError(f"range of {name!r} is given twice: expected it once")
        if name not in wanted:
            raise TuningError(
                f"range of {name!r}: expected {{{name}}} in the entry"
                f"{nearest(name, wanted)}"
            )
    for name in sorted(wanted - set(names)):
        raise TuningError(f"entry {template!r}: expected a range like {name}=1:2")
    if not names:
        raise TuningError(
            f"entry {template!r}: expected placeholders like {{a}}, and their ranges"
        )


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


def loss(curve: WinCurve, share: float) -> float:
    """Return the objective: the budget at which a share of the games is won.

    Parameters
    ----------
    curve : WinCurve
        F, from the exact posteriors.
    share : float
        Between 0 and 1.

    Returns
    -------
    float
        In nats, for F less one standard error. Where that stays below the share, the
        largest budget plus a penalty.
    """
    budget = curve.crossing(share, -_CAUTION)
    if math.isfinite(budget):
        return budget
    most = float(curve.budgets.max())
    chance, error = curve.at(most)
    chance = max(chance - _CAUTION * error, 1e-12)
    return most + _MISSING * math.log(share / chance)


def search(
    ranges: Sequence[Range], trials: int, measure: Callable[[dict[str, Value]], float]
) -> None:
    """Minimise a measure over a box.

    Parameters
    ----------
    ranges : sequence of Range
        The box.
    trials : int
        Maximum number of distinct values to try.
    measure : callable
        Takes values by name and returns the objective, to be minimised.

    Notes
    -----
    DIRECT divides the box deterministically: a search that is started again tries the
    same values in the same order, so that earlier measurements can be reused.
    J. M. Gablonsky and C. T. Kelley (2001), "A locally-biased form of the DIRECT
    algorithm".

    Examples
    --------
    >>> tried = []
    >>> search([Range("a", 0, 4, 1)], 3, lambda v: tried.append(v["a"]) or v["a"])
    >>> tried
    [2, 3, 1]
    """
    from scipy.optimize import direct

    known: dict[tuple[Value, ...], float] = {}

    def measured(point: Sequence[float]) -> float:
        pairs = zip(ranges, point, strict=True)
        values = tuple(one.value(float(number)) for one, number in pairs)
        if values not in known:
            if len(known) == trials:
                raise _TrialsUsedError
            named = {r.name: v for r, v in zip(ranges, values, strict=True)}
            known[values] = measure(named)
        return known[values]

    bounds, most = [(r.low, r.high) for r in ranges], 100 * trials
    try:
        direct(measured, bounds, maxfun=most, maxiter=most, len_tol=1e-3)
    except _TrialsUsedError:
        return


class _TrialsUsedError(Exception):
    """The number of trials is used up."""
