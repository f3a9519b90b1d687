import signal

import pytest

from contest.leaderboard import folders
from contest.leaderboard.folders import over_folders
from contest.runs.workers import pools


@pytest.mark.system
def test_workers_do_not_receive_ctrl_c(monkeypatch, tmp_path):
    monkeypatch.setattr(folders, "_WORTH", 0)
    monkeypatch.setattr(pools, "cpu_count", lambda: 2)

    # One that starts would print a traceback.
    def blocks(path):
        return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])

    assert over_folders(blocks, [tmp_path / "one", tmp_path / "two"]) == [True, True]
