"""Page that advises on a game that is played elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from game.words import Vocabulary
from web.play_page import word_lists
from web.template import render


def solve_page(
    vocabulary: Vocabulary, pages: Mapping[str, str], *, is_served: bool = False
) -> str:
    """Return the page.

    `is_served` says whether `commands.web` serves it, and answers its questions.
    """
    return render("solve", pages, {**word_lists(vocabulary), "isServed": is_served})
