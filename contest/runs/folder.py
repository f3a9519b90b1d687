"""Run folder: facts, one row per game, times and the summary.

The folder holds ``run.json`` (facts with versions and digests), ``games.csv`` (a row
per game, in order), ``times.csv`` (times of the same games), ``answers.txt`` and
``guesses.txt`` unless the words are shipped ones, and, once all games are played,
``summary.csv``. Times are kept apart because they are not reproducible: the
other files are, to the byte, whether or not the run was interrupted.

An official run that is over has its rows in ``games.csv.gz``, and no times, which
nobody can check.
"""

from __future__ import annotations

import gzip
import secrets
import shutil
import time
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from contest.runs import logs
from contest.runs.facts import RunError, RunFacts
from contest.runs.rows import (
    FIELDS,
    PACKED,
    TIMES,
    append_whole,
    csv_line,
    lock_lines,
    open_rows,
    read_rows,
    rows_path,
    truncate_lines,
)
from contest.runs.workers.runner import HARD_FAILURES, limit_failures
from contest.sandbox.confinement import unix
from contest.sandbox.policy import runs_folder
from contest.sandbox.tempdirs import WORD_FILES, words_as_files
from contest.statistics.games import Games, group_by_entry, parse_rows
from contest.statistics.summary import Summary, csv_text
from game.errors import InputError
from game.files import read_bytes, replace_file, write_whole
from game.protocol import Setting
from game.record import RecordError
from game.text.formats import is_visible
from game.words import Vocabulary


class RowError(InputError):
    """A row that does not follow from those before it."""


RUN_FILES = (
    "run.json",
    "games.csv",
    "times.csv",
    "summary.csv",
    logs.NAME,
    *WORD_FILES,
)
"""Files of a run folder."""


class RunFolder:
    """Reads and writes the folder of a run.

    Each write is one system call with whole rows, so a run that is killed leaves whole
    rows. `rows` skips the half row that a power cut may leave. What cannot be read or
    written raises `RunError`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._line = 1  # of the file with the rows, where it was last read

    @classmethod
    def create(cls, path: Path | None = None) -> RunFolder:
        """Make the folder of a new run; by default in the folder of runs, by its time.

        Raises `RunError` when it already holds a run or is no folder.
        """
        unix.require()
        # A new name begins with the time, so that names are in the order of runs.
        stamp = time.strftime("%Y%m%d-%H%M%S")
        path = path or runs_folder() / f"{stamp}-{secrets.token_hex(3)}"
        with _writing(path):
            try:
                path.mkdir(parents=True, exist_ok=True)
                if (path / PACKED).exists():
                    raise FileExistsError
                # Exclusive creation: of two concurrent runs, one succeeds.
                with (path / "games.csv").open("x", encoding="utf-8") as file:
                    file.write(csv_line(FIELDS))
            except FileExistsError:
                what = "holds a run already" if path.is_dir() else "is no folder"
                raise RunError(f"{str(path)!r} {what}", "a new folder") from None
            (path / "times.csv").write_text(csv_line(TIMES), encoding="utf-8")
        return cls(path)

    @classmethod
    def reopen(cls, path: Path, vocabulary: Vocabulary | None = None) -> OpenRun:
        """Open an interrupted run, ready to be resumed; its words are as in `open`.

        Half a row at the end, which a power cut may leave, is removed.
        """
        run = cls(path).open(vocabulary)
        if rows_path(path).name == PACKED:
            raise RunError(
                f"{str(path)!r} is an official run that is over",
                "one that was interrupted",
            )
        for name in RUN_FILES:
            file = path / name
            if file.exists() and not file.is_file():
                raise RunError(f"{str(file)!r}", "a file")
        # A power cut may leave half a row.
        with _writing(path):
            lines = truncate_lines(path / "games.csv")
            # Times are written first, so there may be more of them.
            truncate_lines(path / "times.csv", lines)
        return run

    def open(self, vocabulary: Vocabulary | None = None) -> OpenRun:
        """Read the facts of the run; its words are by default its own.

        Raises `RunError` when it has none, or as `RunFacts.read` does.
        """
        if not is_visible(self.path.name):
            raise RunError(f"{str(self.path)!r}", "a printable name of a folder")
        check_links(self.path)
        try:
            facts = RunFacts.read(self.path / "run.json", vocabulary)
        except OSError as error:
            raise RunError(
                f"no run in {str(self.path)!r} ({error.strerror})",
                "a folder with run.json, as `evaluate.py runs` lists them",
            ) from None
        return OpenRun(self, facts)

    def lock(self) -> AbstractContextManager[None]:
        """Lock the folder; raise `RunError` when another run is writing to it."""
        return lock_lines(self.path / "games.csv")

    def add(self, rows: Iterable[Mapping[str, str]]) -> None:
        """Append rows to ``games.csv``; earlier rows stay when that fails."""
        # Times first: a row without its times would shift those of all later rows.
        rows = list(rows)
        for name, fields in (("times.csv", TIMES), ("games.csv", FIELDS)):
            path = self.path / name
            text = "".join(csv_line([row[field] for field in fields]) for row in rows)
            with _writing(path):
                append_whole(path, text.encode())
        with suppress(OSError):  # of a full disk the rows say so
            logs.append_logs(self.path, rows)

    def rows(self) -> Iterator[dict[str, str]]:
        """Yield the rows of ``games.csv``, with the times if there are any.

        Their texts are printable: a run may come from elsewhere.
        """
        # An official run that is over has no times.
        timed = self.path / "times.csv"
        times = read_rows(timed, TIMES) if timed.is_file() else iter(())
        unknown = dict.fromkeys(TIMES, "nan")
        rows = read_rows(rows_path(self.path), FIELDS)
        for self._line, row in enumerate(rows, 2):
            yield row | next(times, unknown)

    @contextmanager
    def locate_errors(self) -> Iterator[None]:
        """Have an error of the block name the file and the line of the last row.

        The rows are read within the block, by `rows`.
        """
        try:
            yield
        except (RecordError, RowError) as error:
            place = f"{str(rows_path(self.path))!r}, line {self._line}: "
            with RunError.at(place):
                raise error from None

    def count(self) -> int:
        """Return the number of games that were played, without reading them."""
        path = rows_path(self.path)
        try:
            with open_rows(path) as rows:
                # A row is a line; the heading is one more.
                blocks = iter(lambda: rows.read(1 << 20), b"")
                return sum(block.count(b"\n") for block in blocks) - 1
        except (OSError, EOFError, zlib.error):
            raise RunError(f"{str(path)!r} cannot be read", "rows") from None

    def pack(self) -> None:
        """Compress the rows of a run that is over, and remove its times."""
        rows = self.path / "games.csv"
        with _writing(rows):
            with replace_file(self.path / PACKED) as file:
                # Without a time and a name, so that equal rows are equal files.
                packed = gzip.GzipFile("", "wb", fileobj=file, mtime=0)
                with packed, rows.open("rb") as text:
                    shutil.copyfileobj(text, packed)
            rows.unlink()
            (self.path / "times.csv").unlink(missing_ok=True)

    def write(self, name: str, text: str) -> None:
        """Write a small file atomically; the old contents stay when that fails."""
        with _writing(self.path / name):
            write_whole(self.path / name, text)

    def save_words(self, vocabulary: Vocabulary) -> None:
        """Write the words of the run, unless they are shipped ones."""
        if not vocabulary.is_shipped:
            for name, text in words_as_files(vocabulary).items():
                self.write(name, text)


@dataclass(slots=True)
class Progress:
    """Games of an entry so far, and how many at their end lost its process."""

    games: int = 0
    failures: int = 0


@dataclass(frozen=True, eq=False)
class OpenRun:
    """A run whose facts were read, once; its rows are read when they are needed."""

    folder: RunFolder
    facts: RunFacts

    @cached_property
    def progress(self) -> Mapping[str, Progress]:
        """The progress of each entry, also of one that has no games."""
        entries: dict[str, Progress] = defaultdict(Progress)
        for row in self.folder.rows():
            progress = entries[row["entry"]]
            progress.games += 1
            if progress.failures < HARD_FAILURES:  # later rows were not played
                progress.failures = limit_failures((row,), progress.failures)[1]
        return entries

    @cached_property
    def summaries(self) -> list[Summary]:
        """The summaries of the entries that have a score.

        One that fails to start again on resume keeps its rows and has none.
        """
        games_of = self.group_games(self.folder.rows(), self.facts.setting)
        return [
            Summary(entry, games, self.folder.path.name)
            for entry, games in games_of.items()
            if entry not in self.facts.status.failures
        ]

    def group_games(
        self, rows: Iterable[Mapping[str, str]], setting: Setting
    ) -> dict[str, Games]:
        """Return the games of each entry in rows of the run.

        Raises `RunError` for an entry that ``run.json`` does not name.
        """
        with self.folder.locate_errors():
            games_of = group_by_entry(parse_rows(rows), setting)

        # In a run from elsewhere, rows may be of entries without facts.
        for entry in games_of.keys() - {*self.facts.entries}:
            raise RunError(
                f"{str(self.folder.path)!r} has games of {entry!r:.80}",
                "those of entries in run.json",
            )
        return games_of

    @property
    def summary_csv(self) -> str:
        """The text of ``summary.csv``: without times, a function of the rows alone."""
        lines = []
        for summary in self.summaries:
            statistics = summary.line()
            identity = {
                "entry": summary.entry,
                "name": self.facts.status.names.get(summary.entry),
                "mode": statistics["mode"],
                "games": statistics["games"],
                "seed": self.facts.seed,
            }
            lines.append(identity | statistics)
        return csv_text(lines)

    @property
    def finished(self) -> bool:
        """Whether the run is complete, with a score of each entry, and its rows there.

        An entry without a score is tried again.
        """
        if not self.facts.complete or self.facts.status.failures:
            return False
        try:
            # A summary of other rows than these was not made at the end of the run.
            written = read_bytes(self.folder.path / "summary.csv")
        except OSError:
            return False
        return self.summary_csv.encode() == written


@dataclass(frozen=True, slots=True)
class ListedRun:
    """A run of a folder, without its games.

    `written` is the time of its last game, in seconds since 1970.
    """

    path: Path
    written: float
    facts: RunFacts
    games: int

    @property
    def date(self) -> str:
        """Day of the last game, in local time."""
        return time.strftime("%Y-%m-%d", time.localtime(self.written))


def find_runs(folder: Path) -> list[Path]:
    """Return the folders of the runs in a folder, the latest first."""
    paths = []
    # The latest run is the one whose facts were written last.
    for file in folder.glob("*/run.json"):
        try:
            paths.append((file.stat().st_mtime, file.parent))
        except OSError:  # it has just gone
            continue
    return [path for _, path in sorted(paths, reverse=True)]


def find_last_run(folder: Path) -> Path:
    """Return the folder of the latest run in a folder; `RunError` without one."""
    paths = find_runs(folder)
    if not paths:
        raise RunError(f"no run in {str(folder)!r}", "one, which evaluate.py makes")
    return paths[0]


def read_runs(folder: Path) -> tuple[list[ListedRun], list[str]]:
    """Return the runs in a folder, the latest first, and why others cannot be read."""
    runs = []
    faults = []
    for path in find_runs(folder):
        try:
            written = (path / "run.json").stat().st_mtime
            run = RunFolder(path).open()
            runs.append(ListedRun(path, written, run.facts, run.folder.count()))
        except (InputError, OSError) as error:
            faults.append(str(error))
    return runs, faults


def check_links(folder: Path) -> None:
    """Refuse a folder that is a link, or has one in it, which could lead anywhere."""
    if folder.is_symlink():
        raise RunError(f"{str(folder)!r} is a link", "a folder")
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_symlink():
            raise RunError(f"{str(path)!r} is a link", "a file")


def find_stored_words(path: Path) -> dict[str, Path]:
    """Return the files of the words of a run by option, none for shipped words."""
    files = {name.removesuffix(".txt"): path / name for name in WORD_FILES}
    return files if all(file.is_file() for file in files.values()) else {}


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Raise `RunError` when the block cannot write a file or folder."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise RunError(
            f"cannot write {str(path)!r} ({reason})", "a folder to write"
        ) from None
