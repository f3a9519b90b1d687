"""A conversation in lines of JSON with a process that nobody trusts."""

from __future__ import annotations

import json
import socket
import struct
import sys
import time
from collections.abc import Callable
from typing import Any

LINE = 4096
"""Bytes of the longest line that is read."""

# How often a wait looks at the deadline: an overrun is seen so many seconds late.
_TICK = 0.01

# Lists within lists in the deepest answer that our side gives.
_LEVELS = 3
_AT_ONCE = getattr(socket, "MSG_DONTWAIT", 0)

_encode = json.JSONEncoder(separators=(",", ":")).encode
_decode = json.JSONDecoder().decode


class Broken(Exception):  # noqa: N818 - a way for a conversation to end
    """The other side did not keep to the rules of the channel."""


class Closed(Broken):
    """The other side has hung up."""


class Late(Exception):  # noqa: N818 - a way for a conversation to end
    """The other side did not answer in time."""


class Channel:
    """One end of a pair of sockets: a line out, a line back, and so on.

    Parameters
    ----------
    end : socket
        Ours; it is closed by `close`.
    """

    def __init__(self, end: socket.socket) -> None:
        self.end = end
        self._count = 0
        if sys.platform == "linux":
            # The kernel ends a wait after a tick: one system call per answer.
            tick = struct.pack("ll", 0, int(_TICK * 1e6))
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, tick)
        else:
            end.settimeout(_TICK)

    def ask(self, request: dict[str, Any], late: Callable[[], bool]) -> dict[str, Any]:
        """Send one line and return the one line that answers it.

        Parameters
        ----------
        request : dict
            What to ask; it gets an ``id``, which the answer must repeat.
        late : callable
            Says whether the time is up.

        Raises
        ------
        Late
            When it is, answer or not.
        Closed, Broken
            When the other side hung up, or sent anything else than one answer.
        """
        self._count += 1
        line = _encode({"id": self._count, **request}).encode() + b"\n"
        try:
            # Messages alternate, so there is room for this one, or nobody reads them.
            sent = self.end.send(line, _AT_ONCE)
        except OSError:
            raise Broken from None
        if sent < len(line):
            raise Broken
        try:
            line = self._line(late)
            reply = _decode(str(line, "utf-8"))
        except (ValueError, RecursionError):
            raise Broken from None
        if not isinstance(reply, dict):
            raise Broken
        # Nearly every line has too few brackets to nest too deep.
        brackets = line.count(b"[") + line.count(b"{")
        if brackets > _LEVELS and _nests(reply, _LEVELS):
            raise Broken
        given = reply.get("id")
        if type(given) is not int or given != self._count:
            raise Broken
        return reply

    def close(self) -> None:
        """Hang up."""
        self.end.close()

    def _line(self, late: Callable[[], bool]) -> bytes:
        received = b""
        while not received.endswith(b"\n"):
            try:
                part = self.end.recv(LINE + 1)
            except (BlockingIOError, TimeoutError):
                part = None
            except OSError:
                raise Broken from None
            if late():
                raise Late
            if part is None:
                continue
            received += part
            if not part:
                raise Closed
            if len(received) > LINE or b"\n" in received[:-1]:
                raise Broken
        return received


def _nests(value: object, levels: int) -> bool:
    """Whether a decoded value nests so deep that showing it may overflow the stack."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return False
    return levels == 0 or any(_nests(item, levels - 1) for item in value)


def deadline(limit: float) -> Callable[[], bool]:
    """Return what says whether so many seconds are over."""
    end = time.monotonic() + limit
    return lambda: time.monotonic() > end
