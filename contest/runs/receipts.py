"""Receipts of repetitions of an official run: JSON files beside its ``record.json``."""

from __future__ import annotations

import platform
import time
from pathlib import Path
from typing import Annotated

import msgspec

from contest.entries.digests import file_digest
from contest.runs.facts import SEAL, RunError, convert_json, read_json
from contest.runs.folder import RunFolder
from contest.runs.provenance import machine, versions

Name = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_.-]{1,64}\Z")]


class Receipt(msgspec.Struct, frozen=True):
    """Statement that a machine repeated an official run without a difference.

    `record` is the SHA-256 of the run's ``record.json``; `date` is in UTC. `vector` and
    `versions` are as in ``run.json``. `replayed` is the number of games whose moves
    were replayed, `repeated` the number of games that the entries
    played again.
    """

    record: Name
    date: Name
    system: Name
    architecture: Name
    processor: str
    vector: list[str]
    versions: dict[str, str]
    replayed: int
    repeated: int

    @property
    def kind(self) -> str:
        """The kind of machine: system and architecture."""
        return f"{self.system} {self.architecture}"

    @property
    def file_name(self) -> str:
        """Name of its file: one for each kind of machine and date."""
        return f"receipt-{self.system}-{self.architecture}-{self.date}.json"

    def write(self, path: Path) -> Path:
        """Write it to the folder of the run; return its file."""
        text = msgspec.json.format(msgspec.json.encode(self)).decode()
        RunFolder(path).write(self.file_name, text + "\n")
        return path / self.file_name


def make_receipt(path: Path, replayed: int, repeated: int) -> Receipt:
    """Return the receipt of this machine, of today, for the run in a folder."""
    return Receipt(
        record=file_digest(path / SEAL),
        date=time.strftime("%Y-%m-%d", time.gmtime()),
        system=platform.system(),
        architecture=platform.machine(),
        processor=platform.processor() or platform.machine(),
        vector=machine()["vector"],
        versions=versions(),
        replayed=replayed,
        repeated=repeated,
    )


def read_receipts(path: Path) -> list[Receipt]:
    """Return the receipts in the folder of an official run, in the order of names.

    Raises `RunError` for one that cannot be read, is of another ``record.json``, or has
    the file name of another kind of machine or date.
    """
    receipts = []
    digest = file_digest(path / SEAL)
    for file in sorted(path.glob("receipt-*.json")):
        try:
            receipt = convert_json(read_json(file), Receipt, file)
        except OSError as error:
            why = error.strerror
            raise RunError(f"{str(file)!r}: {why}; expected a receipt") from None
        if (receipt.record, receipt.file_name) != (digest, file.name):
            raise RunError(
                f"{str(file)!r} is {receipt.file_name!r} of record "
                f"{receipt.record[:12]}: expected {file.name!r} of record "
                f"{digest[:12]}, as evaluate.py verify --receipt writes it"
            )
        receipts.append(receipt)
    return receipts
