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

    The environment variable ``CLUEPROOF_CACHE`` names the folder. Without this
    variable, the folder is the usual cache folder of the user. If the folder cannot be
    written, a temporary folder is returned, and one line on stderr names this folder.
    """
    named = os.environ.get("CLUEPROOF_CACHE")
    wanted = Path(named).absolute() if named else usual_folder()
    folder = writable(wanted)
    if folder != wanted:
        # Child processes get this variable. So they use the same folder, and they do
        # not print the note again.
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
    """Return `folder`, or a temporary folder if `folder` cannot be written.

    The folder is created if needed.
    """
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        # This test is needed: if numba cannot write to the folder of the kernels, it
        # raises an error when it starts.
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
    """Return the path of the usual cache folder of this user; it need not exist."""
    return user_folder("cache")


@functools.cache
def _process_folder() -> Path:
    """Return a folder that only this process uses; it is removed at the end."""
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

    The name of the folder changes if one of the `_SHARED` files changes. Numba would
    not notice such a change: it uses a stored kernel as long as the file of this kernel
    is the same.
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
        # Ignore errors, because another process may have removed the path already. If a
        # process has mapped a matrix that is removed, it can still read the matrix.
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > UNUSED:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
