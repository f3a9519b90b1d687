"""Prior of advice: how probable each valid guess is as the secret of a game elsewhere.

The secret of a newspaper's puzzle is usually a listed answer. In a share `OTHER_SHARE`
of the puzzles the secret is another valid guess. A list of answers that a person gives
is complete: other words are considered only if no answer fits the clues.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.arrays import Mask
from game.word_files import DATA, read_words
from game.words import Vocabulary

OTHER_SHARE = 32 / 1040
"""Share of the puzzles in which the secret is no listed answer: one puzzle in 33.

By its published answers, the New York Times chose such a word for the first time in
puzzle 646, and 32 such words in the 1,040 puzzles from 646 to 1,685. The share is the
same for all published lists. The other words of a list have this share together,
however many they are.
"""

UNLIKELY = 0.01
"""Weight of a word that an editor would not choose, relative to other unlisted words.

The New York Times chooses no plural in -S or -ES of a word of three or four letters
(nytimes.com/2022/11/07/crosswords/wordle-editor.html), and no word of `taboo_words`.
"""


class OtherWeights(NamedTuple):
    """Prior weights of the words that are no listed answers.

    The mean weight of a listed answer is 1. `is_unlikely` is true for each guess that
    an editor would not choose as a secret; these guesses have the weight `unlikely`.
    All other guesses that are no listed answers have the weight `likely`.
    """

    likely: float
    unlikely: float
    is_unlikely: Mask


@lru_cache(maxsize=8)
def other_weights(words: Vocabulary) -> OtherWeights | None:
    """Return the weights of the words that are no listed answers.

    None is returned for lists that a person gives. Shipped lists and published lists
    are lists of a newspaper.
    """
    if not words.is_shipped and words.name is None:
        return None
    is_other = np.array([word not in words.answer_index for word in words.guesses])
    taboo = np.array([word in taboo_words() for word in words.guesses])
    is_unlikely = is_other & (_plurals(words) | taboo)

    # All answers together have the weight of their number. The weight of all other
    # words together follows from their share.
    count = int(is_unlikely.sum())
    shares = int(is_other.sum()) - count + UNLIKELY * count
    all_others = len(words.answers) * OTHER_SHARE / (1 - OTHER_SHARE)
    likely = all_others / max(1.0, shares)
    return OtherWeights(likely, UNLIKELY * likely, is_unlikely)


def _plurals(words: Vocabulary) -> Mask:
    """Return which guesses are plurals, by the list of words one letter shorter.

    Every word in -ES counts as a plural. Another word in -S counts as a plural if the
    word without the S is in the list. If no such list is shipped, every word in -S
    counts as a plural, except words in -SS.
    """
    path = DATA / f"guesses-{words.length - 1}.txt"
    shorter = frozenset(read_words(path)) if path.is_file() else None
    return np.array(
        [
            word.endswith("es")
            or (
                word.endswith("s")
                and (
                    not word.endswith("ss") if shorter is None else word[:-1] in shorter
                )
            )
            for word in words.guesses
        ]
    )


def is_taboo(words: Vocabulary) -> Mask:
    """Return which guesses are not suggested, because they are taboo words.

    A taboo word is suggested if a person gave it as an answer.
    """
    taboo = taboo_words()
    if other_weights(words) is None:
        taboo = taboo.difference(words.answers)
    return np.array([word in taboo for word in words.guesses])


@lru_cache(maxsize=1)
def taboo_words() -> frozenset[str]:
    """Return the words of all lengths that no newspaper would print."""
    return frozenset(read_words(DATA / "taboo.txt"))
