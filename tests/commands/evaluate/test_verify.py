import json
import shutil

import pytest

from commands.evaluate.verify import main as command
from contest.entries.digests import entry_digest
from contest.entries.entry import resolve
from contest.leaderboard.verification import VERIFIED
from contest.runs.evaluation import RefereeError, evaluate_plan
from contest.runs.folder import RunFolder
from contest.runs.official import seal
from contest.runs.plan import Plan
from game.errors import InputError
from game.protocol import Setting
from game.words import Vocabulary
from tests.widths import WIDTHS, too_long

pytestmark = pytest.mark.linux

GUESSER = """
import random

class Mine:
    def first_move(self):
        return random.choice(["crane", "slate", "trace"]), 9.25
    def next_move(self, guess, epsilon, result):
        return guess, 0
"""


def verify(*arguments):
    return command.main([*map(str, arguments)], standalone_mode=False)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """Make an official run of a small entry, and a record of it."""
    folder = tmp_path_factory.mktemp("original")
    (folder / "mine.py").write_text(GUESSER)
    entry = resolve(f"{folder / 'mine.py'}:Mine()")
    setting = Setting(Vocabulary.load(), timeout=5.0)
    plan = Plan(entries=(entry,), setting=setting, games=5, seed="s", commit="c" * 40)
    run = RunFolder.create(folder / "record")
    try:
        evaluate_plan(plan, run)
    except RefereeError as error:
        pytest.skip(str(error))
    seal(run, [entry])
    return run.path


@pytest.fixture
def record(original, tmp_path):
    """Return a copy to spoil, and a way to edit it so that its digests are right."""
    path = tmp_path / "record"
    shutil.copytree(original, path)

    def edit(name, old, new):
        text = (path / name).read_text()
        assert old in text
        (path / name).write_text(text.replace(old, new, 1))
        text = resolve(f"{original.parent / 'mine.py'}:Mine()")
        seal(RunFolder(path), [text])

    return path, edit


def test_a_sample_of_the_games_is_repeated_and_recorded(record, capsys, monkeypatch):
    path, _ = record
    monkeypatch.setattr("contest.leaderboard.verification.SAMPLE", 3)

    assert verify(path, "--jobs", "1") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "3 of 5 games were repeated, and every row is the same" in said
    found = json.loads((path / VERIFIED).read_text())
    assert len({*found["games"]} & {*range(5)}) == 3
    assert found["difference"] == ""
    assert verify(path, "--jobs", "1", "--all") == 0
    assert json.loads((path / VERIFIED).read_text())["games"] == [*range(5)]


def test_moves_that_the_seed_contradicts_are_reported(record, here):
    path, edit = record
    (line,) = [x for x in (path / "games.csv").read_text().splitlines() if ",3,2," in x]
    # Another clue, which is possible at this price, but not with this seed.
    clue = line.split(":9.25:")[1][:5]
    other = "ccccc" if clue != "ccccc" else "ccccx".replace("x", ".")

    edit("games.csv", line, line.replace(f":9.25:{clue}", f":9.25:{other}"))

    done = here("evaluate.py", "verify", path)
    assert done.returncode == 1
    assert "the recorded moves give another result: game 3 of" in done.stdout
    for width in WIDTHS:
        narrow = here("evaluate.py", "verify", path, width=width).stdout
        assert too_long(narrow, width) == []
        assert narrow.split() == done.stdout.split()


def test_an_entry_that_plays_otherwise_is_reported_with_the_first_row(record, capsys):
    path, edit = record
    row = (path / "games.csv").read_text().splitlines()[3]
    final = row.split(",")[5]

    # Lost in either case: only the entry itself can say that it played otherwise.
    edit("games.csv", row, row.replace(f",{final},wrong", ",zonal,wrong"))

    assert verify(path, "--jobs", "1") == 1
    said = capsys.readouterr().out
    assert "its entries play differently now: game 2 of" in said
    assert f"final was recorded as 'zonal', but is {final!r} when the game" in said
    assert "game 2 of" in json.loads((path / VERIFIED).read_text())["difference"]


def test_a_checkout_that_a_record_names_is_not_read(record):
    path, edit = record
    edit("run.json", '"checkout": ""', '"checkout": "/usr"')

    with pytest.raises(
        InputError, match=r"--from '/usr': expected --from with a checkout"
    ):
        verify(path)


def test_a_record_of_another_checkout_is_verified_with_it(record, original, tmp_path):
    path, edit = record
    # Of the same name as a folder that every strategy has.
    home = tmp_path / "kernels"
    home.mkdir()
    shutil.copy(original.parent / "mine.py", home)
    mine = f"{original.parent / 'mine.py'}:Mine()"
    for name in ("run.json", "games.csv"):
        text = (path / name).read_text().replace(mine, "mine:Mine()")
        (path / name).write_text(text)
    entry = resolve("mine:Mine()", checkout=home)
    digests = json.loads((path / "run.json").read_text())["digests"]
    edit("run.json", digests["mine:Mine()"], entry_digest(entry))
    edit("run.json", '"checkout": ""', '"checkout": "/nowhere"')

    assert verify(path, "--from", str(home), "--jobs", "1") == 0
    edit("run.json", '"checkout": "/nowhere"', '"checkout": ""')
    with pytest.raises(InputError, match="without --from: expected no --from"):
        verify(path, "--from", str(home))


def test_other_code_and_an_entry_that_has_changed_are_noted(record, capsys):
    path, edit = record
    (digest,) = json.loads((path / "run.json").read_text())["digests"].values()

    edit("run.json", digest, "0" * len(digest))
    edit("run.json", '"code": "', '"code": "0')

    assert verify(path, "--jobs", "1") == 0
    streams = capsys.readouterr()
    assert "and had '000000000000' at commit" in streams.err
    assert "note: the run was made with different code" in streams.err
    assert "5 of 5 games were repeated" in " ".join(streams.out.split())
