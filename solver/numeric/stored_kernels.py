"""Check of numba's files of compiled kernels, before numba reads them."""

from __future__ import annotations

import os
import pickletools
from contextlib import suppress
from io import BytesIO
from pathlib import Path

_PICKLES = {".nbi": 2, ".nbc": 1}
"""For each suffix of numba's files, the number of pickles in such a file.

A file ``.nbi`` is an index of compiled kernels, and a file ``.nbc`` has compiled code.
"""


def remove_damaged(folder: str | os.PathLike[str]) -> bool:
    """Remove damaged files below numba's cache folder; return whether there were any.

    A crash may leave an empty or incomplete file, and numba fails when it reads such a
    file. If the file of a kernel is missing, numba compiles the kernel again. Only the
    structure of a file is checked, not the code in it.
    """
    is_any = False
    for suffix, count in _PICKLES.items():
        for path in Path(folder).glob(f"*/*{suffix}"):
            if not _is_whole(path, count):
                is_any = True
                with suppress(OSError):
                    path.unlink()
    return is_any


def _is_whole(path: Path, count: int) -> bool:
    """Return whether a file has exactly `count` pickles and nothing else."""
    try:
        data = path.read_bytes()
        file = BytesIO(data)
        for _ in range(count):
            # Only read the operations of the pickle; do not execute them.
            for _ in pickletools.genops(file):
                pass
    except FileNotFoundError:  # another process has just replaced the file
        return True
    except (OSError, ValueError, EOFError, IndexError):
        return False
    return file.tell() == len(data)
