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

from game.arrays import Bytes, Floats

# A digest has 64 bytes: nine numbers of seven bytes each, the first byte the highest.
_BYTES = 7
_NUMBERS = 9
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

    def answers(self, count: int, boards: int, weights: Sequence[int] = ()) -> Bytes:
        """Draw several secrets, all different, the first as `answer`.

        With weights, secrets are as likely as these say.

        Returns
        -------
        ndarray of shape (boards, count), uint8
            In each row 1 at the place of the secret, else 0.

        Examples
        --------
        >>> int(Draws("1", 0).answers(2315, boards=8).sum(axis=0).max())
        1
        """
        undrawn = np.array(weights, np.int64) if weights else np.ones(count, np.int64)
        drawn = np.empty((boards, count), np.uint8)
        for board in range(boards):
            share = uniforms("answer", self.seed, [self.game], board, 1)[0, 0]
            # The sums of weights up to a place and before it are around the number.
            sums = undrawn.cumsum()
            number = int(share * sums[-1])
            drawn[board] = (sums > number) & (sums - undrawn <= number)
            undrawn *= 1 - drawn[board].astype(np.int64)
        return drawn

    def noise(self, turn: int, length: int) -> Floats:
        """Return one number in [0, 1) per letter for the noise of a turn."""
        return uniforms("noise", self.seed, [self.game], turn, length).ravel()

    def first_guess(self, count: int) -> int:
        """Return the index of the first guess of a game that comes with one."""
        return int(uniforms("first", self.seed, [self.game], 0, 1)[0, 0] * count)

    def strategy(self) -> int:
        """Return a 32-bit seed for the strategy's own random generators."""
        return int(uniforms("strategy", self.seed, [self.game], 0, 1)[0, 0] * 2**32)


def uniforms(
    purpose: str, seed: str, games: Iterable[int], turn: int, count: int
) -> Floats:
    """Return numbers in [0, 1), of shape (n_games, count).

    `purpose` is a word, such as ``answer`` or ``noise``, each with numbers of its own.
    """
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
    return wholes * 2.0**-53
