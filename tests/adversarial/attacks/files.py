"""Files that fill the disk, hide, or cannot be removed."""

import os
import threading
import time

from _tools import call, expect, fill


@expect("crashed", reason="File too large")
def big_file(self):
    """Write one file without end. A file may not grow beyond 256 MiB."""
    with open("big", "wb") as file:
        file.truncate(1 << 40)


@expect("crashed", "wrong", games=1)
def deep_folders(self):
    """Nest folders so deep that listing or removing them overflows a stack or a path.
    All folders are removed. If the referee cannot list them, the game is crashed."""
    for _ in range(700):
        os.mkdir("deeper")
        os.chdir("deeper")


@expect("crashed", reason=("No space left", "over 256 MiB"), games=1)
def deleted_files(self):
    """Fill the disk with files that are deleted while they are open. The file system is
    full, or the referee finds the files through the descriptors."""
    fill_deleted()


@expect("crashed", reason=("exited with status", "over 256 MiB"), games=1)
def headless(self):
    """End the first thread, and fill the disk with deleted files in another thread. The
    file system is full and the thread ends, or the referee looks for the files in a
    thread that lives."""
    threading.Thread(target=fill_deleted).start()
    call("exit", 0)


def fill_deleted():
    for _ in range(5):
        file = os.open("part", os.O_CREAT | os.O_WRONLY)
        os.unlink("part")
        fill(file, 60 << 20)
    time.sleep(1e6)


@expect("crashed", "timeout", games=1)
def hidden_folder(self):
    """Hide files in a folder that can be entered but not listed. The referee counts a
    folder that it cannot list as too large; as root, it can list every folder."""
    os.mkdir("hidden", 0o300)
    with open("hidden/file", "w") as file:
        file.write("x")
    time.sleep(1e6)


@expect("wrong", games=1)
def locked_folders(self):
    """Leave folders that not even their owner may list or change."""
    os.makedirs("a/b/c")
    open("a/b/c/file", "w").close()
    os.symlink("a", "loop")
    os.rename("a", "locked")
    os.mkdir("closed", 0)
    os.umask(0o777)
    os.mkdir("sealed")


@expect("crashed", reason=("No space left", "over 256 MiB"), games=1)
def many_files(self):
    """Fill the disk with files that are each small enough. The file system is full, or
    the referee looks at the folder while the strategy waits."""
    for number in range(5):
        file = os.open(f"part{number}", os.O_CREAT | os.O_WRONLY)
        fill(file, 60 << 20)
    time.sleep(1e6)


@expect("crashed", "timeout", games=1, timeout=0.15)
def names(self):
    """Make more files than are allowed: over 10,000 files, all of them empty."""
    number = 0
    while True:
        number += 1
        open(str(number), "w").close()


@expect("crashed", reason=("No space left", "Operation not permitted"))
def reserved_space(self):
    """Reserve space for files between two looks of the referee. A file system in memory
    has too little space, and on a disk the call is refused. Both raise an exception."""
    for number in range(20):
        file = os.open(f"part{number}", os.O_CREAT | os.O_RDWR)
        os.posix_fallocate(file, 0, 200 << 20)


ENTRIES = {
    "big_file": big_file(),
    "deep_folders": deep_folders(),
    "deleted_files": deleted_files(),
    "headless": headless(),
    "hidden_folder": hidden_folder(),
    "locked_folders": locked_folders(),
    "many_files": many_files(),
    "names": names(),
    "reserved_space": reserved_space(),
}
