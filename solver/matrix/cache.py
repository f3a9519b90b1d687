"""Cache folder of clue matrices and compiled kernels.

A process that writes to the folder also removes files that were not used for a month.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from game.files import user_folder

UNUSED = 30 * 86400.0
"""Number of seconds without use after which a matrix or kernels are removed."""

_ROOT = Path(__file__).resolve().parents[2]


def cache_folder() -> Path:
    """Return the cache folder, which is created if needed.

    The environment variable ``CLUEPROOF_CACHE`` names the folder. Without this variable
    it is the user's usual cache folder. If the folder cannot be written, a temporary
    folder is returned, and a line on stderr says so once.
    """
    named = os.environ.get("CLUEPROOF_CACHE")
    wanted = Path(named).absolute() if named else usual_folder()
    folder = writable(wanted)
    if folder != wanted:
        # Child processes share the folder, and they do not repeat the note.
        os.environ["CLUEPROOF_CACHE"] = str(folder)
        is_homeless = wanted.is_relative_to(os.devnull)
        why = (
            "this user has no HOME" if is_homeless else f"{str(wanted)!r} is read-only"
        )
        sys.stderr.write(
            f"note: {why}: the cache is in {str(folder)!r}; set CLUEPROOF_CACHE to "
            "choose a folder\n"
        )
    return folder


def writable(folder: Path) -> Path:
    """Return a folder, created if needed, or a temporary folder if it is read-only."""
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        # The test is needed: numba raises an error at start if it cannot store kernels.
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"clueproof-{user}"
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        # Compiled kernels are code, so never load them from a folder of another user.
        if folder.stat().st_uid == user and not folder.is_symlink():
            return folder
    return _process_folder()


@functools.cache
def usual_folder() -> Path:
    """Return the path of this user's usual cache folder, which need not exist."""
    return user_folder("cache")


@functools.cache
def _process_folder() -> Path:
    """Return a folder for this process alone; the folder is removed on exit."""
    folder = tempfile.mkdtemp(prefix="clueproof-cache-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


# Files with types and functions that are compiled into kernels of other files.
_SHARED = (
    "solver/optimal/search_kernel.py",
    "solver/optimal/word_tables.py",
    "solver/optimal/transposition_kernel.py",
    "solver/optimal/state_kernel.py",
    "solver/optimal/ranking_kernel.py",
    "solver/optimal/counting_kernel.py",
    "solver/checking/counting_kernel.py",
    "solver/belief/mixing_kernel.py",
    "solver/belief/rough_kernel.py",
    "solver/numeric/elementary_kernel.py",
    "game/elementary.py",
)


def kernel_folder() -> Path:
    """Return the folder in which numba keeps this checkout's compiled kernels.

    The folder changes if one of the `_SHARED` files changes. Numba would not notice
    this: it keeps a kernel as long as the file of the kernel itself is the same.
    """
    key = hashlib.sha256(str(_ROOT).encode())
    for name in _SHARED:
        key.update((_ROOT / name).read_bytes())
    return cache_folder() / "kernels" / key.hexdigest()[:12]


def mark_used(path: Path) -> None:
    """Set the modification time of a file to now, at most once a day.

    The modification time says when the file was used last.
    """
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > 86400:
            os.utime(path)


def prune_cache() -> None:
    """Remove matrices and folders of kernels that were not used for a month."""
    folder = cache_folder()
    for path in (*folder.glob("*.npy"), *folder.glob("kernels/*")):
        # Another process may have removed the path before. A process that has mapped a
        # removed matrix can still read it.
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > UNUSED:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
