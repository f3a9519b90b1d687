"""First start of an entry of another project; later starts get copies of its files.

A strategy may write a table when it is constructed. Without a first start, every
process of a run would make the table again.
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

_MOST_COPIED = (1 << 30) + CAPACITY  # bytes of a checkout and of added files
_MOST_COPIES = 10_000 + MAX_FILES
_LONGEST = 400  # letters of a path: deeper folders would be too deep to copy


@contextmanager
def start_once(policy: SandboxPolicy) -> Iterator[SandboxPolicy]:
    """Start a strategy once, and yield a policy whose processes get what it wrote.

    The first process constructs the strategy in a copy of its project, and ends before
    any game. So the copy tells nothing about a secret. Each process with the yielded
    policy gets a copy of this copy, and so cannot change the copy itself. Raises
    `StartError` if the strategy cannot start or leaves files that cannot be copied, and
    `OSError` for a fault of the system.
    """
    assert policy.entry.checkout is not None, "an entry without a copy"
    # The files stay on the disk, because memory would end with the process.
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
