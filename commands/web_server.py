"""HTTP server of the files of a site on the loopback interface."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from threading import Timer
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

from game.errors import InputError

_HOSTS = ("127.0.0.1", "localhost")
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_PLAIN = "text/plain; charset=utf-8"
_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


class Server(ThreadingHTTPServer):
    """Server of some `files`, by name, on the socket `here` of the loopback interface.

    The address of a folder stands for its ``index.html``.
    """

    daemon_threads = True

    def __init__(self, here: socket.socket, files: Mapping[str, bytes]) -> None:
        # The base class makes a socket, but `here` is the one that listens.
        super().__init__(here.getsockname(), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = here
        self.files = files

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error of a request, except a connection that the browser closed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def listen(port: int) -> socket.socket:
    """Return a listening socket on the loopback interface.

    Raises `InputError` when the port is taken.
    """
    here = socket.socket()
    # The port of a server that has just ended can be taken again at once.
    here.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        here.bind(("127.0.0.1", port))
        here.listen()
    except OSError as error:
        here.close()
        raise InputError(
            f"--port {port} ({error.strerror}): expected a free one, or 0 for any"
        ) from None
    return here


class _Handler(BaseHTTPRequestHandler):
    server: Server
    timeout: ClassVar[float] = 30.0  # of a wait for the browser
    patience: ClassVar[float] = 30.0  # seconds in which a request must be whole

    def setup(self) -> None:
        """Read nothing after the deadline, however little is sent at a time."""
        super().setup()
        # A timeout of the socket alone starts anew with every byte that arrives.
        self.deadline = Timer(self.patience, self._stop_reading)
        self.deadline.daemon = True
        self.deadline.start()

    def finish(self) -> None:
        """Forget the deadline."""
        self.deadline.cancel()
        super().finish()

    def _stop_reading(self) -> None:
        with suppress(OSError):  # it was closed
            self.connection.shutdown(socket.SHUT_RD)

    def do_GET(self) -> None:
        name = unquote(urlsplit(self.path).path).removeprefix("/")
        if not name or name.endswith("/"):
            name += "index.html"
        # A name is the key of a dictionary and never becomes a path.
        content = self.server.files.get(name)
        if reason := self._refusal():
            self._send(HTTPStatus.FORBIDDEN, _PLAIN, reason.encode())
        elif content is None:
            text = f"no page {self.path!r:.80}: expected /"
            self._send(HTTPStatus.NOT_FOUND, _PLAIN, text.encode())
        else:
            kind = _KINDS.get(PurePosixPath(name).suffix, _PLAIN)
            self._send(HTTPStatus.OK, kind, content)

    def _refusal(self) -> str:
        """Return why a request of another site is refused, empty for others.

        DNS rebinding is visible in Host; a script of another page in Origin.
        """
        host = self.headers.get("Host", "")
        origin = self.headers.get("Origin", f"http://{host}")
        if host.rpartition(":")[0] not in _HOSTS and host not in _HOSTS:
            return f"host {host!r:.80}: expected {' or '.join(_HOSTS)}"
        if origin != f"http://{host}":
            return f"origin {origin!r:.80}: expected the game's own page"
        return ""

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""
