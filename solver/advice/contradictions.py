"""Contradictory clues: the turns that explain why no word fits."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from game.arrays import Integers
from game.channels.channel import differences
from game.clues import Clue, all_correct, classic, to_text
from game.errors import nearest
from game.spelling import upper
from game.text.formats import format_count
from game.words import Vocabulary
from solver.advice.position import Candidates, Position

_FEW = 12
"""Largest number of words that a message lists.

If there are more words, the message has only the number of words.
"""


class Culprit(NamedTuple):
    """A turn that contradicts the other turns: without it, some word fits the clues.

    `turn` is the index of the turn, from 0. `words` are the likely words that fit all
    other turns. If the turn had the clue `clue`, one of `words` would fit all turns. Of
    all clues for which a word would fit, `clue` differs in the fewest marks from the
    clue of the turn.
    """

    turn: int
    words: list[str]
    clue: Clue


def culprits(position: Position, board: int = 0) -> list[Culprit]:
    """Return the turns without which some word would fit the clues of a board.

    The clue of such a turn may be mistyped. The list is empty if the removal of a
    single turn is never enough to make a word fit.
    """
    suspects = []
    for index, turn in enumerate(position.turns):
        words = position.remove(turn.guess).candidates(board).likely
        if words:
            true_clues = np.array([classic(word, turn.guess) for word in words])
            nearest_clue = _find_nearest(turn.clues[board], true_clues, position)
            suspects.append(Culprit(index, words, nearest_clue))
    return suspects


def explain(position: Position, board: int = 0) -> list[str]:
    """Return lines of text that explain why no word fits the clues of a board.

    The lines name each turn that may be wrong, and the words that would fit without
    this turn.
    """
    which_board = f" on board {board + 1}" if position.setting.boards > 1 else ""
    lines = [f"No word fits the clues{which_board}."]
    suspects = culprits(position, board)
    if not suspects:
        lines.append("Two or more turns are wrong.")
    if len(suspects) > 1:
        lines.append("One of these turns contradicts the other turns:")
    for culprit in suspects:
        turn = position.turns[culprit.turn]
        length = len(turn.guess)
        clue = to_text(turn.clues[board], length)
        line = f"  turn {culprit.turn + 1}, {upper(turn.guess)}={clue}"
        if len(suspects) == 1 < len(position.turns):
            line += " contradicts the other turns"
        lines.append(f"{line}:")
        lines.append(f"    without this turn: {_word_list(culprit.words)}")
        lines.append(f"    nearest clue that fits: {to_text(culprit.clue, length)}")
    return [*lines, "If all turns are right, the secret is not in the word list."]


def fitting_text(candidates: Candidates) -> str:
    """Return a text: how many words fit the clues, and the words if they are few.

    `candidates` has the words that fit. The text calls listed answers likely words, and
    other valid guesses rarer words.

    Examples
    --------
    >>> fitting_text(Candidates(("piano", "guano", "quant"), np.ones(3), 1))
    '1 likely word remains: PIANO; also 2 rarer words: GUANO, QUANT'
    """
    answers = candidates.answers
    others = candidates.others
    if len(candidates.words) == 1:
        return f"The secret must be {upper(candidates.words[0])}."
    if not others:
        return f"possible: {_word_list(answers)}"
    if not answers:
        return _list_words(f"{format_count(len(others), 'rarer word')} remain", others)
    remain = "remains" if len(answers) == 1 else "remain"
    likely = _list_words(
        f"{format_count(len(answers), 'likely word')} {remain}", answers
    )
    rarer = _list_words(f"also {format_count(len(others), 'rarer word')}", others)
    return f"{likely}; {rarer}"


def unlisted_note(words: Vocabulary, guess: str) -> str:
    """Return a line about a guess that is in no word list, else an empty text.

    Examples
    --------
    >>> unlisted_note(Vocabulary(("crane",), ("crane",)), "crnae")
    "CRNAE is not in the word list, but its clue counts; did you mean 'crane'?"
    """
    if guess in words.guess_index:
        return ""
    hint = nearest(guess, words.guess_index)
    end = f"; {hint}" if hint else "."
    return f"{upper(guess)} is not in the word list, but its clue counts{end}"


def _word_list(words: list[str]) -> str:
    """Return the number of words as text, and the words if there are few.

    Examples
    --------
    >>> _word_list(["crane", "crank"]), _word_list(["crane"] * 99)
    ('2 words: CRANE, CRANK', '99 words')
    """
    return _list_words(format_count(len(words), "word"), words)


def _list_words(count: str, words: list[str]) -> str:
    """Return the text `count`, like "2 words", and the words if there are few.

    If there are more than `_FEW` words, only `count` is returned.
    """
    return f"{count}: {', '.join(map(upper, words))}" if len(words) <= _FEW else count


def _find_nearest(clue: Clue, true_clues: Integers, position: Position) -> Clue:
    """Return the clue that is nearest to `clue` and with which some word fits.

    `clue` is the clue of a turn. `true_clues` has the true clues of the guess of the
    turn for the words that fit all other turns. The nearest clue differs in the fewest
    marks. If several clues are equally near, the clue that fits the most words is
    returned. Even if clues may be false, a right guess gets its true clue.
    """
    length = position.setting.vocabulary.length
    right = all_correct(length)
    changes = differences(clue, length)
    for changed in range(length + 1):
        counts: dict[Clue, int] = {}
        for changed_clue in np.flatnonzero(changes == changed).tolist():
            logs = position.channel.log_likelihoods(changed_clue, math.inf, length)
            fits = logs > -math.inf
            fits[right] |= changed_clue == right
            counts[changed_clue] = int(fits[true_clues].sum())
        best = max(counts, key=lambda changed_clue: counts[changed_clue])
        if counts[best]:
            return best
    raise AssertionError("a word has no clue")
