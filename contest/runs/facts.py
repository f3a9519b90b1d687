"""Facts of a run, which ``run.json`` holds, and the reader of untrusted JSON files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

import msgspec
from msgspec import structs

from contest.runs.beacons import Beacon
from contest.runs.workers.runner import STOPPED, Chunk
from contest.sandbox.limits import MOST_GAMES, MOST_SECONDS, Limits
from contest.sandbox.tempdirs import WORD_FILES
from contest.sandbox.untrusted_text import mask_invisible, sanitize, sanitize_values
from contest.statistics.quantiles import PERCENTILES
from game.errors import InputError
from game.files import read_text
from game.protocol import RULES_VERSION, Setting
from game.spelling import WordError
from game.words import LENGTHS, Vocabulary

SEAL = "record.json"
"""Name of the file that an official run has beside its rows."""

Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]
ColumnName = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(PERCENTILES)})$")]
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


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """Games of a run as they were fixed before the first: part of plan and facts.

    `games` is their number for each entry, at most where a test ends the run. `seed`
    and `whole_dictionary` are as for a `Job`. `commit` is empty but for an official
    run. `numbers` has the number of a submission by column, which determines the
    probability of an error in `contest.statistics.error_budget`; its seed follows from
    `beacon`, where there is one. `command` is the name of the command that plays.
    """

    games: Count
    seed: str
    whole_dictionary: bool = False
    commit: str = ""
    numbers: dict[ColumnName, Count] | None = None
    beacon: Beacon | None = None
    command: str = ""


@dataclass(frozen=True, kw_only=True)
class RunFacts(Schedule):
    """Facts of a run; docs/reference/files.md has their names in ``run.json``.

    `entries` and `calls` are the texts of the entries and what each stands for, like
    ``quantile/p50`` and its call; `checkout` is the other contest project that they
    come from, empty for this one. `mark` is a signature of both, which shows that the
    run was started from this checkout. `code` and `digests`, of the entries, identify
    what plays. Fields with a default are absent in older runs.
    """

    setting: Setting
    limits: Limits
    entries: list[str]
    calls: dict[str, str] = field(default_factory=dict)
    checkout: str
    mark: str = ""
    code: str
    digests: dict[str, str]
    versions: dict[str, Any] = field(default_factory=dict)
    machine: dict[str, Any] = field(default_factory=dict)
    status: RunStatus
    complete: bool

    @classmethod
    def read(cls, path: Path, vocabulary: Vocabulary | None = None) -> Self:
        """Read a file of facts, with texts that are safe for a terminal.

        The run must have the words of a vocabulary; by default they are its own.
        Raises an `OSError` when there is none, and `RunError` when it cannot be read,
        has other rules or words, or lacks a fact or has one of another type.
        """
        file = sanitize_values(read_json(path))
        contents = convert_json(file, dict[str, Any], path)
        rules = contents.get("rules")
        if rules != RULES_VERSION:
            raise RunError(
                f"{str(path)!r} is of rules {rules!r:.40}", f"{RULES_VERSION}"
            )
        words = _find_words(path.parent, contents.get("words"), vocabulary)
        # The file has the fields of all parts side by side. Each part takes the fields
        # that it knows, and the facts take the parts with the fields that are left.
        parts = {
            "setting": _read_setting(contents, words, path),
            "limits": _read_limits(contents, path),
            "status": _read_status(contents, path),
        }
        return convert_json(contents | parts, cls, path)

    def to_json(self) -> str:
        """Return the text of ``run.json``."""
        own = {item.name: getattr(self, item.name) for item in fields(self)}
        for part in ("setting", "limits", "status", "complete"):
            del own[part]
        facts = {
            "rules": RULES_VERSION,
            **self.setting.to_dict(),
            "words": self.setting.vocabulary.digest,
            **asdict(self.limits),
            **own,
            "official": self.official,
            **structs.asdict(self.status),
            "isolation": self.status.isolation,
            "complete": self.complete,
        }
        return json.dumps(msgspec.to_builtins(facts), indent=2) + "\n"

    @property
    def official(self) -> bool:
        """Whether the run can hold a record: it is of a commit."""
        return bool(self.commit)

    def changed_source(self, now: RunFacts) -> str:
        """Return what has other digests now: code, words, entries, or nothing."""
        if self.code != now.code:
            return "code"
        if self.setting.vocabulary.digest != now.setting.vocabulary.digest:
            return "words"
        return "" if self.digests == now.digests else "entries"


def _read_setting(contents: dict[str, Any], words: Vocabulary, path: Path) -> Setting:
    """Return the setting of a run, which has its words in other files."""
    setting = convert_json(contents | {"vocabulary": words}, Setting, path)
    with RunError.at(f"{str(path)!r}: "):
        setting.check()
        _check_seconds("timeout", setting.timeout)
    return setting


def _read_limits(contents: dict[str, Any], path: Path) -> Limits:
    """Return the limits of a run."""
    limits = convert_json(contents, Limits, path)
    with RunError.at(f"{str(path)!r}: "):
        _check_seconds("start_timeout", limits.start_timeout)
    return limits


def _read_status(contents: dict[str, Any], path: Path) -> RunStatus:
    """Return the status of a run, whose names are safe in one line of a terminal."""
    status = convert_json(contents, RunStatus, path)
    # Names are chosen by strategies, and a submitted run can be edited.
    status.names = {entry: sanitize(name) for entry, name in status.names.items()}
    return status


def _check_seconds(name: str, seconds: float) -> None:
    """Raise `InputError` for a time limit that no run has."""
    if not 0 < seconds <= MOST_SECONDS:
        expected = f"seconds above 0, at most {MOST_SECONDS:g}"
        raise InputError(f"{name} {seconds}", expected)


def _find_words(
    folder: Path, digest: object, expected: Vocabulary | None
) -> Vocabulary:
    """Return the words of a run: shipped ones by their digest, others in its folder."""
    own = _list_words(folder) if expected is None else [expected]
    for vocabulary in own:
        if vocabulary.digest == digest:
            return vocabulary
    raise RunError(
        f"{str(folder)!r} was played with other words",
        "the same --words, or --answers and --guesses, as when it was played",
    )


def _list_words(folder: Path) -> Iterator[Vocabulary]:
    """Yield what may be the words of a run, the most probable first."""
    yield Vocabulary.load()
    with suppress(WordError):  # the run is of shipped words
        yield Vocabulary.from_files(*(folder / name for name in WORD_FILES))
    for length in LENGTHS:
        with suppress(WordError):  # none of this length
            yield Vocabulary.load(length)


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
            f"{str(path)!r} cannot be read", "what evaluate.py writes"
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
        raise RunError(f"{str(file)!r}: {fault}", "what evaluate.py writes") from None
