"""Standard streams that accept any text.

A substitute replaces each character that the encoding of the stream lacks.
"""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from unicodedata import normalize

_SUBSTITUTE = "clueproof.substitute"
"""Name of the error handler, for `str.encode`, that writes substitutes."""

# An emoji of a tile is two columns wide. So the substitute of a tile has two
# characters: the letter of its mark and a space.
_SUBSTITUTES = dict.fromkeys("⬜⬛", ". ") | dict.fromkeys("🟨🟦", "i ")
_SUBSTITUTES |= dict.fromkeys("🟩🟧", "c ") | {"🟥": "X "}
_SUBSTITUTES |= {"█": "#", "▸": ">", "±": "+-", "∞": "inf"}
_SUBSTITUTES |= {"←": "<-", "→": "->", "↑": "^", "↓": "v"}
_SUBSTITUTES |= dict.fromkeys("\ufe0f\u20e3", "")  # both turn a digit into an emoji


def encodable(text: str) -> str:
    """Return a text with substitutes for characters that standard output cannot write.

    Examples
    --------
    >>> encodable("crane 🟩🟨⬜")
    'crane 🟩🟨⬜'
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, _SUBSTITUTE).decode(encoding)


def prepare_streams() -> None:
    """Make the standard streams accept any text, even if they are closed.

    A closed stream is opened as the null device, so that no other file gets the number
    of the stream. A closed ``sys.stdin`` stays None. Invalid bytes of the input are
    replaced, and a byte order mark before UTF-8 is skipped.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            _fill(number)
            if name != "stdin":
                setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if name == "stdin" else _SUBSTITUTE)
            if name == "stdin" and codecs.lookup(stream.encoding).name == "utf-8":
                stream.reconfigure(encoding="utf-8-sig", errors="replace")


def silence_streams(*names: str) -> None:
    """Discard further output to streams of `sys` whose reader has gone."""
    for name in names:
        setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))


def _fill(number: int) -> None:
    """If the descriptor `number` is closed, open the null device as this number."""
    try:
        os.fstat(number)
    except OSError:
        null = os.open(os.devnull, os.O_RDWR)
        # `os.open` takes the lowest free number, which may differ from `number`.
        if null != number:
            os.dup2(null, number)
            os.close(null)
        os.set_inheritable(number, True)  # workers inherit the standard streams


def _substitute(error: UnicodeError) -> tuple[str, int]:
    """Return the substitute for characters that an encoding lacks.

    `error` names the characters and their indices in a text. The second value is the
    index after these characters, at which the codec goes on.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(map(_substitute_character, missing)), error.end


def _substitute_character(character: str) -> str:
    if character in _SUBSTITUTES:
        return _SUBSTITUTES[character]
    letter = normalize("NFKD", character).encode("ascii", "ignore").decode()
    return letter or character.encode("ascii", "backslashreplace").decode()


codecs.register_error(_SUBSTITUTE, _substitute)
