"""Single questions about positions of played games, with exact answers.

The message of a question lists the candidate words of the position, so that the answer
follows from the message alone. A question asks for the likeliest word, for the best
next word, for the chance that a mark is false, or for the posterior of a word. The loss
of a word is how much less likely, or less informative, the word is than the best word.
If the exact chance is q and the stated chance is p, the loss is the Kullback-Leibler
divergence of p from q, in bits: the amount that p adds to the log loss of q. A reply
without a legal answer has the loss of a player who knows the rules and no clue.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from clueproof_agents.chat import describe
from clueproof_agents.numbers import parse_chance
from clueproof_agents.phrasings import load_phrasing, phrasing_names, phrasing_of
from clueproof_agents.replies import parse_reply, remove_thoughts
from game.arrays import Floats
from game.channels.lies import EXACT
from game.channels.named import channel_of
from game.clues import MARKERS, to_marks
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.protocol import Setting
from game.record import Turn
from game.spelling import upper
from game.words import Vocabulary
from solver.advice.insights import belief_after
from solver.belief.noisy_clues import information
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.ties import TOLERANCE

KINDS = ("likeliest", "best", "mark", "posterior")
"""Kinds of questions. The kind ``mark`` exists only for games with false marks.

``likeliest`` asks for the likeliest word, ``best`` for the best next word, ``mark`` for
the chance that a mark is false, and ``posterior`` for the probability of a word.
"""

CANDIDATES = 32
_MOST_TURNS = 4
_LEAST_ENTROPY = 1.0  # least entropy of the secret in a position, in bits
# A stated chance counts as at least `_LEAST` and as at most 1 - `_LEAST`.
_LEAST = 1e-3


class Score(NamedTuple):
    """The score of a model's reply to a question.

    `loss` is the loss of the answer in the reply. `uninformed` is the loss of a player
    who knows the rules and no clue. `answer` is the word or the chance that the reply
    states, or empty if the reply has no legal answer.
    """

    loss: float
    uninformed: float
    answer: str

    @property
    def legal(self) -> bool:
        """Whether the reply has a legal answer."""
        return bool(self.answer)


@dataclass(frozen=True)
class Item:
    """A question about a position: its kind, phrasing and message, and its answer.

    If the question asks for a word, `losses` has the loss of each word, and `chance`
    and `prior` are NaN. If the question asks for a chance, `losses` is empty, `chance`
    is the exact chance, and `prior` is the chance for a player who knows no clue.
    `setting` has the rules, with the candidate words as the only words.
    """

    kind: str
    phrasing: str
    message: str
    setting: Setting
    losses: Mapping[str, float]
    chance: float
    prior: float

    @property
    def messages(self) -> list[dict[str, str]]:
        """The question as a list of chat messages: one message, of the user."""
        return [{"role": "user", "content": self.message}]

    @property
    def target(self) -> str:
        """The exact answer as text: the words with the loss 0, or the exact chance."""
        best = [upper(word) for word, loss in self.losses.items() if loss < TOLERANCE]
        return " or ".join(best) or f"{self.chance:.6g}"

    @property
    def unit(self) -> str:
        """The unit of the loss: ``"chance"`` or ``"bits"``.

        The unit is ``"chance"`` only for questions of the kind ``likeliest``.
        """
        return "chance" if self.kind == "likeliest" else "bits"

    def score(self, reply: str) -> Score:
        """Return the score of a model's reply to this question."""
        if self.losses:
            uninformed = sum(self.losses.values()) / len(self.losses)
        else:
            uninformed = _divergence(self.chance, self.prior)
        try:
            if self.losses:
                answer = parse_reply(reply, self.setting).guess
                return Score(self.losses[answer], uninformed, upper(answer))
            stated = parse_chance(remove_thoughts(reply))
        except InputError:
            return Score(uninformed, uninformed, "")
        return Score(_divergence(self.chance, stated), uninformed, f"{stated:g}")


def kinds_of(setting: Setting) -> list[str]:
    """Return the kinds of questions, of `KINDS`, that suit the rules `setting`."""
    is_noisy = channel_of(setting) != EXACT
    return [kind for kind in KINDS if kind != "mark" or is_noisy]


def make_item(setting: Setting, seed: str, number: int) -> Item:
    """Return the question with the number `number` that follows from `seed`.

    The kind and the phrasing of the question change with the number.

    Examples
    --------
    >>> from game import Mode
    >>> setting = Setting(Vocabulary.load(), Mode.FIBBLE, channel="lies:1")
    >>> item = make_item(setting, "1", 0)
    >>> item.kind, len(item.losses), min(item.losses.values())
    ('likeliest', 32, 0.0)
    """
    if setting.mode.priced:
        raise InputError(f"items of {setting.mode}", "classic or fibble")
    kinds = kinds_of(setting)
    rest, rank = divmod(number, len(kinds))
    kind = kinds[rank]
    phrasing = phrasing_of(rest)
    small, turns = _draw_position(setting, Draws(seed, number))
    asked = _ask(kind, small, turns, rest // len(phrasing_names()))
    texts = load_phrasing(phrasing).items
    position = texts["rules"].format(
        answers=len(small.vocabulary.answers),
        words=", ".join(map(upper, small.vocabulary.answers)),
        noise=channel_of(small).about(small.vocabulary.length),
        turns="\n".join(map(describe, turns)),
    )
    question = texts[kind].format(word=upper(asked.word), place=asked.place)
    return Item(kind, phrasing, f"{position}\n{question}", small, *asked[2:])


def _draw_position(setting: Setting, draws: Draws) -> tuple[Setting, list[Turn]]:
    """Return a random position: rules with a few candidate words, and some turns.

    The returned rules are `setting` with the candidates as the only words. The guesses
    of the turns are random candidates. There are at most `_MOST_TURNS` turns. A turn is
    left out if the secret is nearly certain after it; but the first turn is always
    kept.
    """
    answers = setting.vocabulary.answers
    drawn = draws.answers(len(answers), min(CANDIDATES, len(answers))).argmax(axis=1)
    secret, *guesses = (answers[k] for k in drawn)
    words = tuple(sorted((secret, *guesses)))
    small = replace(setting, vocabulary=Vocabulary(words, words))
    host = deal(small, draws, secret)
    turns: list[Turn] = []
    for guess in guesses[:_MOST_TURNS]:
        clue = host.reply(guess, math.inf, len(turns))
        turns.append(Turn(guess, math.inf, clue))
        if belief_after(small, turns).entropy < _LEAST_ENTROPY:
            return small, turns[:-1] or turns
    return small, turns


class _Asked(NamedTuple):
    """The word and the place that a question names, and the answer of the question.

    `word` is empty if the question names no word. `place` is the place of a mark,
    counted from 1; it is 0 if the question is not about a mark. `losses`, `chance` and
    `prior` become the fields of the same names of an `Item`.
    """

    word: str = ""
    place: int = 0
    losses: Mapping[str, float] = MappingProxyType({})
    chance: float = math.nan
    prior: float = math.nan


def _ask(kind: str, setting: Setting, turns: Sequence[Turn], number: int) -> _Asked:
    """Return the word that a question of the kind `kind` names, and its exact answer.

    `setting` and `turns` are the position. A question of the kind ``posterior`` is
    about the likeliest word if `number` is even; if `number` is odd, `number` chooses
    the word. In a question of the kind ``mark``, `number` chooses the mark.
    """
    chances = belief_after(setting, turns).probabilities
    if kind == "mark":
        return _ask_mark(setting, turns[-1], chances, number)
    words = setting.vocabulary.answers
    if kind == "posterior":
        index = number % len(words) if number % 2 else int(chances.argmax())
        chance = float(chances[index])
        return _Asked(words[index], chance=chance, prior=1 / len(words))
    values = chances
    if kind == "best":
        matrix = clue_matrix(setting.vocabulary, setting.rule)
        length = setting.vocabulary.length
        channel = channel_of(setting)
        values = information(matrix, chances, math.inf, length, channel=channel)
    losses = (values.max() - values).tolist()
    return _Asked(losses=dict(zip(words, losses, strict=True)))


def _ask_mark(setting: Setting, turn: Turn, chances: Floats, number: int) -> _Asked:
    """Return the question for the chance that a mark of `turn` is false.

    `chances` has the probability of each word. `number` chooses the mark.
    """
    length = len(turn.guess)
    mark = MARKERS[setting.rule]
    words = setting.vocabulary.answers
    true = np.array([to_marks(mark(word, turn.guess), length) for word in words])
    seen = np.array(to_marks(turn.clue, length))
    false = (chances[:, None] * (true != seen)).sum(axis=0)
    place = number % length

    # The rules state the number of lies in a clue. So a player who knows no clue gives
    # every mark the same chance to be false: the mean of `false`.
    chance = float(false[place])
    return _Asked(turn.guess, place + 1, chance=chance, prior=float(false.mean()))


def _divergence(chance: float, stated: float) -> float:
    """Return the Kullback-Leibler divergence of a stated chance from the exact chance.

    The divergence, in bits, is the expected log loss of the chance `stated` minus the
    expected log loss of the exact chance `chance`.

    Examples
    --------
    >>> _divergence(1.0, 0.5), _divergence(0.5, 0.5)
    (1.0, 0.0)
    """
    stated = min(max(stated, _LEAST), 1 - _LEAST)
    pairs = [(chance, stated), (1 - chance, 1 - stated)]
    return max(0.0, sum(p * math.log2(p / q) for p, q in pairs if p > 0))
