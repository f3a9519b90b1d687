"""Words in alphabets other than a to z, for tests."""

from __future__ import annotations

from string import ascii_lowercase

from game.spelling import DOTLESS
from game.words import MOST_LETTERS, Vocabulary

LATIN_AND_OTHERS = ascii_lowercase + "αβγδεζ" + "абвгдежзийклмнопрстуфхцчшщъыьэюя"
"""The largest alphabet, in the order of the code points."""

SWEDISH = "ängel fågel kråka älska fjäll björk smörj tåget höger vänta mörka löpte"

RUSSIAN = "слово пирог книга весна птица ветер чайка огонь песня мечта город шишка"

TURKISH = (
    "k1l1k kalem kilit tarak s1n1r kitap deniz bal1k sevgi orman yaz1m güneş".replace(
        "1", DOTLESS
    )
)

HEBREW = "שלומך תפוזי ספרים מילון כתבתי אהבתי שמחתי ילדים חלומי דברים מכתבי אורחי"

_TO_LAST = str.maketrans(ascii_lowercase, LATIN_AND_OTHERS[:-27:-1])


def renamed(word: str) -> str:
    """Return a word with a to z replaced by the last letters of `LATIN_AND_OTHERS`."""
    return word.translate(_TO_LAST)


def in_last_letters(words: Vocabulary) -> Vocabulary:
    """Return a vocabulary that uses every letter of the largest alphabet.

    The words are `renamed`. More guesses have the letters that are not in these words.
    """
    # Take the letters of the largest alphabet that no renamed word has. The letters
    # a, b, ... fill up the last word.
    others = LATIN_AND_OTHERS[: MOST_LETTERS - 26] + ascii_lowercase[: words.length]
    others = others[: len(others) // words.length * words.length]
    step = words.length
    fill = [others[k : k + step] for k in range(0, len(others), step)]
    answers, guesses = ([*map(renamed, own)] for own in (words.answers, words.guesses))
    return Vocabulary(tuple(answers), (*guesses, *fill), words.weights)
