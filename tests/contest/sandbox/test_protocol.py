"""The page of the protocol, and the players that speak it."""

import json
import platform
import re
import shlex
import socket
import subprocess
import sys

import pytest

from contest.conformance.checks import check_entry
from contest.entries.home import ROOT
from contest.sandbox.policy import PROTOCOL
from contest.sandbox.process import StartError
from game.protocol import Forfeit, Setting
from game.word_files import DATA
from game.words import Vocabulary
from tests.sandboxed import policy_of

PAGE = (ROOT / "docs" / "guide" / "protocol.md").read_text(encoding="utf-8")
LINES = dict.fromkeys(("referee", "entry"))
for side in LINES:
    LINES[side] = re.findall(rf"^{side}: +(\{{.*\}})$", PAGE, re.MULTILINE)

PLAYER = """
import json, socket, sys
sys.path.insert(0, "")
from contest.sandbox.python_player import play_games
play_games(socket.socket(fileno=int(sys.argv[1])), json.loads(sys.argv[2]))
"""
HEAD = """
import random

class F(float):
    __eq__ = __lt__ = __gt__ = __float__ = lambda *_: True

PRICES = {"inf": float("inf"), "nan": float("nan"), "-inf": F("-inf"), "F": F(9.5)}
"""
NAMED = """
    def prepare(self, setting):
        self.words = setting.vocabulary.guess_index
        assert setting.timeout > 4
    def __str__(self):
        return "mybot"
"""


@pytest.fixture
def spoken(strategy_file):
    """Return the replies of a player in Python to some lines."""
    file = strategy_file(
        "if not random.getrandbits(32) % 2: raise SystemExit('no idea')\n"
        "        return 'slate', 9.5",
        "return ('crane', 0) if guess in self.words else (str(epsilon), PRICES[guess])"
        f"\n{NAMED}",
        head=HEAD,
    )
    start = {"entry": "mine.py", "path": str(file), "expression": "Mine()"}
    start |= {"checkout": "", "log": False}

    def speak(*lines):
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-c", PLAYER, str(theirs.fileno())]
        command.append(json.dumps(start))
        with ours, theirs, ours.makefile("r") as replies:
            player = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=ROOT)
            theirs.close()
            for line in lines:
                ours.sendall(f"{line}\n".encode())
                yield replies.readline().strip()
            ours.shutdown(socket.SHUT_WR)
            assert player.wait(600) == 0

    return speak


def test_the_transcript_of_the_page_is_played(spoken):
    replies = list(spoken(*LINES["referee"]))

    assert replies[:-1] == LINES["entry"][:-1]
    hello = json.loads(LINES["referee"][0])
    crash = json.loads(replies[-1])
    words = Vocabulary.from_files(*(hello[n]["path"] for n in ("answers", "guesses")))
    assert hello["setting"] == Setting(words, timeout=5.0).to_dict()
    assert hello["protocol"] == PROTOCOL
    assert f"The protocol of entries, version {PROTOCOL}\n" in PAGE
    assert crash["raised"].startswith("SystemExit: no idea")


def test_numbers_that_json_lacks_pass_as_null_or_as_the_objection_to_them(spoken):
    hello = LINES["referee"][0].replace('"timeout":5.0', '"timeout":null')
    turns = [
        f'{{"id":2,"turn":["{name}",null,""]}}' for name in ("inf", "nan", "-inf", "F")
    ]

    _, *replies = map(json.loads, spoken(hello, *turns))

    objections = [
        f"epsilon {name}: expected 0 or more, in nats" for name in ("nan", "-inf")
    ]
    assert [reply.get("invalid") for reply in replies] == [None, *objections, None]
    assert [reply.get("move") for reply in replies[::3]] == [
        ["inf", None],
        ["inf", 9.5],
    ]


@pytest.fixture
def start_program(bot, start_file):
    """Start the program with some arguments in the sandbox."""

    def start(*arguments, timeout=60.0):
        command = shlex.join([str(bot), *arguments])
        return start_file(f"program:{command}", log=True, timeout=timeout)

    return start


def test_a_program_is_sent_the_lines_of_the_page(start_program):
    player = start_program(*LINES["entry"], timeout=5.0)

    received = player.process.read_output(0, 9999)
    with player.new_game(1234567) as strategy:
        moves = [strategy.first_move(), strategy.next_move("slate", 9.5, "c.i..")]
        received += strategy.read_log()
    with player.new_game(7654321) as strategy:
        with pytest.raises(Forfeit, match="no idea"):
            strategy.first_move()
        received += strategy.read_log()

    assert player.process.name == "mybot"
    assert moves == [["slate", 9.5], ["crane", 0]]
    assert received.replace(f"{DATA}/", "data/").splitlines() == LINES["referee"]


def test_a_program_has_no_right_but_to_play(start_program, tmp_path):
    (tmp_path / "seed").write_text("crane")

    process = start_program("probe", f"={tmp_path}/seed").process

    if process.missing:
        pytest.skip(f"not protected here: {process.missing}")
    refused = "fork 1, vfork 1, itself 1, by descriptor 1, other 1, socket 1, secret 13"
    assert process.name == f"{refused}, program 0, write 0, pipe 0"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="calls of this processor")
@pytest.mark.parametrize("call", ["x32", "int80"])
def test_a_call_of_another_processor_ends_a_program(start_program, call):
    with pytest.raises(StartError, match="killed by SIGSYS"):
        start_program(call)


@pytest.mark.parametrize(
    ("subject", "reply", "reason", "fault"),
    [
        ("moves are legal", '{"id":3,"move":["zzzzz",9]}', "not in the word list", ""),
        ("raises no exception", '{"id":3,"raised":"no idea"}', "no idea", ""),
        (
            *("raises no exception", "x" * 5000),
            *("broke the rules of the protocol", "over 4,096 bytes"),
        ),
    ],
)
def test_the_check_shows_the_line_that_was_sent_and_the_line_that_came_back(
    bot, subject, reply, reason, fault
):
    unscored = '{"id":2,"move":["zzzzz",9]}'
    command = shlex.join([str(bot), '{"id":1,"name":"bot"}', unscored, reply])
    findings = check_entry(policy_of(f"program:{command}"))

    *_, last = (finding for finding in findings if finding.advice)

    first, sent, back, *faults = last.advice.split("\n")
    assert (last.subject, reason in first) == (subject, True)
    assert sent.startswith('    sent: {"id":3,"seed":')
    assert back.startswith(f"    back: {reply[:600]}")
    assert faults == [f"    fault: {fault}"] * bool(fault)
