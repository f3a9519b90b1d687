"""Programs in C, compared with classes in Python: ``python benchmarks/programs.py``.

Two strategies are measured: the strategy of ``examples/programs``, and a trivial
strategy. Each strategy is measured as a program in C and as a class in Python. The
output has two times for each of these four entries: the time until the process can
play, and the time of a move. The entries play in turn, on one core.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from functools import partial
from pathlib import Path

from _clock import side_by_side
from referee import TRIVIAL

from contest.entries.entry import Entry, resolve
from contest.entries.home import ROOT
from contest.sandbox.remote import Player, Referee
from game.protocol import Setting
from game.word_files import DATA
from game.words import Vocabulary

TRIVIAL_C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        int id = atoi(strstr(line, "\"id\":") + 5);
        if (strstr(line, "\"protocol\":"))
            printf("{\"id\":%d,\"name\":\"trivial\"}\n", id);
        else
            printf("{\"id\":%d,\"move\":[\"crane\",5.0]}\n", id);
        fflush(stdout);
    }
}
"""
EXAMPLES = ROOT / "examples" / "programs"
FILES = (str(DATA / "answers-5.txt"), str(DATA / "guesses-5.txt"))
ROUNDS = 15
GAMES = 100  # number of games in each measurement
MOVES = 10  # number of moves in each game


def main() -> None:
    """Compile the programs in C, and print two times of each of four entries.

    The entries are the trivial strategy and the strategy of ``examples/programs``, both
    in C and in Python. The times are the time until the process can play, and the time
    of a move.
    """
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "trivial.c").write_text(TRIVIAL_C, encoding="utf-8")
        (folder / "trivial.py").write_text(TRIVIAL, encoding="utf-8")
        measure(
            trivial_in_c=f"program:{built(folder / 'trivial.c', folder)}",
            trivial_in_python=str(folder / "trivial.py"),
            agreement_in_c=f"program:{built(EXAMPLES / 'agreement.c', folder)}",
            agreement_in_python=str(EXAMPLES / "agreement.py"),
        )


def built(source: Path, folder: Path) -> Path:
    """Compile the C file `source` into `folder`, and return the file of the program."""
    file = folder / source.stem
    subprocess.run(["cc", "-O2", "-o", file, source], check=True)
    return file


def measure(**entries: str) -> None:
    """Print, for each entry, the time of a start of its process and the time of a move.

    `entries` is a dict: a key is the name to print, and its value is the text by which
    the referee knows the entry.
    """
    setting = Setting(Vocabulary.load(), timeout=60.0)
    resolved = {name: resolve(text) for name, text in entries.items()}

    def start(referee: Referee, entry: Entry) -> None:
        referee.player(entry, warm_up=False).close()

    def play(player: Player) -> None:
        for _ in range(GAMES):
            with player.new_game() as strategy:
                strategy.first_move()
                for _ in range(MOVES - 1):
                    strategy.next_move("crane", 5.0, "ci..c")

    with Referee(setting) as referee:
        calls = {k: partial(start, referee, entry) for k, entry in resolved.items()}
        starts = side_by_side(ROUNDS, **calls)
        games = {}
        for name, entry in resolved.items():
            games[name] = partial(play, referee.player(entry, warm_up=False))
        moves = side_by_side(ROUNDS, **games)
    for name in entries:
        # Other processes can only make a time longer, so the least time counts.
        ready = min(starts[name])
        move = min(moves[name]) / (GAMES * MOVES)
        print(f"{name:<20} start {ready * 1e3:6.1f} ms   move {move * 1e6:7.1f} us")


if __name__ == "__main__":
    main()
