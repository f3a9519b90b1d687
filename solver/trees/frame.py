"""Games of classic Wordle as a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def games_frame(games: Iterable[tuple[str, ...]]) -> pd.DataFrame:
    """Return games as a table: answer, number of guesses, the guesses.

    Examples
    --------
    >>> games_frame([("crane", "slate")])
      answer  guesses        words
    0  slate        2  crane slate
    """
    import pandas as pd  # takes half a second, which a tree in a file need not wait for

    rows = [(game[-1], len(game), " ".join(game)) for game in games]
    return pd.DataFrame(rows, columns=["answer", "guesses", "words"])
