"""Spelling of words: letters in lower case, each letter one code point."""

from __future__ import annotations

import re
import unicodedata

from game.errors import InputError

DOTLESS = "\u0131"
"""The i without a dot: in Turkish and Azerbaijani, a letter with the capital I."""
DOTTED = "\u0130"
"""The capital I with a dot: in Turkish and Azerbaijani, the capital of i."""

# Letters that `fold` changes in another way than Unicode does. A final letter of Hebrew
# becomes the usual letter, which is the next code point.
_SMALL = str.maketrans(f"I{DOTTED}", "ii")
_SMALL |= {final: final + 1 for final in (0x5DA, 0x5DD, 0x5DF, 0x5E3, 0x5E5)}
# Letters that are shown without a capital. The Unicode capital of the dotless i would
# look like the capital of i, and few fonts have the capitals of Georgian.
_CAPITALS = {small: small for small in (DOTLESS, *map(chr, range(0x10D0, 0x1100)))}
_CAPITALS |= {"i": "I", "ß": "ẞ"}
_FROM_THE_RIGHT = {"R", "AL"}  # bidirectional classes of Hebrew and of Arabic

_QUOTES = "\"'`\u00b4\u00ab\u00bb\u2018-\u201f\u2039\u203a"
_AROUND = re.compile(rf"\B[{_QUOTES}]|[{_QUOTES}]\B")


class WordError(InputError):
    """A word or a list of words cannot be used."""


def use_capitals_of(alphabet: str) -> None:
    """Use the capitals of the language of an alphabet, in this process.

    If the alphabet has the letter `DOTLESS`, its two letters i get the capitals of
    Turkish. The commands call this function after they have read their words.
    """
    is_turkish = DOTLESS in alphabet
    _SMALL[ord("I")] = ord(DOTLESS if is_turkish else "i")
    _CAPITALS["i"] = DOTTED if is_turkish else "I"
    _CAPITALS[DOTLESS] = "I" if is_turkish else DOTLESS


def fold(text: str) -> str:
    """Return a text with each letter in lower case and as one code point.

    Letters are first composed (NFC), and then folded as Unicode does. If Unicode folds
    a letter into several letters, as ß into ss, the lower case of the letter is used
    instead. A final letter of Greek or Hebrew becomes the form of the letter inside a
    word.

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
    """Return a text without characters of no width and without quotation marks.

    Only quotation marks around words are removed, not those inside a word.

    Examples
    --------
    >>> strip_quotes("\u201ccrane\u201d 12" + chr(0x200B)), strip_quotes("l'eau")
    ('crane 12', "l'eau")
    """
    visible = (char for char in text if unicodedata.category(char) != "Cf")
    return _AROUND.sub("", "".join(visible))


def is_from_right(word: str) -> bool:
    """Return whether a word is written from right to left.

    Examples
    --------
    >>> is_from_right("crane"), is_from_right("عربي")
    (False, True)
    """
    return unicodedata.bidirectional(word[0]) in _FROM_THE_RIGHT


def upper(text: str) -> str:
    r"""Return a text with each letter in upper case.

    A letter stays as it is if its upper case is not one code point. A word that is
    written from right to left is put between isolating characters, so that a number
    beside the word is not shown as part of the word.

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
