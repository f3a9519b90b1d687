"""Files of words with or without weights, in the formats that people have them.

*Answers* are words that can be the secret, and *guesses* words that may be played. The
weight of an answer says how likely it is as the secret, relative to the others.
"""

from __future__ import annotations

import codecs
import re
import warnings
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, TypeAlias

from game.files import read_bytes
from game.spelling import WordError, fold, strip_quotes
from game.text.formats import format_count

_HERE = Path(__file__).resolve().parent
# A checkout keeps the lists at its top; an installed copy carries them inside.
DATA = _HERE / "_data" if (_HERE / "_data").is_dir() else _HERE.parent / "data"

MOST_WEIGHT = 999_999
MOST_WEIGHTS = 40_000_000
"""The largest sum of weights: that of their games fits the exact search."""

_SCALED = 30_000_000  # sum of weights that are scaled, before each is rounded
_COUNTED = re.compile(r"^ +([0-9]+) (\S+) *$", re.MULTILINE)  # as of `uniq -c`
_NAME = re.compile(  # of a list, in JSON or a program
    r"""(?:^[^"'`\n,]*(?:=|:|default)|"\w+"\s*:)\s*[\[{]""", re.MULTILINE
)
_NO_NUMBERS = {"nan", "inf", "infinity", "na", "none", "null"}
_GAP = re.compile(r"[\s,;:|=\[\]{}]+")
_NUMBER = re.compile(
    r"(?:[0-9]{1,30}\.?|[0-9]{0,30}\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,2})?"
)


_Pair: TypeAlias = tuple[str, Fraction | None]  # a word and its weight, if any


class WordLists(NamedTuple):
    """Answers, guesses and, if there are any, weights of the answers."""

    answers: tuple[str, ...]
    guesses: tuple[str, ...]
    weights: tuple[int, ...] = ()


class WordWarning(UserWarning):
    """Words of a file that are not taken as they stand."""


def read_lists(
    answers: str | Path, guesses: str | Path | None = None, size: int | None = None
) -> WordLists:
    """Read answers with or without weights, and other guesses.

    Answers that are not among the guesses are added to them, which sorts them. A word
    of weight 0 is a guess alone. Other weights are kept where they are whole numbers
    up to `MOST_WEIGHT` and their sum is at most `MOST_WEIGHTS`; else they are scaled
    and rounded, to 1 at least.

    Raises `WordError` when a file cannot be read.
    """
    weights = _read_weighted_words(answers, size)
    secrets = {word: weight for word, weight in weights.items() if weight != 0}
    words = weights if guesses is None else _read_weighted_words(guesses, size)
    if missing := len(weights.keys() - words.keys()):
        _warn_of_words(
            guesses, f"{format_count(missing, 'word')} of {str(answers)!r} added"
        )
        words = dict.fromkeys(sorted({*words, *weights}))
    return WordLists(tuple(secrets), tuple(words), _round_weights(secrets.values()))


def read_words(path: str | Path) -> tuple[str, ...]:
    """Read the words of a file, in lower case and in the file's order, each once.

    A WordError is raised when the file cannot be read or holds no words.
    """
    return tuple(_read_weighted_words(path))


def _read_weighted_words(
    path: str | Path, size: int | None = None
) -> dict[str, Fraction | None]:
    """Return the words of a file with their weights, None without any."""
    text = _read_text(path)
    pairs: list[_Pair] = [(fold(word), None) for word in text.split()]
    if not all(word.isalpha() for word, _ in pairs):
        pairs = _parse_lines(_COUNTED.sub(r"\2 \1", _NAME.sub(" ", text)), path)
    if not pairs:
        raise WordError(f"{str(path)!r} holds no words: expected one word a line")
    words: dict[str, Fraction | None] = {}
    left_out = 0
    for word, weight in pairs:
        if size is not None and not (len(word) == size and word.isalpha()):
            left_out += 1
        elif weight is None:
            words[word] = None
        else:
            words[word] = weight + (words.get(word) or 0)
    if not words:
        raise WordError(
            f"{str(path)!r} has no words of {format_count(size or 0, 'letter')}"
        )
    if left_out:
        _warn_of_words(
            path, f"{format_count(left_out, 'word')} of other lengths or signs left out"
        )
    if repeated := len(pairs) - left_out - len(words):
        _warn_of_words(path, f"{format_count(repeated, 'repeated word')} taken once")
    return words


def _parse_lines(text: str, path: str | Path) -> list[_Pair]:
    """Return words, and weights behind all or none of them, the title left out.

    Between words and weights are blanks, commas, quotes or signs of JSON. Counts of
    ``uniq -c`` are weights; names of lists are left out.
    """
    rows = [(line, _parse_line(line, path)) for line in text.splitlines()]
    rows = [(line, pairs) for line, pairs in rows if pairs]
    has_bare_word = [any(weight is None for _, weight in pairs) for _, pairs in rows]
    if not all(has_bare_word) and any(has_bare_word[1:]):
        raise _bad_line(rows[has_bare_word.index(True, 1)][0], path)
    if not all(has_bare_word) and has_bare_word[0]:
        title, names = rows.pop(0)
        if len(names) < 2 or not all(
            name.isalpha() and name not in _NO_NUMBERS for name, _ in names
        ):
            raise _bad_line(title, path)
        _warn_of_words(path, f"title {title.strip()!r:.60} left out")
    return [pair for _, pairs in rows for pair in pairs]


def _parse_line(line: str, path: str | Path) -> list[_Pair]:
    """Return the words of a line with the weights behind them."""
    pairs: list[_Pair] = []
    for part in filter(None, map(strip_quotes, _GAP.split(line))):
        if not _NUMBER.fullmatch(part):
            pairs.append((fold(part), None))
        elif pairs and pairs[-1][1] is None:
            pairs[-1] = pairs[-1][0], Fraction(part)
        else:
            raise _bad_line(line, path)
    return pairs


def _bad_line(line: str, path: str | Path) -> WordError:
    return WordError(
        f"{line.strip()!r:.60} in {str(path)!r}: expected a word and its weight, like "
        "'crane 3', or no weights at all"
    )


def _read_text(path: str | Path) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with its mark."""
    try:
        data = read_bytes(path)
        wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        return data.decode("utf-16" if wide else "utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise WordError(
            f"cannot read {str(path)!r} ({reason}): expected a text file with one "
            "word a line"
        ) from error


def _round_weights(weights: Iterable[Fraction | None]) -> tuple[int, ...]:
    """Return weights as whole numbers from 1 up, none where there are none."""
    given = [weight for weight in weights if weight is not None]
    if not given:
        return ()
    largest, total = max(given), sum(given)
    if all(weight.denominator == 1 for weight in given) and (
        largest <= MOST_WEIGHT and total <= MOST_WEIGHTS
    ):
        return tuple(map(int, given))
    factor = min(MOST_WEIGHT / largest, _SCALED / total)
    return tuple(max(1, round(weight * factor)) for weight in given)


def _warn_of_words(path: str | Path | None, note: str) -> None:
    """Warn the caller of `read_lists` or `read_words` of what was changed."""
    warnings.warn(f"{str(path)!r}: {note}", WordWarning, stacklevel=4)
