"""G4: a strategy changes no other entry, game, file or result."""

import mmap
import multiprocessing
import os
import pty
import subprocess
import threading
import time
from pathlib import Path

from _tools import Attack, Opened, call, expect, fill, locked, ours

TARGETS = {
    "words": ours("data/answers-5.txt"),
    "referee": ours("contest/runs/workers/runner.py"),
    "rules": ours("game/loop.py"),
    "results": ours("results/published.csv"),
    "myself": Path(__file__).resolve(),
}
# Changes of a file that do no damage, even if the sandbox allows them by mistake.
WAYS = {
    "append": lambda p: open(p, "a"),
    "update": lambda p: open(p, "r+b"),
    "truncate": lambda p: os.truncate(p, os.stat(p).st_size),
    "link": lambda p: os.link(p, "linked"),
    "mode": lambda p: os.chmod(p, os.stat(p).st_mode),
    "owner": lambda p: os.chown(p, -1, os.stat(p).st_gid),
    "times": lambda p: os.utime(p, ns=(os.stat(p).st_atime_ns, os.stat(p).st_mtime_ns)),
    "attribute": lambda p: os.setxattr(p, "user.x", b"x"),
}
# Changes that would do damage, so they are tried on a file that has no other use.
VICTIM = Path(__file__).resolve().with_name("victim.txt")
DESTROYING = {
    "cut": lambda p: os.open(p, os.O_RDONLY | os.O_TRUNC),
    "unlink": lambda p: os.unlink(p),
    "rename": lambda p: os.rename(p, p.with_suffix(".old")),
    "take": lambda p: os.rename(p, "mine"),
    "replace": lambda p: os.replace("fake", p),
}


@expect("wrong", needs=("Landlock", "seccomp"))
def files(self):
    """Try every way to change the words, the referee, the results and this file. Every
    attempt is refused, so the outcome is ``wrong``, and nothing changes."""
    Path("fake").write_text("aback\n")
    doors = {
        f"{way} {name}": lambda w=way, p=path: WAYS[w](p)
        for name, path in TARGETS.items()
        for way in WAYS
    }
    locked(**doors, **{way: lambda w=way: DESTROYING[w](VICTIM) for way in DESTROYING})


@expect("wrong", needs=("seccomp",))
def fork(self):
    """Try every way to start another process."""
    SIGCHLD, VM, FILES, VFORK, NEWUSER = 17, 0x100, 0x400, 0x4000, 0x10000000
    locked(
        fork=os.fork,
        forkpty=pty.fork,
        spawn=lambda: os.posix_spawn("/bin/true", ["true"], {}),
        run=lambda: subprocess.run(["true"]),
        system=lambda: _succeeds(os.system("true")),
        pool=lambda: multiprocessing.get_context("fork").Process().start(),
        clone=lambda: call("clone", SIGCHLD, 0, 0, 0, 0),
        clone_files=lambda: call("clone", SIGCHLD | FILES, 0, 0, 0, 0),
        clone_vfork=lambda: call("clone", SIGCHLD | VM | VFORK, 0, 0, 0, 0),
        clone_user=lambda: call("clone", SIGCHLD | NEWUSER, 0, 0, 0, 0),
        clone3=lambda: call("clone3", bytes(88), 88),
    )


def _succeeds(status):
    if status != 0:
        raise OSError


@expect("wrong", needs=("seccomp",))
def kill_others(self):
    """Send signals to the referee, its workers and all other processes. Every signal is
    refused, so the outcome is ``wrong``."""
    HARMLESS = 0  # this signal delivers nothing; it tests whether signals are allowed
    parent = os.getppid()
    locked(
        parent=lambda: os.kill(parent, HARMLESS),
        group=lambda: os.killpg(os.getpgid(parent), HARMLESS),
        own_group=lambda: os.killpg(0, HARMLESS),
        all=lambda: os.kill(-1, HARMLESS),
        thread=lambda: call("tkill", parent, HARMLESS),
        thread_of=lambda: call("tgkill", parent, parent, HARMLESS),
        queue=lambda: call("rt_sigqueueinfo", parent, HARMLESS, bytes(128)),
    )


@expect("crashed", reason="exited with status 0")
class Note(Attack):
    """Leave a file for the next process. The folder is removed with this process, so
    the next process never finds the file."""

    def __init__(self):
        super().__init__()
        if Path("note").exists():
            raise RuntimeError("found a note")

    def attack(self):
        Path("note").write_text("zonal")
        os._exit(0)


@expect("wrong", idle=0.6)
class WhileIdle(Attack):
    """Go on in a thread between two games, when the referee checks no resources. The
    referee stops the process between games, so the thread does not run."""

    over, ticks = False, 0

    def attack(self):
        ticks, self.over = self.ticks, False
        if self.games == 1:
            threading.Thread(target=self.work, daemon=True).start()
        if ticks > 25:
            raise Opened(f"{ticks} hundredths of a second")
        self.over = True

    def work(self):
        while True:
            time.sleep(0.01)
            self.ticks += self.over


@expect("crashed", reason=("No space left", "over 256 MiB"), games=1)
def mapped_files(self):
    """Fill the scratch folder with deleted files. Each file is closed, but one page of
    each file stays mapped into memory, so that the file still takes space. If the
    folder is in memory, its file system counts these files. If the folder is on a disk,
    the referee finds these files through the memory mappings of the process."""
    self.pages = []
    for _ in range(5):
        file = os.open("part", os.O_CREAT | os.O_RDWR)
        os.unlink("part")
        fill(file, 60 << 20)
        self.pages.append(mmap.mmap(file, 4096))
        os.close(file)
        os.close(file + 1)  # the copy of the descriptor that mmap keeps
    time.sleep(1e6)


ENTRIES = {
    "files": files(),
    "fork": fork(),
    "kill_others": kill_others(),
    "note": Note(),
    "while_idle": WhileIdle(),
    "mapped_files": mapped_files(),
}
