"""Rounds of beacons: one public round, and rounds without a signature."""

import hashlib

from contest.runs.beacons import Round

# Round 3,311,596 of the default chain of drand, of 2023-09-15T11:55:00Z.
PUBLIC = Round(
    round=3311596,
    randomness="647c07b2abbf7ff2afb4d670214f565e5cd9f9c91bfdcecb59a21f3c78d73920",
    signature="a696b9409ababce45749c3a4ec369074453dd4a79967734e1390d969c8ad8d98"
    "897d217b9121e92c8ddebbddda8d92f900e3bd6bf9deb166863b1a19390d743f"
    "82774001487594c5c09e581db7365f02b70a2c8cc41ce32446ef08e4890c4754",
    previous_signature="8ed588f2a7716fb1349e2d9803da5db0005e98a83783c353d4a08f183236a9ad"
    "91d70ddb01266f4b7c576983db464b430e65680b9e0098552758afd6c1e6afcb"
    "77e3f62fe1b93d42d1cb63abbb2205512fe12fbf74ea9c5ac3b8f5c1e283a1d8",
)


def unsigned_round(text):
    """Return a round 1 with a false signature; `text` determines its randomness."""
    signature = hashlib.sha3_512(text.encode()).digest() + bytes(32)
    return Round(
        round=1,
        randomness=hashlib.sha256(signature).hexdigest(),
        signature=signature.hex(),
        previous_signature="00" * 96,
    )
