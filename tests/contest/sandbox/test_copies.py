"""What a copy of a strategy's process shares with its original: nothing."""

import os
import sys

import pytest

from contest.entries.entry import resolve
from contest.sandbox.lockdown import protect_referee
from contest.sandbox.policy import Terms
from contest.sandbox.remote import RemoteStrategy
from game.words import DATA

LISTS = [str(DATA / f"{kind}-5.txt") for kind in ("answers", "guesses")]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture
def seated(strategy_file):
    tables = []

    def seat(first, **options):
        entry = resolve(str(strategy_file(first, **options)))
        terms = Terms(entry, *LISTS, "wordpl", 1000, 5.0, 60.0, isolated=True)
        tables.append(RemoteStrategy(terms))
        protect_referee()
        tables[-1].start()
        return tables[-1]

    yield seat
    for remote in tables:
        remote.close()


def price(remote):
    """Play the first move of a game and return what it pays."""
    remote.new_game(0)
    _, epsilon = remote.first_move()
    remote.end_game()
    return epsilon


def test_each_game_gets_a_copy_of_the_same_process(seated):
    remote = seated("import os; self.x += 1; return 'slate', os.getpid() + self.x / 10")
    original = remote._process.seat.pid

    prices = [price(remote) for _ in range(3)]

    assert [p % 1 for p in prices] == pytest.approx([0.2] * 3)
    assert len({*map(int, prices), original}) == 4
    assert remote._process.seat.pid == original


def test_its_original_stands_still_meanwhile(seated):
    remote = seated("return 'slate', 3.0")

    remote.new_game(0)

    with open(f"/proc/{remote._process.seat.pid}/stat") as stat:
        assert stat.read().rpartition(")")[2].split()[0] == "T"


@pytest.mark.parametrize(
    "body",
    [
        "self.kept = open('kept', 'w')",
        "self.kept = __import__('mmap').mmap(-1, 4096)",
        "self.kept = __import__('os').pipe()",
        "import threading; threading.Thread(target=__import__('time').sleep, args=[9]"
        ", daemon=True).start()",
    ],
)
def test_what_cannot_be_copied_gets_a_new_process_for_the_next_game(seated, body):
    remote = seated(f"self.x += 1; {body}; return 'slate', self.x")
    remote.new_warm_up()
    remote.first_move()
    first = remote._process.seat.pid

    assert price(remote) == 3  # after the warm-up, by the process itself
    assert not remote.alive
    remote.start()
    assert price(remote) == 2
    assert remote._process is None or remote._process.seat.pid != first


def test_no_process_is_left(seated):
    remote = seated("return 'slate', 3.0")
    remote.new_game(0)
    pids = [remote._process.seat.pid, remote._copy.pid]

    remote.close()

    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
