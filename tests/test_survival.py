"""Runs that are killed, interrupted or resumed, two at once, and on a full disk."""

import os
import resource
import signal

import psutil
import pytest

from tests.processes import ended, eventually, in_session, slow_workers, wait_for_rows
from tests.rows import rows

pytestmark = pytest.mark.linux


def working_below(folder):
    """Return the processes whose working folder is below this one."""
    every = psutil.process_iter(["cwd"])
    return [p for p in every if (p.info["cwd"] or "").startswith(str(folder))]


@pytest.mark.system
def test_a_run_that_is_killed_leaves_whole_rows_and_can_be_resumed(
    begin, plodder, tmp_path
):
    # Each strategy works in a scratch folder, which is then below this one.
    scratch = {**os.environ, "TMPDIR": str(tmp_path)}
    arguments = [plodder, "bayesian_random", "--games", 30, "--jobs", 1]
    arguments += ["--seed", "z", "--out"]
    status, errors = ended(begin(*arguments, tmp_path / "whole"))
    assert status == 0, errors
    process = begin(*arguments, tmp_path / "cut", start_new_session=True, env=scratch)
    wait_for_rows(tmp_path / "cut", 5, process)
    assert working_below(tmp_path)

    process.kill()
    ended(process)
    left = rows(tmp_path / "cut")

    # 30 games of two entries have 60 rows.
    assert 0 < len(left) < 60
    assert left == rows(tmp_path / "whole")[: len(left)]
    assert not (tmp_path / "cut" / "summary.csv").exists()
    assert eventually(lambda: not working_below(tmp_path))
    assert ended(begin("--resume", tmp_path / "cut"))[0] == 0
    for name in ("games.csv", "summary.csv", "run.json"):
        whole = (tmp_path / "whole" / name).read_bytes()
        assert (tmp_path / "cut" / name).read_bytes() == whole
    times = (tmp_path / "cut" / "times.csv").read_text().splitlines()
    assert len(times) == 1 + len(rows(tmp_path / "cut"))


@pytest.mark.system
def test_ctrl_c_while_workers_start_is_no_traceback(begin, plodder, tmp_path):
    # 900 s are longer than the test, so that Ctrl-C comes while a worker starts.
    slow = {**os.environ, **slow_workers(tmp_path, 900)}
    arguments = [plodder, "--games", 60, "--jobs", 2, "--out", tmp_path / "run"]
    process = begin(*arguments, start_new_session=True, env=slow)
    assert eventually((tmp_path / "starting").exists)

    os.killpg(process.pid, signal.SIGINT)
    status, errors = ended(process)

    assert status == 130
    assert errors.rstrip().endswith("stopped")
    assert "--resume" in errors
    assert "Traceback" not in errors
    assert eventually(lambda: not in_session(process.pid))


@pytest.mark.system
def test_a_strategy_can_be_interrupted_like_any_process(begin, strategy_file, tmp_path):
    mine = strategy_file(
        "deaf = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())\n"
        "        return 'slate' if deaf else 'crane', 0.0",
        head="import signal",
    )

    ended(begin(mine, "--games", 2, "--jobs", 2, "--out", tmp_path / "run"))

    assert [row["final"] for row in rows(tmp_path / "run")] == ["crane", "crane"]


@pytest.mark.system
def test_two_runs_cannot_write_to_one_folder(begin, plodder, tmp_path):
    out = tmp_path / "run"
    # 9,000 games last longer than the test.
    first = begin(plodder, "--games", 9000, "--out", out, start_new_session=True)
    wait_for_rows(out, 5, first)

    status, errors = ended(begin("--resume", out))

    assert status == 2
    assert "being written by another run" in errors
    os.killpg(first.pid, signal.SIGKILL)


@pytest.mark.system
def test_a_disk_that_is_full_is_one_line(begin, strategy_file, tmp_path):
    def small_disk():
        # Without its signal, a write beyond the limit fails like a write to a full
        # disk.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))

    # Room for the words, not for all rows of a strategy that makes nine noisy guesses.
    long = strategy_file(
        "self.turn = 0; return 'crane', 1.0",
        "self.turn += 1; return 'slate', float(self.turn < 9)",
    )
    arguments = [long, "--games", 900, "--jobs", 1, "--out"]
    status, errors = ended(begin(*arguments, tmp_path / "run", preexec_fn=small_disk))

    assert status == 2
    assert "Traceback" not in errors
    assert "cannot write" in errors
    for row in rows(tmp_path / "run"):
        assert None not in row.values()
