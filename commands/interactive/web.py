"""Web server of all games on the loopback interface."""

from __future__ import annotations

from contextlib import suppress

from commands.cli import command, count_option
from commands.options import WordOptions
from commands.terminal import site_address
from commands.web_server import Server, listen
from contest.entries.home import STANDINGS
from contest.pages.site import site_files


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
    with listen(port) as here:
        port = here.getsockname()[1]  # the system's choice for 0
        server = Server(here, files)
        print(f"open http://127.0.0.1:{port}/  (Ctrl-C ends)", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    print("\nUntil next time!")
    return 0
