"""The connection to the referee, used out of turn, half closed or flooded."""

import array
import os
import socket
import threading
import time

from _tools import Attack, expect, fill, request, say, sockets


@expect("crashed", "wrong")
def between_games(self):
    """Answer, and send more after the game is over. The second game is crashed."""
    threading.Timer(0.0, say, [b"x\n"]).start()


@expect("crashed", reason="process ended", timeout=0.2, games=1)
def closed(self):
    """Close the connection, and do not end."""
    for channel in sockets():
        channel.shutdown(2)
    time.sleep(1e6)


@expect(
    "crashed", reason=("exited with status", "over 256 MiB", "broke the rules"), games=1
)
def closed_to_write(self):
    """Close the connection, and fill the disk in the second that is left to end. The
    file system is full, or the referee watches the process until it has ended."""
    for channel in sockets():
        channel.shutdown(2)
    for part in ("one", "two"):
        file = os.open(part, os.O_CREAT | os.O_WRONLY)
        fill(file, 200 << 20)
    time.sleep(0.6)
    os._exit(0)


@expect("crashed", "wrong")
def descriptors(self):
    """Send open files with the answer. The files are not taken; the answer counts."""
    files = array.array("i", [os.open("/dev/null", os.O_RDONLY)] * 100)
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)]
    answer = b'{"id":%d,"move":["zonal",0]}\n' % request()["id"]
    for channel in sockets():
        channel.sendmsg([answer], rights)


@expect("crashed", reason="rules of the protocol")
def early(self):
    """Send an answer to the next request before it is made, and a normal move, too."""
    say(b'{"id":%d,"move":["zonal",0]}\n' % (request()["id"] + 1))
    return "slate", 3.0


@expect("crashed")
def every_descriptor(self):
    """Write to every descriptor. A text that reaches the referee breaks the rules."""
    for number in range(256):
        try:
            os.write(number, b"x\n")
        except OSError:
            continue


@expect("crashed")
def flood(self):
    """Send without end, so that the referee always has more to read."""
    for channel in sockets():
        while True:
            channel.send(b"\n" * 65536)


@expect("timeout", games=1)
def half_a_line(self):
    """Send half a line, and wait. The time limit of the game ends the wait."""
    say(b'{"id":')
    time.sleep(1e6)


@expect("crashed", reason="process ended")
class HalfClosed(Attack):
    """Close one direction of the connection, for sending or for receiving."""

    def __init__(self, direction):
        super().__init__()
        self.direction = getattr(socket, direction)

    def attack(self):
        for channel in sockets():
            channel.shutdown(self.direction)
        return "slate", 3.0


@expect("crashed", "timeout", "wrong", timeout=0.15)
def steals_requests(self):
    """Read requests in another thread, before the program of the sandbox reads them."""
    for channel in sockets():
        threading.Thread(target=channel.recv, args=(4096,), daemon=True).start()
    return "slate", 3.0


@expect("crashed", "wrong")
def twice(self):
    """Answer one request twice. The first answer may count; the second is refused."""
    say(b'{"id":%d,"move":["zonal",0]}\n' % request()["id"])


@expect("crashed", "timeout", "wrong")
def urgent(self):
    """Send a byte out of band, before and within an answer."""
    for channel in sockets():
        try:
            channel.send(b"!", socket.MSG_OOB)
        except OSError:  # this kernel has no out-of-band data
            return


ENTRIES = {
    "between_games": between_games(),
    "closed": closed(),
    "closed_to_write": closed_to_write(),
    "descriptors": descriptors(),
    "early": early(),
    "every_descriptor": every_descriptor(),
    "flood": flood(),
    "half_a_line": half_a_line(),
    "half_closed_to_read": HalfClosed("SHUT_RD"),
    "half_closed_to_write": HalfClosed("SHUT_WR"),
    "steals_requests": steals_requests(),
    "twice": twice(),
    "urgent": urgent(),
}
