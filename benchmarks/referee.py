"""What the referee costs: ``python benchmarks/referee.py``.

The same trivial strategy in the same loop, once in this process and once in its own.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from _clock import show, side_by_side

from contest.entries import load, resolve
from contest.sandbox import RemoteStrategy, Terms
from game.draws import Draws
from game.hosts import deal
from game.play import play
from game.protocol import MAX_MOVES, Setting
from game.words import DATA, Vocabulary

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


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "trivial.py")
        file.write_text(TRIVIAL, encoding="utf-8")
        measure(file)


def measure(file: Path) -> None:
    setting = Setting(Vocabulary.load())
    entry = resolve(str(file))
    lists = [str(DATA / f"{kind}-5.txt") for kind in ("answers", "guesses")]
    terms = Terms(entry, *lists, "wordpl", MAX_MOVES, 5.0)
    remote = RemoteStrategy(terms)
    local = load(entry)
    remote.start()

    def here() -> None:
        for number in range(GAMES):
            play(local, deal(setting, Draws("0", number)), setting)

    def there() -> None:
        for number in range(GAMES):
            remote.new_game(number)
            play(remote, deal(setting, Draws("0", number)), setting)

    times = side_by_side(7, in_process=here, own_process=there)
    show(f"{GAMES} games of four clues, one worker", times)
    extra = min(
        there - here
        for here, there in zip(times["in_process"], times["own_process"], strict=True)
    )
    print(f"  per game {extra / GAMES * 1e3:.3f} ms more")
    print(f"  per message {extra / GAMES / 5 * 1e6:.0f} us")
    print(f"  games per second {GAMES / min(times['own_process']):.0f}")
    starts = []
    for _ in range(7):
        began = time.perf_counter()
        remote.start()
        starts.append(time.perf_counter() - began)
    print(f"  start of a process {min(starts) * 1e3:.0f} ms")
    remote.close()


if __name__ == "__main__":
    main()
