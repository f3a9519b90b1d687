"""Fuzzer of the readers of untrusted files.

    python -m tests.adversarial.fuzz wire --inputs 1000000
    python -m tests.adversarial.fuzz certificate

Inputs are random alterations of a valid example. The reader must accept each input, or
refuse it with one of `readers.REFUSED`, within limits of memory and of CPU time. The
first input with which the reader does neither ends the run with status 1.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
import traceback
import tracemalloc
from collections.abc import Iterable
from pathlib import Path

from tests.adversarial import readers

SECONDS = 20.0  # most CPU time for one input


def fuzz(name: str, reader: readers.Reader, inputs: Iterable[bytes]) -> int:
    """Read inputs until the reader has a fault; print a table.

    The result is the exit status.
    """
    count = accepted = most_memory = 0
    most_seconds = 0.0
    why = ""
    start = time.monotonic()
    for data in inputs:
        count += 1
        tracemalloc.reset_peak()
        held = tracemalloc.get_traced_memory()[0]
        began = time.thread_time()
        try:
            reader.read(data)
            accepted += 1
        except readers.REFUSED:
            pass
        except BaseException:  # such an exception is a fault of the reader
            why = traceback.format_exc()
        seconds = time.thread_time() - began
        memory = tracemalloc.get_traced_memory()[1] - held
        most_seconds = max(most_seconds, seconds)
        most_memory = max(most_memory, memory)
        if seconds > SECONDS or memory > reader.memory:
            why = why or f"{seconds:.1f} s, {memory:,} bytes"
        if why:
            print(f"{data[:1000]!r}, {len(data)} bytes\n{why}")
            break
    minutes = (time.monotonic() - start) / 60
    print(
        f"{name}: {count:,} inputs in {minutes:.1f} min, {accepted:,} accepted; "
        f"at most {most_memory / 1e6:.2f} MB and {most_seconds * 1e3:.0f} ms for one; "
        f"{'a' if why else 'no'} fault"
    )
    return 1 if why else 0


def main() -> int:
    """Fuzz one reader."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("reader", choices=readers.READERS)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # Files in memory spare the disk.
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=shared) as folder:
        reader = readers.READERS[options.reader](Path(folder))
        reader.read(reader.example)  # compiles and fills caches, which is not measured
        tracemalloc.start()
        chance = random.Random(options.seed)
        inputs = (
            readers.altered(reader.example, readers.random_parts(chance))
            for _ in range(options.inputs)
        )
        return fuzz(options.reader, reader, inputs)


if __name__ == "__main__":
    sys.exit(main())
