"""An entry beside others that fill the page cache or wake 250 threads."""

import pytest

from contest.runs.rows import TIMES
from contest.runs.workers.runner import Job, end_player, play_chunk
from tests.processes import wait_for_rows
from tests.sandboxed import policy_of

GAMES = 20
FIRST = "return 'crane', 12.0"
THREADS = """
import threading, time
def work():
    while True: time.sleep(0.02)
for _ in range(250): threading.Thread(target=work, daemon=True).start()
"""


@pytest.mark.slow
@pytest.mark.linux
@pytest.mark.parametrize(
    ("head", "body"),
    [
        (
            "data = bytes(200 << 20)",
            "open('f', 'wb').write(data); open('f', 'rb').read()",
        ),
        (THREADS, "time.sleep(0.1)"),
    ],
    ids=["page cache", "threads"],
)
def test_a_strategy_that_uses_up_its_limits_changes_no_row_of_its_neighbour(
    strategy_file, begin, tmp_path, head, body
):
    path = strategy_file(f"self.sum = sum(range(500_000)); {FIRST}")
    job = Job(policy_of(path), "neighbours", GAMES)

    def played():
        rows = play_chunk(job, 0, GAMES).rows
        end_player()
        return [{k: v for k, v in row.items() if k not in TIMES} for row in rows]

    alone = played()
    other = strategy_file(f"{body}; {FIRST}", head=head, name="other.py")
    run = begin(other, "--games", 10_000, "--jobs", 1, "--out", tmp_path / "run")
    wait_for_rows(tmp_path / "run", 1, run)

    assert len(alone) == GAMES
    assert played() == alone
    assert run.poll() is None
