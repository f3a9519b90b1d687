"""Confinement of a strategy's process before untrusted code runs in it.

The steps make system calls through ctypes, on Linux only. On other systems every step
raises `Missing` with the reason, and the referee records a lower isolation level. The
order matters: after `drop_privileges` no step can be reverted, not even by root.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from contest.sandbox.confinement import unix
from contest.sandbox.confinement.system_calls import (
    MACHINES,
    ON_A_DISK,
    make_filter,
)

MEMORY = 4 << 30  # bytes of address space; compiling kernels needs about 1 << 30
_FILE_SIZE = 256 << 20  # largest size of a file, also of the captured output, in bytes
_OPEN_FILES = 256
# Number of addresses from which `Start` draws the address of each argument of execve.
_SPREAD = 1 << 20
MAX_THREADS = 256  # largest number of threads; the referee counts the threads

PR_SET_DUMPABLE = 4

_PR_SET_PDEATHSIG = 1
_PR_SET_SECCOMP = 22
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38

# Kinds of namespaces, as flags of the system call unshare.
_USERS = 0x10000000
_PROCESSES = 0x20000000
_IPC = 0x08000000
_MOUNTS = 0x00020000
# Numbers of two system calls, and a descriptor that stands for the current folder. All
# three numbers are the same on every architecture.
_OPEN_TREE, _MOVE_MOUNT, _HERE = 428, 429, -100
_NO_SUID, _NO_DEVICES, _NO_PROGRAMS, _REMOUNT = 2, 4, 8, 32  # flags of mount

# Numbers of the system calls of Landlock. Landlock exists since Linux 5.13, and the
# numbers are the same on every architecture.
_LANDLOCK_CREATE = 444
_LANDLOCK_ADD = 445
_LANDLOCK_RESTRICT = 446
_LANDLOCK_EXECUTE = 1 << 0
_LANDLOCK_READ = 1 << 2 | 1 << 3  # read a file, list a folder
_LANDLOCK_ALL = (1 << 13) - 1  # every right of the first version of Landlock
_LANDLOCK_NODES = 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11  # make devices, sockets, pipes
# Rights to files that later versions of Landlock added: link or move a file to another
# folder, truncate a file, call ioctl on a device, connect to a socket by its path. The
# right to sockets is never granted.
_LANDLOCK_SOCKETS = 1 << 16
_LANDLOCK_LATER = {2: 1 << 13, 3: 1 << 14, 5: 1 << 15, 9: _LANDLOCK_SOCKETS}
_LANDLOCK_OF_FILES = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15  # for single files
_LANDLOCK_TCP = 1 << 0 | 1 << 1  # bind, connect
_LANDLOCK_UDP = 1 << 2 | 1 << 3  # bind, connect and send
_LANDLOCK_SCOPES = 1 << 0 | 1 << 1  # abstract sockets, signals


class Missing(Exception):
    """A protection that this machine does not have; the text is the reason."""


def control_process(option: int, value: int) -> None:
    """Set an option of the system call prctl for this process.

    Raises `Missing` if the kernel refuses the option.
    """
    if _libc().prctl(option, value, 0, 0, 0) != 0:
        raise Missing(f"prctl {option}: {os.strerror(ctypes.get_errno())}")


def die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent process ends."""
    if sys.platform == "linux":
        control_process(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # getppid is 0 for a parent in another namespace
        os._exit(1)


def enter_namespaces(life: int) -> int:
    """Make namespaces, and fork two processes that live in the namespaces.

    In a process namespace of its own, a process cannot address any other process. The
    kernel counts the threads and pending signals of each user namespace separately. The
    first process of a process namespace ignores signals by default, and the namespace
    ends with the first process. So the first process only waits, and the strategy runs
    in the second process. When the other end of the pipe `life` is closed, the first
    process ends, and the namespace ends with it.

    Like `os.fork`, this function returns twice: in the second process it returns 0, and
    in the old process it returns the number of the second process.

    Raises `Missing` if the system does not allow namespaces; the process can then go on
    without namespaces. Raises `OSError` if a process cannot be started; the calling
    process must then end.
    """
    _require_linux()
    user = os.getuid()
    group = os.getgid()
    _unshare(_USERS)
    try:
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            Path(f"/proc/self/{name}").write_text(text, encoding="ascii")
    except OSError as error:
        raise Missing(f"user namespaces: {error.strerror}") from None
    _unshare(_PROCESSES | _IPC | _MOUNTS)
    if os.fork() == 0:
        _hold_namespaces(life)
    return os.fork()


def hide_processes() -> None:
    """Hide /proc from this process, except for the map of its own memory.

    In /proc a process could count the threads of every process. To hide /proc, the
    process needs a mount namespace of its own. If the kernel lacks the necessary calls,
    nothing changes.
    """
    libc = _libc()
    maps = b"/proc/self/maps"

    # The file /proc/self/maps is mounted a second time, and this mount stays open while
    # an empty folder covers /proc. Then the mount is moved into the empty folder.
    maps_mount = libc.syscall(_OPEN_TREE, _HERE, maps, 1 | os.O_CLOEXEC)
    if maps_mount >= 0 and _mount_memory(b"/proc", b"size=64k", _NO_PROGRAMS):
        os.mkdir("/proc/self")
        os.close(os.open(maps, os.O_CREAT, 0o400))
        # The flag 4 says that the mount is given by its descriptor.
        libc.syscall(_MOVE_MOUNT, maps_mount, b"", _HERE, maps, 4)
        os.close(maps_mount)


def mount_memory(folder: str) -> bool:
    """Mount a file system in memory at `folder`, and make it the current folder.

    Return whether the file system was mounted.
    """
    if not _mount_memory(os.fsencode(folder), b"mode=700"):
        return False
    os.chdir(folder)
    return True


def limit_memory(folder: str, size: int, files: int) -> None:
    """Limit what can be added to a folder at which `mount_memory` mounted memory.

    From now on at most `size` bytes and at most `files` files can be added.
    """
    now = os.statvfs(folder)
    size += (now.f_blocks - now.f_bfree) * now.f_frsize
    files += now.f_files - now.f_ffree
    options = f"size={size},nr_inodes={files}".encode()
    if not _mount_memory(os.fsencode(folder), options, _REMOUNT):
        raise OSError(ctypes.get_errno(), "cannot limit the scratch folder")


def prefer_kill() -> None:
    """Have the kernel kill this process first when memory runs out."""
    with suppress(OSError):  # a system other than Linux has no such file
        Path("/proc/self/oom_score_adj").write_text("1000")


_LIMITS = {
    "RLIMIT_AS": MEMORY,
    "RLIMIT_FSIZE": _FILE_SIZE,
    "RLIMIT_NOFILE": _OPEN_FILES,
    # If this limit is 0, the kernel may still send core dumps to a program. If this
    # limit is 1, the kernel makes no core dump.
    "RLIMIT_CORE": 1,
    "RLIMIT_MEMLOCK": 1 << 20,
    "RLIMIT_MSGQUEUE": 0,
}


def limit_resources(*, on_a_disk: bool = False) -> None:
    """Limit memory, file size and descriptors; disable core dumps.

    If the system has a stricter limit, the stricter limit stays. If a limit cannot be
    set, all other limits are set; then this function raises `Missing`, with the name of
    each refused limit. `on_a_disk` says whether the working folder is on a disk. If the
    folder is on a disk, the process stays dumpable, because the referee looks in /proc
    for files that the process has deleted.
    """
    resource = unix.MODULES["resource"]
    refused = []
    for name, value in _LIMITS.items():
        limit = getattr(resource, name, None)
        if limit is None or (sys.platform == "darwin" and name == "RLIMIT_AS"):
            continue
        try:
            _, highest = resource.getrlimit(limit)
            if highest != resource.RLIM_INFINITY:
                value = min(value, highest)
            resource.setrlimit(limit, (value, value))
            # If the system's limit of core dumps is 0, only this option prevents that
            # the kernel sends core dumps to a program.
            if name == "RLIMIT_CORE" and value == 0 and not on_a_disk:
                control_process(PR_SET_DUMPABLE, 0)
        except (Missing, OSError, ValueError) as error:
            refused.append(f"{name} ({error})")
    if refused:
        raise Missing(
            f"cannot set {', '.join(refused)}: use a system or container that allows "
            "setrlimit"
        )


def drop_privileges() -> None:
    """Drop all privileges irrevocably.

    Root loses its privileges, too, and so does a process in its own namespaces. Raises
    `Missing` if the system cannot drop privileges.
    """
    _require_linux()
    for capability in range(64):
        if _libc().prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break  # no further capability exists, or dropping is not allowed
    # Call capset with an empty set; its call number depends on the processor.
    header = struct.pack("Ii", 0x20080522, 0)
    number = 126 if os.uname().machine == "x86_64" else 91
    _call(number, header, bytes(24))
    control_process(_PR_SET_NO_NEW_PRIVS, 1)


def restrict_files(
    readable: Iterable[str], writable: Iterable[str], executable: Iterable[str] = ()
) -> None:
    """Restrict this process to the given files and folders.

    A folder stands for everything in the folder. Paths that do not exist are skipped.
    `executable` has the files that the process may read and start as programs. Raises
    `Missing` if the kernel has no Landlock, which enforces the restriction.
    """
    _require_linux()
    version = _libc().syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
    if version < 1:
        raise Missing("this kernel has no Landlock")
    rights, attributes = landlock_attributes(version)
    size = ctypes.c_size_t(len(attributes))
    ruleset = _call(_LANDLOCK_CREATE, attributes, size, 0)
    # Grant rights to read, to write files and folders, and to start a program.
    writing = rights & ~(_LANDLOCK_NODES | _LANDLOCK_EXECUTE | _LANDLOCK_SOCKETS)
    starting = _LANDLOCK_READ | _LANDLOCK_EXECUTE
    granted = ((readable, _LANDLOCK_READ), (writable, writing), (executable, starting))
    for paths, allowed in granted:
        for path in paths:
            _allow_path(ruleset, path, allowed)
    _call(_LANDLOCK_RESTRICT, ruleset, 0)
    os.close(ruleset)


def landlock_attributes(version: int) -> tuple[int, bytes]:
    """Return the file rights of a Landlock version, and the attributes of a ruleset.

    The file rights are the bits of an integer. The attributes are bytes that the kernel
    reads. They name all rights that the ruleset controls: the file rights; from version
    4 on also TCP connections; from version 6 on also abstract sockets and signals; and
    from version 10 on also UDP.
    """
    rights = _LANDLOCK_ALL
    for since, right in _LANDLOCK_LATER.items():
        if version >= since:
            rights |= right
    attributes = [rights]
    if version >= 4:
        attributes.append(_LANDLOCK_TCP | (_LANDLOCK_UDP if version >= 10 else 0))
    if version >= 6:
        attributes.append(_LANDLOCK_SCOPES)
    return rights, struct.pack(f"{len(attributes)}Q", *attributes)


class Start:
    """Starts a program in this process, by the only call of execve that is allowed.

    `command` has the path of the program and its arguments, and `environment` the
    environment variables. The filter of system calls allows execve only if the
    arguments of execve lie in memory at `addresses`. The addresses are chosen at
    random, and the memory there is gone when the program runs. So the program cannot
    call execve again.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        variables = [f"{name}={value}" for name, value in environment.items()]
        texts = [[os.fsencode(text) for text in t] for t in (command, variables)]
        lists = [(ctypes.c_char_p * (len(t) + 1))(*t, None) for t in texts]
        self._parts: list[ctypes.Array[Any]] = [
            ctypes.create_string_buffer(texts[0][0])
        ]
        self._parts += lists
        sizes = list(map(ctypes.sizeof, self._parts))
        self._memory = ctypes.create_string_buffer(3 * _SPREAD + sum(sizes))
        address = ctypes.addressof(self._memory)
        self.addresses = []
        for part, size in zip(self._parts, sizes, strict=True):
            start = address + int.from_bytes(os.urandom(4), "little") % _SPREAD
            ctypes.memmove(start, part, size)
            self.addresses.append(start)
            address += _SPREAD + size

    def run(self) -> None:
        """Run the new program in place of this one; raise `OSError` if that fails."""
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)  # Python ignores these signals
        _libc().execve(*map(ctypes.c_void_p, self.addresses))
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def filter_calls(*, on_a_disk: bool = False, start: Start | None = None) -> None:
    """Allow only the system calls that playing needs.

    `on_a_disk` says whether the working folder is on a disk; if so, some further calls
    are refused. `start` starts a program, for which some further calls are allowed; it
    is None for a strategy in Python. Raises `Missing` if the kernel or the processor is
    not supported.
    """
    _require_linux()
    machine = os.uname().machine
    if machine not in MACHINES:
        raise Missing(f"no system call numbers for {machine}")
    libc = _libc()
    # Until glibc 2.36, the first qsort asks how much memory there is, and chooses its
    # algorithm by the answer. The filter would refuse this call, and qsort would not
    # notice the failure. So qsort is called once before the filter is set.
    libc.qsort(ctypes.create_string_buffer(2048), 2, 1024, libc.strcmp)
    addresses = () if start is None else start.addresses
    steps = make_filter(machine, ON_A_DISK if on_a_disk else "", addresses)
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    buffer = ctypes.create_string_buffer(code, len(code))
    head = struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(buffer))
    if libc.prctl(_PR_SET_SECCOMP, 2, head, 0, 0) != 0:
        raise Missing("this kernel has no seccomp filters")


def _hold_namespaces(life: int) -> None:
    """Wait until the other end of the pipe `life` is closed; then end this process.

    This process is the first process of new namespaces, which exist as long as it runs.
    The other end of the pipe is closed when the referee closes it, or when the referee
    ends.
    """
    with suppress(BaseException):
        # In its own session, this process is not stopped together with the strategy.
        os.setsid()
        os.closerange(0, life)
        os.closerange(life + 1, os.sysconf("SC_OPEN_MAX"))
        os.read(life, 1)
    os._exit(0)


def _unshare(kinds: int) -> None:
    if _libc().unshare(kinds) != 0:
        raise Missing(os.strerror(ctypes.get_errno()))


def _mount_memory(folder: bytes, options: bytes, flags: int = 0) -> bool:
    """Mount or remount a file system in memory at `folder`.

    `options` and `flags` are passed to the system call mount. Return whether this call
    succeeded.
    """
    all_flags = ctypes.c_ulong(flags | _NO_SUID | _NO_DEVICES)
    return bool(_libc().mount(b"none", folder, b"tmpfs", all_flags, options) == 0)


def _allow_path(ruleset: int, path: str, allowed: int) -> None:
    try:
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not os.path.isdir(path):
        allowed &= _LANDLOCK_OF_FILES
    try:
        _call(_LANDLOCK_ADD, ruleset, 1, struct.pack("=Qi", allowed, file), 0)
    finally:
        # A file of /proc stays open: if the file were closed, the kernel would forget
        # the rule for this file.
        if not path.startswith("/proc/"):
            os.close(file)


def _require_linux() -> None:
    if sys.platform != "linux":
        raise Missing(f"{sys.platform} has no such protection")


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(number: int, *args: object) -> int:
    result: int = _libc().syscall(number, *args)
    if result < 0:
        raise Missing(f"system call {number}: {os.strerror(ctypes.get_errno())}")
    return result
