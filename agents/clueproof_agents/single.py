"""Environments of one game: classic Wordle, WORDPL and Fibble."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from clueproof_agents.costs import EFFORT, ClassicCosts, NoisyCosts
from clueproof_agents.settings import MOST
from game.channels.named import channel_of
from game.draws import Draws
from game.errors import InputError, nearest
from game.hard import Hard
from game.hosts import deal
from game.loop import Round
from game.protocol import Forfeit, Mode, Outcome, Setting
from game.record import Turn
from game.text.deals import usual_limit
from game.text.render import board as draw
from game.words import Vocabulary
from solver.policies import ROWS, Action, Encoding, Observation

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise InputError(
        "no environment without Gymnasium",
        "the package gymnasium (python -m pip install 'clueproof-agents[gymnasium]')",
    ) from error


ENDS = {"outcome": "", "score": 0.0, "answer": "", "reason": ""}
"""The entries of `info` that say how a game ended, with their values before the end.

`info` is the dictionary that a step of a Gymnasium environment returns.
"""


def check_options(
    options: dict[str, Any] | None, allowed: Sequence[str], count: int = 0
) -> None:
    """Raise `InputError` if the options of `reset` are wrong.

    The option ``"game"`` has to be the number of a game. If `count` games are played at
    once, the option may also be an array with `count` numbers. Options with names that
    are not in `allowed` are wrong, too.
    """
    for name in options or {}:
        if name not in allowed:
            expected = " or ".join(map(repr, allowed))
            raise InputError(f"option {name!r}", expected, nearest(str(name), allowed))
    number = np.asarray((options or {}).get("game", 0))
    shapes = [(), (count,)] if count else [()]
    is_whole = number.dtype.kind in "iu" and number.shape in shapes
    if not is_whole or (number < 0).any():
        each = f", or {count} such numbers" if count else ""
        raise InputError(
            f"game {number.tolist()!r:.40}", f"a whole number from 0 on{each}"
        )


class WordEnv(gymnasium.Env[Observation, Action]):
    """Base class of the environments of Gymnasium that play one game, move by move.

    docs/environments.md describes spaces, rewards and `info`.

    `setting` has the rules. `loss` is what a lost game subtracts from the reward.
    `action` converts a word and a price to an action, and `encoding` converts an action
    to a word and a price.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, setting: Setting, loss: float, render_mode: str | None) -> None:
        setting.check()
        channel_of(setting)
        if not (math.isfinite(loss) and loss >= 0):
            raise InputError(f"loss {loss!r}", "a finite number from 0 on")
        words = setting.vocabulary
        self.setting = setting
        self.loss = float(loss)
        self.render_mode = render_mode
        self.encoding = Encoding(setting, setting.max_turns)
        shape = (setting.max_turns, 2, words.length)
        high = np.broadcast_to([[[len(words.alphabet)], [3]]], shape).astype(np.uint8)
        board = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        word = spaces.Discrete(len(words.guesses))
        self.observation_space = board
        self.action_space = word

        # In WORDPL, an action has a price beside the word, and an observation has the
        # prices of the guesses.
        if setting.mode.priced:
            prices = spaces.Box(0.0, MOST, shape[:1], np.float64)
            price = spaces.Box(0.0, MOST, (), np.float64)
            self.observation_space = spaces.Dict(board=board, prices=prices)
            self.action_space = spaces.Dict(word=word, price=price)
        self.costs: ClassicCosts | NoisyCosts | None = None
        self.number = -1
        self._round: Round | None = None

    def action(self, guess: str, epsilon: float = math.inf) -> Action:
        """Return the action that plays the word `guess` at the price `epsilon`."""
        words = self.setting.vocabulary
        index = np.int64(words.guess_index[words.check_guess(guess)])
        if not self.setting.mode.priced:
            return index
        return {"word": index, "price": np.array(epsilon, np.float64)}

    @property
    def turns(self) -> list[Turn]:
        """The turns of the game so far: each guess with its price and the seen clue."""
        return list(self._round.turns) if self._round else []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game: game 0 of `seed`, or the next game if `seed` is None.

        The number of the next game is the number of the previous game plus 1. The
        option ``"game"`` chooses another number, and the option ``"answer"`` chooses
        the secret. Return the first observation and `info`.
        """
        check_options(options, ("game", "answer"))
        options = options or {}
        answer = options.get("answer")
        if answer is not None:
            answer = self.setting.vocabulary.check_answer(answer)
        super().reset(seed=seed)
        following = 0 if seed is not None else self.number + 1
        self.number = int(options.get("game", following))
        draws = Draws(str(self.np_random_seed), self.number)
        self._round = Round(deal(self.setting, draws, answer), self.setting)
        return self.encoding.observe([]), self._describe(self._round)

    def step(
        self, action: Action
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and return what `gymnasium.Env.step` returns.

        The flag for truncation is always false.
        """
        game = self._round
        if game is None or game.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: expected reset()")
        before = self.turns
        move = self.encoding.move(action)
        if self.setting.mode.priced and not 0 <= move.epsilon <= MOST:
            raise InputError(f"price {move.epsilon:g}", f"0 to {MOST:g}")
        try:
            game.advance(move)
        except Forfeit as forfeit:
            game.forfeit(forfeit)
        info = self._describe(game)

        # A final answer and an illegal move have no clue, and cost nothing.
        clues = [turn.clue for turn in game.turns[len(before) :]]
        reward = 0.0
        if clues:
            reward = -move.epsilon if self.setting.mode.priced else -1.0
        outcome = info["outcome"]
        won = outcome == Outcome.WON
        if outcome and not won:
            reward -= self.loss
        if self.costs is not None and outcome != Outcome.INVALID:
            info |= self.costs.rate(before, move, clues[0] if clues else None, won)
        observation = self.encoding.observe(game.turns)
        return observation, reward, bool(outcome), False, info

    def _describe(self, game: Round) -> dict[str, Any]:
        """Return the dictionary `info` for a step; all steps have the same keys."""
        info = {"game": self.number, **self.encoding.masks(game.turns), **ENDS}
        if game.is_over:
            result = game.result()
            info["outcome"] = str(result.outcome)
            info["score"] = result.score
            info["answer"] = result.answer
            info["reason"] = result.reason
        return info

    def render(self) -> str:
        """Return the guesses and their clues as text."""
        return draw(self.turns, colour=False) + "\n"


class WordleEnv(WordEnv):
    """Classic Wordle: ``clueproof/Wordle-v1``.

    Examples
    --------
    >>> env = WordleEnv(costs=True)
    >>> _ = env.reset(options={"answer": "crane"})
    >>> _, reward, over, _, info = env.step(env.action("salet"))
    >>> reward, over, info["cost"], round(info["luck"], 3)
    (-1.0, False, 0.0, -0.193)
    """

    def __init__(
        self,
        vocabulary: Vocabulary | None = None,
        max_turns: int = ROWS[Mode.CLASSIC],
        hard: str = "off",
        loss: float = 1.0,
        costs: bool = False,
        effort: int = EFFORT,
        render_mode: str | None = None,
    ) -> None:
        words = vocabulary or Vocabulary.load()
        if hard not in list(Hard):
            raise InputError(f"hard {hard!r}", " or ".join(Hard))
        mode = Hard(hard)
        setting = Setting(words, Mode.CLASSIC, max_turns, hard=mode)
        super().__init__(setting, loss, render_mode)
        self.costs = ClassicCosts(words, mode, effort, max_turns) if costs else None


class WordplEnv(WordEnv):
    """WORDPL: ``clueproof/WORDPL-v1``.

    Examples
    --------
    >>> env = WordplEnv()
    >>> _ = env.reset(seed=1, options={"answer": "crane"})
    >>> _, reward, *_ = env.step(env.action("trace", 9.0))
    >>> _, last, over, _, info = env.step(env.action("crane", 0.0))
    >>> reward, last, over, info["score"]
    (-9.0, 0.0, True, 9.0)
    """

    def __init__(
        self,
        vocabulary: Vocabulary | None = None,
        max_turns: int = ROWS[Mode.WORDPL],
        loss: float = MOST,
        costs: bool = False,
        render_mode: str | None = None,
    ) -> None:
        words = vocabulary or Vocabulary.load()
        super().__init__(Setting(words, Mode.WORDPL, max_turns), loss, render_mode)
        self.costs = NoisyCosts(self.setting) if costs else None


class FibbleEnv(WordEnv):
    """Fibble: ``clueproof/Fibble-v1``. Each clue has false marks.

    The option `channel` says how many marks of a clue are false: one mark with
    ``lies:1``, two marks with ``lies:2``.

    Examples
    --------
    >>> env = FibbleEnv(channel="lies:2")
    >>> _ = env.reset(seed=1, options={"answer": "crane"})
    >>> _, reward, over, _, info = env.step(env.action("crane"))
    >>> reward, over, info["score"]
    (-1.0, True, 1.0)
    """

    def __init__(
        self,
        vocabulary: Vocabulary | None = None,
        max_turns: int | None = None,
        channel: str = "lies:1",
        loss: float = 1.0,
        costs: bool = False,
        render_mode: str | None = None,
    ) -> None:
        words = vocabulary or Vocabulary.load()
        turns = usual_limit(channel) if max_turns is None else max_turns
        setting = Setting(words, Mode.FIBBLE, turns, channel=channel)
        super().__init__(setting, loss, render_mode)
        self.costs = NoisyCosts(setting) if costs else None
