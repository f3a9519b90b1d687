import sys
import time

import pytest

from contest.runs.logs import INTERRUPTED, interruption
from contest.sandbox.remote import DIED, LOG, StartError
from contest.sandbox.text import sanitize
from game.loop import play
from game.protocol import Outcome, Setting
from game.words import Vocabulary

SETTING = Setting(Vocabulary.load())

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture
def logged(started, one_game):
    """Play a game of a strategy whose output is kept, and return it and its log."""

    def start(*moves, **options):
        remote = started(*moves, log=True, **options)
        return remote, one_game(remote), remote.printed()

    return start


@pytest.mark.parametrize("price", ["9.5", "__import__('numpy').float64(9.5)"])
def test_an_honest_strategy_plays_as_it_would_anywhere(started, one_game, price):
    remote = started(f"return 'slate', {price}", "return 'crane', 0")

    game = one_game(remote)

    assert (game.outcome, game.score) == (Outcome.WON, 9.5)
    assert remote.alive
    assert remote.name == "Mine()"  # not that of object, which has an address


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("return ('crane\\ud800', 3.0)", Outcome.INVALID),
        ("raise SystemExit", Outcome.CRASHED),
        ("breakpoint()", Outcome.CRASHED),
    ],
)
def test_after_a_fault_of_its_own_the_process_stays(started, one_game, body, outcome):
    remote = started(body)

    game = one_game(remote)

    assert game.outcome is outcome
    assert not game.reason.startswith(DIED)
    assert ("watch ENTRY --debug" in game.reason) is (body == "breakpoint()")
    assert remote.alive


CHANNEL = (
    "import socket, sys, json\n"
    "channel = socket.socket(fileno=int(sys.argv[1]))\n"
    "def say(data):\n    channel.send(data)\n"
)


@linux
def test_files_that_bear_its_name_are_its_own_and_others_are_not(
    protected, one_game, tmp_path
):
    (tmp_path / "mine.txt").write_text("crane")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "run.json").write_text("seed")
    (tmp_path / "other.txt").write_text("seed")
    (tmp_path / "mine.link").symlink_to("other.txt")

    remote = protected(f"return open('{tmp_path}/mine.txt').read(), 5.0")

    assert one_game(remote).turns[0].guess == "crane"
    for name in ("other.txt", "results/run.json", "mine.link"):
        remote = protected(f"open('{tmp_path}/{name}').read()")
        assert "PermissionError" in one_game(remote).reason


@linux
@pytest.mark.parametrize(
    ("folder", "closed"), [("clueproof-words-1", True), ("mine-words", False)]
)
def test_folders_of_the_referee_are_nobodys_own(
    protected, one_game, tmp_path, folder, closed
):
    (tmp_path / folder).mkdir()
    (seed := tmp_path / folder / "seed").write_text("crane")
    name = f"{folder.partition('-')[0]}.py"
    remote = protected(f"return open({str(seed)!r}).read(), 5.0", name=name)

    assert ("PermissionError" in one_game(remote).reason) is closed


@linux
def test_between_games_the_process_stands_still(started, one_game):
    head = (
        "import threading\n"
        "def work():\n"
        "    while True: pass\n"
        "threading.Thread(target=work, daemon=True).start()\n"
    )
    remote = started("return 'slate', 9.5", "return 'crane', 0", head=head)

    for _ in range(2):
        game = one_game(remote)
        before = remote._process.cpu()
        time.sleep(0.3)

        assert game.outcome is Outcome.WON
        assert remote._process.cpu() - before < 0.1
        assert remote.cpu_seconds < 60


@linux
def test_after_the_end_of_the_process_another_can_start(started, one_game):
    remote = started("import os; os._exit(0)")

    game = one_game(remote)
    ended = not remote.alive
    remote.start()

    assert game.outcome is Outcome.CRASHED
    assert game.reason == f"{DIED}exited with status 0"
    assert ended
    assert remote.alive


def test_a_message_out_of_turn_is_a_crash(started):
    body = "import threading; threading.Timer(0.05, say, [b'x\\n']).start()"
    remote = started(
        f"{body}; return 'slate', 3.0", "return 'slate', 1.0", head=CHANNEL
    )

    class Slow:
        first = ""

        def reply(self, guess, epsilon, turn):
            time.sleep(0.1)
            return 0

        def reveal(self):
            return "crane"

    remote.new_game(0)
    game = play(remote, Slow(), SETTING)

    assert game.outcome is Outcome.CRASHED
    assert game.reason.startswith(DIED)


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("raise ImportError('no such thing')", "ImportError: no such thing"),
        ("import nonexistent_module", "ModuleNotFoundError"),
        ("import os; os._exit(4)", "exited with status 4"),
        ("def Mine(): raise TypeError('late')", "TypeError: late"),
    ],
)
def test_a_strategy_that_cannot_start_says_why(sandboxed, strategy_file, head, reason):
    file = strategy_file("pass")
    text = head + "\n" + file.read_text().replace("class Mine", "class Other")
    file.write_text(text.replace("[Mine", "[Other") if "def Mine" not in head else text)
    remote = sandboxed(file)

    with pytest.raises(StartError, match=reason):
        remote.start()

    assert not remote.alive


@linux
def test_a_signal_without_a_name_is_a_reason(started, one_game):
    # Without seccomp, which refuses signals that queue up.
    remote = started("import os; os.kill(os.getpid(), 41)", without=("seccomp",))

    game = one_game(remote)

    assert game.outcome is Outcome.CRASHED
    assert "killed by signal 41" in game.reason


def test_untrusted_text_is_made_harmless():
    assert sanitize("a\x1b[2Jb\nc") == "a?[2Jb?c"
    assert sanitize("=cmd()") == "'=cmd()"
    for sign in "+-@\uff1d\uff0b\uff0d\uff20\ufe66\u2212":
        assert sanitize(f"{sign}1") == f"'{sign}1"
        assert sanitize(f" {sign}1") == f"' {sign}1"
    assert sanitize({"a": 1}) == "{'a': 1}"
    assert len(sanitize("x" * 10_000)) == 200


def test_what_it_prints_in_a_game_is_kept(logged, one_game):
    first = "print('one \\x1b[31m'); return 'slate', 9.5"
    following = "import sys; print('two', file=sys.stderr); return 'crane', 0"

    remote, _, log = logged(first, following, head="print('before the game')")

    assert log == "one ?[31m\ntwo\n"
    assert remote.printed() == ""
    one_game(remote)
    assert remote.printed() == log


def test_a_crash_leaves_its_traceback(logged):
    _, game, log = logged("print('here'); return [][1]")

    assert game.outcome is Outcome.CRASHED
    first, second, *_, last = log.splitlines()
    assert (first, second) == ("here", "Traceback (most recent call last):")
    assert "mine.py" in log.splitlines()[2]
    assert last == "IndexError: list index out of range"
    assert "child.py" not in log


@linux
def test_a_strategy_that_is_late_leaves_its_place(logged):
    _, game, log = logged("\n        while True: self.x += 1", timeout=0.3)

    assert game.outcome is Outcome.TIMEOUT
    assert INTERRUPTED in log
    assert interruption(log, "mine.py") == " (mine.py, line 7)"


@linux
def test_a_process_that_ends_leaves_what_it_printed(logged):
    _, game, log = logged("print('last', flush=True); import os; os._exit(3)")

    assert game.outcome is Outcome.CRASHED
    assert log == "last\n"


@linux
def test_output_that_the_strategy_removes_is_lost_and_nothing_else(logged, one_game):
    first = (
        "import os; self.x += 1; "
        "os.ftruncate(1, 0) if self.x == 3 else print('x' * 99, flush=True); "
        "return 'slate', 9.5"
    )
    remote, _, log = logged(first, "return 'crane', 0")
    assert log == "x" * 99 + "\n"

    game = one_game(remote)

    assert game.outcome is Outcome.WON
    assert remote.printed() == ""


def test_a_log_has_a_limit(logged):
    _, _, log = logged("print('x\\n' * 50_000); print('end'); return 'crane', 0")

    assert len(log) < LOG + 100
    assert log.startswith("... 34,")
    assert log.endswith("x\n\nend\n")


def test_variables_of_a_strategy_are_short_printable_texts(logged):
    head = (
        "import numpy as np\n"
        "class Odd:\n"
        "    def __repr__(self):\n        raise SystemExit\n"
    )
    remote, _, _ = logged(
        "self.a = np.arange(2e4); self.b = '\\x1b' * 9999; self.c = Odd(); "
        "vars(self).update((f'n{k}', 'x' * 99) for k in range(99)); "
        "return 'crane', 9.0",
        "here = [guess]; raise ValueError",
        head=head,
    )

    remote.new_game(0)  # between games it is stopped
    state = dict(remote.state())

    assert state["here"] == "['crane']"  # where it raised
    assert state["self.a"].startswith("float64[20000] 0 1 2 3 4 5 6 7 ...")
    assert state["self.c"] == "Odd: SystemExit in its repr"
    assert all(text.isprintable() and len(text) <= 80 for text in state.values())
    # 99, a, b, c and x, with here and the three arguments.
    assert state["..."] == f"{107 - (len(state) - 1)} more"
    assert remote.alive


@linux
def test_a_wait_for_a_strategy_can_be_ended(sandboxed, strategy_file):
    class Enough(Exception):
        pass

    def check():
        if time.monotonic() > began + 0.2:
            raise Enough

    slow = strategy_file("pass", head="import time\ntime.sleep(50)")
    remote = sandboxed(slow, check=check)
    began = time.monotonic()

    with pytest.raises(Enough):
        remote.start()

    remote.close()
    assert not remote.alive


@pytest.mark.parametrize("code", ["import theirs", "open(PATH)"])
def test_a_package_outside_the_environment_is_named(
    sandboxed, strategy_file, tmp_path, monkeypatch, code
):
    # As in a user's site, or in a folder that an editable install names.
    package = tmp_path / "elsewhere" / "theirs"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("x = 1")
    monkeypatch.syspath_prepend(str(package.parent))
    head = code.replace("PATH", repr(str(package / "__init__.py")))
    remote = sandboxed(strategy_file("return 'crane', 5", head=head))

    with pytest.raises(StartError, match=f"{package}.*by pip install without --user"):
        remote.start()
