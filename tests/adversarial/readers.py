"""Readers of untrusted files, each with an example: for fuzzers and property tests.

A reader accepts bytes or refuses them with one of `REFUSED`. Any other exception is a
fault.
"""

from __future__ import annotations

import gzip
import json
import math
import random
import shutil
import socket
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from contest.entries.digests import file_digest
from contest.entries.home import RESULTS
from contest.entries.strategy_file import ListedCall, StrategyFile
from contest.leaderboard.submission import read
from contest.leaderboard.verification import check_replay
from contest.runs.facts import SEAL
from contest.runs.folder import RunFolder
from contest.runs.results import Run
from contest.runs.rows import PACKED
from contest.sandbox.untrusted_text import sanitize
from contest.sandbox.wire import LINE, Broken, Connection
from contest.statistics.games import group_by_entry, parse_rows
from game.errors import InputError
from game.protocol import Forfeit, Mode, Setting, check_move
from game.word_files import WordWarning
from game.words import Vocabulary
from solver.checking.checker import check
from solver.optimal.certificate import prove
from solver.trees.notation import from_csv, from_selby

REFUSED = (InputError, Broken, Forfeit)

GAMES = 5  # number of games in the example of a record
_SUBMISSION = RESULTS / "submissions" / "quantile-6c219370"
_WORDS = Vocabulary.load()
_AT = tuple(word for word in _WORDS.answers if word[1:3] == "at")
_SMALL = Vocabulary(_AT, _AT)
_SELBY = (
    b"crane BBBBB1 slump BBYBY2 pudgy GGGGG3\n                   GGGGG2\n      GGGGG1\n"
)
_REPLY = (
    b'{"id":1,"move":["crane",12.5],"raised":"ValueError: x","failed":"a",'
    b'"name":"Mine(x=1)","state":[["self.x","1"]]}\n'
)
_ENTRY = b'MODES = ["wordpl"]\nENTRIES = {"p05": Bold(1.5, word="crane")}\n'

SNIPPETS = (
    *(b"-1", b"1e999", b"NaN", b"null", b"true", b"9" * 5000, b"[" * 2000, b"\0"),
    *(b"\n", b"\r", b"{}", b"[]", b'"', b",", b":", b" ", b"inf", b"\\ud800"),
    *("é".encode(), "\ud7ff".encode(), b"\xff", b"\xef\xbb\xbf", b"'", b"=1+1"),
)
"""Texts that an alteration puts in the place of some bytes; random bytes also serve."""

Part = tuple[float, int, bytes]


class Reader(NamedTuple):
    """A reader of one format.

    Attributes
    ----------
    example : bytes
        An input that the reader accepts.
    read : callable
        Reads bytes; raises `REFUSED`.
    memory : int
        Bytes that reading one input may take.
    """

    example: bytes
    read: Callable[[bytes], object]
    memory: int = 16 << 20


def altered(data: bytes, parts: Sequence[Part]) -> bytes:
    """Replace parts of a file.

    A part has a position from 0 to 1, a length in bytes, and the replacement.

    Examples
    --------
    >>> altered(b"crane", [(0.2, 2, b"-1")])
    b'c-1ne'
    """
    for where, length, piece in parts:
        start = int(where * len(data))
        data = data[:start] + piece + data[start + length :]
    return data


def random_parts(chance: random.Random) -> list[Part]:
    """Return one to three random alterations."""
    return [
        (
            chance.random(),
            chance.choice((0, 1, 2, 12, 200)),
            chance.choice((chance.choice(SNIPPETS), chance.randbytes(3))),
        )
        for _ in range(chance.randint(1, 3))
    ]


def _wire(_: Path) -> Reader:
    return Reader(_REPLY, _reply, memory=2 << 20)


def _reply(data: bytes) -> None:
    """Receive a reply, and use each part of the reply as a referee does."""
    ours, theirs = socket.socketpair()
    connection = Connection(ours)
    with ours, theirs:
        theirs.send(data[: 4 * LINE], socket.MSG_DONTWAIT)
        theirs.shutdown(socket.SHUT_WR)
        reply = connection.ask({"seed": 1}, late=lambda: False)
    sanitize(reply.get("name", ""))
    for name in ("raised", "failed"):
        sanitize(reply.get(name)).encode("utf-8", "surrogatepass")
    _any(*(partial(_move, reply.get("move"), mode) for mode in Mode))(data)


def _move(value: object, mode: Mode, _: bytes) -> None:
    """Check a move as the referee does."""
    move = check_move(value, Setting(_WORDS, mode))
    assert type(move.epsilon) is float
    assert move.epsilon >= 0
    assert mode is Mode.CLASSIC or math.isfinite(move.epsilon)


def _record(name: str, folder: Path) -> Reader:
    """Return the reader of a file of a submission.

    The digest of the file in the record is always right, so that the file is read.
    """
    path = folder / "quantile"
    shutil.copytree(_SUBMISSION, path)
    packed = path / PACKED
    games = gzip.decompress(packed.read_bytes()).splitlines(keepends=True)
    packed.unlink()
    (path / "games.csv").write_bytes(b"".join(games[: 1 + GAMES]))
    facts = json.loads((path / "run.json").read_text())
    (path / "run.json").write_text(json.dumps(facts | {"games": GAMES}))
    times = "seconds,cpu_seconds\n" + GAMES * "0.5,0.25\n"
    (path / "times.csv").write_text(times)
    seal: dict[str, Any] = json.loads((path / SEAL).read_text())
    seal["sources"] = {"quantile.py": "ENTRIES = [Quantile()]"}

    def write_seal() -> None:
        seal["files"] = {n: file_digest(path / n) for n in seal["files"]}
        (path / SEAL).write_text(json.dumps(seal))

    def submission(data: bytes) -> None:
        (path / name).write_bytes(data)
        if name != SEAL:
            write_seal()
        check_replay(read(path, _WORDS))

    def run(data: bytes) -> None:
        (path / name).write_bytes(data)
        if name == "run.json":
            Run.read(path, _WORDS)
        else:
            group_by_entry(parse_rows(RunFolder(path).rows()), Setting(_WORDS))

    write_seal()
    whole = (path / name).read_bytes()
    calls = {SEAL: (submission,), "times.csv": (run,)}.get(name, (run, submission))
    return Reader(whole, _any(*calls))


def _any(*calls: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Return a reader that accepts what at least one of the calls accepts."""

    def read_by_all(data: bytes) -> None:
        refused = 0
        for call in calls:
            try:
                call(data)
            except REFUSED as error:
                refused += 1
                last = error
        if refused == len(calls):
            raise last

    return read_by_all


def _certificate(_: Path) -> Reader:
    whole = str(prove(_SMALL)).encode()
    return Reader(whole, lambda data: check(_text(data), _SMALL))


def _tree(example: bytes, parse: Callable[[str], object], _: Path) -> Reader:
    return Reader(example, lambda data: parse(_text(data)))


def _words(folder: Path) -> Reader:
    path = folder / "words.txt"

    def vocabulary(data: bytes) -> None:
        path.write_bytes(data)
        with warnings.catch_warnings():
            # Lines that are left out only lead to a warning.
            warnings.simplefilter("ignore", WordWarning)
            Vocabulary.from_files(path)

    return Reader("\n".join(_WORDS.answers[:50]).encode(), vocabulary)


def _entries(_: Path) -> Reader:
    def entries(data: bytes) -> list[ListedCall]:
        return StrategyFile.parse("mine.py", _text(data)).entries(Mode.WORDPL)

    return Reader(_ENTRY, entries)


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


READERS: dict[str, Callable[[Path], Reader]] = {
    "wire": _wire,
    "run.json": partial(_record, "run.json"),
    "games.csv": partial(_record, "games.csv"),
    "record.json": partial(_record, SEAL),
    "times.csv": partial(_record, "times.csv"),
    "certificate": _certificate,
    "tree": partial(_tree, _SELBY, from_selby),
    "tree.csv": partial(_tree, b"crane,slump,pudgy\ncrane,slump\ncrane\n", from_csv),
    "words": _words,
    "entries": _entries,
}
"""Functions that make the readers, by name; each needs an empty folder of its own."""
