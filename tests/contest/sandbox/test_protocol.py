"""The page of the protocol, and the players that speak it."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from contest.sandbox.remote import PROTOCOL
from game.protocol import Setting
from game.words import Vocabulary

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
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
    start |= {"checkout": "", "co_loaded": [], "log": False}

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
            assert player.wait(60) == 0

    return speak


def test_the_transcript_of_the_page_is_played(spoken):
    replies = list(spoken(*LINES["referee"]))

    assert replies[:-1] == LINES["entry"][:-1]
    hello, crash = json.loads(LINES["referee"][0]), json.loads(replies[-1])
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
