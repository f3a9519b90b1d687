"""Confinement by Landlock, with kernels of every version."""

import os
import struct
from types import SimpleNamespace

import pytest

from contest.sandbox.confinement import lockdown


@pytest.mark.parametrize(
    ("version", "rights", "rest"),
    [
        (1, 0x1FFF, b""),
        (2, 0x3FFF, b""),
        (3, 0x7FFF, b""),
        (4, 0x7FFF, struct.pack("Q", 3)),
        (5, 0xFFFF, struct.pack("Q", 3)),
        (6, 0xFFFF, struct.pack("QQ", 3, 3)),
    ],
)
def test_a_kernel_is_asked_for_the_rights_that_it_knows(
    version, rights, rest, monkeypatch
):
    calls = []
    results = iter([version, os.open(os.devnull, os.O_RDONLY), 0])
    kernel = SimpleNamespace(syscall=lambda *call: calls.append(call) or next(results))
    monkeypatch.setattr(lockdown, "_libc", lambda: kernel)

    lockdown.restrict_files([], [])

    assert calls[1][1] == struct.pack("Q", rights) + rest
    assert calls[1][2].value == len(calls[1][1])
