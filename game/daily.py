"""Secrets of the puzzles of the day: each game has one published order of the answers.

``web/game/order.js`` computes the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from game.draws import Draws, uniforms

FIRST_DAY = date(2026, 11, 22)
"""The day of puzzle number 1."""

FIRST_ORDERED = date(2026, 12, 1)
"""The first day whose secrets come from the published order of the answers.

Each game has one such order. The secrets of earlier days were drawn at random, with a
seed for each day.
"""

REMOVED = frozenset(
    ("agora", "fetus", "fibre", "gipsy", "gypsy", "lynch", "pupal", "slave", "wench")
)
"""Answers that newspapers removed from their lists.

From `FIRST_ORDERED` on, these answers are no secrets of puzzles of the day.
"""

_YEAR = 365
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)


def daily_seed(day: str, variant: str) -> str:
    """Return the seed of a puzzle of the day, from which its noise follows.

    `day` is a date, and `variant` is the name of the game. `daily_secrets` describes
    both.

    Examples
    --------
    >>> daily_seed("2026-11-22", "classic 1")
    'daily 2026-11-22 classic 1'
    """
    return f"daily {day} {variant}".rstrip()


def name_day(day: str) -> str:
    """Return the name of the puzzle of a day, with its number and its date.

    Days before the first puzzle have no number.

    Examples
    --------
    >>> name_day("2026-11-28"), name_day("2026-11-21")
    ('No. 7, 28 November', '21 November 2026')
    """
    when = date.fromisoformat(day)
    number = 1 + (when - FIRST_DAY).days
    name = f"{when.day} {_MONTHS[when.month - 1]}"
    return f"No. {number}, {name}" if number > 0 else f"{name} {when.year}"


def daily_secrets(
    answers: tuple[str, ...], day: str, variant: str, boards: int = 1
) -> tuple[str, ...]:
    """Return the secrets of a puzzle of the day, one for each board.

    From `FIRST_ORDERED` on, each day takes the next words of a fixed order of the
    answers. After its last word, the order starts again. So no word comes twice before
    all other words of the order have come.

    Parameters
    ----------
    answers : tuple of str
        The possible answers.
    day : str
        The date, like ``2026-12-01``.
    variant : str
        The game: an empty string for WORDPL, otherwise a text like ``classic 1`` or
        ``fibble lies:1``.
    boards : int
        The number of boards.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> daily_secrets(Vocabulary.load().answers, "2026-11-22", "classic 1")
    ('idiom',)
    """
    past = (date.fromisoformat(day) - FIRST_ORDERED).days
    if past < 0:
        places = _draw_places(len(answers), day, variant, boards)
    else:
        order = _order_answers(answers, variant, boards)
        first = past * boards
        places = [order[(first + board) % len(order)] for board in range(boards)]
    return tuple(answers[place] for place in places)


def _draw_places(count: int, day: str, variant: str, boards: int) -> Sequence[int]:
    draws = Draws(daily_seed(day, variant), 0)
    return draws.answers(count, boards).argmax(axis=1).tolist()


@lru_cache(maxsize=8)
def _order_answers(
    answers: tuple[str, ...], variant: str, boards: int
) -> Sequence[int]:
    """Return the indices of the answers, in the order in which they become secrets.

    The answers in `REMOVED` are left out. `variant` is the name of the game, which
    `daily_secrets` describes.
    """
    # Answers that were secrets in the year before `FIRST_ORDERED` come last in the
    # order: the later an answer was a secret, the later it comes.
    last: dict[int, int] = {}
    for ago in range(_YEAR, 0, -1):
        day = str(FIRST_ORDERED - timedelta(days=ago))
        for place in _draw_places(len(answers), day, variant, boards):
            last[place] = _YEAR - ago

    # The boards of one day need different words. If fewer words than boards are left
    # without the words in `REMOVED`, all answers are kept.
    kept = [place for place, word in enumerate(answers) if word not in REMOVED]
    if len(kept) < boards:
        kept = list(range(len(answers)))
    shares = uniforms("order", f"daily {variant}".rstrip(), [0], 0, len(answers))[0]
    return sorted(kept, key=lambda place: (last.get(place, -1), shares[place]))
