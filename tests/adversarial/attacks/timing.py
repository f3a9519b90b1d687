"""Attacks that compute while no clock runs, or that change a clock."""

import _thread
import ctypes
import hashlib
import mmap
import resource
import signal
import threading
import time

from _tools import WRONG, Attack, call, expect


@expect("timeout", "wrong")
def after_the_move(self):
    """Return a move at once, and go on computing in the background."""
    threading.Thread(target=pow, args=(7, 10**9), daemon=True).start()
    return "slate", 3.0


@expect("timeout", "wrong")
class AtTheNextGame(Attack):
    """Compute at the moment at which the next game begins."""

    due = False

    def attack(self):
        while self.due:
            pass
        self.due = True
        return WRONG, 0


@expect("timeout", games=1)
def blocked_in_c(self):
    """Block inside C with all signals masked, so that no Python code runs again."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    ctypes.PyDLL(None).pause()


@expect("timeout", games=1)
def crowd(self):
    """Fill the core of the referee with threads that do not wait for a lock. The clock
    counts all threads, and the referee still gets time."""
    burn = (hashlib.pbkdf2_hmac, ("sha256", b"x", b"y", 2**30))
    for _ in range(200):
        threading.Thread(target=burn[0], args=burn[1], daemon=True).start()
    hashlib.pbkdf2_hmac("sha256", b"x", b"y", 2**30)


@expect("timeout", games=1)
def deadlock(self):
    """Wait for a lock that is never released. The limit of elapsed time ends this."""
    lock = _thread.allocate_lock()
    lock.acquire()
    lock.acquire()


@expect("timeout")
def disarmed(self):
    """Switch off alarms and timers, ignore every signal, and compute without end."""
    signal.alarm(0)
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        signal.setitimer(timer, 0)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        try:
            signal.signal(number, signal.SIG_IGN)
        except OSError:
            continue
    while True:
        pass


@expect("timeout", games=1)
def ghost(self):
    """End the first thread, so that the process looks dead, and go on in another."""

    def burn():
        while True:
            pass

    threading.Thread(target=burn).start()
    call("exit", 0)


@expect("crashed", "timeout", timeout=0.5, games=4)
def mappings(self):
    """Map memory in 60,000 pieces, so that it takes the referee long to list them."""
    # The kernel does not merge neighbours with different rights.
    rights = mmap.PROT_READ, mmap.PROT_READ | mmap.PROT_WRITE
    self.held = [mmap.mmap(-1, 4096, prot=rights[k % 2]) for k in range(60_000)]
    time.sleep(1e6)


@expect("timeout", games=1)
class OfMoves(Attack):
    """Take a little less than the limit of a game for each of many moves."""

    def attack(self):
        return "slate", 1.0

    def next_move(self, guess, epsilon, result):
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        return ("slate", 1.0) if self.games else ("zonal", 0)


@expect("timeout")
def one_long_operation(self):
    """Compute for very long in one operation that holds the interpreter's lock."""
    return "zonal", 7 ** (10**9) % 2


@expect("crashed", "timeout")
def own_limits(self):
    """Set another limit of CPU time, and ignore its signal."""
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    while True:
        pass


@expect("timeout", games=1)
def sleep(self):
    """Sleep, which takes no CPU time. The limit of elapsed time ends the sleep."""
    time.sleep(1e6)


@expect("timeout")
def swallowed(self):
    """Catch every exception, and go on."""
    while True:
        try:
            self.games += 0
        except:
            continue
        finally:
            continue


@expect("timeout")
def threads(self):
    """Compute in four threads, and wait for them. Their CPU times are added."""
    threads = [threading.Thread(target=pow, args=(7, 10**9)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


ENTRIES = {
    "after_the_move": after_the_move(),
    "at_the_next_game": AtTheNextGame(),
    "blocked_in_c": blocked_in_c(),
    "crowd": crowd(),
    "deadlock": deadlock(),
    "disarmed": disarmed(),
    "ghost": ghost(),
    "mappings": mappings(),
    "of_moves": OfMoves(),
    "one_long_operation": one_long_operation(),
    "own_limits": own_limits(),
    "sleep": sleep(),
    "swallowed": swallowed(),
    "threads": threads(),
}
