"""G3: a game ends at most 50 ms after its limit of wall-clock time."""

import fcntl
import os
import signal
import termios
import time

from _tools import expect, request, say, sockets


@expect("timeout")
def loop(self):
    """Never reply. The limit of CPU time ends the game."""
    while True:
        pass


@expect("timeout", games=1)
def stopped(self):
    """Stop this process, so that it can neither reply nor end itself. The referee kills
    the process all the same."""
    while True:  # the referee resumes the process after each check of resources
        os.kill(os.getpid(), signal.SIGSTOP)


@expect("timeout", games=1)
def slow_drip(self):
    """Send one byte after the other, each after a short time. One deadline holds for
    the whole game."""
    while True:
        say(b" ")
        time.sleep(0.01)


@expect("crashed", "timeout", games=1)
def unread(self):
    """Send replies without reading requests, until the socket is full. The referee's
    next line does not fit, and the referee does not wait until it fits."""
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
