"""Files that fill the disk, hide, or cannot be removed."""

import os
import threading
import time

from _tools import call, expect, fill


@expect("crashed", reason="File too large")
def big_file(self):
    """Write one file without end, which may not grow beyond 256 MiB."""
    with open("big", "wb") as file:
        file.truncate(1 << 40)


@expect("crashed", "wrong", games=1)
def deep_folders(self):
    """Nest folders so deep that listing or removing them overflows a stack or a path.
    All of them are removed; where the referee could not look, it is crashed."""
    for _ in range(700):
        os.mkdir("deeper")
        os.chdir("deeper")


@expect("crashed", reason=("No space left", "over 256 MiB"), games=1)
def deleted_files(self):
    """Fill the disk with files that are deleted while they are open. The file system
    counts them, or they are found through the descriptors."""
    fill_deleted()


@expect("crashed", reason=("exited with status", "over 256 MiB"), games=1)
def headless(self):
    """End the first thread, and fill the disk with deleted files in another. The file
    system counts them and the thread ends, or they are looked for in a thread that
    lives."""
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
    """Hide files in a folder that can be entered but not listed. Where the referee
    cannot look, there is too much; root sees it all."""
    os.mkdir("hidden", 0o300)
    with open("hidden/file", "w") as file:
        file.write("x")
    time.sleep(1e6)


@expect("wrong", games=1)
def locked_folders(self):
    """Leave folders behind that not even their owner may list or change."""
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
    the folder is looked at while one waits."""
    for number in range(5):
        file = os.open(f"part{number}", os.O_CREAT | os.O_WRONLY)
        fill(file, 60 << 20)
    time.sleep(1e6)


@expect("crashed", "timeout", games=1, timeout=0.15)
def names(self):
    """Use up the disk's names: more than 10,000 files without content."""
    number = 0
    while True:
        number += 1
        open(str(number), "w").close()


@expect("crashed", reason=("No space left", "Operation not permitted"))
def reserved_space(self):
    """Reserve space for files between two looks of the referee. There is no such space,
    or on a disk no such call: crashed by its own exception."""
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
