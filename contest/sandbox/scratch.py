"""Scratch folder of a strategy's process, prepared by that process before confinement.

In namespaces of its own it is a file system in memory, whose size and number of files
the kernel limits. Elsewhere it is a folder on the disk, which the referee watches.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Collection
from pathlib import Path

from contest.sandbox.confinement import lockdown
from contest.sandbox.workdir import CAPACITY, MAX_FILES

KERNELS = "kernels"
"""Folder of the compiled kernels in the scratch folder."""

CHECKOUT = "checkout"
"""Folder of the copied checkout; no name in it collides with the kernels."""

_ALL = ".all"  # link to a folder of compiled kernels


def furnish(
    scratch: str, kernels: str, checkout: str, ignored: Collection[str], *, own: bool
) -> bool:
    """Fill the scratch folder and return whether the kernel limits what is added to it.

    Parameters
    ----------
    scratch, kernels : str
        The folder, which is empty, and the folder of the compiled kernels.
    checkout : str
        Folder to copy; empty for none.
    ignored : collection of str
        Names that are not copied.
    own : bool
        Whether this process has a mount namespace of its own.

    Raises
    ------
    OSError
        When there is no space, or the checkout cannot be copied.
    """
    limited = own and lockdown.mount_memory(scratch)
    _link_kernels(kernels, Path(scratch, KERNELS))
    if checkout:
        copy = Path(scratch, CHECKOUT, Path(checkout).name)
        shutil.copytree(checkout, copy, symlinks=True, ignore=_unwanted(ignored))
    if limited:
        lockdown.limit_memory(scratch, CAPACITY, MAX_FILES)
    return limited


def _link_kernels(kernels: str, folder: Path) -> None:
    """Link the compiled kernels into a writable folder.

    Numba does not use a cache folder that is read-only. Links cost less than copies,
    and numba replaces them when it writes. A link of less than 60 letters is stored in
    the inode, without a data block, which some disks take milliseconds to free.
    """
    for place, _, names in os.walk(kernels):
        copy = folder / os.path.relpath(place, kernels)
        copy.mkdir(parents=True, exist_ok=True)
        os.symlink(place, copy / _ALL)
        for name in names:
            if ".nb" in name:  # .nbi and .nbc
                os.symlink(f"{_ALL}/{name}", copy / name)


def _unwanted(ignored: Collection[str]) -> Callable[[str, list[str]], set[str]]:
    """Return an ignore function for `copytree`: some names, and pipes and sockets.

    Reading a pipe or socket would block.
    """
    plain = (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)

    def left_out(folder: str, names: list[str]) -> set[str]:
        kinds = {n: stat.S_IFMT(os.lstat(f"{folder}/{n}").st_mode) for n in names}
        return {n for n in names if n in ignored or kinds[n] not in plain}

    return left_out
