"""Files of words with or without weights, in common formats.

*Answers* are words that can be the secret, and *guesses* are words that may be played.
The weight of an answer says how likely it is to be the secret, relative to the other
answers.
"""

from __future__ import annotations

import codecs
import errno
import gzip
import json
import lzma
import re
import warnings
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

from game.files import LARGEST, read_bytes
from game.spelling import DOTLESS, DOTTED, WordError, fold, strip_quotes
from game.text.formats import format_count

_HERE = Path(__file__).resolve().parent
# A checkout has the word lists in its folder ``data``. An installed package has them in
# the folder ``_data`` beside this module.
DATA = _HERE / "_data" if (_HERE / "_data").is_dir() else _HERE.parent / "data"

MOST_WEIGHT = 999_999
MOST_WEIGHTS = 40_000_000
"""Largest sum of the weights of all answers.

If the sum were larger, the exact search could not store the total cost of all games.
"""

_SCALED = 30_000_000  # weights are scaled to this sum before they are rounded

# Names of a field or a column that has words.
_WORD_NAMES = {"word", "answer", "solution"}
# Titles of a column that has weights, in singular and plural.
_WEIGHT_NAMES = {
    *("weight", "weights", "freq", "frequency", "frequencies", "count", "counts"),
    *("occurrence", "occurrences", "probability", "probabilities"),
}
_PIPES = re.compile(r"-|/dev/stdin|/dev/fd/[0-9]+")
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_COMMENT = re.compile(
    r"/\*[\s\S]*?\*/|<!--[\s\S]*?-->|(?:^|(?<=\s))(?:#|//).*|^[ \t]*(?:[;%]|--\s).*",
    re.MULTILINE,
)
# A part of a file that only names a section, a list or a module: in a settings file, in
# JSON or in a program.
_NAME = re.compile(
    r"""^[ \t]*(?: \[+\w+\]+ | ["']?\w+["']?:
               | (?:export|import|return)\ [^"'(\d\n]+ )\s*$
    |(?:^[^"'`\n,]*(?:=|:|default|VALUES)|["']?\w+["']?\s*[:=])\s*(?:&?[\[({]|\"{3})""",
    re.MULTILINE | re.VERBOSE,
)
_THOUSANDS = re.compile(
    r"""(?<=[\s"])[0-9]{1,3}(?:,[0-9]{3})+(?=[\s"]*$)""", re.MULTILINE
)
# A field with its name and its value, as in `editor: "Staff"`.
_FIELD = re.compile(
    r"""^[ \t{-]*["']?([^\W\d]\w*)["']?[ \t]*[:=][ \t]*["']?([^\W\d_]+).*$""",
    re.MULTILINE,
)
_NUMBERED = re.compile(
    r"^\s*([0-9]{1,30})([.):]?)[ \t,;]+([^\s,;]+)[ \t]*$", re.MULTILINE
)
_GAP = re.compile(r"(?:[\s,;|=\[\]{})]|:(?!//))+")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(
    r"(?:[0-9]{1,30}\.?|[0-9]{0,30}\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,2})?"
)

_Pair: TypeAlias = tuple[str, Fraction | None]  # a word and its weight or None
_Row: TypeAlias = tuple[str, list[_Pair]]  # a line, with its words and their weights


class WordLists(NamedTuple):
    """Answers, guesses, and the weights of the answers if there are weights."""

    answers: tuple[str, ...]
    guesses: tuple[str, ...]
    weights: tuple[int, ...] = ()


class WordWarning(UserWarning):
    """Warning that words of a file were left out, changed or added."""


class _LeftOut(NamedTuple):
    """Parts of a file that are left out: parts without words, and titles of columns."""

    parts: list[str]
    columns: list[str]


def read_lists(
    answers: str | Path, guesses: str | Path | None = None, size: int | None = None
) -> WordLists:
    """Read answers with or without weights, and optionally a file of guesses.

    If answers are missing among the guesses, they are added, and the guesses are
    sorted. A word of weight 0 is only a guess. The other weights are kept if they are
    whole numbers up to `MOST_WEIGHT` and their sum is at most `MOST_WEIGHTS`. Otherwise
    they are scaled and rounded, to at least 1.

    Raises `WordError` if a file cannot be read.
    """
    weights = _read_weighted_words(answers)
    if size is None:
        # If most words have one length, the words of other lengths are left out. If no
        # length prevails, all words are kept.
        length, count = Counter(map(len, weights)).most_common(1)[0]
        size = length if 2 * count > len(weights) else None
    weights = _take_length(weights, size, answers)
    secrets = {word: weight for word, weight in weights.items() if weight != 0}
    words = weights
    if guesses is not None:
        words = _take_length(_read_weighted_words(guesses), size, guesses)
    if missing := len(weights.keys() - words.keys()):
        _warn_of_words(
            guesses, f"{format_count(missing, 'answer')} of {str(answers)!r} added"
        )
        words = dict.fromkeys(sorted({*words, *weights}))
    return WordLists(tuple(secrets), tuple(words), _round_weights(secrets.values()))


def read_words(path: str | Path) -> tuple[str, ...]:
    """Read the words of a file in lower case, in the order of the file.

    A repeated word is taken once. A WordError is raised if the file cannot be read or
    has no words.
    """
    return tuple(_read_weighted_words(path))


def _take_length(
    words: dict[str, Fraction | None], size: int | None, path: str | Path
) -> dict[str, Fraction | None]:
    """Return the words of `size` letters, or all words if `size` is None."""
    others = [word for word in words if size not in (None, len(word))]
    if others:
        count = format_count(len(others), "word")
        note = f"{count} of other lengths left out, the first {others[0]!r:.60}"
        _warn_of_words(path, note)
    taken = {word: words[word] for word in words if size in (None, len(word))}
    if not taken:
        raise WordError(
            f"{str(path)!r} has no words of {format_count(size or 0, 'letter')}"
        )
    return taken


def _read_weighted_words(path: str | Path) -> dict[str, Fraction | None]:
    """Return the words of a file with their weights; None means no weight."""
    text = _read_text(path)

    # A list with the Turkish letters of i also has Turkish capitals: there, I is the
    # capital of the dotless i.
    if DOTLESS in text or DOTTED in text:
        text = text.replace("I", DOTLESS).replace(DOTTED, "i")
    left_out = _LeftOut([], [])

    # Most files have nothing but words. Any other file is read as JSON or line by line.
    rows: list[_Row] = [(word, [(fold(word), None)]) for word in text.split()]
    if not all(word.isalpha() for word, _ in rows):
        found = _read_json(text, left_out.parts)
        rows = _read_lines(text, left_out) if found is None else found

    # Parts that are no words are left out with a warning. If at least half of the parts
    # are no words, the file is refused.
    rows, odd = _split_odd(rows)
    pairs: list[_Pair] = []
    for line, row in rows:
        words_of_row = [pair for pair in row if pair[0].isalpha()]
        pairs += words_of_row
        odd += [line] * (len(row) - len(words_of_row))
    if not pairs and not odd:
        raise WordError(
            f"{str(path)!r} holds no words",
            "one word a line, or fields or columns named word, answer or solution",
        )
    if len(odd) >= len(pairs):
        raise WordError(
            f"{odd[0].strip()!r:.60} in {str(path)!r}",
            "words of letters, one code point each, and a weight behind every word or "
            "behind no word, like 'crane 3'",
        )
    if parts := [*odd, *left_out.parts]:
        count = format_count(len(parts), "part")
        note = f"left out {count} without words, the first {parts[0].strip()!r:.60}"
        _warn_of_words(path, note)
    if left_out.columns:
        titles = ", ".join(f"{title!r:.30}" for title in left_out.columns)
        _warn_of_words(path, f"left out of each line: {titles}")
    pairs = _leave_out_names(text, pairs, path)

    # The weights of a repeated word are added.
    words: dict[str, Fraction | None] = {}
    for word, weight in pairs:
        words[word] = None if weight is None else weight + (words.get(word) or 0)
    if repeated := len(pairs) - len(words):
        _warn_of_words(path, f"{format_count(repeated, 'repeated word')} taken once")
    return words


def _leave_out_names(text: str, pairs: list[_Pair], path: str | Path) -> list[_Pair]:
    """Return the pairs of a word and its weight whose word is not a name.

    `pairs` are the words of the text `text`, from the file `path`.

    A name is a word that the text writes with a capital letter, and never in small
    letters alone. If at least half of the words would be names, no word is a name. A
    word that is written in capitals alone is a name only if fewer than a quarter of the
    words are written in capitals alone.
    """
    if text == text.lower():
        return pairs
    spelled = set(_WORD.findall(text))
    small = {fold(word) for word in spelled if word == word.lower()}
    capitals = {fold(word) for word in spelled if word == word.upper()} - small
    names = {fold(word) for word in spelled} - small - capitals
    if 4 * sum(word in capitals for word, _ in pairs) < len(pairs):
        names |= capitals
    found = [word for word, _ in pairs if word in names]
    if not found or 2 * len(found) >= len(pairs):
        return pairs
    count = format_count(len(found), "word")
    note = f"{count} with a capital left out as names, the first {found[0]!r:.60}"
    _warn_of_words(path, note)
    return [pair for pair in pairs if pair[0] not in names]


def _split_odd(rows: list[_Row]) -> tuple[list[_Row], list[str]]:
    """Return the rows of the larger kind, and the lines of all other rows.

    A row is a line of a file with its words. There are two kinds of rows: rows in which
    every word has a weight, and rows in which no word has a weight. If both kinds have
    equally many rows, the rows with weights are returned.
    """
    weighted: list[_Row] = []
    bare: list[_Row] = []
    odd: list[str] = []
    for line, pairs in rows:
        weights = [weight for _, weight in pairs if weight is not None]
        if pairs and len(weights) == len(pairs):
            weighted.append((line, pairs))
        elif pairs and not weights:
            bare.append((line, pairs))
        else:
            odd.append(line)
    fewer, most = sorted((bare, weighted), key=len)
    return most, [*odd, *(line for line, _ in fewer)]


def _read_json(text: str, not_taken: list[str]) -> list[_Row] | None:
    """Return the words of a text in JSON or in lines of JSON, or None.

    None means that the text is not JSON. Names of fields that are no words are added to
    the list `not_taken`.
    """
    if not text.lstrip().startswith(("[", "{")):
        return None
    values = ",".join(filter(str.strip, text.splitlines()))
    for json_text in (text, f"[{values}]"):
        with suppress(ValueError, RecursionError):
            found = json.loads(json_text, parse_float=str, parse_int=str)
            return [(pair[0], [pair]) for pair in _find_words(found, not_taken)]
    return None


def _find_words(value: object, not_taken: list[str]) -> Iterator[_Pair]:
    """Yield the words of a JSON value and their weights.

    A string is a word. A list of a word and a number is a word with its weight. The
    elements of any other list are searched for words.

    If an object has strings in fields whose names are in `_WORD_NAMES`, these strings
    are its only words. In any other object, if the value of a field is a number, the
    name of the field is a word, and the number is its weight. If the value is a string
    and the name has letters only, as in ``{"author": "Lee"}``, the field is left out.
    Any other value is searched for words.

    The names of fields that are left out are added to the list `not_taken`. A number is
    a string here, because the JSON parser does not convert numbers.
    """
    if isinstance(value, str):
        yield fold(strip_quotes(value)), None
    elif isinstance(value, list) and len(value) == 2 and _is_number(value[1]):
        yield fold(str(value[0])), Fraction(value[1])
    elif isinstance(value, list):
        for item in value:
            yield from _find_words(item, not_taken)
    elif isinstance(value, dict):
        fields = [
            name
            for name, item in value.items()
            if name.lower() in _WORD_NAMES and isinstance(item, str)
        ]
        for name, item in value.items():
            is_text = isinstance(item, str) and name.isalpha()
            if not fields and _is_number(item):
                yield fold(name), Fraction(item)
            elif name in fields or not (fields or is_text):
                yield from _find_words(item, not_taken)
            else:
                not_taken.append(name)


def _is_number(value: object) -> bool:
    return isinstance(value, str) and _NUMBER.fullmatch(value) is not None


def _read_lines(text: str, left_out: _LeftOut) -> list[_Row]:
    """Return for each line of a text its words and the weights that follow them.

    Words and weights may be separated by blanks, commas, quotes, or by brackets and
    other punctuation of source code. Names of sections and of lists are left out.
    Comments, and fields whose names are not in `_WORD_NAMES`, are also left out, and
    are added to `left_out`. In a table that has titles, only the column of words and
    the column of weights are read, and the titles of all other columns are added to
    `left_out`. In any other text, parts of a line that stand behind a word and its
    weight, and are no words, are added to `left_out`.
    """
    not_taken = left_out.parts

    def take_field(field: re.Match[str]) -> str:
        if field[1].lower() in _WORD_NAMES:
            return field[2]
        not_taken.append(field[0])
        return ""

    not_taken += _COMMENT.findall(text)
    text = _FIELD.sub(take_field, _NAME.sub(" ", _COMMENT.sub("", text)))
    text = _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text)

    # A Hunspell dictionary begins with the number of its words. In such a dictionary,
    # all flags behind a slash are removed. In any other text, only flags of capitals
    # and digits are removed.
    is_dictionary = text.split("\n", 1)[0].strip().isdigit()
    text = re.sub(r"/\S+" if is_dictionary else r"/[A-Z0-9]+(?=\s|$)", "", text)
    lines = [line for line in text.splitlines() if re.search(r"\w", line)]
    text = "\n".join(_take_columns(lines, left_out))

    # Numbers before the words are positions in the list if the numbers ascend in small
    # steps. The numbers are also positions if a full stop, a colon or a parenthesis
    # follows a number, as in "1. crane". Otherwise the numbers are weights.
    numbered = _NUMBERED.findall(text)
    numbers = [int(number) for number, _, _ in numbered]
    are_places = any(sign for _, sign, _ in numbered) or (
        all(one < other for one, other in pairwise(numbers))
        and max(numbers, default=0) - min(numbers, default=0) < 2 * len(numbers)
    )
    text = _NUMBERED.sub(r"\3" if are_places else r"\3 \1", text)
    return [(line, _parse_line(line, not_taken)) for line in text.splitlines()]


def _take_columns(lines: list[str], left_out: _LeftOut) -> list[str]:
    """Return lines with the words and weights of a table that names its columns.

    The first column with a title in `_WORD_NAMES` (or in the plural) has the words, and
    the first column with a title in `_WEIGHT_NAMES` has the weights. The titles of all
    other columns are added to `left_out`. If the lines are no table with titles, they
    are returned as they are.
    """
    # The first separator in the line of titles separates all columns.
    sign = next(iter(re.findall(r"[,;|\t]", "".join(lines[:1]))), None)
    table = [
        [strip_quotes(cell.strip()) for cell in line.split(sign)] for line in lines
    ]
    titles = table[0] if table else []
    names = [title.lower() for title in titles]
    place = next(
        (k for k, name in enumerate(names) if name.rstrip("s") in _WORD_NAMES), None
    )
    if place is None or (sign is None and not _has_numbers(table)):
        return lines
    weights = next((k for k, name in enumerate(names) if name in _WEIGHT_NAMES), None)
    left_out.columns.extend(
        title for k, title in enumerate(titles) if title and k not in (place, weights)
    )
    taken = []
    for cells in table[1:]:
        row = cells[place : place + 1]
        if weights is not None and _is_number("".join(cells[weights : weights + 1])):
            row.append(cells[weights])
        taken.append(" ".join(row))
    return taken


def _has_numbers(table: list[list[str]]) -> bool:
    """Return whether the lines below the titles look like lines of a table.

    `table` has the cells of each line; its first line has the titles. Every other line
    must have as many cells as there are titles, and at least one number.
    """
    size = len(table[0])
    return size > 1 and all(
        len(cells) == size and any(map(_is_number, cells)) for cells in table[1:]
    )


def _parse_line(line: str, not_taken: list[str]) -> list[_Pair]:
    """Return the words of a line with the weights that follow them.

    Parts of the line that belong to another column are added to the list `not_taken`.
    """
    pairs: list[_Pair] = []
    for part in map(strip_quotes, _GAP.split(line)):
        if not re.search(r"\w", part):
            continue
        is_number = _is_number(part)
        if is_number and pairs and pairs[-1][1] is None:
            pairs[-1] = pairs[-1][0], Fraction(part)
        elif not is_number and (part.isalpha() or not pairs or pairs[-1][1] is None):
            pairs.append((fold(part), None))
        elif pairs:  # the part belongs to another column
            not_taken.append(part)
    return pairs


def _read_text(path: str | Path) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with a byte order mark.

    The file may be compressed by gzip or xz. A hyphen means standard input.
    """
    try:
        if _PIPES.fullmatch(str(path)):
            data = _read_pipe(str(path))
        else:
            # An installation may have links in place of the shipped files.
            data = read_bytes(path, links=Path(path).is_relative_to(DATA))
        data = _unpack(data)
        wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        return data.decode("utf-16" if wide else "utf-8-sig")
    except (OSError, EOFError, zlib.error, lzma.LZMAError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        if isinstance(error, (EOFError, zlib.error, lzma.LZMAError)):
            reason = "damaged"
        raise WordError(
            f"cannot read {str(path)!r} ({reason})", "a text file with one word a line"
        ) from error


@cache
def _read_pipe(path: str) -> bytes:
    """Return the bytes of a pipe like standard input, for any number of calls.

    The bytes are kept in memory, because a pipe can be read only once.
    """
    name = 0 if path == "-" else path
    with open(name, "rb", closefd=name != 0) as pipe:
        return _read_most(pipe, path)


def _unpack(data: bytes) -> bytes:
    """Return the data; if gzip or xz has compressed them, decompress them first."""
    if data.startswith(_GZIP):
        with gzip.open(BytesIO(data)) as file:
            return _read_most(file, "the list")
    if data.startswith(_XZ):
        with lzma.open(BytesIO(data)) as file:
            return _read_most(file, "the list")
    return data


def _read_most(file: IO[bytes] | gzip.GzipFile, name: str) -> bytes:
    """Return the bytes of an open file; raise `OSError` if there are too many.

    At most `LARGEST` bytes are read. The error names the file by `name`.
    """
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, f"over {LARGEST:,} bytes", name)
    return data


def _round_weights(weights: Iterable[Fraction | None]) -> tuple[int, ...]:
    """Return weights as whole numbers of at least 1; empty if there are no weights."""
    given = [weight for weight in weights if weight is not None]
    if not given:
        return ()
    largest = max(given)
    total = sum(given)
    if all(weight.denominator == 1 for weight in given) and (
        largest <= MOST_WEIGHT and total <= MOST_WEIGHTS
    ):
        return tuple(map(int, given))

    # Scale the weights as far as the limits of one weight and of the sum allow. No
    # weight becomes 0: a word of weight 0 would never be the secret.
    factor = min(MOST_WEIGHT / largest, _SCALED / total)
    return tuple(max(1, round(weight * factor)) for weight in given)


def _warn_of_words(path: str | Path | None, note: str) -> None:
    """Warn the caller of `read_lists` or `read_words` of a change to the words.

    `path` is the file of the words, and `note` says how the words were changed.
    """
    warnings.warn(f"{str(path)!r}: {note}", WordWarning, stacklevel=4)
