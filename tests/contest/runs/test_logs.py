import json
import os

import pytest

from contest.runs.logs import (
    INTERRUPTED,
    NAME,
    append_logs,
    find_interruption,
    read_logs,
)


def row(game, log):
    return {"entry": "mine.py", "game": str(game), "outcome": "won", "log": log}


def test_games_that_printed_have_a_log(tmp_path):
    append_logs(tmp_path, [row(1, ""), {"entry": "mine.py", "game": "2"}])
    assert not (tmp_path / NAME).exists()
    append_logs(tmp_path, [row(0, "one\n"), row(1, "")])
    append_logs(tmp_path, [row(3, "a \N{SNOWMAN}\n")])

    assert [*read_logs(tmp_path)] == [
        ("mine.py", 0, "one\n"),
        ("mine.py", 3, "a \N{SNOWMAN}\n"),
    ]


def test_the_logs_of_a_run_have_a_limit(tmp_path, monkeypatch):
    append_logs(tmp_path, [row(0, 100 * "x")])
    size = (tmp_path / NAME).stat().st_size
    monkeypatch.setattr("contest.runs.logs.MOST_LOG_BYTES", 6 * size)

    append_logs(tmp_path, [row(k % 10, 100 * "x") for k in range(1, 50)])

    assert (tmp_path / NAME).stat().st_size == 6 * size
    assert len([*read_logs(tmp_path)]) == 6


def test_logs_that_never_end_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("contest.runs.logs.MOST_LOG_BYTES", 1 << 20)
    (tmp_path / NAME).touch()
    os.truncate(tmp_path / NAME, 1 << 40)

    with pytest.raises(OSError, match="over 2,097,152 bytes"):
        [*read_logs(tmp_path)]


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "victim").write_text("mine\n")
    (tmp_path / NAME).symlink_to("victim")

    with pytest.raises(OSError, match="symbolic links"):
        append_logs(tmp_path, [row(0, "one")])

    assert (tmp_path / "victim").read_text() == "mine\n"


@pytest.mark.parametrize(
    "damage",
    [
        *("{", "[]", '{"entry": 1}', '{"game": "x"}', "[" * 9, "[" * 9999, "\udcff"),
        '{"entry": "e", "game": 1e999, "log": ""}',
    ],
)
def test_a_damaged_line_is_skipped(tmp_path, damage):
    whole = json.dumps({"entry": "e", "game": "1", "log": "x"})
    text = f"{damage}\n{whole}\n{whole[:9]}"
    (tmp_path / NAME).write_bytes(text.encode(errors="surrogateescape"))

    assert [*read_logs(tmp_path)] == [("e", 1, "x")]


def test_the_place_is_the_innermost_frame_of_the_entrys_own_file():
    before = 'File "/w/other.py", line 3 in f\n'
    frames = 'File "/n/numpy.py", line 7 in g\n  File "/w/mine.py", line 12 in h\n'
    # The frame of another file stands before the interruption, and the first frame
    # after it is that of a library.
    log = f"{before}Current thread {INTERRUPTED}:\n  {frames}"

    assert find_interruption(log, "/w/mine.py:Mine(x=1)") == " (mine.py, line 12)"
    assert find_interruption(log, "entropy") == " (numpy.py, line 7)"
    assert find_interruption("nothing", "entropy") == ""
