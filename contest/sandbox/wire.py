"""Line-delimited JSON over a socket between the referee and an untrusted process.

The referee's end of the socket is a `Connection`, which trusts nothing that it reads.
The process uses `receive_line` and `send_message` at its end. JSON has no infinite
numbers, so infinity is sent as null. ``docs/guide/protocol.md`` describes the messages.
"""

from __future__ import annotations

import json
import math
import socket
import struct
import sys
from collections.abc import Callable
from typing import Any

LINE = 4096
"""Maximum length, in bytes, of a line that the referee accepts from a strategy."""

_ROOM = 1 << 16  # bytes that the strategy's process reads at a time

# Seconds between two checks of the deadline. A late reply is noticed at most this long
# after the deadline.
_TICK = 0.01

_LEVELS = 3  # maximum nesting depth of a valid reply
_AT_ONCE = getattr(socket, "MSG_DONTWAIT", 0)  # send fails instead of waiting


def _refuse_literal(literal: str) -> None:
    raise ValueError(f"{literal} is not JSON")


# The standard library encodes and decodes JSON here. With msgspec, every strategy's
# process would have to import a further library.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decode = json.JSONDecoder(parse_constant=_refuse_literal).decode


class Broken(Exception):
    """The peer violated the protocol."""


class Closed(Broken):
    """The peer closed the connection."""


class Late(Exception):
    """The peer did not answer before the deadline."""


class Connection:
    """The referee's end of a socket pair, over which requests and replies alternate.

    `sent` is the line of the last request, and `received` is the part of its reply that
    has arrived. `fault` says which rule the reply breaks, or is an empty string.
    """

    def __init__(self, end: socket.socket) -> None:
        self.end = end
        self.sent = self.received = b""
        self.fault = ""
        self._count = 0
        if sys.platform == "linux":
            # The kernel measures the timeout, so one system call receives a reply.
            tick = struct.pack("ll", 0, int(_TICK * 1e6))
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, tick)
        else:
            end.settimeout(_TICK)

    def ask(self, request: dict[str, Any], late: Callable[[], bool]) -> dict[str, Any]:
        """Send a request and return its reply.

        The request gets an ``id``, which the reply must repeat. `late` returns whether
        the deadline has passed. Raises `Late` when the deadline has passed, even if a
        reply arrived. Raises `Closed` when the peer closed the connection, and `Broken`
        when the peer sent anything but one valid reply.
        """
        self._count += 1
        line = _encode({"id": self._count, **request}).encode() + b"\n"
        self.sent = line
        self.received = b""
        self.fault = ""
        try:
            # Requests and replies alternate. So there is room for the request in the
            # buffer of the socket, unless the peer does not read.
            sent = self.end.send(line, _AT_ONCE)
        except ConnectionError:
            raise Closed from None
        except OSError:
            raise self._record_fault("the program does not read its input") from None
        if sent < len(line):
            raise self._record_fault("the program does not read its input")
        line = self._receive_line(late)  # `late` may raise any exception
        try:
            reply = _decode(str(line, "utf-8"))
        except (ValueError, RecursionError) as error:
            raise self._record_fault(f"not JSON ({error})") from None
        if not isinstance(reply, dict):
            raise self._record_fault("not a JSON object")
        # Most lines have too few brackets to be nested too deeply, and need no check.
        brackets = line.count(b"[") + line.count(b"{")
        if brackets > _LEVELS and _exceeds_depth(reply, _LEVELS):
            raise self._record_fault(f"over {_LEVELS} levels of brackets")
        number = reply.get("id")
        if type(number) is not int or number != self._count:
            raise self._record_fault(f"expected the id {self._count}")
        return reply

    def _record_fault(self, fault: str) -> Broken:
        """Record which rule the peer broke, and return the error to raise.

        The error does not name the rule, because a run records the error, and the
        record must not depend on timing: if the peer sent several forged lines, timing
        decides which line is read.
        """
        self.fault = fault
        return Broken()

    def close(self) -> None:
        """Close the connection."""
        self.end.close()

    def _receive_line(self, late: Callable[[], bool]) -> bytes:
        received = b""
        while not received.endswith(b"\n"):
            try:
                part = self.end.recv(LINE + 1)
            except (BlockingIOError, TimeoutError):
                part = None
            except ConnectionError:  # the peer closed before it read the request
                part = b""
            except OSError:
                raise self._record_fault(
                    "the output of the program cannot be read"
                ) from None
            if late():
                raise Late
            if part is None:
                continue
            self.received = received = received + part
            if not part:
                raise Closed
            if len(received) > LINE:
                raise self._record_fault(f"over {LINE:,} bytes")
            if b"\n" in received[:-1]:
                raise self._record_fault("more than one line")
        return received


def _exceeds_depth(value: object, levels: int) -> bool:
    """Return whether lists and dicts are nested more than `levels` deep in a value.

    The referee refuses a value that is nested too deeply, because the repr of the value
    may overflow the stack.
    """
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return False
    return levels == 0 or any(_exceeds_depth(item, levels - 1) for item in value)


def null_if_infinite(value: Any) -> Any:
    """Return a value as it is sent in JSON: None in place of infinity."""
    return None if value == math.inf else value


def infinite_if_null(value: Any) -> Any:
    """Return infinity for None, and any other value unchanged.

    This is the inverse of `null_if_infinite`.
    """
    return math.inf if value is None else value


def receive_line(connection: socket.socket) -> bytes:
    """Return the next line from the referee, or no bytes if the connection is closed.

    The referee sends one line at a time.
    """
    line = connection.recv(_ROOM)
    while line and not line.endswith(b"\n"):
        part = connection.recv(_ROOM)
        if not part:
            return b""
        line += part
    return line


def send_message(connection: socket.socket, message: dict[str, Any]) -> None:
    """Send a message to the referee, as one line of JSON."""
    connection.sendall(_encode(message).encode() + b"\n")
