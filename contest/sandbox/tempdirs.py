"""Temporary folders that belong to processes.

If all processes that own a folder were killed, the next run removes the folder.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from contest.sandbox.confinement import unix
from game.files import open_flags, write_whole
from game.words import Vocabulary

FOLDER_FLAGS = open_flags("O_RDONLY", "O_DIRECTORY", "O_NOFOLLOW")
"""Flags of `os.open` that open a folder, but no file and no link."""

WORD_FILES = ("answers.txt", "guesses.txt")


class TemporaryFolder:
    """A temporary folder that exists for as long as it has an owner.

    Each object of this class is an owner. `path` names a folder that is shared with
    other owners; a missing folder is created. If `path` is None, the folder is new.
    `close` ends the ownership, and so does the end of the process. The last owner
    removes the folder.

    Every owner holds a shared lock on the folder. The kernel releases the lock when the
    owner's process ends. If an exclusive lock can be acquired, no owner is left.
    """

    def __init__(self, path: Path | None = None) -> None:
        lock = None
        while lock is None:
            self.path = path or Path(tempfile.gettempdir(), unix.make_owned_name())
            lock = _lock_folder(self.path, shared=path is not None)
        self.close = weakref.finalize(self, _release_folder, str(self.path), lock)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()


def sweep_folders() -> None:
    """Remove this user's temporary folders that have no owner.

    Also remove the semaphores of joblib that a killed process has left.
    """
    unix.require()
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as items:
        for item in items:
            if match := unix.OWNED_NAME.fullmatch(item.name):
                with suppress(OSError):
                    _sweep_folder(item.path, match[1])


def _lock_folder(path: Path, *, shared: bool) -> int | None:
    """Make a folder, lock the folder and return its descriptor.

    `shared` says whether the folder may exist already, made by another owner. Return
    None if another process has removed the folder meanwhile.
    """
    path.mkdir(mode=0o700, parents=shared, exist_ok=shared)
    try:
        lock = os.open(path, FOLDER_FLAGS)
    except FileNotFoundError:
        return None
    with suppress(OSError):  # the file system has no locks
        unix.lock(lock, shared=True)
    with suppress(FileNotFoundError):
        if os.path.samestat(os.fstat(lock), os.lstat(path)):
            return lock
    os.close(lock)
    return None


def _sweep_folder(path: str, process: str) -> None:
    # Links are not followed, because another user could make a link to any folder.
    lock = os.open(path, FOLDER_FLAGS)
    try:
        if os.fstat(lock).st_uid == os.geteuid() and unix.lock(lock):
            # The semaphores of a running process are kept. The process that made the
            # folder may have ended, and a new process may have got the same pid.
            if not _is_running(process):
                for semaphore in Path("/dev/shm").glob(f"sem.loky-{process}-*"):
                    semaphore.unlink(missing_ok=True)
            empty_folder(lock)
            os.rmdir(path)
    finally:
        os.close(lock)


def _is_running(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except OSError:
        return False


def _release_folder(path: str, lock: int) -> None:
    """Release the lock of an owner, and remove the folder if it has no other owner.

    `lock` is the descriptor of the locked folder at `path`.
    """
    is_last = True
    with suppress(OSError):  # the file system has no locks: assume no other owner
        is_last = unix.lock(lock)
    with suppress(OSError):  # the next run tries again
        if is_last:
            empty_folder(lock)
            os.rmdir(path)
    os.close(lock)


def empty_folder(folder: int) -> None:
    """Remove everything in an open folder, at any depth and of any mode.

    Nested folders are first moved to the top, so that no path is too long and no
    recursion is needed. Links are not followed, because a process may replace a folder
    by a link. Raises `OSError` when an item in the folder cannot be removed.
    """
    mark = os.urandom(8).hex()
    count = 0
    waiting = [""]
    while waiting:
        name = waiting.pop()
        inner = os.open(name, FOLDER_FLAGS, dir_fd=folder) if name else folder
        try:
            for item in os.listdir(inner):
                status = os.stat(item, dir_fd=inner, follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode):
                    count += 1
                    waiting.append(f"{mark}-{count}")
                    _grant_access(item, inner)  # needed to move and list the folder
                    os.rename(item, waiting[-1], src_dir_fd=inner, dst_dir_fd=folder)
                else:
                    os.unlink(item, dir_fd=inner)
        finally:
            if name:
                os.close(inner)
        if name:
            os.rmdir(name, dir_fd=folder)


def _grant_access(name: str, parent: int) -> None:
    """Give this user the rights to read, change and enter a folder.

    `name` is the name of the folder in the open folder with the descriptor `parent`.
    """
    if sys.platform != "linux":
        os.chmod(name, 0o700, dir_fd=parent, follow_symlinks=False)
        return
    # On Linux chmod follows links, so the folder is opened first. O_PATH needs no
    # permissions.
    file = os.open(name, FOLDER_FLAGS | os.O_PATH, dir_fd=parent)
    try:
        os.chmod(f"/proc/self/fd/{file}", 0o700)
    finally:
        os.close(file)


@contextmanager
def words_on_disk(vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """Write copies of the word lists to a temporary folder, until the block ends.

    So a change of the original files does not disturb the run. Yields the paths of the
    file of answers and of the file of guesses.
    """
    sweep_folders()
    with TemporaryFolder() as folder:
        paths = []
        for name, text in words_as_files(vocabulary).items():
            write_whole(folder / name, text)
            paths.append(str(folder / name))
        yield paths[0], paths[1]


def words_as_files(vocabulary: Vocabulary) -> dict[str, str]:
    """Return the contents of ``answers.txt`` and ``guesses.txt``, by file name."""
    answers: Iterable[str] = vocabulary.answers
    if vocabulary.weights:
        answers = (f"{word} {n}" for word, n in vocabulary.weight.items())
    lists = zip(WORD_FILES, (answers, vocabulary.guesses), strict=True)
    return {name: "\n".join(words) + "\n" for name, words in lists}
