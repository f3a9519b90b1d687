"""Strategies that misbehave, and what the referee makes of them."""

import math
import os
import sys
import time

import pytest

from contest.entries import resolve
from contest.sandbox import DIED, RemoteStrategy, StartError, Terms, harmless
from game.draws import Draws
from game.hosts import deal
from game.play import play
from game.protocol import MAX_MOVES, Outcome, Setting
from game.words import DATA, Vocabulary

SETTING = Setting(Vocabulary.load())
LISTS = [str(DATA / f"{kind}-5.txt") for kind in ("answers", "guesses")]
LIMIT = 0.3

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture
def seated(strategy_file):
    tables = []

    def seat(first, *more, **options):
        entry = resolve(str(strategy_file(first, *more, **options)))
        terms = Terms(entry, *LISTS, "wordpl", MAX_MOVES, LIMIT, 20.0)
        remote = RemoteStrategy(terms)
        tables.append(remote)
        remote.start()
        return remote

    yield seat
    for remote in tables:
        remote.close()


def one_game(remote, answer="crane", number=0):
    remote.new_game(7)
    game = play(remote, deal(SETTING, Draws("s", number), answer), SETTING)
    remote.end_game()
    return game


def test_an_honest_strategy_plays_as_it_would_anywhere(seated):
    remote = seated("return 'slate', 9.5", "return 'crane', 0")

    game = one_game(remote)

    assert (game.outcome, game.score) == (Outcome.WON, 9.5)
    assert remote.alive


MOVES = [
    "return 'zzzzz', 3.0",
    "return 'crane', -1.0",
    "return 'crane', float('nan')",
    "return 'crane', float('inf')",
    "return 'crane', True",
    "return 'crane', '3'",
    "return 'crane', None",
    "return 'crane', 10**400",
    "return 'crane', [3]",
    "return 'crane', 3j",
    "return b'crane', 3.0",
    "return 5, 3.0",
    "return 'crane'",
    "return ('crane', 3.0, 3.0)",
    "return None",
    "return {}",
    "return ('crane\\ud800', 3.0)",
    "return ('aahed', 0)",
]


@pytest.mark.parametrize("move", MOVES)
def test_an_illegal_move_is_invalid_and_the_process_stays(seated, move):
    remote = seated(move)

    game = one_game(remote)

    assert game.outcome is Outcome.INVALID
    assert game.reason.isprintable()
    assert remote.alive


RAISES = [
    "raise ValueError('oh')",
    "raise SystemExit",
    "raise KeyboardInterrupt",
    "import sys; sys.exit(0)",
    "f = lambda: f(); f()",
    "return bytearray(1 << 40)",
    "import os; os.fork()",
    "import subprocess; subprocess.run(['true'])",
    "import socket; socket.socket()",
    "import os; os.kill(os.getppid(), 9)",
    "import os; os.killpg(0, 9)",
    "import os; open(f'/proc/{os.getppid()}/mem')",
    "import os; open(f'/proc/{os.getppid()}/cmdline').read()",
    "open('/etc/passwd').read()",
    "open('/tmp/stolen', 'w')",
    f"open({str(DATA / 'answers-5.txt')!r}, 'a')",
    f"import os; os.chmod({str(DATA / 'answers-5.txt')!r}, 0o600)",
]


@linux
@pytest.mark.parametrize("body", RAISES)
def test_an_exception_is_a_crash_and_the_process_stays(seated, body):
    remote = seated(body)
    if remote.missing:
        pytest.skip(f"not protected here: {remote.missing}")

    game = one_game(remote)

    assert game.outcome is Outcome.CRASHED
    assert not game.reason.startswith(DIED)
    assert remote.alive


CHANNEL = (
    "import socket, sys, json\n"
    "channel = socket.socket(fileno=int(sys.argv[1]))\n"
    "def say(data):\n    channel.send(data)\n"
)
BROKE = "broke the rules of the channel"
DEATHS = [
    ("import os; os._exit(0)", "exited with status 0"),
    ("import os; os.kill(os.getpid(), 11)", "killed by SIGSEGV"),
    ("import ctypes; ctypes.string_at(0)", "killed by SIGSEGV"),
    ("import os; os.abort()", "killed by SIGABRT"),
    ("channel.close(); return 'crane', 3.0", ""),
    ("say(b'x' * 5000); return 'crane', 3.0", BROKE),
    ("say(b'[[[[\\n'); return 'crane', 3.0", BROKE),
    ("say(b'\\xff\\xfe\\n'); return 'crane', 3.0", BROKE),
    ("say(b'{}\\n'); return 'crane', 3.0", BROKE),
    ("say(b'{\"id\": true}\\n'); return 'crane', 3.0", BROKE),
    ("say(b'{\"id\": 999}\\n'); return 'crane', 3.0", BROKE),
    ("say(b'[' * 4000 + b'\\n'); return 'crane', 3.0", BROKE),
    ("say(b'{\"id\": 2}\\n{\"id\": 3}\\n'); return 'crane', 3.0", BROKE),
]


@linux
def test_files_that_bear_its_name_are_its_own_and_others_are_not(seated, tmp_path):
    (tmp_path / "mine.txt").write_text("crane")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "run.json").write_text("seed")
    (tmp_path / "other.txt").write_text("seed")
    here = str(tmp_path)
    look = (
        f"[open(f'{here}/{{name}}').read() for name in "
        "(['mine.txt'] if self.x == 1 else [self.x])]"
    )
    remote = seated(f"return {look}[0], 5.0", "return open(self.peek).read(), 0")
    if remote.missing:
        pytest.skip(f"not protected here: {remote.missing}")

    assert one_game(remote).turns[0].guess == "crane"
    for name in ("other.txt", "results/run.json"):
        remote = seated(f"open('{here}/{name}').read()")
        game = one_game(remote)
        assert "PermissionError" in game.reason


@linux
@pytest.mark.parametrize(("body", "reason"), DEATHS)
def test_the_end_of_the_process_is_a_crash_and_it_can_start_again(seated, body, reason):
    remote = seated(body, head=CHANNEL)

    game = one_game(remote)
    remote.start()

    assert game.outcome is Outcome.CRASHED
    assert game.reason.startswith(DIED)
    assert reason in game.reason
    assert remote.alive


def test_a_message_out_of_turn_is_a_crash(seated):
    body = "import threading; threading.Timer(0.05, say, [b'x\\n']).start()"
    remote = seated(f"{body}; return 'slate', 3.0", "return 'slate', 1.0", head=CHANNEL)

    class Slow:
        def reply(self, guess, epsilon, turn):
            time.sleep(0.1)
            return 0

        def reveal(self):
            return "crane"

    remote.new_game(0)
    game = play(remote, Slow(), SETTING)

    assert game.outcome is Outcome.CRASHED
    assert game.reason.startswith(DIED)


ENDLESS = {
    "loop": ("while True: pass", 1),
    "caught": (
        "\n        while True:\n            try: x = 1\n            except: 2",
        1,
    ),
    "sleep": ("import time; time.sleep(1e6)", 3),
    "blocked in C": ("import ctypes; ctypes.CDLL(None).pause()", 3),
    "lock": (
        "import _thread; k = _thread.allocate_lock(); k.acquire(); k.acquire()",
        3,
    ),
    "stopped": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", 3),
    "threads": (
        "import threading; [threading.Thread(target=lambda: pow(7, 10**9)).start() "
        "for _ in range(4)]; pow(7, 10**9)",
        3,
    ),
}


@linux
@pytest.mark.parametrize("name", ENDLESS)
def test_an_overrun_is_a_timeout_whatever_the_strategy_does(seated, name):
    body, walls = ENDLESS[name]
    remote = seated(body)

    began = time.monotonic()
    game = one_game(remote)
    took = time.monotonic() - began

    assert game.outcome is Outcome.TIMEOUT
    assert took < LIMIT * max(walls, 3) + 0.5
    assert not remote.alive


@linux
def test_a_slow_drip_does_not_stretch_the_limit(seated):
    drip = "[(say(b' '), __import__('time').sleep(0.02)) for _ in range(10**6)]"
    remote = seated(drip, head=CHANNEL)

    began = time.monotonic()
    game = one_game(remote)

    assert game.outcome is Outcome.TIMEOUT
    assert time.monotonic() - began < LIMIT * 3 + 0.5


def test_many_moves_are_invalid_in_the_end(seated):
    remote = seated("return 'crane', 0.001", "return 'crane', 0.001")

    game = one_game(remote)

    assert game.outcome in (Outcome.INVALID, Outcome.TIMEOUT)


@linux
def test_no_process_and_no_folder_is_left(seated):
    remote = seated("import os; open('junk', 'w').write('x'); return 'crane', 3.0")
    one_game(remote)
    pid, scratch = remote._process.seat.pid, remote._process.scratch

    remote.close()

    assert not os.path.exists(scratch)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


PATCHES = [
    "import random; random.random = lambda: 0.0",
    "import math; math.exp = lambda x: 1e9; math.fsum = lambda x: 0.0",
    "import builtins; builtins.float = lambda x: 0.0; builtins.sum = lambda x: 0",
]


@pytest.mark.parametrize("patch", PATCHES)
def test_patching_modules_changes_no_score(seated, patch):
    remote = seated("return 'slate', 9.5", "return 'crane', 0", head=patch)

    game = one_game(remote)

    # It may break the strategy's own process; it cannot make a price smaller.
    assert game.score in (9.5, math.inf)
    assert all(turn.epsilon == 9.5 for turn in game.turns)


LIES = [
    ("class F(float):\n    __repr__ = lambda s: '0.5'\n", "return 'slate', F(9.5)"),
    ("class F(float):\n    __float__ = lambda s: 0.0\n", "return 'slate', F(9.5)"),
    ("import numpy", "return 'slate', numpy.float64(9.5)"),
]


@pytest.mark.parametrize(("head", "body"), LIES)
def test_a_price_that_lies_about_itself_is_taken_once_for_all(seated, head, body):
    remote = seated(body, "return 'crane', 0", head=head)

    game = one_game(remote)

    assert game.score == game.turns[0].epsilon == 9.5


def test_the_process_knows_no_secret(seated):
    dump = "import os, sys; raise ValueError(sorted(os.environ), sys.argv[1:])"
    os.environ["CLUEPROOF_TEST_SECRET"] = "42"
    try:
        game = one_game(seated(dump))
    finally:
        del os.environ["CLUEPROOF_TEST_SECRET"]

    assert game.outcome is Outcome.CRASHED
    assert "SECRET" not in game.reason


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("raise ImportError('no such thing')", "ImportError: no such thing"),
        ("import nonexistent_module", "ModuleNotFoundError"),
        ("import os; os._exit(4)", "exited with status 4"),
        ("def Mine(): raise TypeError('late')", "TypeError: late"),
    ],
)
def test_a_strategy_that_cannot_start_says_why(seated, strategy_file, head, reason):
    file = strategy_file("pass")
    text = head + "\n" + file.read_text().replace("class Mine", "class Other")
    file.write_text(text.replace("[Mine", "[Other") if "def Mine" not in head else text)
    entry = resolve(str(file))
    remote = RemoteStrategy(Terms(entry, *LISTS, "wordpl", MAX_MOVES, LIMIT, 20.0))

    with pytest.raises(StartError, match=reason):
        remote.start()

    assert not remote.alive


def test_a_slow_start_is_given_up(strategy_file):
    file = strategy_file("pass", head="import time; time.sleep(1e6)")
    remote = RemoteStrategy(
        Terms(resolve(str(file)), *LISTS, "wordpl", MAX_MOVES, LIMIT, 0.6)
    )

    with pytest.raises(StartError, match=r"not ready within 0.6 s"):
        remote.start()

    assert not remote.alive


def test_output_does_not_reach_the_terminal(seated, capfd):
    remote = seated("print('noise' * 1000); return 'crane', 3.0")

    one_game(remote)

    assert capfd.readouterr() == ("", "")


def test_text_of_strangers_is_made_harmless():
    assert harmless("a\x1b[2Jb\nc") == "a?[2Jb?c"
    assert harmless("=cmd()") == "'=cmd()"
    assert harmless({"a": 1}) == "{'a': 1}"
    assert len(harmless("x" * 10_000)) == 200
