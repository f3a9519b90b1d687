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

According to its published answers, the New York Times chose such a word for the first
time in puzzle 646. In the 1,040 puzzles from 646 to 1,685 it chose 32 such words. The
same share is used for all lists of newspapers. It is the probability of all words
together that are no listed answers, however many words a list has.
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

    None is returned for lists that a person gives. The shipped lists and the published
    lists, which have a name, are not lists that a person gives.
    """
    if not words.is_shipped and words.name is None:
        return None
    is_other = np.array([word not in words.answer_index for word in words.guesses])
    taboo = np.array([word in taboo_words() for word in words.guesses])
    is_unlikely = is_other & (_plurals(words) | taboo)

    # The total weight of the answers is the number of answers. The total weight of all
    # other words follows from `OTHER_SHARE`.
    count = int(is_unlikely.sum())
    shares = int(is_other.sum()) - count + UNLIKELY * count
    all_others = len(words.answers) * OTHER_SHARE / (1 - OTHER_SHARE)
    likely = all_others / max(1.0, shares)
    return OtherWeights(likely, UNLIKELY * likely, is_unlikely)


def _plurals(words: Vocabulary) -> Mask:
    """Return an array that is true for each guess that counts as a plural.

    Every word in -ES counts as a plural. Another word in -S counts as a plural if the
    shipped list of words that are one letter shorter has the word without the S. If
    there is no such list, every word in -S counts as a plural, except words in -SS.
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
    """Return an array that is true for each guess that must not be suggested.

    These guesses are the taboo words (see `taboo_words`). But a taboo word may be
    suggested if a person gave it in a list of answers.
    """
    taboo = taboo_words()
    if other_weights(words) is None:
        taboo = taboo.difference(words.answers)
    return np.array([word in taboo for word in words.guesses])


@lru_cache(maxsize=1)
def taboo_words() -> frozenset[str]:
    """Return the words of all lengths that no newspaper would print."""
    return frozenset(read_words(DATA / "taboo.txt"))
