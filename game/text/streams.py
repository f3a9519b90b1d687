"""Standard streams for people: substitutes for what they cannot hold or are not."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from unicodedata import normalize

_SUBSTITUTE = "clueproof.substitute"
"""Name of the error handler that writes substitutes, for any codec."""

# A tile is two columns wide, and its letter is one of a clue.
_SUBSTITUTES = dict.fromkeys("⬜⬛", ". ") | dict.fromkeys("🟨🟦", "i ")
_SUBSTITUTES |= dict.fromkeys("🟩🟧", "c ") | {"🟥": "X "}
_SUBSTITUTES |= {"█": "#", "▸": ">", "±": "+-", "∞": "inf"}
_SUBSTITUTES |= {"←": "<-", "→": "->", "↑": "^", "↓": "v"}
_SUBSTITUTES |= dict.fromkeys("\ufe0f\u20e3", "")  # what makes a digit an emoji


def encodable(text: str) -> str:
    """Return text with substitutes for what standard output cannot hold.

    Examples
    --------
    >>> encodable("crane 🟩🟨⬜")
    'crane 🟩🟨⬜'
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, _SUBSTITUTE).decode(encoding)


def prepare_streams() -> None:
    """Make the standard streams take any text, also where they are closed.

    A closed one becomes the null device, so that no other file gets its number;
    ``sys.stdin`` stays None. Invalid bytes of the input are replaced, and the mark that
    some programs write before UTF-8 is skipped.
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
    """Drop all further output to some streams of `sys`, which nobody can read."""
    for name in names:
        setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))


def _fill(number: int) -> None:
    """Open the null device as a descriptor that is closed."""
    try:
        os.fstat(number)
    except OSError:
        null = os.open(os.devnull, os.O_RDWR)
        # The system gives the lowest free number, which may be another one.
        if null != number:
            os.dup2(null, number)
            os.close(null)
        os.set_inheritable(number, True)  # by workers


def _substitute(error: UnicodeError) -> tuple[str, int]:
    """Return the substitute of characters that an encoding lacks, and their end."""
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
