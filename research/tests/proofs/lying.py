"""Answers that fit clues with lies, by their definition."""

from game import classic, to_text


def after(answers, guess, shown, lies):
    """Return the answers that fit the clue `shown` to `guess`, with `lies` lies in it.

    An answer fits if its true clue differs from `shown` in exactly `lies` marks. The
    guess itself does not fit.
    """
    marks = {a: to_text(classic(a, guess), len(a)) for a in answers if a != guess}
    away = {a: sum(map(str.__ne__, true, shown)) for a, true in marks.items()}
    return frozenset(a for a in marks if away[a] == lies)
