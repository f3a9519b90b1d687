"""First start of a strategy that belongs to another contest project.

A strategy may write files, such as a table, when it is constructed. The files of the
first start are copied for all later processes of the run. Otherwise every process would
have to make the table again.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import StartError, launch
from contest.sandbox.tempdirs import TemporaryFolder
from contest.sandbox.workdir import CAPACITY, CHECKOUT, MAX_FILES
from game.files import open_regular, real_path

# Largest size in bytes, and largest number, of the files to copy: the files of the
# project, and the files that the strategy has added.
_MOST_COPIED = (1 << 30) + CAPACITY
_MOST_COPIES = 10_000 + MAX_FILES
# Largest number of characters in a path inside the project. Folders that are nested
# deeper could not be copied.
_LONGEST = 400


@contextmanager
def start_once(policy: SandboxPolicy) -> Iterator[SandboxPolicy]:
    """Start a strategy once, and yield a policy for its later processes.

    `policy` is the policy of the first process. This process constructs the strategy in
    a copy of its project, and ends before any game. So the files that the strategy
    writes to the copy tell nothing about a secret. Each process with the yielded policy
    gets a copy of this copy, and so cannot change the first copy. Raises `StartError`
    if the strategy cannot start or leaves files that cannot be copied. Raises `OSError`
    for a fault of the system.
    """
    assert policy.entry.checkout is not None, "an entry without a copy"
    # The process writes to the disk. A file system in memory would end with the
    # process, and the files would be lost.
    on_disk = (*policy.without, "memory")
    process = launch(replace(policy, without=on_disk, started=""))
    try:
        kept = TemporaryFolder(process.scratch)
    finally:
        process.close()
    with kept as folder:
        # The strategy may have replaced a folder by a link to files outside its copy.
        copy = folder / CHECKOUT / policy.entry.checkout.name
        if real_path(copy) != real_path(folder) / CHECKOUT / copy.name:
            raise StartError("the strategy replaced the folder of its project")
        if obstacle := _find_obstacle(str(copy)):
            raise StartError(
                f"the strategy left files that cannot be copied: {obstacle}"
            )
        yield replace(policy, started=str(copy))


def _find_obstacle(folder: str) -> str:
    """Return why the contents of a folder cannot be copied, or an empty string.

    A strategy has written to the folder, so the files may be of any kind and size.
    """
    size = count = 0
    folders = [folder]
    while folders:
        try:
            with os.scandir(folders.pop()) as items:
                for item in items:
                    status = item.stat(follow_symlinks=False)
                    size += status.st_size  # in a copy, a sparse file has its full size
                    count += 1
                    if size > _MOST_COPIED or count > _MOST_COPIES:
                        return f"over {_MOST_COPIED >> 20} MiB or {_MOST_COPIES} files"
                    if len(item.path) > len(folder) + _LONGEST:
                        return f"a path of over {_LONGEST} characters"
                    if stat.S_ISDIR(status.st_mode):
                        folders.append(item.path)
                    elif stat.S_ISREG(status.st_mode):
                        os.close(open_regular(item.path))
        except OSError as error:
            return str(error.strerror)
    return ""
