"""Numbers in replies of language models: prices and chances, with their units."""

from __future__ import annotations

import math
import re

from game.errors import InputError

NUMBER = r"[-\u2212+]?(?:[0-9]+(?:[.,][0-9]+)*|[.,][0-9]+)"
"""Regular expression for a number in a reply, with points and commas between digits.

A comma may separate decimals or thousands.
"""

_FLAGS = re.IGNORECASE

# "1,250" is not read as a number, because the comma may separate decimals or thousands.
_DECIMAL = re.compile(
    r"\+?(?:[0-9]*\.?[0-9]+|[0-9]*,(?:[0-9]{1,2}|[0-9]{4,})|0+,[0-9]{3})"
    r"(?:e[-+]?[0-9]{1,3})?",
    _FLAGS,
)
# A second number makes the first number a part of a range, a fraction or a product.
_SECOND_NUMBER = re.compile(
    r"[^\S\n]*(?:nats?\b|%)?[^\S\n]*"
    r"(?:[-\u2010-\u2015\u2212+*/:\u2044\u00d7\u00b7\u22c5^\u00b1]+"
    r"|\b(?:to|or|of|out of)\b)"
    r"[^\S\n]*[-\u2212+~$]*[.,]?[0-9]|[\u00b2\u00b3\u00b9\u2070-\u207b]",
    _FLAGS,
)
_UNITS = (
    r"(?!nats?\b)\w*nats?|(?:deci|deca|kilo|mega|milli)?"
    r"(?:bits?|bytes?|shannons?|bans?|hartleys?|dits?|bels?|db)"
    r"|per[\s-]*(?:cent|mille?)|pct|points?|dollars?|euros?|cents?|coins?|tokens?"
    r"|hundred|thousand|million|dozen|k"
)
_OTHER_UNIT = re.compile(
    rf"[\s-]*(?:(?:{_UNITS})\b|[\u2030$\u20ac\u00a3])"
    r"|\s*(?:nats?)?\s*(?:(?:per|an?|each|for each|for every)\s+|/\s*)"
    r"(?:letter|mark|symbol|character|position|tile|bit)s?\b",
    _FLAGS,
)

_CHANCE_LABEL = re.compile(r"chance[\"'*_`\s]*[:=](?P<text>\s*[^\n]*)", _FLAGS)
_BEFORE_CHANCE = re.compile(
    r"\A(?:[\s\"'*_`$~\u2248\[({}=]|\\(?:boxed|text|left)\b|about\b|approximately\b|exactly\b)*",
    _FLAGS,
)
_FRACTION = re.compile(r"\\[dt]?frac\{([0-9.]+)\}\{([0-9.]+)\}")
_UNSIGNED = r"(?:[0-9]+(?:[.,][0-9]+)*|[.,][0-9]+)(?:e[-+]?[0-9]+)?"
_CHANCE = re.compile(
    rf"(?P<number>{_UNSIGNED})"
    rf"(?:\s*(?:/|\u2044|\bin\b|\bof\b|\bout\s+of\b)\s*(?P<of>{_UNSIGNED}))?"
    r"(?P<percent>\s*\\?%|\s*per\s?cent\b|\s*pct\b)?(?!\w)",
    _FLAGS,
)


def read_decimal(text: str) -> float:
    """Return the number that `text` states, with a decimal point or a decimal comma.

    The result is NaN if `text` is no number, or if a comma may separate thousands.

    Examples
    --------
    >>> read_decimal("12,5"), read_decimal("1e-3"), read_decimal("1,250")
    (12.5, 0.001, nan)
    """
    return float(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else math.nan


def goes_on(text: str) -> bool:
    """Return whether `text`, behind a number, changes the meaning of the number.

    A second number changes the meaning, as in a range or a product. Any unit other than
    nats changes the meaning, too.

    Examples
    --------
    >>> goes_on(" bits"), goes_on(" to 14"), goes_on(" nats, as before")
    (True, True, False)
    """
    return any(form.match(text) for form in (_SECOND_NUMBER, _OTHER_UNIT))


def parse_chance(text: str) -> float:
    """Return the chance that a reply states. `text` is the reply without its thoughts.

    The chance stands behind the last ``chance:``. A reply without ``chance:`` has to be
    the chance and nothing else.

    Raises
    ------
    InputError
        If the reply states no chance from 0 to 1, or a chance that is not clear.

    Examples
    --------
    >>> parse_chance("It is 1/3. **Chance:** 25 %"), parse_chance("1 in 4")
    (0.25, 0.25)
    >>> parse_chance("chance: 0,25"), parse_chance("chance: 1e-3")
    (0.25, 0.001)
    """
    stated = [match["text"] for match in _CHANCE_LABEL.finditer(text)]
    said = _FRACTION.sub(r"\1/\2", stated[-1] if stated else text)
    said = _BEFORE_CHANCE.sub("", said, count=1)
    chance = math.nan
    if match := _CHANCE.match(said):
        behind = said[match.end() :]
        if not goes_on(behind) and (stated or not re.search(r"\w", behind)):
            chance = _value_of(match)
    if not 0 <= chance <= 1:
        raise InputError(f"no chance in {text[-60:]!r}", "a chance, like 'chance: 0.5'")
    return chance


def _value_of(match: re.Match[str]) -> float:
    """Return the chance that `match` has found, a match of `_CHANCE`.

    The text of the match is a number, a fraction or a percentage. The result is NaN if
    the fraction divides by 0.
    """
    number = read_decimal(match["number"])
    divisor = read_decimal(match["of"]) if match["of"] else 1.0
    if match["percent"]:
        divisor *= 100
    return number / divisor if divisor else math.nan
