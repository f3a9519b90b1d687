import hashlib
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from contest.runs.beacons import CHAIN, DELAY, BeaconError, Chain, Round
from game.errors import InputError
from tests.processes import python
from tests.rounds import PUBLIC

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def signatures():
    """Return the library that signs and checks."""
    depth = sys.getrecursionlimit()
    library = pytest.importorskip("py_ecc.bls").G2Basic
    sys.setrecursionlimit(depth)  # the import raises it for all tests
    return library


def flipped(text):
    """Return hexadecimal digits with another last digit."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def test_a_public_round_passes(signatures):
    PUBLIC.check_randomness()
    PUBLIC.check_signature(CHAIN)
    PUBLIC.check_time(CHAIN, CHAIN.time_of(3311596) - DELAY, 2**31)


def test_a_check_leaves_the_recursion_limit_as_it_was(signatures):
    # In another process: here the fixture has imported the library and restored the
    # limit.
    code = (
        "import sys; depth = sys.getrecursionlimit(); "
        "from contest.runs.beacons import CHAIN; from tests.rounds import PUBLIC; "
        "PUBLIC.check_signature(CHAIN); print(sys.getrecursionlimit() - depth)"
    )

    assert python("-c", code, cwd=ROOT).stdout == "0\n"


@pytest.mark.parametrize(
    "forged",
    [
        replace(PUBLIC, round=PUBLIC.round + 1),
        replace(PUBLIC, round=1 << 40),
        replace(PUBLIC, signature=PUBLIC.previous_signature),
        replace(PUBLIC, signature=flipped(PUBLIC.signature)),
        # The point at infinity: it is on the curve, but nobody's signature.
        replace(PUBLIC, signature="c0" + "00" * 95),
        replace(PUBLIC, previous_signature=flipped(PUBLIC.previous_signature)),
    ],
)
def test_a_forged_round_is_refused(signatures, forged):
    with pytest.raises(BeaconError, match="the signature that the beacon's key makes"):
        forged.check_signature(CHAIN)


def test_only_the_chain_of_the_rules_counts(signatures):
    # Any number is a secret key. A signature of this one is true, but not the beacon's.
    own = Chain(signatures.SkToPk(7).hex(), CHAIN.genesis, CHAIN.period)
    previous = "11" * 96
    message = hashlib.sha256(bytes.fromhex(previous) + (9).to_bytes(8, "big")).digest()
    signature = signatures.Sign(7, message)
    made = Round(
        round=9,
        randomness=hashlib.sha256(signature).hexdigest(),
        signature=signature.hex(),
        previous_signature=previous,
    )

    made.check_randomness()
    made.check_signature(own)
    with pytest.raises(BeaconError, match="round 9: signature"):
        made.check_signature(CHAIN)


@pytest.mark.parametrize("digits", [PUBLIC.signature[:64], "0" * 64])
def test_randomness_that_does_not_follow_is_refused(digits):
    with pytest.raises(BeaconError, match="expected '647c07b2abbf', the SHA-256"):
        replace(PUBLIC, randomness=digits).check_randomness()


@pytest.mark.parametrize(
    ("after", "before", "message"),
    [
        (
            -DELAY + 1,
            0,
            "expected round 3311597 or a later round, an hour or more after",
        ),
        (0, 0, "expected round 3311716 or a later round"),
        (10**9, 0, "expected round 36645050 or a later round"),
        (-DELAY, -1, "expected a round before the end of the run"),
    ],
)
def test_a_round_of_another_time_is_refused(after, before, message):
    moment = CHAIN.time_of(PUBLIC.round)

    PUBLIC.check_time(CHAIN, moment - DELAY, moment)
    with pytest.raises(BeaconError, match=message) as refused:
        PUBLIC.check_time(CHAIN, moment + after, moment + before)
    assert "2023-09-15T11:55:00Z" in str(refused.value)


def test_a_number_beyond_all_calendars_is_refused():
    with pytest.raises(BeaconError, match="before the end of the run"):
        replace(PUBLIC, round=1 << 40).check_time(CHAIN, 0, 2**31)


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "py_ecc.bls", None)

    with pytest.raises(InputError, match=r"extra 'organiser': .*\[organiser\]"):
        PUBLIC.check_signature(CHAIN)
