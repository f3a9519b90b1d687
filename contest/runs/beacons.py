"""Randomness beacons, from which the seeds of submissions follow.

A beacon publishes a signed random value at fixed times; each publication is a *round*.
The seed of a submission follows from a round that did not exist when the entry was
fixed. So nobody can choose the seed. The signature proves that the beacon made the
value; a check of the signature needs no network.
"""

from __future__ import annotations

import hashlib
import sys
import time
from dataclasses import dataclass
from typing import Annotated

import msgspec

from game.errors import InputError, missing_extra

DELAY = 3600
"""Minimum seconds from the commit that fixed an entry to the round that gives its seed.
"""

# Types of the values of a round in a JSON file. Hexadecimal digits must be in lower
# case, so that every value has a single spelling.
_Number = Annotated[int, msgspec.Meta(ge=1, le=1 << 40)]
_Value = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
_Signature = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{192}$")]


class BeaconError(InputError):
    """A round was not made by the beacon, or does not fit the times of a run."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A series of rounds: the key that signs the rounds, and the times of the rounds.

    `public_key` is the key, in hexadecimal. `genesis` is the time of round 1, in
    seconds of Unix time. `period` is the number of seconds between two rounds.
    """

    public_key: str
    genesis: int
    period: int

    def time_of(self, number: int) -> int:
        """Return the time of round `number`, in seconds of Unix time.

        Examples
        --------
        >>> CHAIN.time_of(3311596)
        1694778900
        """
        return self.genesis + self.period * (number - 1)

    def first_round(self, start: int) -> int:
        """Return the number of the first round at the time `start` or later.

        `start` is in seconds of Unix time.

        Examples
        --------
        >>> CHAIN.first_round(1694778900), CHAIN.first_round(1694778901)
        (3311596, 3311597)
        """
        return 1 - (self.genesis - start) // self.period


CHAIN = Chain(
    public_key="868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a5699"
    "37c529eeda66c7293784a9402801af31",
    genesis=1595431050,
    period=30,
)
"""The default chain of drand; the rules demand this chain for all submissions."""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A round of the beacon; its fields have the names that drand gives to them.

    `round` is the number of the round. `randomness` is the SHA-256 of `signature`.
    `previous_signature` is the signature of the round before. All three texts are
    hexadecimal.
    """

    round: _Number
    randomness: _Value
    signature: _Signature
    previous_signature: _Signature

    @property
    def address(self) -> str:
        """The web address of the round at drand."""
        return f"https://api.drand.sh/public/{self.round}"

    def check_randomness(self) -> None:
        """Raise `BeaconError` unless the randomness follows from the signature."""
        expected = hashlib.sha256(bytes.fromhex(self.signature)).hexdigest()
        if self.randomness != expected:
            raise BeaconError(
                f"round {self.round}: randomness {self.randomness[:12]!r}",
                f"{expected[:12]!r}, the SHA-256 of the signature",
            )

    def check_signature(self, chain: Chain) -> None:
        """Raise `BeaconError` unless the key of `chain` signed this round.

        The signature scheme is pedersen-bls-chained, a scheme of drand. Raises
        `InputError` if the library that checks signatures is not installed.
        """
        # The import of py_ecc raises the recursion limit of the process to 100,000.
        # With that limit, deeply nested JSON of a submission overflows the stack.
        depth = sys.getrecursionlimit()
        try:
            from py_ecc.bls import G2Basic  # in the extra `organiser`; slow to import
        except ImportError as error:
            raise missing_extra("check of a signature", "organiser", error) from None
        finally:
            sys.setrecursionlimit(depth)

        # The signed message follows from the previous signature and the round's number.
        number = self.round.to_bytes(8, "big")
        previous = bytes.fromhex(self.previous_signature)
        message = hashlib.sha256(previous + number).digest()
        key = bytes.fromhex(chain.public_key)
        if not G2Basic.Verify(key, message, bytes.fromhex(self.signature)):
            raise BeaconError(
                f"round {self.round}: signature {self.signature[:12]!r}",
                "the signature that the beacon's key makes for this round and the "
                "previous signature",
            )

    def check_time(self, chain: Chain, fixed: int, sealed: int) -> None:
        """Raise `BeaconError` unless the round lies between two times.

        `chain` has the times of all rounds. `fixed` is the time of the commit that
        fixed the entry; the round must be at least `DELAY` seconds after `fixed`.
        `sealed` is the time at which the run ended; the round must not be after
        `sealed`. Both times are in seconds of Unix time.
        """
        moment = chain.time_of(self.round)
        first = chain.first_round(fixed + DELAY)
        if self.round < first:
            raise BeaconError(
                f"round {self.round}, of {_utc(moment)}",
                f"round {first} or a later round, an hour or more after "
                f"{_utc(fixed)}, the time of the commit that fixed the entry",
            )
        if moment > sealed:
            raise BeaconError(
                f"round {self.round}, of {_utc(moment)}",
                f"a round before the end of the run at {_utc(sealed)}",
            )


class Beacon(Round, frozen=True, kw_only=True):
    """A round of the beacon, and the number of the submission that uses this round.

    `submission` is the number of the submission among the submissions of its entry; the
    first submission has the number 1.
    """

    submission: _Number

    def seed(self, entry: str) -> str:
        """Return the seed of this submission, as 64 hexadecimal digits.

        `entry` is a text that identifies the submitted entry: by its file, by the call
        of its strategy's constructor, and by its digest.
        """
        text = f"{entry} {self.submission} {self.round}:{self.randomness}"
        return hashlib.sha256(text.encode()).hexdigest()


def _utc(moment: int) -> str:
    # If somebody forged the number of a round, its time may lie beyond the calendar.
    try:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
    except (OSError, OverflowError, ValueError):
        return f"{moment} s"
