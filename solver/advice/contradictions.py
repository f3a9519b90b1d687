"""Contradictory clues: the turns that explain why no answer fits."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.channels.channel import differences
from game.clues import Clue, all_correct, classic, to_text
from game.spelling import upper
from game.text.formats import counted
from solver.advice.position import Position

_FEW = 12  # words that are listed, not only counted


class Culprit(NamedTuple):
    """A turn that contradicts the others, which agree without it.

    `turn` is its index among the turns, from 0; `answers` fit the other turns; `clue`
    is the clue nearest to the one given with which an answer would fit.
    """

    turn: int
    answers: list[str]
    clue: Clue


def culprits(position: Position, board: int = 0) -> list[Culprit]:
    """Return the turns each of which alone explains why no answer fits a board."""
    suspects = []
    for index, turn in enumerate(position.turns):
        others = position.remove(turn.guess)
        answers = others.answers(board)
        if answers:
            truths = np.array([classic(answer, turn.guess) for answer in answers])
            meant = _nearest(turn.clues[board], truths, position)
            suspects.append(Culprit(index, answers, meant))
    return suspects


def unlisted(position: Position, board: int = 0) -> list[str]:
    """Return the guesses that fit every clue of a board but are no listed answers."""
    words = position.setting.vocabulary
    left = [word for word in words.guesses if word not in words.answer_index]
    for turn in position.turns:
        length = len(turn.guess)
        logs = position.channel.log_likelihoods(turn.clues[board], math.inf, length)
        left = [word for word in left if logs[classic(word, turn.guess)] > -math.inf]
    return left


def explain(position: Position, board: int = 0) -> list[str]:
    """Return lines of text: the turns that may be wrong, and the answers that fit."""
    on = f" on board {board + 1}" if position.setting.boards > 1 else ""
    lines = [f"No answer fits the scores{on}."]
    suspects = culprits(position, board)
    if not suspects:
        lines.append("No turn alone contradicts the others: two or more are wrong.")
    if len(suspects) > 1:
        lines.append("One of these turns contradicts the others:")
    for culprit in suspects:
        turn = position.turns[culprit.turn]
        length = len(turn.guess)
        score = to_text(turn.clues[board], length)
        line = f"  turn {culprit.turn + 1}, {upper(turn.guess)}={score}"
        if len(suspects) == 1 < len(position.turns):
            line += " contradicts the others"
        lines.append(f"{line}:")
        lines.append(f"    without it: {word_list(culprit.answers)}")
        lines.append(f"    nearest score that fits: {to_text(culprit.clue, length)}")
    if others := unlisted(position, board):
        lines.append(
            f"Not among the answers, but valid and fitting: {word_list(others)}"
        )
    return lines


def word_list(words: list[str]) -> str:
    """Format a list of words, in full when they are few.

    Examples
    --------
    >>> word_list(["crane", "crank"]), word_list(["crane"] * 99)
    ('2 words, CRANE, CRANK', '99 words')
    """
    count = counted(len(words), "word")
    return ", ".join([count, *map(upper, words)]) if len(words) <= _FEW else count


def _nearest(clue: Clue, truths: NDArray[np.int64], position: Position) -> Clue:
    """Return the clue with fewest other marks; among ties, that of most answers.

    `truths` are the true clues of the answers that fit the other turns. That of a right
    guess is seen as it is.
    """
    length = position.setting.vocabulary.length
    right = all_correct(length)
    changes = differences(clue, length)
    for changed in range(length + 1):
        counts: dict[Clue, int] = {}
        for other in np.flatnonzero(changes == changed).tolist():
            logs = position.channel.log_likelihoods(other, math.inf, length)
            fits = logs > -math.inf
            fits[right] |= other == right
            counts[other] = int(fits[truths].sum())
        best = max(counts, key=lambda other: counts[other])
        if counts[best]:
            return best
    raise AssertionError("an answer has no clue")
