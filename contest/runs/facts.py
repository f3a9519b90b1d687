"""Facts of a run, which ``run.json`` holds, and the reader of untrusted JSON files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from contest.runs.workers.runner import STOPPED, Chunk
from contest.sandbox.limits import MOST_GAMES, MOST_SECONDS, Limits
from contest.sandbox.untrusted_text import mask_invisible, sanitize, sanitize_values
from contest.statistics.quantiles import PERCENTILES
from game.errors import InputError
from game.files import read_text
from game.hard import Hard
from game.protocol import MAX_MOVES, RULES_VERSION, Mode, Setting
from game.words import Vocabulary

SEAL = "record.json"
"""Name of the file that an official run has beside its rows."""

_LARGEST = 1 << 53  # beyond it, floats do not represent all integers

Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=MOST_SECONDS)]
Number = Annotated[float, msgspec.Meta(ge=-_LARGEST, le=_LARGEST)]
Column = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(PERCENTILES)})$")]
Contents = TypeVar("Contents")


class RunError(InputError):
    """A run that cannot be read, or a folder in which none can be written."""


class RunStatus(msgspec.Struct):
    """Names, failures and missing protections of a run.

    `names` has the ``__str__`` of each entry and `failures` why it has no score;
    `stopped` are the entries that were stopped early, `missing` the protections that
    this machine lacks. `namespaces` is ``own`` if all processes had their own, else
    ``none`` and why; empty before the first game, and of runs from before they were
    used.
    """

    names: dict[str, str] = {}
    failures: dict[str, str] = {}
    stopped: list[str] = []
    missing: list[str] = []
    namespaces: str = ""

    def add(self, entry: str, chunk: Chunk) -> bool:
        """Add the facts of a chunk of an entry; return whether any is new."""
        before = repr(self)
        if chunk.name:
            self.names.setdefault(entry, chunk.name)
        if chunk.failure:
            self.failures[entry] = chunk.failure
        if chunk.rows and chunk.rows[-1]["reason"] == STOPPED:
            self.stopped = [*dict.fromkeys([*self.stopped, entry])]
        self.missing = sorted({*self.missing, *chunk.missing})
        if self.namespaces in ("", "own"):
            self.namespaces = chunk.namespaces or self.namespaces
        return repr(self) != before

    @property
    def isolation(self) -> str:
        """The level: ``full``, ``partial`` or ``process-only``."""
        if not self.missing:
            return "full"
        steps = " ".join(self.missing)
        none_left = "Landlock" in steps and "seccomp" in steps
        return "process-only" if none_left else "partial"


class RunFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts of a run, in the order of ``run.json``; docs/reference/files.md has them.

    Those with a default are absent in older runs.
    """

    rules: int
    # The setting, as of `Setting`, with the digest of its words.
    mode: Mode
    words: str
    max_turns: Count = MAX_MOVES
    timeout: Seconds
    boards: Count
    hard: Hard
    channel: str = ""
    given: str = ""
    # The rest of the plan, as of `Limits` and `contest.runs.plan.Plan`.
    command: str = ""
    entries: list[str]
    calls: dict[str, str] = {}
    checkout: str
    mark: str = ""
    start_timeout: Seconds
    isolate_games: bool
    games: Count
    whole_dictionary: bool
    seed: str
    width: Number | None
    numbers: dict[Column, Count] | None = None
    official: bool
    commit: str
    # What plays.
    code: str
    digests: dict[str, str]
    versions: dict[str, Any] = {}
    machine: dict[str, Any] = {}
    # The status, as of `RunStatus`.
    names: dict[str, str]
    failures: dict[str, str]
    stopped: list[str]
    missing: list[str]
    isolation: str
    namespaces: str = ""
    complete: bool

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file of facts, with texts that are safe for a terminal.

        Raises an `OSError` when there is none, and `RunError` when it cannot be read,
        has other rules, or lacks a fact or has one of another type.
        """
        contents = sanitize_values(read_json(path))
        rules = contents.get("rules") if isinstance(contents, dict) else None
        if rules is not None and rules != RULES_VERSION:
            raise RunError(
                f"{str(path)!r} is of rules {rules!r:.40}: expected {RULES_VERSION}"
            )
        facts = convert_json(contents, cls, path)
        # Names are chosen by strategies, and a submitted run can be edited.
        names = {entry: sanitize(name) for entry, name in facts.names.items()}
        return replace(facts, names=names)

    def to_json(self) -> str:
        """Return the text of ``run.json``."""
        return json.dumps(msgspec.to_builtins(self), indent=2) + "\n"

    @property
    def status(self) -> RunStatus:
        """The status, as a copy that may change."""
        return msgspec.convert(msgspec.to_builtins(self), RunStatus)

    def with_status(self, status: RunStatus, *, complete: bool) -> Self:
        """Return the facts with another status."""
        isolation = status.isolation
        return replace(self, **asdict(status), isolation=isolation, complete=complete)

    @property
    def limits(self) -> Limits:
        """The limits of a strategy's process."""
        return Limits(self.start_timeout, self.isolate_games)

    def setting(self, vocabulary: Vocabulary) -> Setting:
        """Return the rules of the games; raise `InputError` if none can be played."""
        setting = Setting.from_dict(asdict(self), vocabulary)
        setting.check()
        return setting

    def changed_source(self, now: RunFacts) -> str:
        """Return what has other digests now: code, words, entries, or nothing."""
        if self.code != now.code:
            return "code"
        if self.words != now.words:
            return "words"
        return "" if self.digests == now.digests else "entries"


def read_json(path: Path) -> object:
    """Read a regular file of JSON.

    Raises an `OSError` when it cannot be opened, and `RunError` when it is not JSON in
    UTF-8, nests too deep, or has a number without a meaning: NaN, infinity, or
    thousands of digits.
    """
    try:
        return msgspec.json.decode(read_text(path))
    except (ValueError, RecursionError):
        raise RunError(
            f"{str(path)!r} cannot be read: expected what evaluate.py writes"
        ) from None


def convert_json(contents: object, kind: type[Contents], file: Path) -> Contents:
    """Return the contents of a file of JSON as a struct, with the message of msgspec.

    Unknown names are ignored. Raises `RunError` for a missing value or one of another
    type.
    """
    try:
        return msgspec.convert(contents, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        fault = mask_invisible(str(error))
        raise RunError(
            f"{str(file)!r}: {fault}; expected what evaluate.py writes"
        ) from None
