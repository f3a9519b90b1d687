"""Random numbers as a function of seed, game, purpose and turn.

With one seed, game 17 has the same secret and the same noise for every entry, with any
number of workers, and on every platform. BLAKE2b cannot be inverted, so a strategy
cannot infer the seed from the clues. All numbers are computed in constant time, as in
`game.marking`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from game.arrays import Bytes, Floats

# A digest has 64 bytes, which make nine numbers of seven bytes each. The first byte of
# a number is the highest byte.
_BYTES = 7
_NUMBERS = 9
_WEIGHTS = 256 ** np.arange(_BYTES - 1, -1, -1)


@dataclass(frozen=True, slots=True)
class Draws:
    """The random numbers of one game.

    Parameters
    ----------
    seed : str
        Seed of the run; it may be any text.
    game : int
        Number of the game, counted from 0.

    Examples
    --------
    >>> Draws("1", 0).answer(2315) == Draws("1", 0).answer(2315)
    True
    """

    seed: str
    game: int

    def answer(self, count: int) -> int:
        """Return the index of the secret, drawn uniformly from `count` answers."""
        return int(self.answers(count, 1)[0].argmax())

    def answers(self, count: int, boards: int, weights: Sequence[int] = ()) -> Bytes:
        """Draw one secret for each board; all secrets are different.

        Without weights, the first secret is the secret that `answer` returns. With
        weights, the probability of a secret is proportional to its weight.

        Returns
        -------
        ndarray of shape (boards, count), uint8
            A row for each board, with 1 at the index of its secret and 0 elsewhere.

        Examples
        --------
        >>> int(Draws("1", 0).answers(2315, boards=8).sum(axis=0).max())
        1
        """
        undrawn = np.array(weights, np.int64) if weights else np.ones(count, np.int64)
        drawn = np.empty((boards, count), np.uint8)
        for board in range(boards):
            share = uniforms("answer", self.seed, [self.game], board, 1)[0, 0]
            # The secret is the index for which the sum of all earlier weights is at
            # most `number`, and this sum plus its own weight is above `number`.
            sums = undrawn.cumsum()
            number = int(share * sums[-1])
            drawn[board] = (sums > number) & (sums - undrawn <= number)
            undrawn *= 1 - drawn[board].astype(np.int64)
        return drawn

    def noise(self, turn: int, length: int) -> Floats:
        """Return a number in [0, 1) for each letter: the noise of a turn."""
        return uniforms("noise", self.seed, [self.game], turn, length).ravel()

    def first_guess(self, count: int) -> int:
        """Return the index of a first guess, drawn uniformly from `count` words.

        The first guess is drawn in games in which the player does not choose it.
        """
        return int(uniforms("first", self.seed, [self.game], 0, 1)[0, 0] * count)

    def strategy(self) -> int:
        """Return a 32-bit seed for the random numbers that the strategy draws."""
        return int(uniforms("strategy", self.seed, [self.game], 0, 1)[0, 0] * 2**32)


def uniforms(
    purpose: str, seed: str, games: Iterable[int], turn: int, count: int
) -> Floats:
    """Return random numbers in [0, 1): a row of `count` numbers for each game.

    The numbers follow from the seed of the run, the number of the game, the number of
    the turn, and `purpose`, a word like ``answer`` or ``noise``.
    """
    # A seed from a command line that is not UTF-8 has lone surrogates, which only this
    # error handler can encode.
    key = hashlib.blake2b(seed.encode(errors="surrogatepass")).digest()
    texts = (f"{purpose} {game} {turn}".encode() for game in games)
    suffixes = [b"", *(f" {part}".encode() for part in range(1, -(-count // _NUMBERS)))]
    digests = b"".join(
        hashlib.blake2b(text + suffix, key=key).digest()
        for text in texts
        for suffix in suffixes
    )

    # Seven bytes of a digest have 56 bits. A float has room for 53 of them.
    parts = np.frombuffer(digests, np.uint8).reshape(-1, 64)[:, : _NUMBERS * _BYTES]
    parts = parts.reshape(-1, len(suffixes) * _NUMBERS, _BYTES)[:, :count]
    wholes = parts.dot(_WEIGHTS) >> 3
    return wholes * 2.0**-53
