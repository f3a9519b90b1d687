import os
import subprocess
import time
from dataclasses import replace

import pytest

from contest.runs.logs import INTERRUPTED, find_interruption
from contest.sandbox.limits import WALL_FACTOR, WITHOUT_CORE, Limits
from contest.sandbox.process import DIED, StartError, launch
from contest.sandbox.remote import LOG
from game.protocol import Outcome
from tests.sandboxed import policy_of


@pytest.fixture
def play_logged(start, play_crane):
    """Play a game of a strategy whose output is kept."""
    return lambda *moves, **options: play_crane(start(*moves, log=True, **options))


@pytest.mark.parametrize("price", ["9.5", "__import__('numpy').float64(9.5)"])
def test_an_honest_strategy_plays_as_it_would_anywhere(start, play_crane, price):
    player = start(f"return 'slate', {price}", "return 'crane', 0")

    game = play_crane(player).game

    assert (game.outcome, game.score) == (Outcome.WON, 9.5)
    assert not player.process.ended
    # The name is not the name that `object` gives, which has an address.
    assert player.process.name == "Mine()"


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("return ('crane\\ud800', 3.0)", Outcome.INVALID),
        ("raise SystemExit", Outcome.CRASHED),
        ("breakpoint()", Outcome.CRASHED),
    ],
)
def test_after_a_fault_of_its_own_the_process_stays(start, play_crane, body, outcome):
    player = start(body)

    game = play_crane(player).game

    assert game.outcome is outcome
    assert not game.reason.startswith(DIED)
    assert ("watch ENTRY --debug" in game.reason) is (body == "breakpoint()")
    assert not player.process.ended


@pytest.mark.linux
def test_files_that_bear_its_name_are_its_own_and_others_are_not(
    start_protected, play_crane, tmp_path
):
    (tmp_path / "mine.txt").write_text("crane")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "run.json").write_text("seed")
    (tmp_path / "other.txt").write_text("seed")
    (tmp_path / "mine.link").symlink_to("other.txt")

    player = start_protected(f"return open('{tmp_path}/mine.txt').read(), 5.0")

    assert play_crane(player).game.turns[0].guess == "crane"
    for name in ("other.txt", "results/run.json", "mine.link"):
        player = start_protected(f"open('{tmp_path}/{name}').read()")
        assert "PermissionError" in play_crane(player).game.reason


@pytest.mark.linux
@pytest.mark.parametrize(
    ("folder", "closed"), [("clueproof-words-1", True), ("mine-words", False)]
)
def test_folders_of_the_referee_are_nobodys_own(
    start_protected, play_crane, tmp_path, folder, closed
):
    (tmp_path / folder).mkdir()
    (seed := tmp_path / folder / "seed").write_text("crane")
    name = f"{folder.partition('-')[0]}.py"
    player = start_protected(f"return open({str(seed)!r}).read(), 5.0", name=name)

    assert ("PermissionError" in play_crane(player).game.reason) is closed


@pytest.mark.linux
def test_between_games_the_process_stands_still(start, play_crane):
    head = (
        "import threading\n"
        "def work():\n"
        "    while True: pass\n"
        "threading.Thread(target=work, daemon=True).start()\n"
    )
    player = start("return 'slate', 9.5", "return 'crane', 0", head=head)

    for _ in range(2):
        played = play_crane(player)
        before = player.process.read_age().cpu
        time.sleep(0.3)

        assert played.game.outcome is Outcome.WON
        assert 0 < player.process.read_age().cpu - before + 1e-9 < 0.1
        assert 0 < played.time.cpu < 60


@pytest.mark.linux
def test_the_game_after_the_end_of_the_process_has_another(start, play_crane):
    player = start("import os; os._exit(0)")

    for _ in range(2):
        process = player.process
        game = play_crane(player).game

        assert game.outcome is Outcome.CRASHED
        assert game.reason == f"{DIED}exited with status 0"
        assert player.process.ended
    assert player.process is not process


@pytest.mark.parametrize(
    "body",
    [
        "raise KeyError(object(), id(self), hex(id(self)), f'{id(self):x}')",
        "raise KeyError('x' * 120, *[object() for _ in range(9)])",
        "raise KeyError(os.getpid(), os.getcwd(), threading.get_ident())",
        "raise KeyError(threading.get_native_id(), threading.current_thread())",
        "raise type(f'E{id(self)}', (Exception,), {})(tempfile.mkdtemp())",
        "open(os.path.abspath('x.txt'))",
        "return [object()], 5.0",
        "return str(id(self)), 5.0",
        "return 'slate', object()",
        "return 'slate', str(object())",
        "return object()",
    ],
)
def test_a_reason_is_the_same_in_every_process(start, play_crane, body):
    head = "import os, tempfile, threading\n"

    games = [play_crane(start(body, head=head)).game for _ in range(2)]

    assert games[0].reason == games[1].reason
    assert "..." in games[0].reason
    assert "0x" not in games[0].reason


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("raise ImportError('no such thing')", "ImportError: no such thing"),
        ("import nonexistent_module", "ModuleNotFoundError"),
        ("import os; os._exit(4)", "exited with status 4"),
        ("def Mine(): raise TypeError('late')", "TypeError: late"),
    ],
)
def test_a_strategy_that_cannot_start_says_why(start_file, strategy_file, head, reason):
    file = strategy_file("pass")
    text = head + "\n" + file.read_text().replace("class Mine", "class Other")
    file.write_text(text.replace("[Mine", "[Other") if "def Mine" not in head else text)

    with pytest.raises(StartError, match=reason):
        start_file(file)


def test_a_strategy_that_cannot_start_shows_the_end_of_its_output(start):
    head = "for k in range(9): print('line', k, flush=True)\nraise ValueError('no')"

    with pytest.raises(StartError) as failure:
        start("pass", head=head)

    reason, *lines = str(failure.value).splitlines()
    assert reason == "ValueError: no (mine.py, line 2)"
    assert lines == [f"line {number}" for number in range(4, 9)]


@pytest.mark.linux
def test_a_signal_without_a_name_is_a_reason(start, play_crane):
    # Without seccomp, which refuses signals that queue up.
    player = start("import os; os.kill(os.getpid(), 41)", without=("seccomp",))

    game = play_crane(player).game

    assert game.outcome is Outcome.CRASHED
    assert "killed by signal 41" in game.reason


def test_what_it_prints_in_a_game_is_kept(start, play_crane):
    first = "print('one \\x1b[31m'); return 'slate', 9.5"
    following = "import sys; print('two', file=sys.stderr); return 'crane', 0"
    player = start(first, following, head="print('before the game')", log=True)

    assert [play_crane(player).log for _ in range(2)] == ["one ?[31m\ntwo\n"] * 2


def test_what_it_prints_is_read_once(start, begin_game):
    moves = "print('one'); return 'slate', 9.5", "print('two'); return 'crane', 0"
    strategy = begin_game(start(*moves, log=True))

    strategy.first_move()
    assert strategy.read_log() == "one\n"
    assert strategy.read_log() == ""
    strategy.next_move("slate", 9.5, "c.i..")
    assert strategy.read_log() == "two\n"


def test_a_crash_leaves_its_traceback(play_logged):
    game, _, log, *_ = play_logged("print('here'); return [][1]")

    assert game.outcome is Outcome.CRASHED
    first, second, *_, last = log.splitlines()
    assert (first, second) == ("here", "Traceback (most recent call last):")
    assert "mine.py" in log.splitlines()[2]
    assert last == "IndexError: list index out of range"
    assert "child.py" not in log


@pytest.mark.linux
def test_a_strategy_that_is_late_leaves_its_place(play_logged):
    game, used, log, *_ = play_logged("\n        while True: self.x += 1", timeout=0.3)

    assert game.outcome is Outcome.TIMEOUT
    assert max(used.cpu, used.wall / WALL_FACTOR) > 0.3
    assert INTERRUPTED in log
    assert find_interruption(log, "mine.py") == " (mine.py, line 7)"


@pytest.mark.linux
def test_a_strategy_that_sleeps_is_late_after_the_wall_limit(start, play_crane):
    player = start("import time; time.sleep(60)", timeout=0.1)

    game, used, *_ = play_crane(player)

    assert (game.outcome, game.reason) == (
        Outcome.TIMEOUT,
        "over 0.3 s of wall-clock time (0.0 s of CPU time)",
    )
    # The limit of the clock is three times the limit of CPU time.
    assert used.wall > 0.3
    assert used.cpu < 0.1


@pytest.fixture
def starve(stack):
    """Leave a process a thirteenth of its core, until the end of the test.

    The kernel adds a wait for a core when the wait ends. A process with the lowest
    priority might wait until the end of its game, and this wait would not be counted.
    """

    def run(pid):
        (core, *_) = os.sched_getaffinity(pid)
        os.sched_setaffinity(pid, {core})

        # Some systems give every session an equal share, so there are many of them.
        for _ in range(12):
            hog = subprocess.Popen(
                ["sh", "-c", "echo; while :; do :; done"],
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
            stack.enter_context(hog)
            stack.callback(hog.kill)
            os.sched_setaffinity(hog.pid, {core})
            hog.stdout.readline()  # it runs now

    return run


@pytest.mark.linux
@pytest.mark.system  # it takes a core for seconds
@pytest.mark.parametrize(
    ("body", "is_machines_fault"),
    [("\n        while True: self.x += 1", True), ("time.sleep(60)", False)],
)
def test_who_gets_no_core_is_told_from_who_sleeps(
    start, play_crane, starve, body, is_machines_fault
):
    player = start(body, head="import time", timeout=0.5)
    starve(player.process.pid)

    played = play_crane(player)

    assert played.game.outcome is Outcome.TIMEOUT
    assert played.game.reason.startswith("over 1.5 s of wall-clock time (0.")
    assert played.game.reason.endswith(WITHOUT_CORE) is is_machines_fault
    assert played.lacked_cpu is is_machines_fault


@pytest.mark.linux
@pytest.mark.parametrize(
    ("head", "limit"),
    [
        ("while True: pass", "over 0.5 s of CPU time:"),
        ("import time; time.sleep(60)", "over 1.5 s of wall-clock time (0."),
    ],
)
def test_a_start_has_a_limit_of_cpu_and_three_times_that(strategy_file, head, limit):
    policy = policy_of(strategy_file("pass", head=head))
    policy = replace(policy, limits=Limits(start_timeout=0.5))

    with pytest.raises(StartError, match="not ready in time, over") as raised:
        launch(policy)

    # Where the machine is overloaded, the start reaches the limit of wall-clock time.
    assert limit in str(raised.value) or raised.value.lacked_cpu
    assert "at most 0.5 s of CPU time and 1.5 s of wall-clock time; --start-t" in str(
        raised.value
    )


@pytest.mark.linux
def test_a_process_that_ends_leaves_what_it_printed(play_logged):
    played = play_logged("print('last', flush=True); import os; os._exit(3)")

    assert played.game.outcome is Outcome.CRASHED
    assert played.log == "last\n"


@pytest.mark.linux
def test_output_that_the_strategy_removes_is_lost_and_nothing_else(start, play_crane):
    first = (
        "import os; self.x += 1; "
        "os.ftruncate(1, 0) if self.x == 3 else print('x' * 99, flush=True); "
        "return 'slate', 9.5"
    )
    player = start(first, "return 'crane', 0", log=True)

    played = [play_crane(player) for _ in range(2)]

    assert [one.game.outcome for one in played] == [Outcome.WON] * 2
    assert [one.log for one in played] == ["x" * 99 + "\n", ""]


# 50,000 lines of two characters exceed the limit, so that the beginning is cut off.
def test_a_log_has_a_limit(play_logged):
    log = play_logged("print('x\\n' * 50_000); print('end'); return 'crane', 0").log

    assert len(log) < LOG + 100
    assert log.startswith("... 34,")
    assert log.endswith("x\n\nend\n")
