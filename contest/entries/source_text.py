"""Checks of source texts: a reader of a text must see the code that runs."""

from __future__ import annotations

import ast
import codecs
import io
import re
import tokenize
import warnings
from collections.abc import Iterable
from pathlib import Path
from unicodedata import bidirectional, category, normalize

from game.errors import InputError
from game.files import read_bytes
from game.text.formats import is_visible


class EntryError(InputError):
    """A text that names no entry, or a file that defines no valid entry."""


class HiddenTextError(EntryError):
    """A source text in which a reader may see something else than what runs."""


# A hundred blanks move the rest of a line out of sight.
_FAR = re.compile(r" {100,}(?=\S)")
_LEFTWARDS = ("R", "AL", "AN")  # Unicode classes of letters read from right to left
_MOST_MARKS = 8  # combining marks on a letter; more marks would cover other lines


def check_text(path: Path) -> None:
    """Raise `HiddenTextError` if a reader of a file may not see the code that runs.

    A binary file passes. As in git, a file is binary if its first 8,000 bytes have a
    zero byte. Letters that are read from right to left are refused: such letters, and
    the text between them, are shown in another order than the order in the file.
    """
    data = read_bytes(path)
    if b"\0" not in data[:8000]:
        try:
            text = _decode(path, data)
            letters = [c for c in {*text} if bidirectional(c) in _LEFTWARDS]
            check_visible(path, text, letters)
        except (SyntaxError, UnicodeDecodeError):
            raise HiddenTextError(f"{path.name!r}", "UTF-8") from None


def check_visible(path: Path, text: str, letters: Iterable[str] = ()) -> None:
    """Raise `HiddenTextError` if a text hides something from its readers.

    The check refuses characters that readers do not see, and the characters in
    `letters`. It refuses many combining marks on one letter, because the marks cover
    other text. It also refuses a hundred blanks before text, because the blanks move
    the text out of sight. The message names `path`, the file of the text.
    """
    text = text.replace("\r\n", "\n")

    hidden = {c for c in {*text} - {"\t", "\n"} if not is_visible(c)}.union(letters)
    if hidden:
        index = next(index for index, c in enumerate(text) if c in hidden)
        letter = f"U+{ord(text[index]):04X}"
        raise HiddenTextError(
            f"{_describe_place(path, text, index)}: character {letter}",
            "no character that hides text or changes how text is read",
        )
    if (mark := _find_marks(text)) is not None:
        raise HiddenTextError(
            _describe_place(path, text, mark),
            f"at most {_MOST_MARKS} combining marks on a letter",
        )
    text = text.expandtabs()
    if far := _FAR.search(text):
        raise HiddenTextError(
            f"{_describe_place(path, text, far.start())}: "
            f"{len(far[0])} blanks before text",
            "fewer than 100 blanks",
        )


def _describe_place(path: Path, text: str, index: int) -> str:
    """Return the file, line and column of the character `text[index]` in a file.

    The result is a text for a message; `path` is the file.
    """
    line = text.count("\n", 0, index) + 1
    column = index - text.rfind("\n", 0, index)
    return f"{path.name!r}, line {line}, column {column}"


def _find_marks(text: str) -> int | None:
    """Return the index of the first combining mark that is one too many on its letter.

    A letter may have `_MOST_MARKS` combining marks. If no letter has more, None is
    returned.
    """
    if text.isascii():
        return None
    marks = 0
    for index, letter in enumerate(text):
        marks = marks + 1 if category(letter) in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return index
    return None


def parse_source(path: Path, data: bytes) -> ast.Module:
    """Return the syntax tree of a file of Python; `data` has the bytes of the file.

    Raises `EntryError` when the source is not valid Python. Raises `HiddenTextError`
    when the source hides text (see `check_visible`), has names that are not ASCII, or
    has another encoding than UTF-8.
    """
    try:
        text = _decode(path, data)
        # A warning would print a line of the source with its escape sequences.
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text, str(path))
            compile(tree, str(path), "exec", dont_inherit=True)
        check_visible(path, text)
        _check_names(path, text, tree)
    except EntryError:
        raise
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise EntryError(
            f"{path.name!r}, line {line}: not valid Python ({error.args[0]})"
        ) from None
    except (RecursionError, MemoryError):
        raise too_deep(path) from None
    return tree


def _decode(path: Path, data: bytes) -> str:
    """Return the text of a file of Python; `data` has the bytes of the file.

    Raises `HiddenTextError` if the encoding is not UTF-8.
    """
    # A comment at the start of the file may name another encoding than UTF-8. Python
    # finds the encoding in the same way.
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise HiddenTextError(f"{path.name!r} has encoding 'utf-16'", "UTF-8")
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    if not encoding.startswith("utf-8"):
        raise HiddenTextError(f"{path.name!r} has encoding {encoding!r}", "UTF-8")
    return data.decode("utf-8-sig").replace("\r\n", "\n")


def _check_names(path: Path, text: str, tree: ast.Module) -> None:
    """Raise `HiddenTextError` if the code has a name that is not ASCII.

    A name with other letters can look like another name. `text` is the text of the
    code, and `tree` is its syntax tree.
    """
    if text.isascii():
        return
    # Python reads compatibility letters, such as full-width letters, as ASCII.
    letters = {c for c in text if not c.isascii() and normalize("NFKC", c).isascii()}
    check_visible(path, text, [c for c in letters if f"a{c}".isidentifier()])

    # Constants and comments may have any letters. Names must be ASCII, because names
    # decide what runs.
    for node in ast.walk(tree):
        fields = [] if isinstance(node, ast.Constant) else vars(node).values()
        for value in fields:
            for name in value if isinstance(value, list) else [value]:
                if isinstance(name, str) and not name.isascii():
                    raise HiddenTextError(
                        f"{path.name!r}, line {getattr(node, 'lineno', 1)}: "
                        f"name {name!r:.60}",
                        "ASCII outside comments and strings",
                    )


def too_deep(path: Path) -> EntryError:
    """Return the error for a file of Python that is nested too deeply to be parsed."""
    return EntryError(f"{path.name!r} is not a strategy: its code is nested too deeply")
