import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from contest.entries.entry import resolve
from contest.runs.evaluation import RefereeError, evaluate_plan
from contest.runs.folder import RunFolder
from contest.runs.logs import NAME, read_logs
from contest.runs.plan import Plan
from contest.runs.workers.runner import Chunk
from contest.sandbox.claims import only_official_run
from contest.sandbox.confinement.referee import list_children
from contest.sandbox.limits import Limits
from game.protocol import Mode, Outcome, Setting
from game.record import Game


def _make_plan(entries, setting, games, **options):
    return Plan(
        entries=tuple(entries),
        setting=setting,
        games=games,
        seed="s",
        limits=Limits(600.0),
        **options,
    )


@pytest.mark.parametrize(
    ("commit", "on_row", "stops"),
    [("c0ffee", None, True), ("", lambda row: False, True), ("", None, False)],
)
def test_a_game_that_the_machine_decides_stops_an_official_run_and_a_test(
    strategy_file, tmp_path, words, monkeypatch, commit, on_row, stops
):
    entry = resolve(str(strategy_file("return 'crane', 0")))
    plan = _make_plan([entry], Setting(words), 1, commit=commit)
    reason = "over 15 s of wall-clock time (1.5 s of CPU time, 13.4 s without a core)"
    game = Game(Mode.WORDPL, "crane", (), "", Outcome.TIMEOUT, reason)
    times = {"seconds": "15", "cpu_seconds": "1.5", "log": ""}
    row = {"entry": entry.text, "game": "0", **game.to_row(), **times}

    def play_starved(*_):
        yield Chunk((row,), lacked_cpu=reason)

    monkeypatch.setattr("contest.runs.evaluation.play_job", play_starved)
    path = tmp_path / "run"
    folder = RunFolder.create(path)

    if stops:
        with pytest.raises(RefereeError, match=r"machine is overloaded: .*13\.4 s"):
            evaluate_plan(plan, folder, on_row)
        assert not (path / "summary.csv").exists()
    else:
        assert evaluate_plan(plan, folder, on_row).facts.complete
    assert len([*folder.rows()]) == (0 if stops else 1)


def test_who_cannot_start_to_go_on_has_no_score_until_it_can(
    strategy_file, tmp_path, words
):
    flag = tmp_path / "flag"
    path = tmp_path / "run"
    head = f"import os\nassert os.path.exists({str(flag)!r}), 'not today'"
    entry = resolve(str(strategy_file("return 'crane', 0", head=head)))
    plan = _make_plan([entry], Setting(words, timeout=60.0), 8)
    flag.touch()
    evaluate_plan(plan, RunFolder.create(path), lambda row: row["game"] == "3")
    flag.unlink()
    cut = RunFolder(path).open()
    assert (cut.finished, cut.progress[entry.text].games) == (True, 4)
    facts = replace(cut.facts, complete=False)
    (path / "run.json").write_text(facts.to_json())

    run = evaluate_plan(plan, RunFolder.reopen(path).folder)

    assert run.summaries == []
    assert "not today" in run.facts.status.failures[entry.text]
    assert (path / "games.csv").read_text().count("\n") == 5
    assert not RunFolder(path).open().finished
    flag.touch()
    run = evaluate_plan(plan, RunFolder.reopen(path).folder)
    assert [summary["games"] for summary in run.summaries] == [8]
    assert run.facts.status.failures == {}
    assert RunFolder(path).open().finished
    summary = path / "summary.csv"
    summary.write_text(summary.read_text().replace("8", "9", 1))
    assert not RunFolder(path).open().finished
    summary.unlink()
    assert not RunFolder(path).open().finished


def test_an_official_run_keeps_no_log(strategy_file, tmp_path, words):
    entry = resolve(str(strategy_file("print('here'); return 'crane', 0")))
    plan = _make_plan([entry], Setting(words, timeout=60.0), 2)
    official = replace(plan, commit="c" * 40)

    kept = tmp_path / "kept"
    counted = tmp_path / "counted"
    evaluate_plan(plan, RunFolder.create(kept))
    try:
        evaluate_plan(official, RunFolder.create(counted))
    except RefereeError as error:  # this machine cannot isolate fully
        pytest.skip(str(error))

    assert [log for _, _, log in read_logs(kept)] == ["here\n"] * 2
    assert not (counted / NAME).exists()


@pytest.fixture
def official(strategy_file, words):
    """Return the plan of an official run of two entries by two workers."""
    names = ("first.py", "second.py")
    files = [strategy_file("return 'crane', 0", name=name) for name in names]
    entries = tuple(resolve(str(file)) for file in files)
    setting = Setting(words, timeout=60.0)
    return _make_plan(entries, setting, 4, jobs=2, commit="c" * 40)


@pytest.mark.linux
@pytest.mark.system
def test_entries_of_an_official_run_share_no_worker_and_no_moment(official, tmp_path):
    others = {*list_children(os.getpid())}
    processes = {}

    def look(row):
        started = {*list_children(os.getpid())} - others
        alive = processes.setdefault(row["entry"], set())
        alive.update(process for process in started if not is_tracker(process))
        return False

    try:
        evaluate_plan(official, RunFolder.create(tmp_path / "run"), look)
    except RefereeError as error:  # this machine cannot isolate fully
        pytest.skip(str(error))

    first, second = processes.values()
    assert first
    assert second
    assert not first & second


def is_tracker(pid):
    """Whether a process is the resource tracker of joblib or of Python."""
    with suppress(OSError):
        return b"resource_tracker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return True  # it has ended


@pytest.mark.linux
def test_official_runs_are_played_one_after_the_other(official, tmp_path, capsys):
    folder = RunFolder.create(tmp_path / "run")
    one = replace(official, entries=official.entries[:1], games=1, jobs=1)

    with ThreadPoolExecutor(1) as thread:
        with only_official_run():
            second = thread.submit(evaluate_plan, one, folder)
            said = ""
            while "waiting for the end" not in said and not second.done():
                time.sleep(0.1)
                said += capsys.readouterr().err
            assert not (tmp_path / "run" / "run.json").exists()
        run = second.result()

    assert len(run.summaries) == 1
