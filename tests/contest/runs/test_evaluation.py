import pytest

from commands.evaluate.compare import _games
from contest.entries.entry import resolve
from contest.runs.evaluation import evaluate, finished
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from game.errors import InputError
from game.protocol import Mode


def test_who_cannot_start_to_go_on_has_no_score_until_it_can(
    strategy_file, tmp_path, words
):
    flag, path = tmp_path / "flag", tmp_path / "run"
    head = f"import os\nassert os.path.exists({str(flag)!r}), 'not today'"
    entry = resolve(str(strategy_file("return 'crane', 0", head=head)))
    plan = Plan((entry,), words, Mode.WORDPL, 8, False, "s", 5.0, 20.0, 1)
    flag.touch()
    evaluate(plan, RunFolder.create(path, path), lambda: lambda row: row["game"] == "3")
    flag.unlink()

    table, status = evaluate(plan, RunFolder.reopen(path))

    assert table.empty
    assert "not today" in status.failures[entry.text]
    assert (path / "games.csv").read_text().count("\n") == 5
    assert finished(plan, RunFolder(path)) is None
    with pytest.raises(InputError, match="no score: AssertionError: not today"):
        _games(RunFolder(path), [entry.text], status)
    flag.touch()
    table, status = evaluate(plan, RunFolder.reopen(path))
    assert table["games"].to_list() == [8]
    assert status.failures == {}
