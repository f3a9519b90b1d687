"""Time: taken where no clock looks, or where the clock is false."""

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
    """Move at once and go on thinking in the background."""
    threading.Thread(target=pow, args=(7, 10**9), daemon=True).start()
    return "slate", 3.0


@expect("timeout", "wrong")
class AtTheNextGame(Attack):
    """Put the work off to the moment at which the next game begins."""

    due = False

    def attack(self):
        while self.due:
            pass
        self.due = True
        return WRONG, 0


@expect("timeout", games=1)
def blocked_in_c(self):
    """Block inside C with all signals masked, where no Python code runs again."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    ctypes.PyDLL(None).pause()


@expect("timeout", games=1)
def crowd(self):
    """Crowd the core that the referee works on with threads that do not wait for a
    lock. The clock counts them all, and the referee gets its turn."""
    burn = (hashlib.pbkdf2_hmac, ("sha256", b"x", b"y", 2**30))
    for _ in range(200):
        threading.Thread(target=burn[0], args=burn[1], daemon=True).start()
    hashlib.pbkdf2_hmac("sha256", b"x", b"y", 2**30)


@expect("timeout", games=1)
def deadlock(self):
    """Wait for a lock that is never released. The wall limit ends it."""
    lock = _thread.allocate_lock()
    lock.acquire()
    lock.acquire()


@expect("timeout")
def disarmed(self):
    """Switch off alarms and timers, ignore every signal, and take one's time."""
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
    """End the first thread, so that the process looks dead; go on in another."""

    def burn():
        while True:
            pass

    threading.Thread(target=burn).start()
    call("exit", 0)


@expect("crashed", "timeout", timeout=0.5, games=4)
def mappings(self):
    """Map memory in 60,000 pieces, whose list takes the referee long to read."""
    # Neighbours with other rights are not merged.
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
    """Compute for ages in one operation that holds the interpreter's lock."""
    return "zonal", 7 ** (10**9) % 2


@expect("crashed", "timeout")
def own_limits(self):
    """Raise one's own limits, or set a CPU limit that ends the process."""
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    while True:
        pass


@expect("timeout", games=1)
def sleep(self):
    """Sleep, which costs no CPU time. The wall limit ends it."""
    time.sleep(1e6)


@expect("timeout")
def swallowed(self):
    """Catch whatever is raised, whatever it is, and go on."""
    while True:
        try:
            self.games += 0
        except:
            continue
        finally:
            continue


@expect("timeout")
def threads(self):
    """Burn the CPU in four threads and wait for them. Their time counts together."""
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
