"""Web server of WORDPL, classic Wordle and Absurdle on the loopback interface."""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence
from contextlib import suppress

from commands.cli import Parser, add_words, whole_number, words
from contest.entries.entry import Entry, builtin_entries, resolve
from game.errors import InputError
from game.protocol import Mode

PORT = 8765


def main(arguments: Sequence[str]) -> int:
    """Serve the game on the loopback interface."""
    parser = Parser(
        prog="interactive.py web",
        description="Play WORDPL, classic Wordle or Absurdle in a browser. The page "
        "is served to this machine alone.",
    )
    add = parser.add_argument
    add(
        "--port",
        type=whole_number(0),
        default=PORT,
        metavar="N",
        help=f"where to serve (default: {PORT}; 0 takes any that is free)",
    )
    add(
        "--strategy",
        action="append",
        default=[],
        metavar="ENTRY",
        help="one more strategy that gives hints, besides those of strategies/",
    )
    add_words(parser)
    options = parser.parse_args(arguments)
    vocabulary = words(options)
    entries = advisers(options.strategy)
    try:
        from werkzeug.serving import make_server

        from commands.web.app import create_app
    except ImportError:
        raise InputError(
            "no web game without the extra 'web': expected the package flask "
            '(python -m pip install -e ".[web]")'
        ) from None
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # not every request
    app = create_app(vocabulary, entries)
    with listen(options.port) as here:
        port = here.getsockname()[1]
        server = make_server("127.0.0.1", port, app, threaded=True, fd=here.fileno())
        print(f"open http://127.0.0.1:{port}/  (Ctrl-C ends)", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    print("\nUntil next time!")
    return 0


def advisers(texts: Sequence[str]) -> dict[Mode, list[Entry]]:
    """Return the entries that give hints in each game: the built-in and named ones.

    Raises
    ------
    InputError
        When a text names no strategy of any game.
    """
    found = {mode: builtin_entries(mode) for mode in Mode}
    for text in texts:
        refused = []
        for mode, entries in found.items():
            try:
                entry = resolve(text, mode)
            except InputError as error:
                refused.append(error)
            else:
                entries += [] if entry in entries else [entry]
        if len(refused) == len(found):
            raise refused[0]
    return found


def listen(port: int) -> socket.socket:
    """Return a listening socket on the loopback interface.

    Raises
    ------
    InputError
        When the port is taken or invalid.
    """
    here = socket.socket()
    here.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        here.bind(("127.0.0.1", port))
        here.listen()
    except (OSError, OverflowError) as error:
        here.close()
        reason = getattr(error, "strerror", None) or "not from 0 to 65535"
        raise InputError(
            f"--port {port} ({reason}): expected a free one, or 0 for any"
        ) from None
    return here
