"""Runs with a language model: a folder with its facts and what was said, line by line.

``model.json`` has the facts, ``transcripts.jsonl`` a record of each game or item, with
every message. Records are written when they are complete, in any order; what is
computed from them does not depend on it. The key of the endpoint is in neither.
"""

from __future__ import annotations

import hashlib
import math
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from contest.models.endpoint import PlayerError
from contest.models.games import Record, named_setting, read_records
from contest.runs.facts import RunError
from contest.runs.rows import append_whole, lock_lines, truncate_lines
from contest.sandbox.confinement import unix
from environments.phrasings import load_phrasing, phrasing_names
from game.files import read_text, write_whole
from game.protocol import Setting
from game.words import Vocabulary

_NO_COUNTS = "the endpoint counts no tokens, which a budget needs"

FACTS, TRANSCRIPTS = "model.json", "transcripts.jsonl"


class ModelFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Facts of a run with a model, in the order of ``model.json``.

    `words` is their digest, `count` the number of games, or of items where `items` says
    so; `options` are fields of each request, `phrasings` have version and digest.
    The address of a program is its command, and `program` the digest of its files.
    `open` is the number of an official run in the open class, from 1, and `date` that
    of its seed, in UTC; other runs have none.
    """

    model: str
    address: str
    game: str
    limit: int
    words: str
    items: bool
    count: int
    seed: str
    options: dict[str, Any]
    phrasings: dict[str, str]
    program: str = ""
    open: int = 0
    date: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of all facts but the seed, shortened."""
        text = msgspec.json.encode(replace(self, seed=""))
        return hashlib.sha256(text).hexdigest()[:16]

    def draw_seed(self) -> ModelFacts:
        """Return the facts with a fresh seed, whose beginning names all others."""
        return replace(self, seed=f"{self.digest}-{secrets.token_hex(32)}")

    def setting(self, vocabulary: Vocabulary) -> Setting:
        """Return the setting of the games."""
        return named_setting(self.game, vocabulary, self.limit)

    def check(self, words: str) -> None:
        """Raise `RunError` when words or phrasings are not those of the run."""
        phrasings = {} if self.program else current_phrasings()
        if (self.words, self.phrasings) != (words, phrasings):
            raise RunError(
                "the run has other words or phrasings than this version: expected the "
                "version that began it"
            )


def current_phrasings() -> dict[str, str]:
    """Return the versions and digests of the phrasings."""
    texts = map(load_phrasing, phrasing_names())
    return {each.name: f"{each.version} {each.digest}" for each in texts}


class ModelRun:
    """The folder of a run with a model."""

    def __init__(self, path: Path, facts: ModelFacts) -> None:
        self.path, self.facts = path, facts

    @classmethod
    def create(cls, path: Path, facts: ModelFacts) -> ModelRun:
        """Make the folder of a new run; raise `RunError` when it holds one."""
        try:
            path.mkdir(parents=True, exist_ok=True)
            (path / TRANSCRIPTS).touch(exist_ok=False)
            text = msgspec.json.format(msgspec.json.encode(facts), indent=1)
            write_whole(path / FACTS, f"{text.decode()}\n")
        except FileExistsError:
            raise RunError(f"{str(path)!r}: expected a new folder") from None
        except OSError as error:
            raise RunError(f"cannot write {str(path)!r}: {error.strerror}") from None
        return cls(path, facts)

    @classmethod
    def open(cls, path: Path, *, is_over: bool = False) -> ModelRun:
        """Open a run; if it is to go on, half a line at the end is removed."""
        try:
            facts = msgspec.json.decode(read_text(path / FACTS), type=ModelFacts)
            if not is_over:
                truncate_lines(path / TRANSCRIPTS)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise RunError(
                f"no run of a model in {str(path)!r} ({reason}): expected {FACTS}"
            ) from None
        return cls(path, facts)

    def records(self) -> list[Record]:
        """Return the records so far, by number."""
        records = read_records(self.path / TRANSCRIPTS)
        return sorted(records, key=lambda record: int(record["game"]))

    def play(
        self,
        make: Callable[[int], Record],
        jobs: int,
        budget: float,
        on_record: Callable[[], object],
    ) -> None:
        """Make the records that are missing, with several threads.

        No record is begun after `budget` tokens were spent in the run; those that were
        begun are completed, so that which games count does not depend on how they go.
        Raises `PlayerError` after a failure, when the others are complete.
        """
        unix.require()
        with lock_lines(self.path / TRANSCRIPTS):
            records = self.records()
            tokens_left = budget - sum(map(tokens_of, records))
            numbers = {record["game"] for record in records}
            missing = [k for k in range(self.facts.count) if k not in numbers]
            for record in _make_in_threads(make, missing, jobs, tokens_left):
                append_whole(
                    self.path / TRANSCRIPTS, msgspec.json.encode(record) + b"\n"
                )
                on_record()


def tokens_of(record: Record) -> float:
    """Return the tokens of a record, 0 where they are unknown."""
    return float(record.get("read", 0) + record.get("written", 0))


def _make_in_threads(
    make: Callable[[int], Record],
    numbers: Iterable[int],
    jobs: int,
    tokens_left: float,
) -> Iterator[Record]:
    """Yield records as they are complete; raise the first failure after them."""
    lock, failures = threading.Lock(), list[Exception]()

    def work(number: int) -> Record | None:
        nonlocal tokens_left
        if failures or tokens_left <= 0:
            return None
        try:
            record = make(number)
        except Exception as error:  # noqa: BLE001 - the other thread raises it
            failures.append(error)
            return None
        if "written" not in record and tokens_left < math.inf:
            failures.append(PlayerError(_NO_COUNTS))
        with lock:
            tokens_left -= tokens_of(record)
        return record

    with ThreadPool(jobs) as pool:  # of daemons: Ctrl-C does not wait for a reply
        yield from filter(None, pool.imap_unordered(work, numbers))
    if failures:
        raise failures[0]
