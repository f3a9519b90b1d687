"""Replay of many games of WORDPL at once: which of them follow from their seed.

It is for the games that strategies play, legal to their final answer. All others are
left to `game.loop.replay`, which says what the seed gives instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.draws import noise, places
from game.marking import letters, marks, perturbed
from game.noise import keep_probability
from game.protocol import Mode, Outcome, Setting, objection_to_price
from game.record import Game


def following(
    games: Sequence[Game],
    numbers: Sequence[int],
    seed: str,
    setting: Setting,
    *,
    whole_dictionary: bool = False,
) -> NDArray[np.bool_]:
    """Return which games are known to be as `game.loop.replay` plays them again.

    `numbers` are those of the recorded games in the run of the seed. False where the
    secret or a clue is another, and for every game that is not played to its final
    answer by legal moves, of WORDPL on one board.
    """
    allowed = _allowed(setting)
    kept = [place for place, game in enumerate(games) if allowed(game)]
    played = np.array([numbers[place] for place in kept], np.int64)
    count = len(setting.vocabulary.answers)
    drawn = played if whole_dictionary else places(seed, played, count)
    found = np.zeros(len(games), bool)
    found[kept] = _agree([games[place] for place in kept], played, drawn, seed, setting)
    return found


def _agree(
    games: Sequence[Game],
    numbers: NDArray[np.int64],
    drawn: NDArray[np.int64],
    seed: str,
    setting: Setting,
) -> NDArray[np.bool_]:
    """Return which of some allowed games have the secrets and the clues of a seed."""
    words, length = setting.vocabulary, setting.vocabulary.length
    own = np.array([words.answer_index[game.answer] for game in games], np.int64)
    secrets = letters(words.letters, length)[own]
    found: NDArray[np.bool_] = own == drawn
    for turn in range(max((len(game.turns) for game in games), default=0)):
        some = np.array([len(game.turns) > turn for game in games])
        turns = [game.turns[turn] for game in games if len(game.turns) > turn]
        guesses = letters("".join(t.guess for t in turns), length)
        prices, place = np.unique([t.epsilon for t in turns], return_inverse=True)
        keep = np.array([[keep_probability(price, length)] for price in prices])
        true = marks(secrets[some], guesses, setting.mode.rule)
        seen = perturbed(true, keep[place], noise(seed, numbers[some], turn, length))
        weights = 3 ** np.arange(length)[::-1]
        found[some] &= seen @ weights == [t.clue for t in turns]
    return found


def _allowed(setting: Setting) -> Callable[[Game], bool]:
    """Return whether a game is played to its final answer, by legal moves."""
    words = setting.vocabulary

    @lru_cache(maxsize=1 << 10)
    def legal(prices: tuple[float, ...]) -> bool:
        return all(
            0 < price < math.inf and not objection_to_price(price, prices[:place])
            for place, price in enumerate(prices)
        )

    def allowed(game: Game) -> bool:
        return (
            game.mode is setting.mode is Mode.WORDPL
            and game.outcome in (Outcome.WON, Outcome.WRONG)
            and (game.outcome is Outcome.WON) == (game.final == game.answer)
            and game.answer in words.answer_index
            and game.final in words.answer_index
            and len(game.turns) < setting.max_turns
            and all(t.boards == 1 and t.guess in words.guess_index for t in game.turns)
            and legal(tuple(turn.epsilon for turn in game.turns))
            and not game.reason
        )

    return allowed
