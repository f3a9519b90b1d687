"""Facts of a run, as in ``run.json``, and readers of untrusted JSON files."""

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
"""Name of the file that seals an official run: it has digests of the run's files."""

Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]
ColumnName = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(PERCENTILES)})$")]
Contents = TypeVar("Contents")


class RunError(InputError):
    """A run that cannot be read, or a folder to which no run can be written."""


class RunStatus(msgspec.Struct):
    """Facts that only the games of a run show, such as failures of entries.

    `names` has, for each entry, the text that its strategy's ``__str__`` returns.
    `failures` has, for each entry that could not be started, the reason; these entries
    have no score. `stopped` has the entries that were stopped because too many of their
    games in a row failed. `missing` has the protections of the sandbox that this
    machine lacks. `namespaces` is ``own`` if all processes had Linux namespaces of
    their own; otherwise it is ``none`` with the reason. `namespaces` is empty before
    the first game, and in runs that were recorded before namespaces were introduced.
    """

    names: dict[str, str] = {}
    failures: dict[str, str] = {}
    stopped: list[str] = []
    missing: list[str] = []
    namespaces: str = ""

    def add(self, entry: str, chunk: Chunk) -> bool:
        """Update the status after some further games of the entry named `entry`.

        `chunk` is the result of these games. Return whether the status has changed.
        """
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
        """How much of the sandbox the machine of the run offered.

        The isolation level is ``full``, ``partial`` or ``process-only``.
        """
        if not self.missing:
            return "full"
        steps = " ".join(self.missing)
        none_left = "Landlock" in steps and "seccomp" in steps
        return "process-only" if none_left else "partial"


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """The facts of a run that are fixed before its first game.

    Parameters
    ----------
    games : int
        Number of games of each entry. If a test may end the run earlier, this is the
        maximum number of games.
    seed : str
        The text that fixes the secrets and the noise of all games.
    whole_dictionary : bool
        Whether the secret of game k is answer k. Otherwise the secrets are drawn.
    commit : str
        The commit of an official run; empty for any other run.
    numbers : dict or None
        For a submission, a number for each of its rankings: the number of the
        submission among all submissions to the ranking. The number determines the error
        that the submission may have (`contest.statistics.error_budget`). The keys are
        the names of the rankings. A run that is not a submission has None.
    beacon : Beacon or None
        For a submission, the round from which its seed follows. Old submissions, and
        runs that are not submissions, have no beacon.
    command : str
        The name of the command that plays the games.
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
    """Facts of a run; docs/reference/files.md explains them as fields of ``run.json``.

    `entries` has the names of the entries, like ``quantile/p50``. `calls` has, for each
    name, the call of the strategy's constructor that the name stands for. If the
    entries are in another contest project, `checkout` is the folder of this project;
    otherwise `checkout` is empty. `mark` is a signature of `entries` and `checkout`; it
    shows that the run was started from this checkout. `code` is the digest of the
    referee's code, and `digests` has the digest of each entry. The files of older runs
    may lack the fields that have a default.
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
        """Read the file ``run.json`` of a run; texts are made safe for a terminal.

        `path` is the path of the file. The run must have the words of `vocabulary`. If
        `vocabulary` is None, the words are found by the digest of words in the file.
        Raises `OSError` when there is no file. Raises `RunError` when the file cannot
        be read, has another version of the rules or other words, lacks a fact, or has a
        fact of the wrong type.
        """
        file = sanitize_values(read_json(path))
        contents = convert_json(file, dict[str, Any], path)
        rules = contents.get("rules")
        if rules != RULES_VERSION:
            raise RunError(
                f"{str(path)!r} is of version {rules!r:.40} of the rules",
                f"version {RULES_VERSION}",
            )
        words = _find_words(path.parent, contents.get("words"), vocabulary)
        # In the file, the fields of the setting, the limits and the status stand beside
        # the other fields. Each part takes the fields that it knows.
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
        """Whether the run is official. Only official runs record a commit."""
        return bool(self.commit)

    def changed_source(self, now: RunFacts) -> str:
        """Return what has changed since the run: "code", "words" or "entries".

        `now` has the digests of the present code, words and entries. If several of them
        have changed, only the first of the three names is returned. If all digests are
        equal, an empty string is returned.
        """
        if self.code != now.code:
            return "code"
        if self.setting.vocabulary.digest != now.setting.vocabulary.digest:
            return "words"
        return "" if self.digests == now.digests else "entries"


def _read_setting(contents: dict[str, Any], words: Vocabulary, path: Path) -> Setting:
    """Return the setting of a run, from the contents of its ``run.json``.

    `words` are the words of the run, which are not in the file. `path` is the path of
    the file, which messages name.
    """
    setting = convert_json(contents | {"vocabulary": words}, Setting, path)
    with RunError.at(f"{str(path)!r}: "):
        setting.check()
        _check_seconds("timeout", setting.timeout)
    return setting


def _read_limits(contents: dict[str, Any], path: Path) -> Limits:
    """Return the limits of the strategies in a run.

    `contents` are the contents of the run's ``run.json``. `path` is the path of the
    file, which messages name.
    """
    limits = convert_json(contents, Limits, path)
    with RunError.at(f"{str(path)!r}: "):
        _check_seconds("start_timeout", limits.start_timeout)
    return limits


def _read_status(contents: dict[str, Any], path: Path) -> RunStatus:
    """Return the status of a run, from the contents of its ``run.json``.

    The names of the strategies are made safe for a terminal. `path` is the path of the
    file, which messages name.
    """
    status = convert_json(contents, RunStatus, path)
    # Strategies choose their names, and anybody can edit a submitted run.
    status.names = {entry: sanitize(name) for entry, name in status.names.items()}
    return status


def _check_seconds(name: str, seconds: float) -> None:
    """Raise `InputError` if the time limit `name` is not positive or is too long."""
    if not 0 < seconds <= MOST_SECONDS:
        expected = f"a number of seconds above 0 and at most {MOST_SECONDS:g}"
        raise InputError(f"{name} {seconds}", expected)


def _find_words(
    folder: Path, digest: object, expected: Vocabulary | None
) -> Vocabulary:
    """Return the words of a run: the words with the digest that the run recorded.

    `folder` is the run's folder, and `digest` is the recorded digest. If `expected` is
    not None, only these words are tried. Otherwise, the words of this project and the
    word files in `folder` are tried. Raises `RunError` if no words have the digest.
    """
    own = _list_words(folder) if expected is None else [expected]
    for vocabulary in own:
        if vocabulary.digest == digest:
            return vocabulary
    raise RunError(
        f"the run in {str(folder)!r} was played with other words",
        "the same --words, or the same --answers and --guesses, as the run had",
    )


def _list_words(folder: Path) -> Iterator[Vocabulary]:
    """Yield the vocabularies that the run in `folder` may have, the likeliest first."""
    yield Vocabulary.load()
    with suppress(WordError):  # a run with shipped words has no word files
        yield Vocabulary.from_files(*(folder / name for name in WORD_FILES))
    for length in LENGTHS:
        with suppress(WordError):  # no words of this length are shipped
            yield Vocabulary.load(length)


def read_json(path: Path) -> object:
    """Return the contents of a JSON file, which must be a regular file.

    Raises `OSError` when the file cannot be opened. Raises `RunError` when the file is
    not JSON in UTF-8, nests too deep, or has a number that JSON does not allow or that
    is too long.
    """
    try:
        return msgspec.json.decode(read_text(path))
    except (ValueError, RecursionError):
        raise RunError(
            f"{str(path)!r} cannot be read", "a file that evaluate.py writes"
        ) from None


def convert_json(contents: object, kind: type[Contents], file: Path) -> Contents:
    """Return the contents of a JSON file as an object of the type `kind`.

    `file` is the path of the file, which messages name. Fields of the file that `kind`
    does not have are ignored. Raises `RunError`, with the message of msgspec, if a
    field is missing or has a value of the wrong type.
    """
    try:
        return msgspec.convert(contents, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        fault = mask_invisible(str(error))
        raise RunError(
            f"{str(file)!r}: {fault}", "a file that evaluate.py writes"
        ) from None
