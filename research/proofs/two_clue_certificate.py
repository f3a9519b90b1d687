"""Certificate of `two_clues`: a budget and bounds for every opening, in a CSV file.

The budget of an opening is proved to be too small: no strategy that starts with this
opening and pays for at most two clues wins a given share of its games within the
budget. `two_clues` explains the proof and its bounds.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from game.errors import InputError
from game.files import write_whole
from game.words import Vocabulary

METHODS = ("free", "rough", "fine", "exact")
"""Names of the methods to prove a budget: first the fastest, last the strongest.

`research.builders.build_two_clues` proves budgets by these methods.
"""

_HEADER = ["opening", "budget", "method", "bounds"]


@dataclass(frozen=True, slots=True)
class TwoClueProof:
    """Bounds that prove, for an opening, that two paid clues win too few games.

    `budget` is the largest budget for which this is proved, in nats. `method` is the
    strongest of `METHODS` that was tried. A key of `bounds` is a price of the opening,
    in 48ths of the budget; the second guess costs the rest of the budget. The value is
    an upper bound of the chance to win with these prices, in units of 1e-7.
    """

    budget: float
    method: str
    bounds: dict[int, int]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The proofs of openings, and the file of these proofs.

    `file` is the CSV file. `words` is the digest of the word lists for which the proofs
    hold. `proofs` has the proof of each opening, by the word of the opening.
    """

    file: Path
    words: str
    proofs: dict[str, TwoClueProof]

    @classmethod
    def read(cls, file: Path, vocabulary: Vocabulary) -> Certificate:
        """Read the proofs of a file; if the file does not exist, there are no proofs.

        If several lines are for one opening, the last line counts, because
        `open_for_appending` adds lines.

        Raises `InputError` if a line cannot be read, or if the file is not for the
        words of `vocabulary`.
        """
        proofs: dict[str, TwoClueProof] = {}
        if not file.is_file():
            return cls(file, vocabulary.digest, proofs)
        with file.open(encoding="utf-8", newline="") as lines:
            if next(lines, "").strip() != vocabulary.digest:
                raise InputError(f"{file}", "the digest of the words first")
            for row in csv.DictReader(lines, _HEADER):
                try:
                    proofs[row["opening"]] = _parse(row)
                except (KeyError, TypeError, ValueError):
                    values = list(row.values())
                    raise InputError(f"{file}: {values!r} is not a proof") from None
        return cls(file, vocabulary.digest, proofs)

    @contextmanager
    def open_for_appending(self) -> Iterator[Callable[[str, TwoClueProof], None]]:
        """Yield a function that adds the proof of an opening to the file.

        The function takes the opening and the proof. If the proof has no higher budget
        than the present proof of the opening, the present budget and bounds are kept.
        At the end of the ``with`` block, the file is written again: sorted, with one
        line for each opening.
        """
        if not self.file.is_file():
            self._write()
        try:
            with self.file.open("a", encoding="utf-8") as file:

                def append(opening: str, proof: TwoClueProof) -> None:
                    before = self.proofs.get(opening)
                    if before and before.budget >= proof.budget:
                        proof = TwoClueProof(before.budget, proof.method, before.bounds)
                    self.proofs[opening] = proof
                    file.write(_line(opening, proof))
                    file.flush()

                yield append
        finally:
            self._write()

    def _write(self) -> None:
        lines = [
            _line(opening, self.proofs[opening]) for opening in sorted(self.proofs)
        ]
        write_whole(self.file, f"{self.words}\n" + "".join(lines))


def _parse(row: dict[str, str]) -> TwoClueProof:
    if row["method"] not in METHODS or not row["bounds"]:
        raise ValueError
    pairs = (pair.split(":") for pair in row["bounds"].split())
    bounds = {int(parts): int(value) for parts, value in pairs}
    budget = float(row["budget"])
    if not 0 < budget < math.inf:
        raise ValueError
    return TwoClueProof(budget, row["method"], bounds)


def _line(opening: str, proof: TwoClueProof) -> str:
    bounds = " ".join(f"{parts}:{value}" for parts, value in proof.bounds.items())
    return f"{opening},{proof.budget},{proof.method},{bounds}\n"
