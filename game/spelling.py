"""Spelling of words: letters in lower case, one code point each."""

from __future__ import annotations

import unicodedata

from game.errors import InputError


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
