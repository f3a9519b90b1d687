"""Channels through the processor and its memory, which no rule closes."""

import ctypes

import numpy as np
from files import address_of, machine_code

_LARGE, _SMALL = 64 << 20, 4 << 20  # bytes
# uint32_t probe(const char *line): cycles to read a line of the cache; flushes it.
_PROBE = (
    "0faef0 0faee8 0f31 0faee8 4189c1"  # r9d = clock, fenced
    "8a07 0faee8 0f31 4429c8"  # mov al, [rdi]; eax = clock - r9d
    "0fae3f 0faef0 c3"  # clflush [rdi]; mfence; ret
)


def one_core(order):
    """Work or sleep; the receiver measures its own speed on the same core."""
    return lambda bit, slot: bit and _work(), lambda slot: _work()


def memory(order):
    """Copy more memory than the caches hold."""
    large = np.zeros(_LARGE, np.uint8)
    small = np.zeros(_SMALL, np.uint8)
    return lambda bit, slot: bit and large.copy(), lambda slot: small.copy()


def cache_line(order):
    """Read a cache line of a shared file; the next read is faster (Flush+Reload)."""
    line = address_of(f"{order['shared']}/6") + 512
    probe = machine_code(_PROBE, ctypes.c_uint32, ctypes.c_void_p)

    def signal(bit, slot):
        if bit:
            ctypes.string_at(line, 1)

    def look(slot):
        return probe(line)

    return signal, look


def _work():
    return sum(range(1000))


HARDWARE = (one_core, memory, cache_line)
