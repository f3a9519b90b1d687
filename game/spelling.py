"""Spelling of words: letters in lower case, one code point each."""

from __future__ import annotations

import re
import unicodedata

from game.errors import InputError

_QUOTES = "\"'`\u00b4\u00ab\u00bb\u2018-\u201f\u2039\u203a"
_AROUND = re.compile(rf"\B[{_QUOTES}]|[{_QUOTES}]\B")


class WordError(InputError):
    """A word, or a list of words, that cannot be used."""


def fold(text: str) -> str:
    """Return a text with each letter in lower case and as one code point.

    Letters are composed (NFC), then folded as Unicode folds them; those whose folding
    is several letters, like ß, are in lower case.

    Examples
    --------
    >>> fold("A" + chr(0x30A) + "NGSTRÖM"), fold("STRAẞE"), fold("λόγος")
    ('ångström', 'straße', 'λόγοσ')
    """
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFC", text)
    return "".join(_one(x.casefold(), x.lower()) for x in letters)


def strip_quotes(text: str) -> str:
    """Return a text without quotation marks around words and characters of no width.

    Examples
    --------
    >>> strip_quotes("\u201ccrane\u201d 12" + chr(0x200B)), strip_quotes("l'eau")
    ('crane 12', "l'eau")
    """
    visible = (char for char in text if unicodedata.category(char) != "Cf")
    return _AROUND.sub("", "".join(visible))


def upper(text: str) -> str:
    """Return a text with each letter in upper case, if that is one code point.

    Examples
    --------
    >>> upper("crane"), upper("straße")
    ('CRANE', 'STRAẞE')
    """
    return "".join(_one(x.upper(), x) for x in text.replace("ß", "ẞ"))


def _one(letter: str, fallback: str) -> str:
    return letter if len(letter) == 1 else fallback
