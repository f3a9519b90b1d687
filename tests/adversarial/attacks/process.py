"""Attacks by signals, sessions, privileges and other programs."""

import array
import ctypes
import fcntl
import os
import signal
import socket
import sys
import threading
import time

from _tools import call, expect, locked, sockets


@expect("crashed", reason="SIGABRT")
def abort(self):
    """Abort the interpreter."""
    os.abort()


@expect("wrong", needs=("seccomp",))
def exec(self):
    """Become another program."""
    locked(
        python=lambda: os.execv(sys.executable, ["python", "-c", "1"]),
        shell=lambda: os.execv("/bin/sh", ["sh"]),
        descriptor=lambda: os.execve(os.open(__file__, os.O_RDONLY), ["x"], {}),
    )


@expect("crashed")
def nameless_signal(self):
    """End the process by a real-time signal, which has a number but no name. The
    sandbox refuses the call; without the sandbox, the signal is the reported reason."""
    os.kill(os.getpid(), 41)


@expect("wrong", needs=("seccomp",))
def namespaces(self):
    """Get privileges in new namespaces, by mounts, or in another root folder."""
    NEWUSER, NEWNS = 0x10000000, 0x20000
    locked(
        unshare=lambda: call("unshare", NEWUSER | NEWNS),
        chroot=lambda: os.chroot("."),
        mount=lambda: call("mount", b"none", b".", b"tmpfs", 0, 0),
        personality=lambda: call("personality", 0x0040000),
        ring=lambda: call("io_uring_setup", 1, bytes(120)),
        faults=lambda: call("userfaultfd", 0),
        bpf=lambda: call("bpf", 0, bytes(64), 64),
        keys=lambda: call("add_key", b"user", b"clueproof", b"x", 1, -3),
        open2=lambda: call("openat2", -100, b"/etc/passwd", bytes(24), 24),
    )


@expect("wrong", needs=("seccomp",))
def network(self):
    """Reach the network: by sockets of every family, and by names of hosts."""
    stream, datagram = socket.SOCK_STREAM, socket.SOCK_DGRAM
    locked(
        internet=lambda: socket.socket(socket.AF_INET, stream),
        datagram=lambda: socket.socket(socket.AF_INET6, datagram),
        local=lambda: socket.socket(socket.AF_UNIX, stream),
        kernel=lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
        pair=socket.socketpair,
        name=lambda: socket.getaddrinfo("example.org", 80),
    )


@expect("crashed", reason="SIGSEGV")
def segfault(self):
    """Read from address zero."""
    ctypes.string_at(0)


@expect("wrong", needs=("seccomp",))
def session(self):
    """Leave the session, change priority, core or scheduler, or outlive the referee."""
    DEATH_SIGNAL, DUMPABLE = 1, 4
    locked(
        session=os.setsid,
        group=os.setpgrp,
        nice=lambda: os.setpriority(os.PRIO_PROCESS, 0, 19),
        cores=lambda: os.sched_setaffinity(0, {0}),
        scheduler=lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)),
        immortal=lambda: call("prctl", DEATH_SIGNAL, 0, 0, 0, 0),
        hidden=lambda: call("prctl", DUMPABLE, 0, 0, 0, 0),
    )


@expect("wrong", needs=("seccomp",))
def signal_by_owner(self):
    """Make the referee own the connection, so that the kernel sends signals to it."""
    F_SETOWN_EX, F_SETSIG, FIOSETOWN, SIOCSPGRP = 15, 10, 0x8901, 0x8902
    parent = os.getppid()
    number = array.array("i", [parent])
    for channel in sockets():
        locked(
            own=lambda fd=channel: fcntl.fcntl(fd, fcntl.F_SETOWN, parent),
            own_ex=lambda fd=channel: fcntl.fcntl(fd, F_SETOWN_EX, bytes(8)),
            kind=lambda fd=channel: fcntl.fcntl(fd, F_SETSIG, signal.SIGURG),
            ioctl=lambda fd=channel: fcntl.ioctl(fd, FIOSETOWN, number),
            group=lambda fd=channel: fcntl.ioctl(fd, SIOCSPGRP, number),
        )


@expect("crashed", "timeout", games=1)
def thread_bomb(self):
    """Start more than 256 threads, each with the smallest stack that is allowed."""
    threading.stack_size(1 << 15)
    while threading.active_count() < 400:
        threading.Thread(target=time.sleep, args=(1e6,), daemon=True).start()
    time.sleep(1e6)


ENTRIES = {
    "abort": abort(),
    "exec": exec(),
    "nameless_signal": nameless_signal(),
    "namespaces": namespaces(),
    "network": network(),
    "segfault": segfault(),
    "session": session(),
    "signal_by_owner": signal_by_owner(),
    "thread_bomb": thread_bomb(),
}
