"""Random numbers as a function of seed, game, purpose and turn.

Game 17 has the same secret and the same noise for every entry, every number of
workers and every platform. BLAKE2b cannot be inverted, so a strategy cannot infer
the seed from the clues. Numbers are computed in constant time, as in `game.marking`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_BYTES = 7
_NUMBERS = 9  # in a digest of 64 bytes
_WEIGHTS = 256 ** np.arange(_BYTES - 1, -1, -1)


@dataclass(frozen=True, slots=True)
class Draws:
    """The random numbers of one game.

    Parameters
    ----------
    seed : str
        Seed of the run; any text.
    game : int
        Number of the game, from 0.

    Examples
    --------
    >>> Draws("1", 0).answer(2315) == Draws("1", 0).answer(2315)
    True
    """

    seed: str
    game: int

    def answer(self, count: int) -> int:
        """Return the place of the secret, uniform over `count` answers."""
        return int(self.answers(count, 1)[0].argmax())

    def answers(self, count: int, boards: int) -> NDArray[np.uint8]:
        """Draw several secrets, all different, the first as `answer`.

        Returns
        -------
        ndarray of shape (boards, count), uint8
            In each row 1 at the place of the secret, else 0.

        Examples
        --------
        >>> int(Draws("1", 0).answers(2315, boards=8).sum(axis=0).max())
        1
        """
        undrawn = np.ones(count, np.int64)
        drawn = np.empty((boards, count), np.uint8)
        for board in range(boards):
            number = _numbers(self.seed, [self.game], board, count - board)
            # The place among those that are left becomes the place among all.
            chosen = undrawn & (undrawn.cumsum() == number + 1)
            undrawn -= chosen
            drawn[board] = chosen
        return drawn

    def weighted_answers(self, weights: Sequence[int], boards: int) -> list[int]:
        """Return the places of secrets, all different, as likely as their weights."""
        undrawn = np.array(weights, np.int64)
        places = []
        for board in range(boards):
            number = _numbers(self.seed, [self.game], board, int(undrawn.sum()))
            places.append(int(np.searchsorted(undrawn.cumsum(), number, "right")[0]))
            undrawn[places[-1]] = 0
        return places

    def noise(self, turn: int, length: int) -> NDArray[np.float64]:
        """Return one number in [0, 1) per letter for the noise of a turn."""
        return noise(self.seed, [self.game], turn, length).ravel()

    def first_guess(self, count: int) -> int:
        """Return the index of the first guess of a game that comes with one."""
        return int(_uniforms("first", self.seed, [self.game], 0, 1)[0, 0] * count)

    def strategy(self) -> int:
        """Return a 32-bit seed for the strategy's own random generators."""
        return int(_uniforms("strategy", self.seed, [self.game], 0, 1)[0, 0] * 2**32)


def answer_indices(
    seed: str, games: Iterable[int], count: int, boards: int = 1
) -> NDArray[np.int64]:
    """Return the places of the secrets of each game, as `Draws.answers` draws them.

    Not in constant time: for games that are over.

    Returns
    -------
    ndarray of shape (n_games, boards), int64

    Examples
    --------
    >>> int(answer_indices("1", [0], 2315)[0, 0]) == Draws("1", 0).answer(2315)
    True
    """
    numbers = list(games)
    places = np.empty((len(numbers), 0), np.int64)
    for board in range(boards):
        # Secrets that were drawn, at the place or before it, move it by one each: from
        # small to large, as it may then reach the next one.
        place = _numbers(seed, numbers, board, count - board)
        for drawn in np.sort(places, axis=1).T:
            place += place >= drawn
        places = np.column_stack([places, place])
    return places


def noise(
    seed: str, games: Iterable[int], turn: int, length: int
) -> NDArray[np.float64]:
    """Return the `Draws.noise` of a turn of many games, of shape (n_games, length)."""
    return _uniforms("noise", seed, games, turn, length)


def _numbers(
    seed: str, games: Iterable[int], board: int, count: int
) -> NDArray[np.int64]:
    share = _uniforms("answer", seed, games, board, 1)[:, 0]
    return (share * count).astype(np.int64)


def _uniforms(
    purpose: str, seed: str, games: Iterable[int], turn: int, count: int
) -> NDArray[np.float64]:
    """Return numbers in [0, 1), of shape (n_games, count)."""
    # A command line that is not UTF-8 holds lone surrogates.
    key = hashlib.blake2b(seed.encode(errors="surrogatepass")).digest()
    texts = (f"{purpose} {game} {turn}".encode() for game in games)
    suffixes = [b"", *(f" {part}".encode() for part in range(1, -(-count // _NUMBERS)))]
    digests = b"".join(
        hashlib.blake2b(text + suffix, key=key).digest()
        for text in texts
        for suffix in suffixes
    )

    # Seven bytes of a digest have 56 bits, of which a float takes 53.
    parts = np.frombuffer(digests, np.uint8).reshape(-1, 64)[:, : _NUMBERS * _BYTES]
    parts = parts.reshape(-1, len(suffixes) * _NUMBERS, _BYTES)[:, :count]
    wholes = parts.dot(_WEIGHTS) >> 3
    uniforms: NDArray[np.float64] = wholes * 2.0**-53
    return uniforms
