"""Hard mode: the guesses that earlier clues allow.

A clue has a mark for each letter of its guess: absent, present or correct. A clue
reveals the letters that are present or correct.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from game.clues import (
    ABSENT,
    CORRECT,
    Clue,
    all_correct,
    classic,
    to_marks,
    to_text,
)
from game.errors import InputError, nearest
from game.text.formats import format_count

# A guess and its clue.
Known = tuple[str, Clue]


class Hard(StrEnum):
    """The hard mode: the constraint of earlier clues on the next guess.

    With `NYT`, a correct letter must stay in its position, and a guess must use each
    letter at least as often as a clue has revealed it. An absent letter may be used
    again, and a present letter may stay in its position. With `STRICT`, the guess must
    agree with every clue: it must be a word that can still be the secret.
    """

    OFF = "off"
    NYT = "nyt"
    STRICT = "strict"

    @classmethod
    def _missing_(cls, value: object) -> Hard:
        raise InputError(f"hard {value!r}", ", ".join(cls), nearest(str(value), cls))


def objection(guess: str, history: Iterable[Known], hard: Hard) -> str:
    """Return the reason why hard mode forbids a guess, as one line.

    The reason is an empty string if hard mode allows the guess. `history` has the
    guesses so far, each with its clue. The clues follow the classic rule.
    """
    if hard is Hard.OFF:
        return ""
    find_misfit = _find_nyt_misfit if hard is Hard.NYT else _find_strict_misfit
    misfits = (find_misfit(guess, earlier, clue) for earlier, clue in history)
    reason = next(filter(None, misfits), "")
    return reason and f"hard mode: guess {guess!r} {reason}"


def check_turns(history: Sequence[Known], hard: Hard) -> None:
    """Raise an InputError if turns are impossible in classic Wordle.

    `history` has the guesses of one board and their clues, in order. The turns are
    impossible if hard mode forbids a guess, or if a right guess does not fit the clues
    before it.

    Examples
    --------
    >>> check_turns([("slate", 18), ("crony", 242)], Hard.OFF)
    Traceback (most recent call last):
    ...
    game.errors.InputError: guess 'crony' cannot be the secret: the clue of 'slate' \
would have been '.....', not '..c..'
    """
    for index, (guess, clue) in enumerate(history):
        earlier_turns = history[:index]
        reason = objection(guess, earlier_turns, hard)
        if not reason and clue == all_correct(len(guess)):
            misfits = (_find_strict_misfit(guess, *turn) for turn in earlier_turns)
            misfit = next(filter(None, misfits), "")
            reason = misfit and f"guess {guess!r} {misfit}"
        if reason:
            raise InputError(reason)


def check_position(history: Sequence[Known], hard: Hard, max_guesses: int) -> None:
    """Raise an InputError if no game of classic Wordle can go on after some turns.

    `history` has the guesses of one board and their clues, in order. No game can go on
    if these turns are impossible (see `check_turns`), if a guess was right, or if there
    are already `max_guesses` guesses.

    Examples
    --------
    >>> check_position([("slate", 242)], Hard.OFF, 6)
    Traceback (most recent call last):
    ...
    game.errors.InputError: guess 'slate' is right: expected a game that goes on
    """
    check_turns(history, hard)
    for guess, clue in history:
        if clue == all_correct(len(guess)):
            raise InputError(f"guess {guess!r} is right", "a game that goes on")
    if len(history) >= max_guesses:
        raise InputError(
            f"{format_count(len(history), 'clue')} in a game of "
            f"{format_count(max_guesses, 'guess')}",
            "fewer clues",
        )


def count_revealed(guess: str, clue: Clue) -> Counter[str]:
    """Return for each letter the number of its copies that a clue reveals."""
    marks = to_marks(clue, len(guess))
    return Counter(
        letter for letter, mark in zip(guess, marks, strict=True) if mark != ABSENT
    )


def _find_nyt_misfit(guess: str, earlier: str, clue: Clue) -> str:
    """Return a phrase about a letter that a guess must use, or an empty string.

    The clue of an earlier guess has revealed this letter, but the guess does not use
    the letter, or does not use it in the right position.
    """
    marks = to_marks(clue, len(earlier))
    for position, (letter, mark) in enumerate(zip(earlier, marks, strict=True)):
        if mark == CORRECT and guess[position] != letter:
            where = f"in place {position + 1}, as in {earlier!r}"
            return f"must have {letter.upper()!r} {where}"
    for letter, count in count_revealed(earlier, clue).items():
        if guess.count(letter) < count:
            times = f" {count} times" if count > 1 else ""
            return f"must use the {letter.upper()!r} of {earlier!r}{times}"
    return ""


def _find_strict_misfit(guess: str, earlier: str, clue: Clue) -> str:
    """Return a phrase if a guess cannot be the secret, or an empty string.

    The phrase names the clue that an earlier guess would have had if the guess were the
    secret.
    """
    expected = classic(guess, earlier)
    if expected == clue:
        return ""
    length = len(earlier)
    return (
        f"cannot be the secret: the clue of {earlier!r} would have been "
        f"{to_text(expected, length)!r}, not {to_text(clue, length)!r}"
    )
