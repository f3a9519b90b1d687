"""Channels through files that both processes see, and through the file system.

``order["shared"]`` is a folder of 1,000 small files that both may read.
"""

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import struct
import time
from contextlib import suppress

_LIBC = ctypes.CDLL(None, use_errno=True)
_X86 = platform.machine() == "x86_64"
# Numbers of system calls; some of them differ between processors.
_CACHESTAT = 451
_AIO_SETUP = 206 if _X86 else 0
_AIO_DESTROY = 207 if _X86 else 1
_LOCKED = (errno.EAGAIN, errno.EACCES)
_NOWAIT = 8  # flag of preadv2
_PAGEOUT = 21  # advice for madvise


def checked(name, result):
    """Return the result of a C function, or raise its error."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)
    return result


def address_of(path):
    """Map a file and return the address; all processes share its page in memory."""
    return _mapped(path)[2]


def machine_code(code, result, *arguments):
    """Return a C function of these instructions, for x86-64 processors."""
    if not _X86:
        raise ValueError("needs an x86-64 processor")
    # Memory that may be read, written and executed.
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=7)
    page.write(bytes.fromhex(code))
    start = ctypes.addressof(ctypes.c_char.from_buffer(page))
    function = ctypes.CFUNCTYPE(result, *arguments)(start)
    function.page = page  # the page must live as long as the function
    return function


def flock(order):
    """Lock a file with flock."""
    file = os.open(f"{order['shared']}/0", os.O_RDONLY)

    def signal(bit, slot):
        fcntl.flock(file, fcntl.LOCK_EX if bit else fcntl.LOCK_UN)

    def look(slot):
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return 1
        fcntl.flock(file, fcntl.LOCK_UN)
        return 0

    return signal, look


def record_lock(order):
    """Lock /dev/null, which both may write to, with fcntl."""
    file = os.open("/dev/null", os.O_RDWR)

    def signal(bit, slot):
        fcntl.lockf(file, fcntl.LOCK_EX if bit else fcntl.LOCK_UN)

    def look(slot):
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _LOCKED:
                return 1
            raise
        fcntl.lockf(file, fcntl.LOCK_UN)
        return 0

    return signal, look


def mincore(order):
    """Drop a page of a file with fadvise; mincore tells whether it is cached."""
    file, view, address = _mapped(f"{order['shared']}/1")
    resident = ctypes.create_string_buffer(1)

    def signal(bit, slot):
        _drop(file, keep=bit)

    def look(slot, keep=view):
        page = ctypes.c_void_p(address)
        size = ctypes.c_size_t(1)
        checked("mincore", _LIBC.mincore(page, size, resident))
        return resident.raw[0] & 1

    return signal, look


def cachestat(order):
    """Drop a page of a file with fadvise; cachestat tells whether it is cached."""
    file = os.open(f"{order['shared']}/2", os.O_RDONLY)
    counts = ctypes.create_string_buffer(40)

    def signal(bit, slot):
        _drop(file, keep=bit)

    def look(slot):
        span = struct.pack("QQ", 0, 4096)
        checked("cachestat", _LIBC.syscall(_CACHESTAT, file, span, counts, 0))
        return struct.unpack_from("Q", counts)[0]

    return signal, look


def read_without_waiting(order):
    """Drop a page of one's own file with madvise; a read that never waits fails."""
    file, view, address = _mapped(f"{order['shared']}/3")

    def signal(bit, slot):
        _page_out(file, view, address, keep=bit)

    def look(slot):
        try:
            os.preadv(file, [bytearray(8)], 0, _NOWAIT)
        except BlockingIOError:
            return 0
        return 1

    return signal, look


def time_of_a_read(order):
    """Drop a page of one's own file with madvise, and time a read of it."""
    name = f"{order['shared']}/4"
    file, view, address = _mapped(name)

    def signal(bit, slot):
        _page_out(file, view, address, keep=bit)

    def look(slot):
        began = time.perf_counter()
        os.pread(file, 8, 0)
        return time.perf_counter() - began

    return signal, look


def access_time(order):
    """Read a file, which changes its access time. This works once a day for a file."""

    def signal(bit, slot):
        if bit:
            with open(f"{order['shared']}/{slot}", "rb") as file:
                file.read()

    def look(slot):
        status = os.stat(f"{order['shared']}/{slot}")
        return status.st_atime_ns - status.st_mtime_ns

    return signal, look


def scratch_folder(order):
    """Make a file in the sender's scratch folder; the receiver knows its name."""
    path = f"{order['scratch']}/signal"

    def signal(bit, slot):
        if bit:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT))
        elif os.path.lexists(path):
            os.unlink(path)

    def look(slot):
        return int(os.path.lexists(path))

    return signal, look


def free_inodes(order):
    """Make files; statfs counts the free inodes of the file system."""
    own = []

    def signal(bit, slot):
        _make_or_remove(own, bit, 20)

    def look(slot):
        return os.statvfs("/").f_ffree

    return signal, look


def inode_numbers(order):
    """Take the next free inode numbers of the file system."""
    own = []

    def signal(bit, slot):
        _make_or_remove(own, bit, 1)

    def look(slot):
        file = os.open("look", os.O_WRONLY | os.O_CREAT)
        number = os.fstat(file).st_ino
        os.close(file)
        os.unlink("look")
        return number

    return signal, look


def renames(order):
    """Rename a file between folders; the file system has only one lock for this."""
    for folder in ("a", "b"):
        os.makedirs(folder, exist_ok=True)
    with open("a/file", "w"):
        pass

    def rename(*_):
        os.rename("a/file", "b/file")
        os.rename("b/file", "a/file")

    return lambda bit, slot: bit and rename(), rename


def disk(order):
    """Write to the disk and wait for it."""
    file = os.open("data", os.O_WRONLY | os.O_CREAT)

    def write(*_):
        os.pwrite(file, os.urandom(4096), 0)
        os.fsync(file)

    return lambda bit, slot: bit and write(), write


def aio_events(order):
    """Take more than half of the machine's asynchronous events."""
    held = []

    def take(count):
        context = ctypes.c_ulong(0)
        checked("io_setup", _LIBC.syscall(_AIO_SETUP, count, ctypes.byref(context)))
        return context

    def give(context):
        checked("io_destroy", _LIBC.syscall(_AIO_DESTROY, context))

    def signal(bit, slot):
        while bit and not held:
            with suppress(BlockingIOError):  # the receiver has them
                held.append(take(40_000))
        if not bit and held:
            give(held.pop())

    def look(slot):
        try:
            give(take(30_000))
        except BlockingIOError:
            return 1
        return 0

    return signal, look


def _mapped(path):
    """Map a page of a file; return the file, and the size and address of the page."""
    file = os.open(path, os.O_RDONLY)
    size = ctypes.c_size_t(mmap.PAGESIZE)
    _LIBC.mmap.restype = ctypes.c_void_p
    address = _LIBC.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, file, 0)
    return file, size, address


def _drop(file, *, keep):
    if keep:
        os.pread(file, 8, 0)
    else:
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)


def _page_out(file, size, address, *, keep):
    if keep:
        os.pread(file, 8, 0)
    else:
        ctypes.c_char.from_address(address).value  # maps the page
        checked("madvise", _LIBC.madvise(ctypes.c_void_p(address), size, _PAGEOUT))


def _make_or_remove(own, make, count):
    while make and len(own) < count:
        own.append(f"inode{len(own)}")
        os.close(os.open(own[-1], os.O_WRONLY | os.O_CREAT))
    while not make and own:
        os.unlink(own.pop())


FILES = (
    *(flock, record_lock, mincore, cachestat, read_without_waiting),
    *(time_of_a_read, access_time, scratch_folder, free_inodes, inode_numbers),
    *(renames, disk, aio_events),
)
