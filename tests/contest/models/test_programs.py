"""Programs of the open class, which play without a sandbox."""

import json
import shlex
import sys
import threading
from multiprocessing.pool import ThreadPool

import pytest

from commands.evaluate import chat, verify
from contest.entries.entry import resolve
from contest.models.endpoint import PlayerError, Reply
from contest.models.games import named_setting, read_played
from contest.models.programs import ProgramPlayer
from contest.models.runs import TRANSCRIPTS
from game.errors import InputError
from game.protocol import Outcome
from game.replays import replay
from game.words import Vocabulary
from tests.model_server import serve

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

WORDS = Vocabulary.load()
START = """
import json, os, subprocess, sys, time, urllib.request

def say(**fields):
    print(json.dumps({"id": asked["id"]} | fields), flush=True)

asked = json.loads(sys.stdin.readline())
"""
READY = """
say(name="bot")
for line in sys.stdin:
    asked = json.loads(line)
    move = ["slate", price] if "seed" in asked else ["crane", last]
"""
MOVES = {
    "wordpl": f"price, last = 30, 0\n{READY}    say(move=move)\n",
    "classic": f"price = last = None\n{READY}    say(move=move)\n",
}


@pytest.fixture
def command(tmp_path):
    """Return the command of a program that goes on as a text says after its start."""

    def write(text):
        (tmp_path / "bot.py").write_text(START + text)
        return shlex.join([sys.executable, str(tmp_path / "bot.py")])

    return write


@pytest.fixture
def player(command):
    """Return a program that plays a game of the seed "s", by default WORDPL."""

    def make(text, game="wordpl", timeout=60.0):
        entry, setting = resolve(f"program:{command(text)}"), named_setting(game, WORDS)
        return ProgramPlayer(entry, setting, "s", timeout)

    return make


@pytest.mark.parametrize("game", ["wordpl", "classic"])
def test_a_program_plays_the_games_of_a_seed_which_follow_from_its_moves(player, game):
    setting = named_setting(game, WORDS)
    with player(MOVES[game], game) as bot:
        records = [json.loads(json.dumps(bot.play_game(k))) for k in range(3)]

    games = [read_played(record, setting, -1) for record in records]
    assert [each.number for each in games] == [0, 1, 2]
    assert [g.game for g in games] == list(
        replay([each.game for each in games], range(3), "s", setting)
    )
    assert {each.illegal for each in games} == {0}
    assert games[0].replies == (2 if setting.mode.priced else 6)
    assert all(each.seconds >= 0 for each in games)


def test_a_program_has_the_network_the_environment_and_other_processes(
    player, monkeypatch
):
    monkeypatch.setenv("NEEDED", "here")
    with serve(lambda _: Reply("crane", 1, 1)) as server:
        asks = f"""
assert os.environ["NEEDED"] == "here"
subprocess.run(["true"], check=True)
body = json.dumps({{"model": "m", "messages": []}}).encode()
with urllib.request.urlopen("{server.url}/chat/completions", body, timeout=60) as reply:
    assert "crane" in reply.read().decode()
{MOVES["wordpl"]}"""
        with player(asks) as bot:
            assert bot.play_game(0)["outcome"] in ("won", "wrong")


def test_games_at_the_same_time_have_a_process_each(player):
    names = f"start = time.time_ns()\n{MOVES['wordpl']}"
    with player(names) as bot, ThreadPool(3) as pool:
        barrier = threading.Barrier(3)

        def play(number):
            barrier.wait(60)
            return bot.play_game(number)

        at_once = pool.map(play, range(3))
        again = [bot.play_game(number) for number in range(3)]

    for record in (*at_once, *again):
        del record["seconds"]
    assert at_once == again


@pytest.mark.parametrize(
    ("text", "outcome", "reason"),
    [
        pytest.param("sys.exit(3)", Outcome.CRASHED, "status 3", id="exits"),
        pytest.param("print('hm')", Outcome.CRASHED, "rules of the", id="nonsense"),
        pytest.param("sum(iter(int, 1))", Outcome.TIMEOUT, "over 1 s", id="hangs"),
        pytest.param("time.sleep(60)", Outcome.TIMEOUT, "over 1 s", id="sleeps"),
        pytest.param("say(move=['zz', 9])", Outcome.INVALID, "'zz'", id="no word"),
        pytest.param("say(raised='oh')", Outcome.CRASHED, "oh", id="gives up"),
    ],
)
def test_a_game_that_a_program_cannot_finish_is_forfeited(
    player, text, outcome, reason
):
    once = f"price, last = 30, 0\n{READY}    if 'turn' in asked: {text}; continue\n"
    timeout = 1.0 if outcome is Outcome.TIMEOUT else 60.0
    with player(f"{once}    say(move=move)\n", timeout=timeout) as bot:
        records = [bot.play_game(0), bot.play_game(1)]

    for record in records:
        game = read_played(record, named_setting("wordpl", WORDS), -1).game
        assert (game.outcome, len(game.turns)) == (outcome, 1)
        assert reason in record["reason"]
        assert '"turn":["slate",30' in record["exchange"]
        assert (record["replies"], record["illegal"]) == (2, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("say(failed='no model')", "no model"),
        ("raise ValueError('no key')", "status 1; .*ValueError: no key"),
    ],
)
def test_a_program_that_does_not_start_ends_the_run(player, text, reason):
    with (
        player(text) as bot,
        pytest.raises(PlayerError, match=f"does not start: .*{reason}") as error,
    ):
        bot.play_game(0)

    assert "\n" not in str(error.value)


@pytest.mark.system
def test_an_official_run_of_a_program_is_verified_and_goes_on_with_its_own_files_alone(
    command, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(chat, "RESULTS", tmp_path)
    program = command(MOVES["classic"])
    asked = ["--program", program, "--model", "bot-1", "--game", "classic"]
    asked += ["--games", "3", "--official"]

    assert chat.main.main(asked, prog_name="chat", standalone_mode=False) == 0

    shown = capsys.readouterr().out
    assert f"--program '{program}'" in shown
    (path,) = (tmp_path / "open").iterdir()
    assert path.name == "bot-1-classic-1"
    assert verify.main.main([str(path)], standalone_mode=False) == 0
    assert "reproduced, the moves of 3 games" in capsys.readouterr().out
    assert chat.main.main(["--resume", str(path)], standalone_mode=False) == 0

    lines = (path / TRANSCRIPTS).read_text().splitlines(keepends=True)
    (path / TRANSCRIPTS).write_text("".join(lines[:2]))
    again = ["--resume", str(path), "--program", program]
    with pytest.raises(InputError, match=r"^--program: expected '"):
        chat.main.main(again[:2], standalone_mode=False)
    assert chat.main.main(again, standalone_mode=False) == 0
    (path / TRANSCRIPTS).write_text("".join(lines[:2]))
    command(MOVES["classic"] + "# changed\n")
    with pytest.raises(InputError, match="with the files that the run began"):
        chat.main.main(again, standalone_mode=False)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--program", "./missing"], "no program './missing': expected an executable"),
        (["--program", " "], "expected a "),
        (["--program", "x", "--base-url", "http://a"], "--base-url: expected none"),
        (["--program", "x", "--items", "3"], "--items: expected none with --program"),
        (["--program", "x", "--field", "a=1"], "--field: expected none"),
        (["--transcripts", "x", "--program", "x"], "--program: expected none with"),
    ],
)
def test_a_mistake_says_what_was_expected(arguments, expected):
    with pytest.raises(InputError, match=expected):
        chat.main.main(arguments, standalone_mode=False)
