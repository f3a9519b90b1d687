"""Confinement by Landlock, with kernels of every version."""

import struct

import pytest

from contest.sandbox.confinement.lockdown import landlock_attributes


@pytest.mark.parametrize(
    ("version", "rights", "rest"),
    [
        (1, 0x1FFF, b""),
        (2, 0x3FFF, b""),
        (3, 0x7FFF, b""),
        (4, 0x7FFF, struct.pack("Q", 3)),
        (5, 0xFFFF, struct.pack("Q", 3)),
        (6, 0xFFFF, struct.pack("QQ", 3, 3)),
        (8, 0xFFFF, struct.pack("QQ", 3, 3)),
        (9, 0x1FFFF, struct.pack("QQ", 3, 3)),
        (10, 0x1FFFF, struct.pack("QQ", 15, 3)),
    ],
)
def test_a_kernel_is_asked_for_the_rights_that_it_knows(version, rights, rest):
    assert landlock_attributes(version) == (rights, struct.pack("Q", rights) + rest)
