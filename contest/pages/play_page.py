"""Pages on which you play, or get advice on a game that you play elsewhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from itertools import compress, takewhile

import numpy as np

from contest.pages.template import render_page
from game.clues import Rule
from game.text.deals import SIZE, page_address, size_of
from game.text.render import key_rows
from game.text.wording import MARK_MEANINGS, PRICES, SOURCES, repeated_letters
from game.words import Vocabulary
from solver.advice.prior import is_taboo, other_weights


def play_page(
    vocabulary: Vocabulary,
    records: Mapping[str, float] | None = None,
    pages: Mapping[str, str] | None = None,
    *,
    sizes: Sequence[int] = (),
    leads: str = "",
    days: str = "",
    address: str = "",
) -> str:
    """Return the page on which you play.

    `records` has the budget of the lead of each ranking, in nats. In games with the
    words of the contest, the page shows these budgets beside what you have paid.
    `pages` has the addresses of the pages of the site by title. `sizes` has the lengths
    of words for which the site has a page that deals games.

    `days` has a digit for each puzzle of the day, from the first puzzle on. Each bit of
    a digit is for one lead in `records`: bit 0 for the first lead, bit 1 for the second
    lead, and so on. The bit is 1 if the entry that holds the lead wins the puzzle
    within the budget of the lead; the entry plays the same secret with the same noise
    as the visitors of the page. `leads` is a sentence with the leads of WORDPL and
    their holders. `address` is the address of the published site, for links from a page
    that others cannot open.
    """
    # The leads hold only for the words of the contest, so pages for other words do not
    # show the leads.
    size = size_of(vocabulary)
    is_contest = size == SIZE
    data = {
        **_word_lists(vocabulary),
        "size": size,
        "digest": vocabulary.digest[:8],
        "address": address and page_address(address, size),
        "records": dict(records or {}) if is_contest else {},
        "days": days if is_contest else "",
        "prices": PRICES,
        "leads": leads if is_contest else "",
    }
    return render_page(
        "play",
        pages or {},
        data,
        length=vocabulary.length,
        lengths={size: page_address("", size) for size in sizes},
        marks=MARK_MEANINGS,
        letterwise=repeated_letters(Rule.LETTERWISE),
        classic=repeated_letters(Rule.CLASSIC),
        leads=leads if is_contest else "",
        sources=SOURCES,
    )


def _word_lists(vocabulary: Vocabulary) -> dict[str, object]:
    """Return the words of the game as the scripts of a page read them.

    The result also has the length of the words, the rows of the keyboard, and the data
    for advice from `pack_prior`.
    """
    return {
        **pack_prior(vocabulary),
        "answers": _pack_words(vocabulary.answers),
        "guesses": _pack_words(vocabulary.guesses),
        "length": vocabulary.length,
        "keyboard": key_rows(vocabulary.alphabet),
    }


def pack_prior(vocabulary: Vocabulary) -> dict[str, object]:
    """Return the data with which a page weights and suggests words.

    ``others`` has the weights of the guesses that are no answers. If a person gave the
    list of words, ``others`` is None. ``taboo`` has the words that the page never
    suggests.
    """
    others = other_weights(vocabulary)
    packed = None
    if others is not None:
        packed = {
            "likely": others.likely,
            "unlikely": others.unlikely,
            "bits": b64encode(np.packbits(others.is_unlikely).tobytes()).decode(),
        }
    taboo = compress(vocabulary.guesses, is_taboo(vocabulary))
    return {"others": packed, "taboo": " ".join(taboo)}


def _pack_words(words: Sequence[str]) -> str:
    """Return sorted words as one short text.

    For each word the text has two parts. The first part is the number of letters at the
    start that the word has in common with the previous word. The second part is the
    rest of the letters.
    """
    # Words that follow each other in a sorted list often begin with the same letters,
    # so the text is short.
    text = ""
    last = ""
    for word in words:
        pairs = zip(last, word, strict=False)
        size = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        text = f"{text}{size}{word[size:]}"
        last = word
    return text


def solve_page(
    vocabulary: Vocabulary,
    pages: Mapping[str, str],
    *,
    lengths: Mapping[int, str] | None = None,
) -> str:
    """Return the page on which you get advice on a game that you play elsewhere.

    `lengths` has the addresses of the site's pages that solve, by length of the words.
    """
    return render_page(
        "solve",
        pages,
        _word_lists(vocabulary),
        length=vocabulary.length,
        lengths=lengths or {},
    )
