"""Strategy that sends or receives bits over a covert channel; started by covert.py.

A request arrives as the arguments of `next_move`. The receiver prints what it sees.
"""

import errno
import json
import re
import time
import traceback

import numpy  # loaded before the first slot
from files import FILES
from hardware import HARDWARE
from processes import PROCESSES

CHANNELS = {
    function.__name__.replace("_", " "): function
    for function in (*FILES, *PROCESSES, *HARDWARE)
}
"""Channels by name: functions that return a pair ``signal(bit, slot), look(slot)``."""

CONTENTION = {"renames", "disk", "one core", "memory"}
"""Channels in which both parties work for a whole slot; the receiver counts its looks.
"""

_LOOK = 0.6  # when the receiver looks, in slots
_SPIN = 2e-4  # seconds that are waited without sleeping


class Party:
    """Sends or receives; each request says which."""

    def first_move(self):
        return "ready", 0.0

    def next_move(self, name, slot, request):
        order = json.loads(request)
        contend = name in CONTENTION
        try:
            signal, look = CHANNELS[name](order)
            if order["bits"]:
                send(signal, order, slot, contend=contend)
            else:
                seen = receive(look, order, slot, contend=contend)
                print(json.dumps(seen), flush=True)
        except (OSError, ValueError) as error:
            name = errno.errorcode.get(getattr(error, "errno", 0), str(error))
            return f"{name}: {called(error)}", 0.0
        return "done", 0.0


def called(error):
    """Return the call that raised an exception."""
    name = getattr(error, "filename", None) or "/"
    if "/" not in name:  # the name of a C function, which `checked` sets
        return name
    line = traceback.extract_tb(error.__traceback__)[-1].line
    return re.search(r"([\w.]+)\(", line)[1]


def send(signal, order, slot, *, contend):
    """Signal one bit in each slot, and a zero in the end."""
    for number, bit in enumerate(order["bits"]):
        end = order["start"] + (number + 1) * slot
        wait(end - slot)
        signal(bit == "1", number)
        while contend and bit == "1" and time.monotonic() < end:
            signal(True, number)
    wait(order["start"] + len(order["bits"]) * slot)
    signal(False, 0)


def receive(look, order, slot, *, contend):
    """Return, for each slot, the result of one look, or how many looks fit into it."""
    seen = []
    for number in range(order["count"]):
        begin = order["start"] + number * slot
        if contend:
            wait(begin)
            looks = 0
            while time.monotonic() < begin + 0.95 * slot:
                look(number)
                looks += 1
            seen.append(looks)
        else:
            wait(begin + _LOOK * slot)
            seen.append(look(number))
    return seen


def wait(until):
    """Wait until a time of the monotonic clock."""
    while (left := until - time.monotonic()) > 0:
        if left > 2 * _SPIN:
            time.sleep(left - _SPIN)


ENTRIES = [Party()]
