"""Reduction of the memory that numba takes in every process."""

from __future__ import annotations

import ctypes
import hashlib
import mmap
import pickle
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from game.files import replacing

RUNTIME = "numba.core.runtime.nrtdynmod"
"""The module of numba's runtime."""

# Addresses, name, and kB that were changed, of memory that cannot be written now.
_MAPPING = re.compile(
    r"^([0-9a-f]+-[0-9a-f]+) r-.p .*/(.*)\n(?:\w+:.*\n)*?Anonymous: +(\d+) kB", re.M
)


@contextmanager
def kept_runtime() -> Iterator[None]:
    """Import the module of numba's runtime, and keep what that compiles.

    Numba compiles its functions that count references in every process, even where all
    kernels come from the cache. That alone takes 20 MB of LLVM's code and 20 ms.
    """
    yield
    module: Any = sys.modules[RUNTIME]
    compiled = module.compile_nrt_functions

    def load(context: Any) -> Any:  # noqa: ANN401 - numba's
        try:
            return _runtime(module, context)
        except AttributeError:  # in another version of numba
            return compiled(context)
        finally:
            release_code("llvmlite")  # what the start of the compiler has read

    module.compile_nrt_functions = load


def _runtime(module: Any, context: Any) -> Any:  # noqa: ANN401 - numba's
    """Return the runtime library from the cache, which is filled first if need be."""
    codegen, numba = context.codegen(), sys.modules["numba"]
    key = repr((numba.__version__, codegen.magic_tuple()))
    digest = hashlib.sha256(key.encode()).hexdigest()[:12]
    path = Path(numba.config.CACHE_DIR) / f"runtime-{digest}"
    with suppress(OSError, EOFError, pickle.UnpicklingError):
        return codegen.unserialize_library(pickle.loads(path.read_bytes()))
    code, library = module.create_nrt_module(context)
    library.enable_object_caching()
    library.add_ir_module(code)
    library.finalize()
    with suppress(OSError):  # the cache is optional
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            pickle.dump(library.serialize_using_object_code(), file)
    return library


def release_code(library: str) -> None:
    """Give back what a shared library has in memory; it is read again when needed.

    The constructors of LLVM go through 30 MB of its file, most of which no kernel uses.
    Linux only.

    Parameters
    ----------
    library : str
        Part of the name of its file.
    """
    if sys.platform != "linux":
        return
    with suppress(OSError):
        maps = Path("/proc/self/smaps").read_text(encoding="utf-8")
        for span, file, own in _MAPPING.findall(maps):
            # What was changed in memory, like relocated addresses, is nowhere else.
            if library in file and own == "0":
                start, end = (int(address, 16) for address in span.split("-"))
                size = ctypes.c_size_t(end - start)
                libc = ctypes.CDLL(None)
                libc.madvise(ctypes.c_void_p(start), size, mmap.MADV_DONTNEED)
