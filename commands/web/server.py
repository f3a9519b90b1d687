"""HTTP server of the web game on the loopback interface: its page, and its adviser."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Timer
from typing import Any, ClassVar

from commands.terminal import site_address
from commands.web.adviser import QUESTIONS, PageAdviser
from contest.entries.entry import Entry
from contest.leaderboard.leads import Holder
from contest.leaderboard.records import leads_sentence
from contest.pages.play_page import play_page, solve_page
from game.errors import InputError
from game.protocol import Mode
from game.words import Vocabulary

_MOST_BYTES = 100_000  # of a request
_PAGES = {"Play": "/", "Solve": "/solve.html"}
_HOSTS = ("127.0.0.1", "localhost")
_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


class Server(ThreadingHTTPServer):
    """Server of the page.

    It listens on the socket `here` of the loopback interface. `entries` may give hints,
    by mode; no other strategy code is run. `holders` have the standing record of each
    column.
    """

    daemon_threads = True

    def __init__(
        self,
        here: socket.socket,
        vocabulary: Vocabulary,
        entries: Mapping[Mode, Sequence[Entry]],
        holders: Mapping[str, Holder],
    ) -> None:
        super().__init__(here.getsockname(), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = here
        self.adviser = PageAdviser(vocabulary, entries)
        names = {
            str(mode): [entry.text for entry in of_mode]
            for mode, of_mode in entries.items()
        }
        records = {column: holder.budget for column, holder in holders.items()}
        page = play_page(
            vocabulary,
            records,
            names,
            _PAGES,
            leads=leads_sentence(holders.values()),
            address=site_address(),
        )
        solving = solve_page(vocabulary, _PAGES, is_served=True)
        self.pages = dict(zip(_PAGES.values(), (page, solving), strict=True))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error of a request, except a connection that the browser closed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: Server
    timeout: ClassVar[float] = 30.0  # of a wait for the browser
    patience: ClassVar[float] = 30.0  # seconds in which a request must be whole

    def setup(self) -> None:
        """Read nothing after the deadline, however little is sent at a time."""
        super().setup()
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
        if self._is_refused():
            return
        page = self.server.pages.get(self.path)
        if page is None:
            expected = " or ".join(map(repr, self.server.pages))
            self._fail(HTTPStatus.NOT_FOUND, f"{self.path!r:.80}: expected {expected}")
            return
        self._send(HTTPStatus.OK, "text/html; charset=utf-8", page)

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        is_number = length.isascii() and length.isdigit() and len(length) < 10
        size = int(length) if is_number else _MOST_BYTES + 1
        if size > _MOST_BYTES:
            reason = f"Content-Length {length!r:.40}: expected at most {_MOST_BYTES}"
            self._fail(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, reason)
            return
        body = self.rfile.read(size)
        if self._is_refused():
            return
        if len(body) < size:
            reason = f"{len(body)} bytes in {self.patience:g} s: expected {size}"
            self._fail(HTTPStatus.REQUEST_TIMEOUT, reason)
            return
        name = self.path.removeprefix("/api/")
        if self.path == name or name not in QUESTIONS:
            expected = " or ".join(f"'/api/{name}'" for name in QUESTIONS)
            reason = f"{self.path!r:.80}: expected {expected}"
            self._fail(HTTPStatus.NOT_FOUND, reason)
        elif self.headers.get_content_type() != "application/json":
            self._fail(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "expected application/json")
        else:
            try:
                answer = self.server.adviser.reply(name, body)
            except InputError as error:
                self._fail(HTTPStatus.BAD_REQUEST, " ".join(str(error).split()))
            else:
                self._send(HTTPStatus.OK, "application/json", json.dumps(answer))

    def _is_refused(self) -> bool:
        """Refuse requests of other sites, and say whether this was one.

        DNS rebinding is visible in Host; a script of another page in Origin or in
        Sec-Fetch-Site.
        """
        host = self.headers.get("Host", "")
        origin = self.headers.get("Origin", f"http://{host}")
        site = self.headers.get("Sec-Fetch-Site", "none")
        reason = ""
        if host.rpartition(":")[0] not in _HOSTS and host not in _HOSTS:
            reason = f"host {host!r:.80}: expected {' or '.join(_HOSTS)}"
        elif origin != f"http://{host}":
            reason = f"origin {origin!r:.80}: expected the game's own page"
        elif self.command == "POST" and site not in ("same-origin", "none"):
            reason = f"a request from a {site:.80} page: expected the game's own"
        if reason:
            self._fail(HTTPStatus.FORBIDDEN, reason)
        return bool(reason)

    def _fail(self, status: HTTPStatus, reason: str) -> None:
        self._send(status, "application/json", json.dumps({"error": reason}))

    def _send(self, status: HTTPStatus, kind: str, text: str) -> None:
        content = text.encode()
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""
