import os
import sys

import pytest

from contest.sandbox.confinement.orphans import children
from game.protocol import Forfeit

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture
def remote(started):
    """Return a started strategy that says who it is."""
    head = "import os, signal, threading"
    numbers = "os.getpid(), os.getppid(), threading.get_native_id()"
    shown = f"{numbers}, os.path.exists('/proc/meminfo')"
    before = set(children(os.getpid()))

    def start(*without):
        move = f"return repr(({shown})), 1"
        remote = started(move, HANDLERS, head=head, without=without)
        remote.others = before
        remote.new_game(0)
        return remote

    return start


# What it does by a guess: end by a signal of its own, or try to reach the referee.
HANDLERS = "os.kill(os.getpid(), getattr(signal, guess)); return guess, 0"


def apart(remote):
    if remote.namespaces != "own":
        pytest.skip(f"namespaces: {remote.namespaces}")
    return remote


def test_a_strategy_sees_numbers_of_its_own_alone(remote):
    one = apart(remote())

    assert one.first_move() == ["(2, 0, 2, False)", 1]
    # From outside it has another number, of an ordinary child of ours.
    assert one._process.pid in children(os.getpid())
    assert one._process.cpu() > 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGABRT", "SIGKILL"])
@pytest.mark.parametrize("without", [(), ("namespaces",)])
def test_signals_end_it_in_its_namespaces_as_elsewhere(remote, name, without):
    one = remote(*without)

    with pytest.raises(Forfeit, match=f"killed by {name}"):
        one.next_move(name, 1, "")


def test_nothing_is_left_of_the_namespaces(remote):
    one = apart(remote())
    assert len({*children(os.getpid())} - one.others) == 2  # the first one only waits

    one.close()

    assert not {*children(os.getpid())} - one.others


def test_without_namespaces_a_strategy_plays_the_same(remote):
    one = remote("namespaces")

    assert one.namespaces == "none (left out)"
    assert one.missing == []
    move, price = one.first_move()
    pid = one._process.pid
    assert (move, price) == (repr((pid, os.getpid(), pid, True)), 1)


@pytest.mark.parametrize("without", [(), ("namespaces",)])
def test_the_end_of_one_strategy_leaves_the_others(remote, without):
    one, other = remote(*without), remote(*without)

    one.close()

    assert other.first_move()[1] == 1


@pytest.mark.parametrize(
    ("code", "reason"),
    [("os._exit(3)", "exited with status 3"), ("os.abort()", "killed by SIGABRT")],
)
def test_a_strategy_that_dies_is_one_crashed_game_where_waitid_is_missing(
    started, monkeypatch, code, reason
):
    monkeypatch.delattr(os, "waitid")  # macOS before Python 3.13
    remote = started(code, head="import os", without=("namespaces",))
    remote.new_game(0)

    with pytest.raises(Forfeit, match=reason):
        remote.first_move()
