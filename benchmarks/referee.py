"""Cost of the referee per game: ``python benchmarks/referee.py``.

The same trivial strategy plays the same games twice: in this process, and in a process
of its own. For comparison, two Python processes send each other the messages of these
games and do nothing else: no referee can be faster. All processes share one core, as in
a run with one worker.
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from _clock import show, side_by_side

from contest.entries.entry import resolve
from contest.entries.loading import load
from contest.sandbox.remote import Referee
from game.draws import Draws
from game.hosts import deal
from game.loop import play
from game.protocol import Setting
from game.words import Vocabulary

TRIVIAL = """
class Trivial:
    def first_move(self):
        self.turn = 0
        return "crane", 5.0

    def next_move(self, guess, epsilon, result):
        self.turn += 1
        return ("crane", 5.0) if self.turn < 4 else ("crane", 0.0)


ENTRIES = [Trivial()]
"""
GAMES = 200


ECHO = """
import json, socket, sys

channel = socket.socket(fileno=int(sys.argv[1]))
while line := channel.recv(9999):
    number = json.loads(line)["id"]
    reply = json.dumps({"id": number, "move": ["crane", 5.0]})
    channel.sendall(reply.encode() + b"\\n")
"""


def main() -> None:
    """Write the trivial strategy and print the cost of the referee."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "trivial.py")
        file.write_text(TRIVIAL, encoding="utf-8")
        measure(file)


@contextmanager
def messages() -> Iterator[Callable[[], None]]:
    """Yield a function that exchanges as many messages as all games take.

    There is no referee: the messages go to a Python process that replies at once.
    """
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-c", ECHO, str(theirs.fileno())]
    with ours, theirs, subprocess.Popen(command, pass_fds=[theirs.fileno()]):
        theirs.close()

        def exchange() -> None:
            for number in range(5 * GAMES):
                request = {"id": number, "turn": ["crane", 5.0, "ci..c"]}
                ours.sendall(json.dumps(request).encode() + b"\n")
                json.loads(ours.recv(9999))

        yield exchange
        ours.close()


def measure(file: Path) -> None:
    """Print the times of a game, of a message and of the start of a process.

    `file` is the Python file of the trivial strategy that plays.
    """
    setting = Setting(Vocabulary.load(), timeout=5.0)
    entry = resolve(str(file))
    local = load(entry)

    def here() -> None:
        for number in range(GAMES):
            play(local, deal(setting, Draws("0", number)), setting)

    with Referee(setting) as referee, messages() as bare:
        player = referee.player(entry, warm_up=False)

        def there() -> None:
            for number in range(GAMES):
                draws = Draws("0", number)
                player.play(draws, deal(setting, draws))

        def moves() -> None:
            with player.new_game() as strategy:
                strategy.first_move()
                for _ in range(5 * GAMES):
                    strategy.next_move("crane", 5.0, "ci..c")

        # `show` prints the ratio of the last call to the first call.
        calls = {"in_process": here, "bare_messages": bare, "messages": moves}
        times = side_by_side(7, **calls, own_process=there)
    show(f"{GAMES} games of four clues, {5 * GAMES} messages, one worker", times)
    best = {name: min(seconds) / GAMES for name, seconds in times.items()}
    more = best["own_process"] - best["in_process"]
    print(f"  a game in a process of its own: {more * 1e3:.3f} ms longer")
    print(f"  games per second: {1 / best['own_process']:.0f}")
    for name in ("messages", "bare_messages"):
        print(f"  one message, {name}: {best[name] / 5 * 1e6:.0f} us")

    # Measure how long a process takes to start; leave out how long it takes to end.
    starts = []
    with Referee(setting) as referee:
        for _ in range(7):
            began = time.perf_counter()
            player = referee.player(entry, warm_up=False)
            starts.append(time.perf_counter() - began)
            player.close()
    print(f"  start of a process: {min(starts) * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
