"""Switch off alarms and timers, ignore every signal, and take one's time.

The clock is the referee's: timeout.
"""

import signal

from _tools import Attack

EXPECT = "timeout"


class Mine(Attack):
    def attack(self):
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


ENTRIES = [Mine()]
