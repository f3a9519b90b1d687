"""Randomness beacons, from which the seeds of submissions follow.

A beacon publishes a random value at fixed times, the rounds. A submission has the seed
of a round that did not exist when its entry was fixed, so that nobody can choose it.
"""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Self

import msgspec

from game.errors import InputError

_VALUE = "[0-9a-f]{64}"


class Beacon(msgspec.Struct, frozen=True, kw_only=True):
    """A round of the beacon, and which submission of its entry it is for.

    `round` and the random `value`, in hexadecimal, are of the default chain of drand;
    `submission` is 1 for the first submission of the entry.
    """

    round: Annotated[int, msgspec.Meta(ge=1, le=1 << 53)]
    value: Annotated[str, msgspec.Meta(pattern=f"^{_VALUE}$")]
    submission: Annotated[int, msgspec.Meta(ge=1, le=1 << 53)]

    @classmethod
    def parse(cls, text: str, submission: int) -> Self:
        """Return the round of a text ``ROUND:VALUE``; raise `InputError` for others.

        Examples
        --------
        >>> Beacon.parse("12:" + 32 * "0f", 1).round
        12
        """
        if not re.fullmatch(f"[1-9][0-9]{{0,14}}:{_VALUE}", text):
            raise InputError(
                f"--beacon {text!r:.80}",
                "ROUND:VALUE, with the 64 hexadecimal digits of the round's randomness",
            )
        number, _, value = text.partition(":")
        return cls(round=int(number), value=value, submission=submission)

    @property
    def address(self) -> str:
        """The address at which the value can be looked up."""
        return f"https://api.drand.sh/public/{self.round}"

    def seed(self, entry: str) -> str:
        """Return the seed of a submission of the entry that a text identifies."""
        text = f"{entry} {self.submission} {self.round}:{self.value}"
        return hashlib.sha256(text.encode()).hexdigest()
