import gzip
import os

import pytest

from contest.runs import logs
from contest.runs.facts import RunError
from contest.runs.folder import Progress, RunFolder, find_runs, read_runs
from contest.runs.results import Run
from contest.runs.rows import FIELDS, PACKED, TIMES
from game.protocol import Mode, Outcome
from game.record import Game

ROW = dict.fromkeys((*FIELDS, *TIMES), "1") | {"reason": 'a "quoted", text'}


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run")


def test_progress_is_the_games_and_the_hard_failures_at_their_end(folder, run_json):
    won = Outcome.WON
    late = Outcome.TIMEOUT
    for entry, outcomes in {
        "a": (late, won, late, late),
        "b": (late,),
        "stopped": (won, *[late] * 27),
    }.items():
        games = [Game(Mode.WORDPL, "crane", (), "crane", end) for end in outcomes]
        folder.add([{**ROW, **game.to_row(), "entry": entry} for game in games])
    folder.write("run.json", run_json())

    progress = folder.open().progress

    assert progress == {
        "a": Progress(4, 2),
        "b": Progress(1, 1),
        "stopped": Progress(28, 25),
    }


def test_a_row_cut_in_half_is_left_out(folder):
    folder.add([ROW, ROW])
    file = folder.path / "games.csv"

    file.write_bytes(file.read_bytes()[:-3])

    assert list(folder.rows()) == [ROW]


def test_a_run_that_is_reopened_has_a_time_for_each_row(folder, run_json):
    folder.write("run.json", run_json())
    folder.add([ROW, ROW])
    games = (folder.path / "games.csv").read_bytes()
    folder.add([ROW])
    (folder.path / "games.csv").write_bytes(games + b"half a row")

    RunFolder.reopen(folder.path)

    assert (folder.path / "games.csv").read_bytes() == games
    assert (folder.path / "times.csv").read_text().count("\n") == 3


def test_rows_can_be_read_without_their_times(folder):
    folder.add([ROW])

    (folder.path / "times.csv").unlink()
    folder.pack()

    assert list(folder.rows()) == [ROW | dict.fromkeys(TIMES, "nan")]


ESCAPE = "\x1b]0;owned\x07\x9b2J"


@pytest.mark.parametrize("name", ["seed", "entries", "names", "missing", "failures"])
def test_the_facts_of_a_run_hold_no_escape_sequence(folder, run_json, name):
    kinds = {"seed": ESCAPE, "names": {ESCAPE: ESCAPE}, "failures": {"a": ESCAPE}}
    folder.write("run.json", run_json(**{name: kinds.get(name, [ESCAPE])}))

    found = str(folder.open().facts)

    assert "?]0;owned??2J" in found
    assert ESCAPE not in found


def test_the_rows_and_logs_of_a_run_hold_no_escape_sequence(folder):
    folder.add([dict.fromkeys(FIELDS, ESCAPE) | dict.fromkeys(TIMES, "1.0")])
    logs.append_logs(folder.path, [{"entry": ESCAPE, "game": 1, "log": ESCAPE}])

    (row,) = folder.rows()
    ((entry, _, log),) = logs.read_logs(folder.path)

    assert {*row.values()} == {"?]0;owned??2J", "1.0"}
    assert entry == log == "?]0;owned??2J"


def test_a_folder_whose_name_is_not_printable_holds_no_run(tmp_path, run_json):
    folder = RunFolder.create(tmp_path / ESCAPE)
    folder.write("run.json", run_json())

    with pytest.raises(RunError, match="visible characters") as refused:
        folder.open()
    assert str(refused.value).isprintable()


def test_a_file_is_no_folder_for_a_run(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(RunError, match="file' is no folder: expected a new folder"):
        RunFolder.create(tmp_path / "file")


def test_runs_without_a_name_do_not_collide(monkeypatch, tmp_path):
    monkeypatch.setenv("CLUEPROOF_RUNS", str(tmp_path))

    folders = {RunFolder.create().path for _ in range(20)}

    assert len(folders) == 20
    assert {path.parent for path in folders} == {tmp_path}


def test_a_file_without_a_field_is_refused_by_its_name(tmp_path):
    (tmp_path / "games.csv").write_text("entry,game\n")

    with pytest.raises(RunError, match="has no field 'rules'"):
        list(RunFolder(tmp_path).rows())


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("games.csv", b"a,1", "games.csv', line 3: expected 11 cells"),
        ("games.csv", b"x," * 11 + b"x", "games.csv', line 3: expected 11 cells"),
        ("games.csv", b"\xff", "games.csv' cannot be read"),
        ("games.csv", b"x" * 200_000, "games.csv' cannot be read"),
        ("times.csv", b"0.1,soon", "times.csv', line 3: cpu_seconds 'soon'"),
        ("times.csv", b"\xff", "times.csv' cannot be read"),
    ],
)
def test_a_line_that_is_damaged_is_reported_with_its_file(folder, name, line, message):
    folder.add([ROW, ROW])
    head, first, _ = (folder.path / name).read_bytes().splitlines()
    (folder.path / name).write_bytes(b"\n".join((head, first, line, b"")))

    with pytest.raises(RunError, match=message):
        list(folder.rows())


@pytest.mark.parametrize("name", ["games.csv", "times.csv", "run.json"])
def test_a_run_with_a_link_in_it_is_not_gone_on_with(tmp_path, folder, run_json, name):
    folder.write("run.json", run_json())
    folder.add([ROW])
    other = tmp_path / "other"
    (folder.path / name).rename(other)
    other.write_text(f"{other.read_text()}half a line")
    before = other.read_text()
    (folder.path / name).symlink_to(other)

    with pytest.raises(RunError, match=name):
        RunFolder.reopen(folder.path)

    assert other.read_text() == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",1,", ",0,", "line 3: game '0' of 'entropy': expected game 1"),
        ("wrong", "ill", "line 2: "),
    ],
)
def test_a_damaged_row_is_named_by_its_line(folder, run_json, old, new, message):
    game = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG)
    folder.write("run.json", run_json())
    for number in "01":
        row = {"entry": "entropy", "game": number, **game.to_row()}
        folder.add([{**row, "seconds": "0", "cpu_seconds": "0", "log": ""}])
    rows = folder.path / "games.csv"
    rows.write_text(rows.read_text().replace(old, new))

    with pytest.raises(RunError, match=f"games.csv', {message}"):
        Run.read(folder.path)


def test_a_run_that_is_a_link_is_not_opened(tmp_path, folder, run_json):
    folder.write("run.json", run_json())
    (tmp_path / "link").symlink_to(folder.path)

    with pytest.raises(RunError, match="link' is a link: expected a folder"):
        RunFolder(tmp_path / "link").open()


@pytest.mark.parametrize("pad", [b"\0", b"\n", b"entropy,0\n"])
@pytest.mark.parametrize("name", ["games.csv", PACKED])
def test_rows_that_never_end_are_refused_soon(
    folder, run_json, monkeypatch, name, pad, tmp_path
):
    # The limits are lowered from gigabytes, so that the test is fast.
    monkeypatch.setattr("contest.runs.rows._MOST_PACKED", 1 << 20)
    monkeypatch.setattr("contest.runs.rows._MOST_PLAIN", 1 << 20)
    folder.write("run.json", run_json())
    (folder.path / "times.csv").unlink()
    rows = (folder.path / "games.csv").read_bytes() + pad * (3 << 20)
    (folder.path / "games.csv").unlink()
    packed = gzip.compress(rows, 1) if name == PACKED else rows
    (folder.path / name).write_bytes(packed)

    with pytest.raises(RunError, match=r"games.csv"):
        [*folder.rows()]
    with pytest.raises(RunError, match=r"games.csv.* cannot be read"):
        folder.count()
    runs, faults = read_runs(tmp_path)
    assert (runs, len(faults)) == ([], 1)


@pytest.mark.parametrize("name", ["games.csv", "times.csv", "logs.jsonl"])
def test_a_run_with_a_pipe_or_an_endless_line_is_not_gone_on_with(
    tmp_path, folder, run_json, name
):
    folder.write("run.json", run_json())
    (folder.path / name).unlink(missing_ok=True)
    os.mkfifo(folder.path / name)

    with pytest.raises(RunError, match=f"{name}': expected a file"):
        RunFolder.reopen(folder.path)


def test_an_endless_line_is_cut(folder, run_json):
    folder.write("run.json", run_json())
    size = (folder.path / "games.csv").stat().st_size
    # A tebibyte that takes no room on the disk.
    os.truncate(folder.path / "games.csv", 1 << 40)

    RunFolder.reopen(folder.path)

    assert (folder.path / "games.csv").stat().st_size == size


def test_the_run_that_was_written_last_is_first(tmp_path):
    for name, written in (("b", 200), ("c", 100), ("a", 300)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.json").write_text("{}")
        os.utime(tmp_path / name / "run.json", (written, written))

    assert [path.name for path in find_runs(tmp_path)] == ["a", "b", "c"]
