"""Fuzzer of the readers of untrusted files.

    python -m tests.adversarial.fuzz wire --inputs 1000000
    python -m tests.adversarial.fuzz certificate

Every input must be accepted or refused by an error that is meant, within limits of
memory and of CPU time; the first that is not ends the run with status 1. With the extra
``fuzz``, atheris looks for inputs that reach new lines of the code; without it, they
are random alterations of a valid example.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import io
import os
import random
import sys
import tempfile
import time
import traceback
import tracemalloc
from contextlib import redirect_stderr
from pathlib import Path
from typing import NoReturn

try:
    import atheris
except ImportError:  # an extra
    atheris = None

if atheris is None:
    from tests.adversarial import readers
else:
    # Not what numba compiles.
    solver = Path(__file__).resolve().parents[2] / "solver"
    kernels = [
        ".".join(path.relative_to(solver.parent).with_suffix("").parts)
        for path in solver.rglob("*.py")
        if "njit" in path.read_text(encoding="utf-8")
    ]
    with (
        redirect_stderr(io.StringIO()),  # a line for each module
        atheris.instrument_imports(["contest", "game", "solver"], kernels),
    ):
        from tests.adversarial import readers

LARGEST = 1 << 16  # bytes of an input
SECONDS = 20.0  # of CPU time for one


class Fuzzer:
    """Runs a reader on inputs and measures it; removes the folder at the end."""

    def __init__(
        self,
        name: str,
        reader: readers.Reader,
        inputs: int,
        folder: tempfile.TemporaryDirectory[str],
    ) -> None:
        self.name, self.reader, self.inputs = name, reader, inputs
        self.folder = folder
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
        """Print the table and end the process, which atheris would not."""
        version = atheris and importlib.metadata.version("atheris")
        engine = f"atheris {version}" if atheris else "random alterations"
        minutes = (time.monotonic() - self.began) / 60
        print(
            f"{self.name}: {self.count:,} inputs by {engine} in {minutes:.1f} min, "
            f"{self.accepted:,} accepted; at most {self.memory / 1e6:.2f} MB and "
            f"{self.seconds * 1e3:.0f} ms for one; {'a' if status else 'no'} fault",
            flush=True,
        )
        self.folder.cleanup()
        os._exit(status)


def main() -> None:
    """Fuzz one reader."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("reader", choices=readers.READERS)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = tempfile.TemporaryDirectory(prefix="fuzz-", dir=shared)
    inputs, corpus = Path(folder.name, "inputs"), Path(folder.name, "corpus")
    inputs.mkdir()
    corpus.mkdir()
    reader = readers.READERS[options.reader](inputs)
    reader.read(reader.example)  # compiles and fills caches, which is not measured
    tracemalloc.start()
    fuzzer = Fuzzer(options.reader, reader, options.inputs, folder)
    if atheris is not None:
        (corpus / "example").write_bytes(reader.example)
        explore(fuzzer, options.seed, corpus)
    chance = random.Random(options.seed)
    while True:
        fuzzer(readers.altered(reader.example, readers.random_parts(chance)))


def explore(fuzzer: Fuzzer, seed: int, corpus: Path) -> NoReturn:
    """Let atheris choose inputs: half of them it alters, half this program."""

    def mutated(data: bytes, most: int, number: int) -> bytes:
        chance = random.Random(number)
        if chance.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        return readers.altered(data, readers.random_parts(chance))[:most]

    limits = [f"-seed={seed}", f"-max_len={LARGEST}", "-verbosity=0", "-timeout=1200"]
    limits += ["-rss_limit_mb=0", f"-artifact_prefix={corpus}/"]
    arguments = [sys.argv[0], *limits, str(corpus)]
    atheris.Setup(arguments, fuzzer, custom_mutator=mutated)
    atheris.Fuzz()
    raise AssertionError("atheris ended by itself")


if __name__ == "__main__":
    main()
