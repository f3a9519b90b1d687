"""Spelling of words: letters in lower case, one code point each."""

from __future__ import annotations

import re
import unicodedata

from game.errors import InputError

DOTLESS = "\u0131"
"""The i without a dot of Turkish and Azerbaijani, whose capital is I."""
DOTTED = "\u0130"
"""The capital of their other i."""

# Letters that are not read as Unicode folds them. A final letter of Hebrew is the
# letter before it in Unicode, except for that of kaf.
_SMALL = str.maketrans(f"I{DOTTED}", "ii")
_SMALL |= {final: final + 1 for final in (0x5DA, 0x5DD, 0x5DF, 0x5E3, 0x5E5)}
# Letters that are not written as Unicode capitals: the dotless i would look as i does,
# and few fonts have the capitals of Georgian.
_CAPITALS = {small: small for small in (DOTLESS, *map(chr, range(0x10D0, 0x1100)))}
_CAPITALS |= {"i": "I", "ß": "ẞ"}
_FROM_THE_RIGHT = {"R", "AL"}  # bidirectional classes of Hebrew, of Arabic

_QUOTES = "\"'`\u00b4\u00ab\u00bb\u2018-\u201f\u2039\u203a"
_AROUND = re.compile(rf"\B[{_QUOTES}]|[{_QUOTES}]\B")


class WordError(InputError):
    """A word, or a list of words, that cannot be used."""


def use_capitals_of(alphabet: str) -> None:
    """Read and write capitals, in this process, as the language of an alphabet does.

    An alphabet with `DOTLESS` has its capitals of i. The commands call this when they
    have read their words.
    """
    is_turkish = DOTLESS in alphabet
    _SMALL[ord("I")] = ord(DOTLESS if is_turkish else "i")
    _CAPITALS["i"] = DOTTED if is_turkish else "I"
    _CAPITALS[DOTLESS] = "I" if is_turkish else DOTLESS


def fold(text: str) -> str:
    """Return a text with each letter in lower case and as one code point.

    Letters are composed (NFC), then folded as Unicode folds them; those whose folding
    is several letters, like ß, are in lower case. Final letters of Greek and Hebrew are
    the letters that they are inside a word.

    Examples
    --------
    >>> fold("A" + chr(0x30A) + "NGSTRÖM"), fold("STRAẞE"), fold("λόγος"), fold("שלום")
    ('ångström', 'straße', 'λόγοσ', 'שלומ')
    """
    if text.isascii():
        return text.translate(_SMALL).lower()
    letters = unicodedata.normalize("NFC", text).translate(_SMALL)
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


def is_from_right(word: str) -> bool:
    """Return whether a word is written from the right to the left.

    Examples
    --------
    >>> is_from_right("crane"), is_from_right("عربي")
    (False, True)
    """
    return unicodedata.bidirectional(word[0]) in _FROM_THE_RIGHT


def upper(text: str) -> str:
    r"""Return a text with each letter in upper case, if that is one code point.

    A word that is written from the right is isolated, so that a number beside it is
    not shown as a part of it.

    Examples
    --------
    >>> upper("crane"), upper("straße"), upper("თბილი"), upper("عربي")
    ('CRANE', 'STRAẞE', 'თბილი', '\u2068عربي\u2069')
    """
    word = "".join(_CAPITALS.get(x) or _one(x.upper(), x) for x in text)
    if len(word) > 1 and is_from_right(word):
        return f"\u2068{word}\u2069"
    return word


def _one(letter: str, fallback: str) -> str:
    return letter if len(letter) == 1 else fallback
