"""Check of the compiled kernels that numba has stored, before numba reads them."""

from __future__ import annotations

import os
import pickletools
from contextlib import suppress
from io import BytesIO
from pathlib import Path

_PICKLES = {".nbi": 2, ".nbc": 1}
"""Numbers of pickles in numba's files, by suffix: an index, and compiled code."""


def remove_damaged(folder: str | os.PathLike[str]) -> bool:
    """Remove the damaged files below numba's cache folder; return whether any was.

    A crash may leave an empty file, or a part of one, at which numba fails. Numba
    compiles a kernel again whose file is missing. The instructions in a file are not
    checked.
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
    """Return whether a file is a number of pickles and nothing else."""
    try:
        data = path.read_bytes()
        file = BytesIO(data)
        for _ in range(count):
            # Nothing is executed: the operations are read alone.
            for _ in pickletools.genops(file):
                pass
    except FileNotFoundError:  # another process has just replaced it
        return True
    except (OSError, ValueError, EOFError, IndexError):
        return False
    return file.tell() == len(data)
