"""Client of an OpenAI-compatible endpoint: chat completions without streams.

The standard library suffices: one request is one POST of JSON. No redirect is followed,
as it could carry the key elsewhere, and the key is replaced in all that is returned.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from game.errors import InputError

Messages: TypeAlias = Sequence[Mapping[str, str]]

ATTEMPTS = 6
"""Times that a request is sent before it is given up."""

_LONGEST_WAIT = 60.0  # seconds between two attempts
_MOST_QUOTED = 200  # letters of a response in a message
_TRANSIENT = frozenset((408, 409, 425, 429))  # and all from 500 on
_HIDDEN = "[key]"


class Reply(NamedTuple):
    """A reply of a model, its tokens as the endpoint counts them, and its seconds.

    `read` and `written` are NaN where the endpoint does not count; `finish` is why the
    model stopped, like ``stop`` or ``length``.
    """

    text: str
    read: float = float("nan")
    written: float = float("nan")
    seconds: float = 0.0
    finish: str = ""


Model: TypeAlias = Callable[[Messages], Reply]
"""Replies to messages; it raises `PlayerError` when it cannot."""


class PlayerError(Exception):
    """An endpoint or a program that cannot play; the message is one line."""


class _TransientError(Exception):
    """A failure that another attempt may mend, after some seconds if it says so."""

    def __init__(self, reason: object, wait: float | None = None) -> None:
        super().__init__(str(reason))
        self.wait = wait


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirect: its status becomes an error."""


_OPENER = urllib.request.build_opener(_NoRedirect)


@dataclass(frozen=True)
class Endpoint:
    """A model behind an address like ``http://127.0.0.1:8000/v1``.

    `options` are further fields of a request; `timeout` is of an attempt, and `backoff`
    the seconds before the second, which double; the endpoint may name others.
    """

    address: str
    model: str
    options: Mapping[str, Any] = field(default_factory=dict)
    key: str = field(default="", repr=False)
    timeout: float = 300.0
    backoff: float = 1.0

    def __post_init__(self) -> None:
        public_address(self.address)

    def __call__(self, messages: Messages) -> Reply:
        """Return the reply to messages, after several attempts if need be."""
        for attempt in range(ATTEMPTS):
            began = time.monotonic()
            try:
                reply = self._read_reply(self._send(messages))
            except _TransientError as error:
                reason, wait = str(error), error.wait
            else:
                return reply._replace(seconds=time.monotonic() - began)
            if attempt < ATTEMPTS - 1:
                seconds = self.backoff * 2**attempt if wait is None else wait
                time.sleep(min(seconds, _LONGEST_WAIT))
        text = self._quote(reason)
        raise PlayerError(f"no reply after {ATTEMPTS} attempts: {text}")

    def _send(self, messages: Messages) -> bytes:
        """Send messages once and return the body of the response."""
        fields = {"model": self.model, "messages": [*messages], "stream": False}
        request = urllib.request.Request(
            f"{self.address.rstrip('/')}/chat/completions",
            json.dumps(fields | dict(self.options)).encode(),
            {"Content-Type": "application/json"},
        )
        if self.key:
            request.add_unredirected_header("Authorization", f"Bearer {self.key}")
        end = time.monotonic() + self.timeout
        try:
            with _OPENER.open(request, timeout=self.timeout) as response:
                return _read_body(response, end)
        except urllib.error.HTTPError as error:
            reason = f"status {error.code}"
            with error, suppress(OSError, http.client.HTTPException):
                reason += f": {error.read().decode(errors='replace')}"
            if error.code in _TRANSIENT or error.code >= 500:
                wait = _read_seconds(error.headers.get("Retry-After", ""))
                raise _TransientError(reason, wait) from None
            raise PlayerError(self._quote(reason)) from None
        except (OSError, http.client.HTTPException) as error:
            cause = getattr(error, "reason", None) or error
            raise _TransientError(str(cause) or type(cause).__name__) from None

    def _read_reply(self, body: bytes) -> Reply:
        """Return the reply in the body of a response."""
        try:
            data = json.loads(body)
            choice, usage = data["choices"][0], data.get("usage") or {}
            text = choice["message"].get("content") or ""
            if not isinstance(text, str):  # a list of parts
                text = "".join(part.get("text") or "" for part in text)
            tokens = (usage.get(f"{k}_tokens") for k in ("prompt", "completion"))
            read, written = (float("nan" if n is None else n) for n in tokens)
            finish = str(choice.get("finish_reason") or "")
        except (ValueError, LookupError, TypeError, AttributeError):
            text = body.decode(errors="replace")
            raise _TransientError(f"no chat completion: {text!r}") from None
        text = text.encode(errors="replace").decode()  # half a pair of surrogates
        return Reply(self._hide_key(text), read, written, finish=finish)

    def _quote(self, text: str) -> str:
        """Return a text of the endpoint as one line, shortened."""
        return " ".join(self._hide_key(text).split())[:_MOST_QUOTED]

    def _hide_key(self, text: str) -> str:
        return text.replace(self.key, _HIDDEN) if self.key else text


def public_address(address: str) -> str:
    """Return an address without its secrets: user, password and query.

    Examples
    --------
    >>> public_address("https://me:secret@example.org:8000/v1?key=1")
    'https://example.org:8000/v1'
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(
            "--base-url: expected an address like http://127.0.0.1:8000/v1"
        )  # not quoted: it may hold a key
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = f"{host}:{port}" if port else host
    return urlunsplit((parts.scheme, place, parts.path, "", ""))


def _read_body(response: http.client.HTTPResponse, end: float) -> bytes:
    """Return the body of a response that is complete before a time."""
    parts = []
    while part := response.read1(1 << 16):
        parts.append(part)
        if time.monotonic() > end:
            raise _TransientError("timed out")
    if response.length:  # bytes that did not arrive
        raise _TransientError("the connection was cut")
    return b"".join(parts)


def _read_seconds(text: str) -> float | None:
    """Return the seconds of a header, None where it has none."""
    return float(text) if text.strip().isdecimal() else None
