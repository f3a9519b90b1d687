"""Attacks that take as much as they can of a resource of the machine."""

import ctypes
import fcntl
import mmap
import os
import sys

from _tools import call, expect, locked


@expect("crashed", reason="Too many open files")
def descriptors(self):
    """Open files until there are no more: the process has 256 at most."""
    while True:
        os.open("/dev/null", os.O_RDONLY)


@expect("wrong", needs=("seccomp",))
def events(self):
    """Take resources that are limited for the whole machine: aio events and timers."""
    events = ctypes.c_ulong(0)
    locked(
        aio=lambda: call("io_setup", 64, ctypes.byref(events)),
        timer=lambda: call("timer_create", 1, None, ctypes.byref(events)),
    )


@expect("wrong", needs=("seccomp",))
def hidden_descriptors(self):
    """Get a table of open files for one thread, in which the referee cannot look."""
    UNSHARE = 2
    VM_SIGHAND_THREAD = 0x100 | 0x800 | 0x10000
    locked(
        close_range=lambda: call("close_range", 250, 255, UNSHARE),
        unshare=lambda: call("unshare", 0x400),
        clone=lambda: call("clone", VM_SIGHAND_THREAD, 0, 0, 0, 0),
    )


@expect("wrong", needs=("seccomp",))
def hidden_memory(self):
    """Keep memory in files without a name, which no limit on address space counts."""
    locked(
        memfd=lambda: os.memfd_create("x"),
        secret=lambda: call("memfd_secret", 0),
    )


@expect("crashed", reason="Cannot allocate memory")
def mappings(self):
    """Map memory in pieces until the limit is reached, and then map more."""
    held = []
    while True:
        held.append(mmap.mmap(-1, 256 << 20))


@expect("crashed", reason="MemoryError")
def memory(self):
    """Take more memory than the limit on address space allows."""
    return bytearray(1 << 40)


@expect("wrong")
def output(self):
    """Flood the output, which is a file, with noise and commands for terminals."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        stream.write("\x1b[2J\x1b]0;owned\x07=1+1\r\n" * 10_000)
        stream.flush()
    os.write(1, b"\xff\xfe\x00" * 100_000)
    os.write(2, b"\xff\xfe\x00" * 100_000)


@expect("crashed", reason="exited with status 7")
def output_at_the_end(self):
    """Write to the output shortly before its limit of 256 MiB, and end the process."""
    os.lseek(1, (256 << 20) - 10, os.SEEK_SET)
    os.write(1, b"\x1b[31m")
    os._exit(7)


@expect("crashed")
def pipes(self):
    """Take as many buffers of pipes as possible, each as large as possible."""
    F_SETPIPE_SZ = 1031
    while True:
        for end in os.pipe():
            fcntl.fcntl(end, F_SETPIPE_SZ, 1 << 20)


@expect("crashed")
def recursion(self):
    """Recurse without end: with Python's limit of recursion, then without the limit.
    Python raises an exception, or the process ends."""
    if self.games > 1:
        sys.setrecursionlimit(10**9)
    return sorted([0], key=lambda _: self.attack())


ENTRIES = {
    "descriptors": descriptors(),
    "events": events(),
    "hidden_descriptors": hidden_descriptors(),
    "hidden_memory": hidden_memory(),
    "mappings": mappings(),
    "memory": memory(),
    "output": output(),
    "output_at_the_end": output_at_the_end(),
    "pipes": pipes(),
    "recursion": recursion(),
}
