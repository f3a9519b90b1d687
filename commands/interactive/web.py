"""Web server of all games on the loopback interface."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress

from commands.cli import command, count_option, option
from commands.options import WordOptions
from commands.web.server import Server
from contest.entries.entry import Entry, builtin_entries, named_entries
from contest.entries.home import STANDINGS
from contest.leaderboard.records import LEADS, read_standing
from game.errors import InputError
from game.protocol import Mode


@command()
def main(
    *,
    port: int = count_option(
        "--port", "Where to serve; 0 takes any that is free.", least=0, default=8765
    ),
    strategies: tuple[str, ...] = option(
        "--strategy",
        "strategies",
        multiple=True,
        metavar="ENTRY",
        help="One more strategy that gives hints, besides those of strategies/.",
    ),
    words: WordOptions,
) -> int:
    """Play WORDPL, classic Wordle, Fibble or Absurdle in a browser.

    The page is served to this machine alone.
    """
    vocabulary = words.vocabulary()
    entries = find_advisers(strategies)

    leads = read_standing(STANDINGS / LEADS)
    with listen(port) as here:
        port = here.getsockname()[1]  # the system's choice for 0
        server = Server(here, vocabulary, entries, leads)
        print(f"open http://127.0.0.1:{port}/  (Ctrl-C ends)", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    print("\nUntil next time!")
    return 0


def find_advisers(texts: Sequence[str]) -> dict[Mode, list[Entry]]:
    """Return the entries that give hints in each game: the built-in and named ones.

    Raises `InputError` when a text names no strategy of any game.
    """
    entries_by_mode = {mode: builtin_entries(mode) for mode in Mode}
    for text in texts:
        refused = []
        for mode, entries in entries_by_mode.items():
            try:
                chosen = named_entries(text, mode)
            except InputError as error:
                refused.append(error)
            else:
                entries += [entry for entry in chosen if entry not in entries]
        if len(refused) == len(entries_by_mode):
            raise refused[0]
    return entries_by_mode


def listen(port: int) -> socket.socket:
    """Return a listening socket on the loopback interface.

    Raises `InputError` when the port is taken or invalid.
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
