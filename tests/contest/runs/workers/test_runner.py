import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest

from contest.runs.rows import TIMES
from contest.runs.workers import runner
from contest.runs.workers.runner import STOPPED, Job, end_player, play_chunk, play_job
from game.record import Game
from tests.sandboxed import policy_of, referee_of

WHY = "RuntimeError: not today (mine.py, line 3)"
REASON = f"process ended: could not be started again: {WHY}"


@pytest.fixture
def job(strategy_file, tmp_path):
    """Return games of a strategy that starts while there is a file beside it."""
    data = tmp_path / "mine.txt"
    data.touch()
    head = f"import os, random\nif not os.path.exists({str(data)!r}):\n"
    head += "    raise RuntimeError('not today')"

    def make(first="return 'crane', 0", games=12):
        policy = policy_of(strategy_file(first, head=head))
        return Job(policy, "s", games), data

    yield make
    end_player()


def test_the_unscored_game_has_the_limits_of_a_game(strategy_file):
    policy = policy_of(strategy_file("while True: pass"), timeout=0.2)

    with referee_of(policy) as referee:
        began = time.monotonic()
        player = referee.player(policy.entry)
        assert time.monotonic() - began > 0.2
        # A new process plays the scored games. No unscored game is played again, also
        # not after the end of the new process.
        assert not player.process.ended
        assert not player.warm_up


def isolated(job):
    limits = replace(job.policy.limits, isolate_games=True)
    return replace(job, policy=replace(job.policy, limits=limits))


def test_the_rows_of_a_run_with_logs_hold_what_was_printed(job):
    ours, _ = job("print('game', self.x); self.x += 1; return 'crane', 0", 3)
    logged = replace(ours, policy=replace(ours.policy, log=True))

    kept = [row["log"] for chunk in play_job(logged) for row in chunk.rows]
    alone = [row["log"] for chunk in play_job(isolated(logged)) for row in chunk.rows]
    none = [row["log"] for chunk in play_job(ours) for row in chunk.rows]

    # The unscored game is not logged.
    assert kept == ["game 2\n", "game 3\n", "game 4\n"]
    assert alone == ["game 2\n"] * 3
    assert none == [""] * 3


def test_the_rows_are_the_same_without_namespaces_and_isolated(job):
    ours, _ = job("return random.choice(['slate', 'crane']), 1 + random.random()", 6)
    shared = replace(ours, policy=replace(ours.policy, without=("namespaces",)))

    played = [list(play_job(each)) for each in (ours, shared, isolated(ours))]

    first, second, third = (
        [
            {name: cell for name, cell in row.items() if name not in TIMES}
            for chunk in chunks
            for row in chunk.rows
        ]
        for chunks in played
    )
    assert first == second == third
    assert played[1][0].namespaces == "none (left out)"


def test_each_isolated_game_gets_a_new_process(job):
    own = "int(os.getcwd()[-8:], 16)"  # its folder has a random name
    ours, _ = job(f"self.x += 1; return 'slate', 10 * {own} + self.x", 3)

    rows = [row for chunk in play_job(isolated(ours)) for row in chunk.rows]

    prices = [int(Game.from_row(row).turns[0].epsilon) for row in rows]
    # The count begins at 1; only the unscored game came before.
    assert [price % 10 for price in prices] == [3, 3, 3]
    names = {f"{price // 10:08x}" for price in prices}
    assert len(names) == 3
    left = Path(tempfile.gettempdir()).glob("clueproof-*")
    assert not names & {path.name[-8:] for path in left}


def test_a_first_start_that_fails_is_no_game(job):
    ours, data = job()
    data.unlink()

    (chunk,) = play_job(ours)

    assert chunk.rows == ()
    assert chunk.failure.startswith("RuntimeError: not today")


def test_a_later_start_that_fails_loses_its_games_in_another_worker_too(job):
    ours, data = job()
    chunks = play_job(ours)
    first = next(chunks)
    end_player()  # as in a worker that has not played yet
    data.unlink()

    later = list(chunks)

    assert {row["outcome"] for row in first.rows} <= {"wrong", "won"}
    assert not any(chunk.failure for chunk in later)
    rows = [row for chunk in later for row in chunk.rows]
    assert [row["game"] for row in rows] == [str(k) for k in range(len(first.rows), 12)]
    assert {(row["outcome"], row["reason"]) for row in rows} == {("crashed", REASON)}


def test_after_25_hard_failures_in_a_row_no_game_is_played(job, monkeypatch):
    # Three in place of 25: each failure ends a process, and a new one starts.
    monkeypatch.setattr(runner, "HARD_FAILURES", 3)
    ours, _ = job("import os; os._exit(4)", games=7)

    rows = [row for chunk in play_job(ours) for row in chunk.rows]
    resumed = [
        row for chunk in play_job(ours, played=5, failures=3) for row in chunk.rows
    ]

    assert [row["game"] for row in rows] == [*"0123456"]
    assert [row["reason"] == STOPPED for row in rows] == [False] * 3 + [True] * 4
    assert resumed == rows[5:]
    assert runner.limit_failures(rows[1:], 1) == (tuple(rows[1:3]), 3)


def test_nobody_knows_the_secret_of_the_game_that_does_not_count(job):
    # Prices of 1e4 make all marks true: what is heard depends on the secret only.
    words = ("crane", "moist", "bulky")
    ours, _ = job(f"self.heard = []; self.left = [*{words}]; return 'crane', 1e4", 2)
    path = ours.policy.entry.path
    text = path.read_text().replace(
        "return guess, 0",
        "self.heard.append(result); self.left.pop(0)\n"
        "        return (self.left[0], 1e4) if self.left else ('crane', 0)",
    )
    path.write_text(text.replace("self.heard = []", "self.say(); self.heard = []"))
    with path.open("a") as file:
        file.write(
            "def say(self):\n"
            "    if hasattr(self, 'heard'): raise ValueError(self.heard)\n"
            "Mine.say = say\n"
        )
    # Each process gets a secret of its own: three of them rarely give the same marks.
    reasons = set()
    for _ in range(3):
        reasons.add(play_chunk(ours, 0, 1).rows[0]["reason"])
        end_player()

    assert all("ValueError: ['" in reason for reason in reasons)
    assert len(reasons) > 1


def test_a_game_that_could_not_start_took_no_time(job):
    ours, data = job("import os, time; time.sleep(0.05); os._exit(4)", games=2)
    chunks = play_job(ours)
    (died,) = next(chunks).rows
    data.unlink()

    (row,) = next(chunks).rows

    assert float(died["seconds"]) > 0.04
    assert (row["seconds"], row["cpu_seconds"]) == ("0.000000", "0.000000")
    assert row["reason"] == REASON
    assert Game.from_row(row).answer == row["answer"] != ""
