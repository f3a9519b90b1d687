import os

import pytest

from contest.sandbox.confinement.referee import list_children
from game.protocol import Forfeit

pytestmark = pytest.mark.linux

HEAD = "import os, signal, threading"
# What a first move tells, and a second does: end by a signal of its own.
# Digits are spelled as letters, because reasons leave out the numbers of processes.
NUMBERS = "os.getpid(), os.getppid(), threading.get_native_id()"
LETTERS = str.maketrans("0123456789", "ABCDEFGHIJ")
MOVES = (
    f"who = repr(({NUMBERS}, os.path.exists('/proc/meminfo'))); "
    f"return who.translate({LETTERS}), 1",
    "os.kill(os.getpid(), getattr(signal, guess)); return guess, 0",
)


@pytest.fixture
def start_identified(start):
    """Start a strategy that says who it is."""
    return lambda *without: start(*MOVES, head=HEAD, without=without)


def skip_shared(player):
    if player.process.namespaces != "own":
        pytest.skip(f"namespaces: {player.process.namespaces}")


def test_a_strategy_sees_numbers_of_its_own_alone(start_identified, begin_game):
    player = start_identified()
    skip_shared(player)

    assert begin_game(player).first_move() == ["(C, A, C, False)", 1]
    # From outside it has another number, of an ordinary child of ours.
    assert player.process.pid in list_children(os.getpid())
    assert player.process.read_age().cpu > 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGABRT", "SIGKILL"])
@pytest.mark.parametrize("without", [(), ("namespaces",)])
def test_signals_end_it_in_its_namespaces_as_elsewhere(
    start_identified, begin_game, name, without
):
    strategy = begin_game(start_identified(*without))

    with pytest.raises(Forfeit, match=f"killed by {name}"):
        strategy.next_move(name, 1, "")


def test_nothing_is_left_of_the_namespaces(start_identified):
    before = {*list_children(os.getpid())}
    player = start_identified()
    skip_shared(player)
    assert len({*list_children(os.getpid())} - before) == 2  # the first one only waits

    player.close()

    assert not {*list_children(os.getpid())} - before
    assert not player.process.scratch.exists()


def test_without_namespaces_a_strategy_plays_the_same(start_identified, begin_game):
    player = start_identified("namespaces")
    process = player.process

    assert process.namespaces == "none (left out)"
    assert process.missing == ()
    numbers = repr((process.pid, os.getpid(), process.pid, True))
    shown = numbers.translate(LETTERS)
    assert begin_game(player).first_move() == [shown, 1]


def test_a_strategy_has_no_privileges(start, begin_game):
    names = "CapInh", "CapPrm", "CapEff", "CapAmb", "NoNewPrivs"
    move = f"""return ' '.join(
            line.split()[1].replace('0', 'o')
            for line in open('/proc/self/status')
            if line.partition(':')[0] in {names}
        ), 1"""
    # Without what hides the file.
    player = start(move, without=("namespaces", "Landlock"))

    move, _ = begin_game(player).first_move()

    assert move.split() == ["o" * 16] * 4 + ["1"]


def test_what_is_left_out_is_missing_and_nothing_else(start):
    without = ("Landlock", "seccomp", "privileges")

    missing = start("return 'crane', 0", without=without).process.missing

    # Without privileges the kernel refuses no other step that is left out.
    assert set(missing) == {f"{name}: left out" for name in without}


@pytest.mark.parametrize("without", [(), ("namespaces",)])
def test_the_end_of_one_strategy_leaves_the_others(
    start_identified, begin_game, without
):
    ended = start_identified(*without)
    other = start_identified(*without)

    ended.close()

    assert begin_game(other).first_move()[1] == 1


@pytest.mark.parametrize(
    ("code", "reason"),
    [("os._exit(3)", "exited with status 3"), ("os.abort()", "killed by SIGABRT")],
)
def test_a_strategy_that_dies_is_one_crashed_game_where_waitid_is_missing(
    start, begin_game, monkeypatch, code, reason
):
    monkeypatch.delattr(os, "waitid")  # macOS before Python 3.13
    strategy = begin_game(start(code, head="import os", without=("namespaces",)))

    with pytest.raises(Forfeit, match=reason):
        strategy.first_move()


def test_threads_beyond_the_limit_end_the_game(start, begin_game):
    # 256 threads are allowed.
    work = (
        "[threading.Thread(target=time.sleep, args=(60,)).start() for _ in range(260)]"
    )
    head = "import threading, time\nthreading.stack_size(1 << 16)"
    strategy = begin_game(start(f"{work}; time.sleep(60)", head=head))

    with pytest.raises(Forfeit, match="over 256 threads"):
        strategy.first_move()


def test_a_process_of_its_own_ends_the_game(start, begin_game):
    # Without seccomp, which refuses to start one.
    code = "os.fork() or time.sleep(60); time.sleep(60)"
    strategy = begin_game(start(code, head="import os, time", without=("seccomp",)))

    with pytest.raises(Forfeit, match="processes of its own"):
        strategy.first_move()
