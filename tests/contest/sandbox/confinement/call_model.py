"""Model of the seccomp filter: which calls are allowed, in words and short functions.

The model does not use the tables of the filter. It uses the constants of Python if
there are any, so that a wrong number in a table of the filter is found.
"""

import errno
import fcntl
import mmap
import os
import resource
import socket
import termios
import time
from functools import cache

ALLOWED = "allowed"
DONE = 0  # nothing happens, and the call succeeds

# These calls are allowed with any arguments.
FREE = """
access alarm brk chdir close copy_file_range dup dup2 dup3 exit exit_group faccessat
faccessat2 fchdir fstat ftruncate getcpu getcwd getdents64 getegid geteuid getgid
getitimer getpid getppid getrandom getrlimit getsockname gettid gettimeofday getuid
lseek lstat mkdir mkdirat mprotect mremap munmap nanosleep newfstatat pause poll
 ppoll pread64 pselect6 pwrite64 read readlink readlinkat readv rename renameat
restart_syscall rmdir rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn
rt_sigsuspend rt_sigtimedwait sched_yield select sendfile set_robust_list setitimer
shutdown sigaltstack stat statx symlink symlinkat time times umask uname unlink unlinkat
write writev
"""

SILENT = "fsync fdatasync msync"

# These calls fail with the error that the kernel has no such call (ENOSYS).
LACKING = """
clone3 futex_waitv get_mempolicy mbind openat2 preadv2 pwritev2 renameat2 set_mempolicy
"""


def opened(direct):
    def allowed(flags):
        access = flags & os.O_ACCMODE
        if access == os.O_ACCMODE or flags & (os.O_DSYNC | direct):
            return False
        return not flags & os.O_TRUNC or access != os.O_RDONLY

    return allowed


def thread(flags):
    shared = {0x100, 0x200, 0x400, 0x800, 0x10000, 0x40000}
    own = {0x80000, 0x100000, 0x200000, 0x400000, 0x1000000}
    bits = {1 << k for k in range(32) if flags >> k & 1}
    return shared <= bits <= shared | own


def waits_or_wakes(operation):
    private = 128
    real_time = 256
    waits = {0, 9}
    wakes = {1, 3, 4, 5, 10}
    known = waits | wakes if operation & private else waits
    return operation & ~private & ~real_time in known


def own_clock(clock):
    return clock < 1 << 31  # other clocks are of other processes


def only(*values):
    return lambda value: value in values


def only_bits(bits):
    return lambda value: value & ~int(bits) == 0


HUGE = 0x40000  # MAP_HUGETLB
# These calls fail with another error than EPERM if they are refused.
ELSE = {"futex": errno.ENOSYS, "sched_getaffinity": errno.ENOSYS}


@cache
def conditions(own, machine):
    """Return, for each call, allowed arguments, and conditions by place of argument.

    Other arguments are free. `own` is the id of the process.
    """
    commands = only(
        *(fcntl.F_DUPFD, fcntl.F_GETFD, fcntl.F_SETFD, fcntl.F_GETFL),
        fcntl.F_DUPFD_CLOEXEC,
    )
    requests = only(
        *(termios.TCGETS, termios.TIOCGWINSZ, termios.FIONREAD, termios.FIONBIO),
        *(termios.FIOCLEX, termios.FIONCLEX),
        0x802C542A,  # TCGETS2
        0x40049409,  # FICLONE
    )
    advice = only(
        *(mmap.MADV_NORMAL, mmap.MADV_RANDOM, mmap.MADV_SEQUENTIAL),
        *(mmap.MADV_DONTNEED, mmap.MADV_FREE, mmap.MADV_DONTFORK, mmap.MADV_DOFORK),
        *(mmap.MADV_HUGEPAGE, mmap.MADV_NOHUGEPAGE),
        *(mmap.MADV_DONTDUMP, mmap.MADV_DODUMP),
        *(18, 102, 103),  # MADV_WIPEONFORK, MADV_GUARD_INSTALL, MADV_GUARD_REMOVE
    )
    sending = socket.MSG_NOSIGNAL | socket.MSG_DONTWAIT
    receiving = socket.MSG_WAITALL | socket.MSG_DONTWAIT | socket.MSG_PEEK
    options = only(
        *(socket.SO_TYPE, socket.SO_ERROR, socket.SO_PROTOCOL, socket.SO_DOMAIN),
    )
    here = opened({"x86_64": 0o40000, "aarch64": 0o200000}[machine])  # O_DIRECT
    signals = only(*range(32))
    clock = ((time.CLOCK_MONOTONIC,), {0: own_clock})
    return {
        "open": ((0, os.O_RDWR), {1: here}),
        "openat": ((0, 0, os.O_CREAT | os.O_WRONLY | os.O_TRUNC), {2: here}),
        "close_range": ((3, 9, 4), {2: only(0, 4)}),
        "fallocate": ((3, 0), {1: only(0)}),
        "fcntl": ((3, fcntl.F_GETFL), {1: commands}),
        "ioctl": ((3, termios.FIONREAD), {1: requests}),
        "sendto": ((3, 0, 0, socket.MSG_NOSIGNAL), {3: only_bits(sending)}),
        "recvfrom": ((3, 0, 0, socket.MSG_PEEK), {3: only_bits(receiving)}),
        "getsockopt": (
            (3, socket.SOL_SOCKET, socket.SO_TYPE),
            {1: only(socket.SOL_SOCKET), 2: options},
        ),
        "mmap": ((0, 4096, 1, mmap.MAP_PRIVATE), {3: lambda flags: not flags & HUGE}),
        "madvise": ((0, 4096, mmap.MADV_DONTNEED), {2: advice}),
        "membarrier": ((0,), {0: only(0, 8, 16, 32, 64)}),
        "clone": ((0x3D0F00,), {0: thread}),
        "futex": ((0, 129), {1: waits_or_wakes}),
        "sched_getaffinity": ((own,), {0: only(0, own)}),
        "arch_prctl": ((0x1023,), {0: only(0x1021, 0x1022, 0x1023)}),
        "kill": ((own, 9), {0: only(own), 1: signals}),
        "tgkill": ((own, own, 9), {0: only(own), 2: signals}),
        "prlimit64": ((own,), {0: only(0, own)}),
        "clock_gettime": clock,
        "clock_getres": clock,
        "clock_nanosleep": clock,
        "getrusage": ((resource.RUSAGE_SELF,), {0: only(0, 1, 0xFFFFFFFF)}),
        "prctl": ((15,), {0: only(15, 16, 0x53564D41)}),  # names
    }


@cache
def words(names):
    return frozenset(names.split())


def outcome(name, arguments, own, machine):
    """Return the outcome that a call must have: allowed, or an errno.

    The filter is for the process with the id `own`. If a call is newer than the filter,
    `name` is None. Only the lower 32 bits of each argument count.
    """
    if name is None or name in words(LACKING):
        return errno.ENOSYS
    if name in words(SILENT):
        return DONE
    if name in words(FREE):
        return ALLOWED
    if name not in (known := conditions(own, machine)):
        return errno.EPERM
    met = [test(arguments[k] & 0xFFFFFFFF) for k, test in known[name][1].items()]
    return ALLOWED if all(met) else ELSE.get(name, errno.EPERM)
