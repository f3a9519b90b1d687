import os

from contest.runs.listing import find_runs


def test_the_run_that_was_written_last_is_first(tmp_path):
    for name, written in (("b", 200), ("c", 100), ("a", 300)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.json").write_text("{}")
        os.utime(tmp_path / name / "run.json", (written, written))

    assert [path.name for path in find_runs(tmp_path)] == ["a", "b", "c"]
