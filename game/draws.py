"""Random numbers that are a function of seed, game, purpose and turn alone.

Game 17 has the same secret and the same noise for every entry, every number of
workers and every platform. BLAKE2b cannot be inverted, so the clues that a strategy
sees tell it nothing about the seed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

_BYTES = 7  # one digest of 64 bytes serves nine letters


@dataclass(frozen=True, slots=True)
class Draws:
    """The random numbers of one game.

    Parameters
    ----------
    seed : str
        Names the run; any text.
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
        return int(self._uniforms("answer", 0, 1)[0] * count)

    def answers(self, count: int, boards: int) -> tuple[int, ...]:
        """Return the places of several secrets, all different, the first as `answer`.

        Examples
        --------
        >>> len(set(Draws("1", 0).answers(2315, boards=8)))
        8
        """
        drawn: list[int] = []
        for board in range(boards):
            place = int(self._uniforms("answer", board, 1)[0] * (count - board))
            # The place among those that are left becomes the place among all.
            for taken in sorted(drawn):
                place += place >= taken
            drawn.append(place)
        return tuple(drawn)

    def noise(self, turn: int, length: int) -> tuple[float, ...]:
        """Return one number in [0, 1) per letter for the noise of a turn."""
        return self._uniforms("noise", turn, length)

    def strategy(self) -> int:
        """Return a 32-bit seed for the strategy's own random generators."""
        return int(self._uniforms("strategy", 0, 1)[0] * 2**32)

    def _uniforms(self, purpose: str, turn: int, count: int) -> tuple[float, ...]:
        # A command line that is not UTF-8 holds lone surrogates.
        seed = self.seed.encode(errors="surrogatepass")
        key = hashlib.blake2b(seed).digest()
        text = f"{purpose} {self.game} {turn}".encode()
        digest = hashlib.blake2b(text, key=key).digest()
        return tuple(
            (int.from_bytes(digest[i * _BYTES : (i + 1) * _BYTES], "big") >> 3) / 2**53
            for i in range(count)
        )
