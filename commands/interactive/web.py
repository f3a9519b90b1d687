"""Web server of all games on the loopback interface."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import PurePosixPath
from socketserver import ThreadingTCPServer
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

from commands.cli import command, count_option
from commands.options import WordOptions
from commands.terminal import site_address
from contest.entries.home import STANDINGS
from contest.pages.site import site_files
from game.errors import InputError

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_PLAIN = "text/plain; charset=utf-8"


class Server(ThreadingTCPServer):
    """Server of some `files`, by name, on a port of the loopback interface.

    The address of a folder stands for its ``index.html``. Raises `InputError` when the
    port is taken.
    """

    daemon_threads = True
    # The port of a server that has just ended can be taken again at once.
    allow_reuse_address = True

    def __init__(self, port: int, files: Mapping[str, bytes]) -> None:
        self.files = files
        try:
            super().__init__(("127.0.0.1", port), _Handler)
        except OSError as error:
            raise InputError(
                f"--port {port} ({error.strerror}): expected a free one, or 0 for any"
            ) from None

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error of a request, except a connection that the browser closed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: Server
    timeout: ClassVar[float] = 30.0  # seconds of a wait for the browser

    def do_GET(self) -> None:
        name = unquote(urlsplit(self.path).path).removeprefix("/")
        if not name or name.endswith("/"):
            name += "index.html"
        # A name is the key of a dictionary and never becomes a path.
        content = self.server.files.get(name)
        kind = _KINDS.get(PurePosixPath(name).suffix, _PLAIN)
        status = HTTPStatus.OK
        if content is None:
            content = f"no page {self.path!r:.80}: expected /".encode()
            kind = _PLAIN
            status = HTTPStatus.NOT_FOUND

        self.send_response(status)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@command()
def main(
    *,
    port: int = count_option(
        "--port",
        "Where to serve; 0 takes any that is free.",
        least=0,
        most=65_535,
        default=8765,
    ),
    words: WordOptions,
) -> int:
    """Play WORDPL, classic Wordle, Fibble or Absurdle in a browser.

    The pages are the games of `site`, served to this machine alone.
    """
    vocabulary = words.vocabulary()
    files = site_files(STANDINGS, None, vocabulary, address=site_address())
    # A browser would show the games of these words after the server has ended, too.
    del files["offline.js"]
    with Server(port, files) as server:
        port = server.server_address[1]  # the system's choice for 0
        print(f"open http://127.0.0.1:{port}/  (Ctrl-C ends)", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    print("\nUntil next time!")
    return 0
