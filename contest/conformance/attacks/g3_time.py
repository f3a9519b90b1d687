"""G3: a game takes at most its wall limit and 50 ms."""

import fcntl
import os
import signal
import termios
import time

from _tools import expect, request, say, sockets


@expect("timeout")
def loop(self):
    """Never answer. The CPU limit ends it."""
    while True:
        pass


@expect("timeout", games=1)
def stopped(self):
    """Stop the own process, so that it can neither answer nor be asked to end. It is
    killed all the same."""
    while True:  # for the referee lets it go on when it has looked
        os.kill(os.getpid(), signal.SIGSTOP)


@expect("timeout", games=1)
def slow_drip(self):
    """Answer byte by byte, each of them in time. One deadline holds for the whole
    game."""
    while True:
        say(b" ")
        time.sleep(0.01)


@expect("crashed", "timeout", games=1)
def unread(self):
    """Answer every request without reading any, until the channel is full. The
    referee's next line does not fit, and it does not wait for room."""
    channel = sockets()[0]
    number, waiting = request()["id"], 0
    while True:
        channel.sendall(b'{"id":%d,"move":["slate",1.0]}\n' % number)
        number += 1
        before = waiting
        while waiting == before:
            time.sleep(0)
            size = fcntl.ioctl(channel, termios.FIONREAD, bytes(4))
            waiting = int.from_bytes(size, "little")


ENTRIES = {
    "loop": loop(),
    "stopped": stopped(),
    "slow_drip": slow_drip(),
    "unread": unread(),
}
