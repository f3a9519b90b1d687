from dataclasses import replace

import pytest

from contest.entries.entry import resolve
from contest.runs.rows import TIMES
from contest.runs.workers import runner
from contest.runs.workers.pools import workers
from contest.runs.workers.runner import Job, play_job
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from game.protocol import Setting
from game.words import Vocabulary
from tests.sandboxed import LISTS

pytestmark = pytest.mark.linux

PLAYER = """
import os
from pathlib import Path

HERE = Path(__file__).parent

def tries(act, *arguments):
    try:
        act(*arguments)
    except OSError:
        return 0
    return 1

class Mine:
    def __init__(self):
{body}
    def first_move(self):
        return "trace", {price}
    def next_move(self, guess, epsilon, result):
{after}
        return "crane", 0.0
"""


@pytest.fixture
def job(tmp_path):
    """Return games of a strategy of another project: what its methods do."""

    def make(body="pass", price="5.0", after="pass", games=4, **limits):
        folder = tmp_path / "theirs"
        folder.mkdir(exist_ok=True)
        texts = {"body": body, "price": price, "after": after}
        for name in ("body", "after"):
            texts[name] = "".join(f"        {x}\n" for x in texts[name].splitlines())
        (folder / "mine.py").write_text(PLAYER.format(**texts))
        policy = SandboxPolicy(
            entry=resolve("mine:Mine()", checkout=folder),
            words=LISTS,
            setting=Setting(Vocabulary.load(), timeout=60.0),
            limits=Limits(600.0, **limits),
        )
        return Job(policy, "s", games)

    return make


def play(job, jobs=1):
    """Return the rows of games without their times, and their prices."""
    with workers(jobs, "", ()) as count:
        chunks = [*play_job(job, count)]
    assert [chunk.failure for chunk in chunks] == [""] * len(chunks)
    rows = [row for chunk in chunks for row in chunk.rows]
    rows = [{k: v for k, v in row.items() if k not in TIMES} for row in rows]
    return rows, [row["moves"].split(":")[1] for row in rows]


TABLE = """
table = HERE / "data" / "table.txt"
self.made = not table.exists()
if self.made:
    table.parent.mkdir()
    table.write_text("1" * 1000)
"""


@pytest.mark.parametrize("isolated", [False, True])
def test_a_table_is_made_once_for_all_processes_of_a_run(job, tmp_path, isolated):
    ours = job(TABLE, "9.0 if self.made else 5.0", isolate_games=isolated)

    rows, prices = play(ours)

    assert prices == ["5.0"] * 4
    assert play(ours, jobs=2)[0] == rows
    # The project of the entry is as before.
    assert [path.name for path in (tmp_path / "theirs").iterdir()] == ["mine.py"]


def test_a_machine_without_the_files_makes_the_table_by_itself(job):
    ours = job(TABLE, "9.0 if self.made else 5.0")
    elsewhere = replace(ours.policy, started="/nowhere/theirs")

    chunk = runner.play_chunk(replace(ours, policy=elsewhere), 0, 2)
    runner.end_player()

    assert [row["moves"][:9] for row in chunk.rows] == ["trace:5.0"] * 2


# Every process leaves notes in all ways that it knows, and counts those of others.
SPY = """
self.notes = HERE / "notes"
self.notes.mkdir(exist_ok=True)
first = HERE / "first.txt"
if not first.exists():
    first.write_text(str(HERE))
    (HERE / "unread.txt").write_text("unread")
self.first = Path(first.read_text())
self.seen = len([*self.notes.iterdir()])
self.seen += 10 * (HERE / "mine.py").read_text().count("note" + "d")
unread = (HERE / "unread.txt").stat()
self.seen += 100 * (unread.st_atime_ns != unread.st_mtime_ns)
for place in (self.notes, HERE, self.first, self.first / "notes"):
    self.seen += 1000 * tries(os.listdir, place) * (place == self.first != HERE)
    tries((place / f"note-{os.urandom(4).hex()}").touch)
"""
NOTES = """
for place in (HERE, self.first):
    for number in range(10):
        note = place / "notes" / f"{result.split()[0]}-{number}"
        tries(note.write_text, result)
    tries((place / "unread.txt").write_text, "read")
    tries((place / "mine.py").write_text, "note" + "d")
    tries(os.rename, place / "notes", place / "others")
    tries(os.symlink, "/etc", place / "link")
    tries(os.rmdir, place)
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_game_tells_another_game_anything_by_files(job, jobs):
    ours = job(SPY, "5.0 + self.seen", NOTES, games=8, isolate_games=True)

    rows, prices = play(ours, jobs)

    # Each process finds the two notes of the first start, and no others.
    assert prices == ["7.0"] * 8
    assert {row["outcome"] for row in rows} <= {"won", "wrong"}


SPARSE = """
for number in range(8):
    with open(HERE / f"hole-{number}", "wb") as file:
        file.truncate(250 << 20)
"""
DEEP = "os.makedirs(str(HERE) + 300 * '/a')"


@pytest.mark.parametrize(
    ("body", "failure"),
    [
        (
            "HERE.rename(HERE.parent / 'x'); os.symlink('/etc', HERE)",
            "replaced the folder of its",
        ),
        (
            "HERE.rename(HERE.parent / 'x'); os.symlink('x', HERE)",
            "replaced the folder",
        ),
        (
            "HERE.parent.rename(HERE.parents[1] / 'x'); os.symlink('x', HERE.parent)",
            "replaced the folder of its project",
        ),
        (
            "HERE.rename(HERE.parent / 'x')",
            "cannot be copied: No such file or directory",
        ),
        (SPARSE, "cannot be copied: over 1280 MiB or 20000 files"),
        (DEEP, "cannot be copied: a path of over 400 characters"),
        ("raise ValueError('no')", "ValueError: no"),
    ],
)
def test_files_that_cannot_be_copied_are_a_start_that_failed(job, body, failure):
    (chunk,) = play_job(job(body))

    assert failure in chunk.failure
    assert not chunk.rows
    assert not chunk.lacked_cpu


def test_links_are_copied_as_links(job):
    body = "if not os.path.lexists(HERE / 'link'): os.symlink('/etc', HERE / 'link')\n"
    body += "self.price = 5.0 + 1 * tries(os.listdir, HERE / 'link')\n"
    body += "self.price += 2 * os.path.islink(HERE / 'link')"

    _, prices = play(job(body, "self.price"))

    assert prices == ["7.0"] * 4
