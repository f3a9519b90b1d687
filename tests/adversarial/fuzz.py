"""Fuzzer of the readers of untrusted files.

    python -m tests.adversarial.fuzz wire --inputs 1000000
    python -m tests.adversarial.fuzz certificate

Inputs are random alterations of a valid example. Each must be accepted or refused by
an error that is meant, within limits of memory and of CPU time; the first that is not
ends the run with status 1.
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
from pathlib import Path
from typing import NoReturn

from tests.adversarial import readers

SECONDS = 20.0  # of CPU time for one


class Fuzzer:
    """Runs a reader on inputs and measures it."""

    def __init__(self, name: str, reader: readers.Reader, inputs: int) -> None:
        self.name, self.reader, self.inputs = name, reader, inputs
        self.count = self.accepted = self.memory = 0
        self.seconds = 0.0
        self.began = time.monotonic()

    def __call__(self, data: bytes) -> None:
        """Read an input; end the process at a fault and after the last."""
        tracemalloc.reset_peak()
        held, began = tracemalloc.get_traced_memory()[0], time.thread_time()
        try:
            self.reader.read(data)
            self.accepted += 1
        except readers.REFUSED:
            pass
        except BaseException:  # this is what it looks for
            self.fault(data, traceback.format_exc())
        seconds = time.thread_time() - began
        memory = tracemalloc.get_traced_memory()[1] - held
        if seconds > SECONDS or memory > self.reader.memory:
            self.fault(data, f"{seconds:.1f} s, {memory:,} bytes")
        self.seconds = max(self.seconds, seconds)
        self.memory = max(self.memory, memory)
        self.count += 1
        if self.count == self.inputs:
            self.end(0)

    def fault(self, data: bytes, why: str) -> NoReturn:
        """Print an input that was neither accepted nor refused."""
        shown = repr(data) if len(data) < 2000 else f"{data[:1000]!r} ... {len(data)}"
        print(f"{shown}\n{why}")
        self.end(1)

    def end(self, status: int) -> NoReturn:
        """Print the table and end the program."""
        minutes = (time.monotonic() - self.began) / 60
        print(
            f"{self.name}: {self.count:,} inputs in {minutes:.1f} min, "
            f"{self.accepted:,} accepted; at most {self.memory / 1e6:.2f} MB and "
            f"{self.seconds * 1e3:.0f} ms for one; {'a' if status else 'no'} fault"
        )
        sys.exit(status)


def main() -> None:
    """Fuzz one reader."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("reader", choices=readers.READERS)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=shared) as folder:
        reader = readers.READERS[options.reader](Path(folder))
        reader.read(reader.example)  # compiles and fills caches, which is not measured
        tracemalloc.start()
        fuzzer = Fuzzer(options.reader, reader, options.inputs)
        chance = random.Random(options.seed)
        while True:
            fuzzer(readers.altered(reader.example, readers.random_parts(chance)))


if __name__ == "__main__":
    main()
