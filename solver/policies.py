"""Strategies that play the moves of a policy, which a learning agent has learned.

`Encoding` converts the turns of a game to an observation for the policy, and an action
of the policy to a move. `PolicyPlayer` is the strategy.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from game.clues import parse, to_marks
from game.errors import InputError
from game.hard import Hard
from game.protocol import LEAST_PRICE, Mode, Move, Setting
from game.record import Turn, history_of
from solver.matrix.hard_mode import allowed
from solver.matrix.letters import letter_codes

ROWS = {Mode.CLASSIC: 6, Mode.FIBBLE: 12, Mode.WORDPL: 20}
"""For each mode, the number of turns in the observation of a policy.

A policy may set another number in its attribute `rows`.
"""

Observation = Any
"""Input of a policy: an array of the letters and marks of the turns of a game.

In WORDPL, an observation is a dict: this array has the key ``board``, and an array of
the prices has the key ``prices``.
"""

Action = Any
"""Output of a policy: the index of the next guess in the list of guesses.

In WORDPL, an action is a dict: the index has the key ``word``, and the price in nats
has the key ``price``.
"""


class Encoding:
    """Conversion of the turns of a game to an observation, and of actions to moves.

    Examples
    --------
    >>> from game import Vocabulary
    >>> words = Vocabulary(("crane", "slate"), ("crane", "slate"))
    >>> encoding = Encoding(Setting(words, Mode.CLASSIC), rows=2)
    >>> encoding.observe([Turn("slate", math.inf, 20)]).tolist()
    [[[19, 12, 1, 20, 5], [1, 1, 3, 1, 3]], [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]]
    >>> encoding.move(0)
    Move(guess='crane', epsilon=inf)
    """

    def __init__(self, setting: Setting, rows: int | None = None) -> None:
        words = setting.vocabulary
        self.setting = setting
        self.rows = ROWS[setting.mode] if rows is None else rows

        # Letters and marks are counted from 1, because 0 means a row without a turn.
        self.letters = letter_codes(words.guesses, words.alphabet) + np.uint8(1)
        self._is_answer = np.zeros(len(words.guesses), np.int8)
        self._is_answer[[words.guess_index[word] for word in words.answers]] = 1

    def observe(self, turns: Sequence[Turn]) -> Observation:
        """Return the observation after some turns.

        The array of letters and marks has the shape (rows, 2, length): for each turn,
        the letters and the marks, both counted from 1. Rows without a turn are 0. If
        there are more turns than rows, the observation has only the last turns.
        """
        words = self.setting.vocabulary
        board = np.zeros((self.rows, 2, words.length), np.uint8)
        prices = np.zeros(self.rows)
        for row, turn in enumerate(turns[-self.rows :]):
            board[row, 0] = self.letters[words.guess_index[turn.guess]]
            board[row, 1] = np.array(to_marks(turn.clue, words.length)) + 1
            prices[row] = turn.epsilon
        priced = self.setting.mode.priced
        return {"board": board, "prices": prices} if priced else board

    def masks(self, turns: Sequence[Turn]) -> dict[str, Any]:
        """Return the masks of words, as an environment gives them in its dict `info`.

        ``action_mask`` has 1 for each guess that the rules allow next, and 0 for each
        other guess. In WORDPL, ``action_mask`` is a dict with this mask under ``word``,
        and ``answer_mask`` has 1 for each guess that is a possible answer.
        """
        words = self.setting.vocabulary
        hard = self.setting.hard
        mask = np.ones(len(words.guesses), np.int8)
        if hard is not Hard.OFF:
            history = history_of(turns)
            mask = allowed(words, history, hard).astype(np.int8)
        if not self.setting.mode.priced:
            return {"action_mask": mask}
        action_mask = {"word": mask, "price": None}
        return {"action_mask": action_mask, "answer_mask": self._is_answer.copy()}

    def move(self, action: Action) -> Move:
        """Return the move that an action stands for.

        A price that is at least 0 but below `LEAST_PRICE` becomes 0. An InputError is
        raised if the action does not have the index of a guess and, in WORDPL, a price.
        """
        guesses = self.setting.vocabulary.guesses
        priced = self.setting.mode.priced
        word = action
        price = math.inf
        if priced:
            if not isinstance(action, Mapping) or action.keys() != {"word", "price"}:
                raise InputError(f"action {action!r}", "a dict with 'word' and 'price'")
            word = action["word"]
            price = _number(action["price"], "iuf", "a price")

        expected = f"the index of a guess, 0 to {len(guesses) - 1}"
        index = _number(word, "iu", expected)
        if not 0 <= index < len(guesses):
            raise InputError(f"action {word!r}", expected)
        return Move(guesses[int(index)], 0.0 if 0 <= price < LEAST_PRICE else price)


def _number(value: object, kinds: str, expected: str) -> float:
    """Return a value as a float; raise an InputError if the value is not a number.

    `kinds` has the codes of the NumPy kinds that are accepted, like ``iu`` for
    integers. The text `expected` says, in the message of the error, what a right action
    would have.
    """
    array = np.asarray(value)
    if array.ndim or array.dtype.kind not in kinds:
        raise InputError(f"action {value!r}", expected)
    return float(array)


class PolicyPlayer:
    """Strategy that plays the moves of a policy.

    The policy was trained in the Gymnasium environments of Clueproof. A subclass
    defines the method `act`, which calls the policy: `act` receives an observation and
    the masks of `info`, and returns an action. `rows` is the number of turns in an
    observation. By default, `rows` is the number in `ROWS`.

    Examples
    --------
    >>> from game import Draws, Vocabulary, deal, play
    >>> class FirstWord(PolicyPlayer):
    ...     act = staticmethod(lambda observation, info: 0)
    >>> words = Vocabulary(("crane", "slate"), ("crane", "slate"))
    >>> setting = Setting(words, Mode.CLASSIC)
    >>> player = FirstWord()
    >>> player.prepare(setting)
    >>> play(player, deal(setting, Draws("1", 0), "crane"), setting).score
    1.0
    """

    rows: int | None = None

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action:
        """Return the action for an observation; `info` is a dict of masks of words."""
        raise NotImplementedError

    def prepare(self, setting: Setting) -> None:
        """Prepare the encoding for the rules of the games."""
        self.encoding = Encoding(setting, self.rows)

    def first_move(self) -> tuple[str, float]:
        """Start a game and return the move of the policy."""
        self._turns: list[Turn] = []
        return self._move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the next move of the policy, given the last turn."""
        self._turns.append(Turn(guess, epsilon, parse(result, len(guess))))
        return self._move()

    def _move(self) -> Move:
        observation = self.encoding.observe(self._turns)
        return self.encoding.move(
            self.act(observation, self.encoding.masks(self._turns))
        )
