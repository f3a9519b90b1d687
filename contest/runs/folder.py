"""Run folder: facts, one row per game, times and the summary.

The folder has these files:

* ``run.json``: the facts of the run, with versions and digests.
* ``games.csv``: a row for each game, in order.
* ``times.csv``: the times of the same games. The times are not in ``games.csv``,
  because they are not reproducible. ``games.csv`` and ``summary.csv`` are reproducible
  to the byte, even if the run was interrupted.
* ``logs.jsonl``: the output of the strategies; official runs do not have this file.
* ``answers.txt`` and ``guesses.txt``: the words of the run. If the words are shipped
  with the project, the run does not have these two files.
* ``summary.csv``, written when all games are played.

At the end of an official run, ``games.csv`` is replaced by the compressed file
``games.csv.gz``. ``times.csv`` is removed, because nobody could check the times.
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
    """A row breaks the numbering 0, 1, 2, ... of the games of its entry."""


RUN_FILES = (
    "run.json",
    "games.csv",
    "times.csv",
    "summary.csv",
    logs.NAME,
    *WORD_FILES,
)
"""Names of the files that a run writes to its folder before it is sealed."""


class RunFolder:
    """Reads and writes the folder of a run.

    Each write is one system call with whole rows, so a run that is killed leaves whole
    rows. A power cut may leave half a row, which `rows` skips. Methods raise `RunError`
    when a file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._line = 1  # number of the line with the last row that was read

    @classmethod
    def create(cls, path: Path | None = None) -> RunFolder:
        """Make the folder of a new run.

        If `path` is None, the folder is made in the folder of runs, and the name of the
        new folder begins with the time. Raises `RunError` when `path` already holds a
        run or is not a folder.
        """
        unix.require()
        # The name begins with the time, so that sorted names are in the order of runs.
        stamp = time.strftime("%Y%m%d-%H%M%S")
        path = path or runs_folder() / f"{stamp}-{secrets.token_hex(3)}"
        with _writing(path):
            try:
                path.mkdir(parents=True, exist_ok=True)
                if (path / PACKED).exists():
                    raise FileExistsError
                # If two runs create the file at once, only one succeeds with mode "x".
                with (path / "games.csv").open("x", encoding="utf-8") as file:
                    file.write(csv_line(FIELDS))
            except FileExistsError:
                what = "holds a run already" if path.is_dir() else "is no folder"
                raise RunError(f"{str(path)!r} {what}", "a new folder") from None
            (path / "times.csv").write_text(csv_line(TIMES), encoding="utf-8")
        return cls(path)

    @classmethod
    def reopen(cls, path: Path, vocabulary: Vocabulary | None = None) -> OpenRun:
        """Open an interrupted run to resume it.

        `path` is the folder of the run. The run must have the words of `vocabulary`. If
        `vocabulary` is None, the words are found by the digest of words in
        ``run.json``. A power cut may leave half a row at the end of a file; such a half
        row is removed. Raises `RunError` if the run cannot be resumed.
        """
        run = cls(path).open(vocabulary)
        if rows_path(path).name == PACKED:
            raise RunError(
                f"{str(path)!r} is an official run that is over",
                "a run that was interrupted",
            )
        for name in RUN_FILES:
            file = path / name
            if file.exists() and not file.is_file():
                raise RunError(f"{str(file)!r}", "a file")
        with _writing(path):
            lines = truncate_lines(path / "games.csv")
            # Times are written before rows, so there may be more times than rows.
            truncate_lines(path / "times.csv", lines)
        return run

    def open(self, vocabulary: Vocabulary | None = None) -> OpenRun:
        """Read ``run.json`` and return the run.

        The run must have the words of `vocabulary`. If `vocabulary` is None, the words
        are found by the digest of words in ``run.json``. Raises `RunError` when the
        folder has no run, or when ``run.json`` is not valid.
        """
        if not is_visible(self.path.name):
            raise RunError(
                f"{str(self.path)!r}", "the name of a folder, of visible characters"
            )
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
        """Return a context manager that locks the folder until the end of its block.

        The context manager raises `RunError` when another run is writing to the folder.
        """
        return lock_lines(self.path / "games.csv")

    def add(self, rows: Iterable[Mapping[str, str]]) -> None:
        """Append the rows of games to ``games.csv``, ``times.csv`` and the logs.

        If writing fails, the earlier rows stay.
        """
        # Times are written first: a row without times would shift all later times.
        rows = list(rows)
        for name, fields in (("times.csv", TIMES), ("games.csv", FIELDS)):
            path = self.path / name
            text = "".join(csv_line([row[field] for field in fields]) for row in rows)
            with _writing(path):
                append_whole(path, text.encode())
        with suppress(OSError):  # a run does not fail because of its logs
            logs.append_logs(self.path, rows)

    def rows(self) -> Iterator[dict[str, str]]:
        """Yield the rows of ``games.csv``, with the times of the games.

        A time that is not known is ``nan``. The texts are made printable, because
        anybody may have written the run.
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
        """If the block raises an error for a row, add the file and line of the row.

        The block reads the rows with `rows`. The error is about the row that was read
        last. It is raised again as a `RunError`.
        """
        try:
            yield
        except (RecordError, RowError) as error:
            place = f"{str(rows_path(self.path))!r}, line {self._line}: "
            with RunError.at(place):
                raise error from None

    def count(self) -> int:
        """Return the number of games that were played; the rows are not parsed."""
        path = rows_path(self.path)
        try:
            with open_rows(path) as rows:
                # Every row is a line, and the heading is one more line.
                blocks = iter(lambda: rows.read(1 << 20), b"")
                return sum(block.count(b"\n") for block in blocks) - 1
        except (OSError, EOFError, zlib.error):
            raise RunError(f"{str(path)!r} cannot be read", "rows of games") from None

    def pack(self) -> None:
        """Compress ``games.csv`` of a run that is over, and remove ``times.csv``."""
        rows = self.path / "games.csv"
        with _writing(rows):
            with replace_file(self.path / PACKED) as file:
                # The file records no time and no name, so equal rows give equal files.
                packed = gzip.GzipFile("", "wb", fileobj=file, mtime=0)
                with packed, rows.open("rb") as text:
                    shutil.copyfileobj(text, packed)
            rows.unlink()
            (self.path / "times.csv").unlink(missing_ok=True)

    def write(self, name: str, text: str) -> None:
        """Write the small file `name` of the run atomically.

        If writing fails, the file keeps its old contents.
        """
        with _writing(self.path / name):
            write_whole(self.path / name, text)

    def save_words(self, vocabulary: Vocabulary) -> None:
        """Write the words of the run, unless they are shipped with the project."""
        if not vocabulary.is_shipped:
            for name, text in words_as_files(vocabulary).items():
                self.write(name, text)


@dataclass(slots=True)
class Progress:
    """Progress of an entry in a run: how many games have been played so far.

    `failures` is the number of hard failures in a row with which these games end. A
    hard failure is a game in which the strategy's process died or exceeded its time.
    """

    games: int = 0
    failures: int = 0


@dataclass(frozen=True, eq=False)
class OpenRun:
    """A run: its `facts` from ``run.json``, and its rows.

    The rows are read from `folder` when they are needed.
    """

    folder: RunFolder
    facts: RunFacts

    @cached_property
    def progress(self) -> Mapping[str, Progress]:
        """The progress of each entry; the keys are the names of the entries.

        An entry of which no game was played has the progress 0 games.
        """
        entries: dict[str, Progress] = defaultdict(Progress)
        for row in self.folder.rows():
            progress = entries[row["entry"]]
            progress.games += 1
            # After `HARD_FAILURES` failures in a row, all later rows are lost games
            # that were not played.
            if progress.failures < HARD_FAILURES:
                progress.failures = limit_failures((row,), progress.failures)[1]
        return entries

    @cached_property
    def summaries(self) -> list[Summary]:
        """The summaries of the entries that have a score.

        An entry that fails to start when the run is resumed keeps its rows, but has no
        score.
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
        """Return the games of each entry; the keys are the names of the entries.

        `rows` are rows of ``games.csv``, and `setting` has the rules of the games.
        Raises `RunError` for an entry that is not in ``run.json``.
        """
        with self.folder.locate_errors():
            games_of = group_by_entry(parse_rows(rows), setting)

        # If somebody else wrote the run, ``run.json`` may lack an entry of the rows.
        for entry in games_of.keys() - {*self.facts.entries}:
            raise RunError(
                f"{str(self.folder.path)!r} has games of {entry!r:.80}",
                "only games of the entries in run.json",
            )
        return games_of

    @property
    def summary_csv(self) -> str:
        """The text of ``summary.csv``; it does not depend on the times of the games."""
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
        """Whether the run needs no further game.

        If this is true, all games are played, every entry has a score, and
        ``summary.csv`` has the text that follows from the rows. A run that is not
        finished can be resumed; then entries without a score are started again.
        """
        if not self.facts.complete or self.facts.status.failures:
            return False
        try:
            # If the file has another summary, the rows have changed after the run.
            written = read_bytes(self.folder.path / "summary.csv")
        except OSError:
            return False
        return self.summary_csv.encode() == written


@dataclass(frozen=True, slots=True)
class ListedRun:
    """The facts of a run in a folder of runs, and its number of games.

    `path` is the folder of the run. `written` is the time when ``run.json`` was written
    last, in seconds of Unix time. `games` is the number of games that were played.
    """

    path: Path
    written: float
    facts: RunFacts
    games: int

    @property
    def date(self) -> str:
        """The day when the facts were written last, in local time."""
        return time.strftime("%Y-%m-%d", time.localtime(self.written))


def find_runs(folder: Path) -> list[Path]:
    """Return the folders of the runs in `folder`, the latest run first."""
    paths = []
    # The latest run is the run with the latest ``run.json``.
    for file in folder.glob("*/run.json"):
        try:
            paths.append((file.stat().st_mtime, file.parent))
        except OSError:  # the run has just been deleted
            continue
    return [path for _, path in sorted(paths, reverse=True)]


def find_last_run(folder: Path) -> Path:
    """Return the folder of the latest run in `folder`.

    Raises `RunError` if there is no run.
    """
    paths = find_runs(folder)
    if not paths:
        raise RunError(
            f"no run in {str(folder)!r}", "a run, which evaluate.py score makes"
        )
    return paths[0]


def read_runs(folder: Path) -> tuple[list[ListedRun], list[str]]:
    """Return the runs in `folder`, the latest run first, and a list of error messages.

    A run that cannot be read is not among the runs; the list has a message about it.
    """
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
    """Raise `RunError` if `folder`, or a file or folder directly in it, is a link.

    A link could lead to any file.
    """
    if folder.is_symlink():
        raise RunError(f"{str(folder)!r} is a link", "a folder")
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_symlink():
            raise RunError(f"{str(path)!r} is a link", "a file")


def find_stored_words(path: Path) -> dict[str, Path]:
    """Return the paths of the word files in the run folder `path`.

    The keys are ``answers`` and ``guesses``. The dict is empty if the run used words
    that this project ships.
    """
    files = {name.removesuffix(".txt"): path / name for name in WORD_FILES}
    return files if all(file.is_file() for file in files.values()) else {}


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Raise `RunError` if the block raises `OSError` while it writes `path`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise RunError(
            f"cannot write {str(path)!r} ({reason})", "a folder that can be written"
        ) from None
