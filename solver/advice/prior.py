"""Prior of advice: how probable each valid guess is as the secret of a game elsewhere.

The secret of today's newspaper is a listed answer or, in `OTHER_SHARE` of the puzzles,
a new word. Answers that a person gives are complete: other words are considered only
where none of the answers fits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.arrays import Mask
from game.word_files import DATA, read_words
from game.words import Vocabulary

OTHER_SHARE = 32 / 1040
"""Share of puzzles whose secret is a valid guess that is no listed answer: one in 33.

The New York Times chose the first such word in puzzle 646, and 32 of them in the 1,040
puzzles from there to 1,685, by the published answers. The share is the same for all
published lists. It is divided among all other words, however many there are.
"""

UNLIKELY = 0.01
"""Weight of an other word that an editor does not choose, relative to one of the rest.

The New York Times chooses no plural in -S or -ES of a word of three or four letters
(nytimes.com/2022/11/07/crosswords/wordle-editor.html), and no word of `taboo_words`.
"""


class OtherWeights(NamedTuple):
    """Prior weights of the words that are no listed answers, whose mean weight is 1.

    `unlikely` is the weight of the words that an editor does not choose: those for
    which `is_unlikely` is true, by place among the guesses. `likely` is the weight of
    the other ones.
    """

    likely: float
    unlikely: float
    is_unlikely: Mask


@lru_cache(maxsize=8)
def other_weights(words: Vocabulary) -> OtherWeights | None:
    """Return the weights of other words, None for lists that a person gives.

    Shipped and published lists are those of a newspaper.
    """
    if not words.is_shipped and words.name is None:
        return None
    is_other = np.array([word not in words.answer_index for word in words.guesses])
    taboo = np.array([word in taboo_words() for word in words.guesses])
    is_unlikely = is_other & (_plurals(words) | taboo)

    # The weights of all other words together have their share beside the answers.
    count = int(is_unlikely.sum())
    shares = int(is_other.sum()) - count + UNLIKELY * count
    all_others = len(words.answers) * OTHER_SHARE / (1 - OTHER_SHARE)
    likely = all_others / max(1.0, shares)
    return OtherWeights(likely, UNLIKELY * likely, is_unlikely)


def _plurals(words: Vocabulary) -> Mask:
    """Return which guesses are plurals, by the list of words one letter shorter.

    A word in -ES counts as a plural. So does each word in -S but not in -SS where no
    list of shorter words is shipped.
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
    """Return which guesses are not suggested: taboo words but answers of a person."""
    taboo = taboo_words()
    if other_weights(words) is None:
        taboo = taboo.difference(words.answers)
    return np.array([word in taboo for word in words.guesses])


@lru_cache(maxsize=1)
def taboo_words() -> frozenset[str]:
    """Return the words of all lengths that no newspaper would print."""
    return frozenset(read_words(DATA / "taboo.txt"))
