"""Official runs: they have a fresh seed, and are sealed and compressed at their end.

The seal is the file ``record.json``. It has the digests of ``run.json`` and
``games.csv``, and the texts of the entries' files. So a later change of the run or of
an entry is noticed.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import msgspec
from msgspec.structs import asdict

from contest.entries.digests import entry_sources, file_digest
from contest.entries.entry import Entry
from contest.runs.facts import SEAL
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.runs.provenance import check_official

SEAL_FORMAT = 1
"""Version of the format of ``record.json``, the seal of an official run."""

SEAL_TIME = "%Y-%m-%dT%H:%M:%SZ"
"""Format of the time in ``record.json``, in UTC."""

_SEALED_FILES = ("run.json", "games.csv")


class Seal(msgspec.Struct):
    """Contents of ``record.json``, which docs/reference/files.md explains."""

    format: int
    sealed: str
    files: dict[str, str]
    sources: dict[str, str]


def make_official(plan: Plan) -> Plan:
    """Return the plan of an official run: `plan` with the commit and a fresh seed.

    Raises `OfficialError` if the checkout has uncommitted changes, except in the files
    of the entries and in the results. Also raises `OfficialError` if a file in the root
    of the project would shadow a library.
    """
    # The seed is drawn after the code is fixed, so that nobody can choose an entry that
    # suits the seed, or a seed that suits the entry.
    commit = check_official(plan.entries)
    return replace(plan, commit=commit, seed=secrets.token_hex(32))


@contextmanager
def official_run(plan: Plan, folder: RunFolder) -> Iterator[None]:
    """Seal an official run, and compress its rows, at the end of the block.

    The block plays the run of `plan` in `folder`. If the run is not official, or if the
    block raises an exception, the run is neither sealed nor compressed.
    """
    yield
    if plan.commit:
        seal(folder, plan.entries)
        folder.pack()


def seal(folder: RunFolder, entries: Iterable[Entry]) -> None:
    """Write ``record.json``, the seal of a finished official run, to its folder.

    The seal has the digests of ``run.json`` and ``games.csv``, and the texts of the
    files of `entries`.
    """
    # The sources are kept, so that people can read the entry even if its file changes.
    sources: dict[str, str] = {}
    for entry in entries:
        sources |= entry_sources(entry)

    # The digests of the files show a later change.
    files = {name: file_digest(folder.path / name) for name in _SEALED_FILES}
    now = time.strftime(SEAL_TIME, time.gmtime())
    seal = Seal(format=SEAL_FORMAT, sealed=now, files=files, sources=sources)
    folder.write(SEAL, json.dumps(asdict(seal), indent=2) + "\n")
