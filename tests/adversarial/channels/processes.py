"""Channels through numbers of threads and processes, limits of a user, and futexes."""

import ctypes
import os
import platform
import resource
import signal as signals
import struct
import threading

from files import address_of, checked, machine_code

_LIBC = ctypes.CDLL(None, use_errno=True)
_FUTEX = 202 if platform.machine() == "x86_64" else 98
_FUTEX_WAIT = 0
_FUTEX_WAKE = 1
_THREADS = 20
# Flags of clone: the thread shares all with its process. When the thread ends, the
# kernel clears a given place in memory.
_THREAD_FLAGS = 0x00250F00
# long start(long flags, void *stack, int *cleared): clone; the thread ends at once.
_SHORT_THREAD = "4989d2 b838000000 0f05 85c0 7401 c3 31ff b83c000000 0f05"
_BATCH = 1024  # the kernel gives a core so many inode numbers of pipes at a time


def thread_ids(order):
    """Start threads; the kernel gives them numbers in turn."""
    last = [0]

    def signal(bit, slot):
        for _ in range(5 * bit):
            _new_thread()

    def look(slot):
        before = last[0]
        last[0] = _new_thread()
        return last[0] - before

    return signal, look


def number_of_processes(order):
    """Start threads; sysinfo counts all threads of the machine."""
    crowd = Crowd()

    def look(slot):
        facts = ctypes.create_string_buffer(128)
        checked("sysinfo", _LIBC.sysinfo(facts))
        return struct.unpack_from("H", facts, 80)[0]

    return crowd.signal, look


def threads_in_proc(order):
    """Start threads; /proc shows their number to all who know the process."""
    crowd = Crowd()

    def look(slot):
        return os.stat(f"/proc/{order['sender']}/task").st_nlink

    return crowd.signal, look


def threads_of_the_user(order):
    """Start threads; RLIMIT_NPROC counts all threads of a user, except of root."""
    crowd = Crowd()

    def fits(limit):
        with Lowered(resource.RLIMIT_NPROC, limit):
            try:
                _new_thread()
            except RuntimeError:
                return False
        return True

    return crowd.signal, lambda slot: _smallest(fits)


def pending_signals(order):
    """Send signals to itself; RLIMIT_SIGPENDING counts all signals of the user."""
    number = signals.SIGRTMIN + 1
    signals.pthread_sigmask(signals.SIG_BLOCK, {number})

    def signal(bit, slot):
        while not bit and signals.sigtimedwait({number}, 0):
            pass
        for _ in range(_THREADS * bit):
            os.kill(os.getpid(), number)

    def fits(limit):
        with Lowered(resource.RLIMIT_SIGPENDING, limit):
            os.kill(os.getpid(), number)
            return signals.sigwaitinfo({number}).si_pid != 0

    return signal, lambda slot: _smallest(fits)


def pipe_numbers(order):
    """Make pipes; the kernel gives them inode numbers in batches."""
    last = [0]

    def batch(*_):
        for _ in range(_BATCH):
            ends = os.pipe()
            number = os.fstat(ends[0]).st_ino
            for end in ends:
                os.close(end)
        return number

    def look(slot):
        before = last[0]
        last[0] = batch()
        return last[0] - before

    return lambda bit, slot: bit and batch(), look


def futex(order):
    """Wait at an address in a file that both processes map; the receiver wakes it."""
    address = address_of(f"{order['shared']}/5")
    (value,) = struct.unpack("I", ctypes.string_at(address, 4))
    alive = [True]
    bits = threading.Event()

    def wait():
        span = struct.pack("qq", 0, 1_000_000)
        while alive[0]:
            if bits.wait(0.5):
                place = ctypes.c_void_p(address)
                _LIBC.syscall(_FUTEX, place, _FUTEX_WAIT, value, span, None, 0)

    if order["bits"]:
        threading.Thread(target=wait, daemon=True).start()

    def signal(bit, slot):
        (bits.set if bit else bits.clear)()

    def look(slot):
        place = ctypes.c_void_p(address)
        woken = _LIBC.syscall(_FUTEX, place, _FUTEX_WAKE, 9, None, None, 0)
        return checked("futex", woken)

    return signal, look


def end_of_a_thread(order):
    """End a thread: the kernel wakes a waiter in a page that both processes map."""
    address = address_of(f"{order['shared']}/7")
    woken = [0]
    last = [0]
    thread = machine_code(_SHORT_THREAD, ctypes.c_long, *[ctypes.c_void_p] * 3)
    stack = ctypes.create_string_buffer(4096)

    def wait():
        span = struct.pack("qq", 1, 0)
        place = ctypes.c_void_p(address)
        while True:
            result = _LIBC.syscall(_FUTEX, place, _FUTEX_WAIT, 0, span, None, 0)
            woken[0] += result == 0

    if not order["bits"]:
        threading.Thread(target=wait, daemon=True).start()

    def signal(bit, slot):
        if bit:
            thread(_THREAD_FLAGS, ctypes.addressof(stack) + 4096, address)

    def look(slot):
        before = last[0]
        last[0] = woken[0]
        return last[0] - before

    return signal, look


class Crowd:
    """Threads that exist while a one is sent."""

    def __init__(self):
        self.threads = []
        self.end = threading.Event()

    def signal(self, bit, slot):
        if bit and not self.threads:
            self.end.clear()
            self.threads = [
                threading.Thread(target=self.end.wait, daemon=True)
                for _ in range(_THREADS)
            ]
            for thread in self.threads:
                thread.start()
        elif not bit:
            self.end.set()
            for thread in self.threads:
                thread.join()
            self.threads = []


class Lowered:
    """A soft limit of this process, until the end of the block."""

    def __init__(self, limit, value):
        self.limit = limit
        self.before = resource.getrlimit(limit)
        self.value = value

    def __enter__(self):
        resource.setrlimit(self.limit, (self.value, self.before[1]))

    def __exit__(self, *_):
        resource.setrlimit(self.limit, self.before)


def _smallest(fits, most=1 << 12):
    """Return the smallest number that fits."""
    low = 0
    high = most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle + 1, high)
    return low


def _new_thread():
    thread = threading.Thread(target=int)
    thread.start()
    number = thread.native_id
    thread.join()
    return number


PROCESSES = (
    *(thread_ids, number_of_processes, threads_in_proc, threads_of_the_user),
    *(pending_signals, pipe_numbers, futex, end_of_a_thread),
)
