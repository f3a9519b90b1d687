"""Prove the floors again, then write `floors-5.csv`.

A floor is a budget within which no strategy can reach a target probability: a share of
games that are won. A charge is an upper bound on the value of a position, which helps
to prove a floor.

Run ``python -m research.builders.build_floors``. The floor at p95 takes three minutes
of CPU time. If target probabilities such as 0.95 are given as arguments, the program
proves only their floors, and writes no file. If a floor is not proved, the program
stops with a message.

A proof uses the parameters in `FLOORS` and the charges in `charges-5.csv`
(`research.proofs.word_bounds` explains both). A search found these numbers. It made the
upper bound of the chance to win as small as possible for the words with the most
information, for a few prices of an expensive guess and a few costs of the cheap guesses
before.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import sys

from tqdm import tqdm

from game.word_files import DATA
from game.words import Vocabulary
from research.proofs.floor_tables import Charge, Floor
from research.proofs.word_bounds import pattern_shares, proves

FLOORS = (
    Floor(0.05, 11.05, 1.2, 3.2, 4.56, -0.0005, 0.0086, 5.4),
    Floor(0.5, 25.5, 3.5, 6.6, 5.8713, -1.07551, 1.39599, 1.1355),
    Floor(0.95, 43.3, 3.0, 8.0, 4.41, 0.7724, 0.136, 1.278),
)
FILE = DATA / "floors-5.csv"
CHARGES = DATA / "charges-5.csv"
BAR = "{desc} {percentage:3.0f} % |{bar}| {elapsed}"


def main() -> None:
    """Prove all floors, and write the floors to ``floors-5.csv``.

    If the arguments of the command name target probabilities, only the floors of these
    target probabilities are proved, and no file is written.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "shares",
        nargs="*",
        type=float,
        metavar="SHARE",
        help="a target probability, like 0.95: only its floor is proved; no file is "
        "written [default: all floors are proved, and then the file is written]",
    )
    wanted = parser.parse_args().shares
    shares = [floor.share for floor in FLOORS]
    for share in wanted:
        if share not in shares:
            parser.error(f"{share}: expected one of {', '.join(map(str, shares))}")

    words = Vocabulary.load()
    for floor in FLOORS:
        if not wanted or floor.share in wanted:
            prove(floor, words)
    # The file holds all floors. So it is written only after all floors are proved.
    if not wanted:
        write(words)


def prove(floor: Floor, words: Vocabulary) -> None:
    """Prove that no strategy wins often enough within the budget of `floor`.

    `words` are the word lists; every word of the lists may be a guess of the strategy.
    If the proof fails, the program exits with a message.
    """
    shares = pattern_shares(words)
    title = f"{floor.share:.0%}"
    with tqdm(total=1.0, desc=title, bar_format=BAR, disable=None) as bar:
        proved = proves(
            floor, shares, len(words.answers), words.length, charges(floor), bar.update
        )
    if not proved:
        sys.exit(f"the program did not prove this floor: {floor!r}")


def charges(floor: Floor) -> list[Charge]:
    """Return the charges with which `floor` is proved, by ascending budget.

    A charge is an upper bound on the value of a position, with the parameters of its
    proof. The charges are read from ``charges-5.csv``.
    """
    with CHARGES.open(encoding="utf-8", newline="") as file:
        rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]
    names = [field.name for field in dataclasses.fields(Charge)]
    return [
        Charge(*(row[name] for name in names))
        for row in rows
        if row["share"] == floor.share
    ]


def write(words: Vocabulary) -> None:
    """Write ``floors-5.csv``: a row for each floor, with the parameters of its proof.

    A row also has the digest of `words`, the word lists for which the floor holds.
    """
    rows = [dataclasses.asdict(floor) for floor in FLOORS]
    with FILE.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [*rows[0], "words"], lineterminator="\n")
        table.writeheader()
        table.writerows(row | {"words": words.digest} for row in rows)


if __name__ == "__main__":
    main()
