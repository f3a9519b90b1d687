"""Command `web`, a server on the loopback interface."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingTCPServer
from tempfile import TemporaryDirectory
from typing import Any

from commands.framework.cli import command, count_option
from commands.framework.options import WordOptions
from commands.person.terminal import site_address
from contest.entries.home import STANDINGS
from contest.pages.site import site_files
from game.errors import InputError
from game.files import name_errors

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class Server(ThreadingTCPServer):
    """Server of the files in a folder, on a port of the loopback interface.

    Raises `InputError` if the port is taken.
    """

    daemon_threads = True
    # A new server can use the port of a server that has just ended.
    allow_reuse_address = True

    def __init__(self, port: int, folder: str) -> None:
        try:
            super().__init__(("127.0.0.1", port), partial(_Handler, directory=folder))
        except OSError as error:
            raise InputError(
                f"--port {port} ({error.strerror})",
                "a free port, or 0 for any free port",
            ) from None

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error of a request, except a connection that the browser closed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = _KINDS
    timeout = 30.0  # seconds to wait for the browser

    def end_headers(self) -> None:
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@command()
def main(
    *,
    port: int = count_option(
        "--port",
        "The port of the server; 0 takes any free port.",
        least=0,
        most=65_535,
        default=8765,
    ),
    words: WordOptions,
) -> int:
    """Play WORDPL, classic Wordle, Fibble or Absurdle in a browser.

    The command serves the same pages as `site` writes, on localhost only.
    """
    vocabulary = words.vocabulary()
    files = site_files(STANDINGS, None, vocabulary, address=site_address())
    # The browser may have a service worker of an earlier server. That worker would show
    # the words of the earlier server, so an empty worker replaces it. The empty worker
    # shows nothing after this server has ended.
    files["offline.js"] = b""
    with TemporaryDirectory() as folder, Server(port, folder) as server:
        for name, data in files.items():
            with name_errors(Path(folder) / name):
                (Path(folder) / name).write_bytes(data)
        port = server.server_address[1]  # if the port was 0, the system chose one
        print(f"open http://127.0.0.1:{port}/  (Ctrl-C ends)", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    print("\nUntil next time!")
    return 0
