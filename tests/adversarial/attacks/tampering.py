"""Attacks that change, replace or block files of the referee and of others."""

import fcntl
import os
import site
import sys
from pathlib import Path

from _tools import ROOT, call, expect, locked, ours

HERE = Path(__file__).resolve().parent


@expect("wrong")
def cleaning(self):
    """Leave links in the folder, so that their targets are removed with the folder."""
    if self.games == 1:
        os.symlink(HERE, "folder")
        os.symlink(__file__, "file")
        os.symlink("/", "root")
        os.mkdir("inner")
        os.symlink("../inner", "inner/loop")
        os.symlink("nowhere", "dangling")


WORDS = ours("data/answers-5.txt")
F_SETLEASE, SETFLAGS, ENABLE_VERITY = 1024, 0x40086602, 0x40806685


@expect("wrong", needs=("seccomp",))
def leases(self):
    """Take leases on files, so that others wait when they open these files. Leases are
    refused, and so are the flags that change a file permanently."""
    file = os.open(WORDS, os.O_RDONLY)
    locked(
        write=lambda: fcntl.fcntl(file, F_SETLEASE, fcntl.F_WRLCK),
        read=lambda: fcntl.fcntl(file, F_SETLEASE, fcntl.F_RDLCK),
        flags=lambda: fcntl.ioctl(file, SETFLAGS, bytes(8)),
        verity=lambda: fcntl.ioctl(file, ENABLE_VERITY, bytes(128)),
    )
    os.close(file)


@expect("wrong", needs=("seccomp",))
def new_calls(self):
    """Change files by system calls that are newer than the rules of the sandbox."""
    CURRENT, SIZE, NO_DUMP = -100, 24, 1 << 7
    path = bytes(WORDS)
    flags = NO_DUMP.to_bytes(8, "little") + bytes(16)
    locked(
        file_setattr=lambda: call("file_setattr", CURRENT, path, flags, SIZE, 0),
        setxattrat=lambda: call(
            "setxattrat", CURRENT, path, 0, b"user.x", bytes(16), 16
        ),
        future=lambda: call("future", 0, 0, 0),
    )


@expect("wrong", needs=("Landlock",))
def new_files(self):
    """Write files in places where others would import, run or read them later."""
    library = Path(site.getsitepackages()[0])
    paths = [
        library / "clueproof_attack.pth",
        library / "sitecustomize.py",
        HERE / "clueproof_attack.py",
        HERE / "__pycache__" / "clueproof_attack.pyc",
        ROOT / "clueproof_attack.py",
        ROOT / "strategies" / "clueproof_attack.py",
        ROOT / "results" / "clueproof_attack.csv",
        Path("/tmp/clueproof_attack"),
        Path("/dev/shm/clueproof_attack"),
        Path(sys.prefix) / "clueproof_attack",
        Path("..") / "clueproof_attack",
    ]
    locked(**{str(p): lambda p=p: p.write_text("attack") for p in paths})
    locked(folder=lambda: (HERE / "__pycache__" / "x").mkdir(parents=True))


@expect("wrong", needs=("seccomp",))
def old_kernel(self):
    """Truncate files in the ways that the first versions of Landlock do not refuse."""
    with open("mine", "w") as file:
        file.write("x")
    locked(
        path=lambda: os.truncate("mine", 0),
        reading=lambda: os.open("mine", os.O_RDONLY | os.O_TRUNC),
    )
    with open("mine", "w") as file:  # this usual way is allowed
        file.truncate(0)


@expect("wrong", games=3, needs=("seccomp",))
def output(self):
    """Shorten the file of the output, and make the referee read it past the page cache.
    The flag cannot be set, and the referee reads what the file has."""
    os.write(1, b"x" * 5001)
    if self.games > 1:
        os.ftruncate(1, 0)
    locked(direct=lambda: fcntl.fcntl(1, fcntl.F_SETFL, os.O_DIRECT))


@expect("wrong", needs=("Landlock",))
def parent_folder(self):
    """Move, remove or replace the folder that the referee will remove."""
    here = os.getcwd()
    locked(
        move=lambda: os.rename(here, here + "-moved"),
        remove=lambda: os.rmdir(here),
        sibling=lambda: os.mkdir(here + "-more"),
        link=lambda: os.symlink("/", here + "-link"),
    )


@expect("wrong", needs=("Landlock",))
def pipes(self):
    """Make a named pipe and a socket, which block a process that opens them."""
    locked(
        fifo=lambda: os.mkfifo("pipe"),
        node=lambda: os.mknod("node", 0o140600),
    )


ENTRIES = {
    "cleaning": cleaning(),
    "leases": leases(),
    "new_calls": new_calls(),
    "new_files": new_files(),
    "old_kernel": old_kernel(),
    "output": output(),
    "parent_folder": parent_folder(),
    "pipes": pipes(),
}
