import http.client
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from commands.interactive.web import advisers, listen
from commands.web.server import Server
from contest.entries.entry import builtin_entries
from game.protocol import Mode
from game.words import Vocabulary

SCRIPT = Path(__file__).resolve().parents[3] / "interactive.py"
CRANE = {"guess": "crane", "epsilon": "12", "result": "ci..c"}


@pytest.fixture(scope="module")
def port():
    """Serve the page from this process and return its port."""
    entries = {mode: builtin_entries(mode) for mode in Mode}
    with listen(0) as here:
        server = Server(here, Vocabulary.load(), entries, {"p50": 36.9})
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield here.getsockname()[1]
        server.shutdown()
        thread.join()


@pytest.fixture
def send(port):
    """Send a request and return the status, the headers and the text of the reply."""

    def request(method, path, body=None, headers=()):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        connection.request(method, path, body, dict(headers))
        reply = connection.getresponse()
        text = reply.read().decode()
        connection.close()
        return reply.status, reply.headers, text

    return request


@pytest.fixture
def ask(send):
    """Ask for a hint and return the status and the reply."""

    def request(strategy, turns=(), kind="wordpl", **more):
        asked = {"kind": kind, "turns": list(turns), "strategy": strategy, **more}
        headers = {"Content-Type": "application/json"}
        status, _, text = send("POST", "/api/hint", json.dumps(asked), headers)
        return status, json.loads(text)

    return request


def test_the_page_is_served_and_may_load_nothing_else(send):
    status, headers, text = send("GET", "/")

    assert (status, headers["X-Content-Type-Options"]) == (200, "nosniff")
    assert "default-src 'none'" in text
    assert '"p50":36.9' in text
    assert '"strategies":{"wordpl":[' in text


@pytest.mark.parametrize(
    ("kind", "strategy"),
    [
        ("wordpl", "bayesian_greedy"),
        ("classic", "minimax"),
        ("absurdle", "adversarial"),
    ],
)
def test_a_hint_is_a_move(ask, kind, strategy):
    price = "12" if kind == "wordpl" else "inf"

    status, move = ask(strategy, [{**CRANE, "epsilon": price}], kind)

    assert (status, set(move)) == (200, {"guess", "epsilon"})
    assert move["guess"] in Vocabulary.load().guess_index
    assert (float(move["epsilon"]) < 100) == (kind == "wordpl")


def test_a_hint_on_several_boards_and_in_hard_mode(ask):
    turn = {"guess": "crane", "epsilon": "inf", "result": "ci..c....."}

    assert ask("entropy", [turn], "classic", boards=2)[0] == 200
    turn["result"] = "c...."
    status, move = ask("entropy", [turn], "classic", hard="nyt")
    assert (status, move["guess"][0]) == (200, "c")


@pytest.mark.parametrize("name", ["quantile/p05", "k_guesses"])
@pytest.mark.parametrize("prices", [[12, 12, 12], [1000]])
def test_a_hint_of_a_schedule_that_was_left_is_the_answer(ask, name, prices):
    turns = [{**CRANE, "epsilon": str(price)} for price in prices]

    assert ask(name, turns)[1]["epsilon"] == "0"


@pytest.mark.parametrize(
    ("strategy", "turns", "more", "expected"),
    [
        ("/tmp/evil.py", [], {}, "'/tmp/evil.py': expected one of"),
        ("entorpy", [], {}, "did you mean 'entropy'"),
        ("entropy", [{**CRANE, "guess": "qqqqq"}], {}, "not in the word list"),
        ("entropy", [{**CRANE, "epsilon": "x"}], {}, "could not convert"),
        ("entropy", [{**CRANE, "epsilon": "-1"}], {}, "expected 0 or more"),
        ("entropy", [{**CRANE, "result": "ci.."}], {}, "is not a clue"),
        ("entropy", [], {"kind": "clasic"}, "Invalid enum value 'clasic'"),
        ("entropy", [], {"boards": 2}, "boards 2: expected 1"),
        ("entropy", [], {"secret": "crane"}, "unknown field `secret`"),
    ],
)
def test_a_bad_question_has_a_reason(ask, strategy, turns, more, expected):
    status, reply = ask(strategy, turns, **more)

    assert status == 400
    assert expected in reply["error"]


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/nowhere", {}, 404),
        ("POST", "/", {}, 404),
        ("POST", "/api/hint", {}, 415),
        ("POST", "/api/hint", {"Content-Length": "200000"}, 413),
        ("POST", "/api/hint", {"Content-Length": "x"}, 413),
        ("DELETE", "/", {}, 501),
        ("GET", "/", {"Host": "wordle.example"}, 403),
        ("GET", "/", {"Origin": "http://wordle.example"}, 403),
        ("POST", "/api/hint", {"Origin": "null"}, 403),
        ("POST", "/api/hint", {"Origin": "http://localhost:1"}, 403),
        ("POST", "/api/hint", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("POST", "/api/hint", {"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_other_requests_are_refused(send, method, path, headers, status):
    assert send(method, path, headers=headers)[0] == status


def test_a_person_asks_a_strategy_in_the_page(browser, port):
    browser.resize(1280, 900)
    browser.open(f"http://127.0.0.1:{port}/#kind=wordpl&seed=1")
    browser.type("body", "crane\ue007")
    browser.wait("$$('.doubts').length === 1")

    browser.click("#hints summary")
    browser.run("$('#strategy').value = 'bayesian_greedy'")
    browser.click("#ask")
    browser.wait("$('#hint button')")
    browser.click("#hint button")

    assert browser.text("#hint").startswith("It would play ")
    assert browser.run("return typed") == browser.run(
        "return $('#hint button').textContent"
    )
    assert browser.errors() == []


def test_a_strategy_gives_hints_in_the_games_that_it_plays():
    more = "entropy:Entropy(epsilon=9.0)"

    found = advisers(["k_guesses", "optimal", more, more])

    names = {mode: [entry.text for entry in found[mode]] for mode in Mode}
    assert names[Mode.WORDPL].count("k_guesses") == 1
    assert "k_guesses" not in names[Mode.CLASSIC]
    assert names[Mode.CLASSIC].count("optimal") == 1
    assert "optimal" not in names[Mode.WORDPL]
    assert [names[mode].count(more) for mode in Mode] == [1, 1]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--port", "70000"], "--port 70000 (not from 0 to 65535)"),
        (["--port", "x"], "'x': expected a whole number"),
        (["--strategy", "entorpy"], "did you mean 'entropy'"),
        (["--size", "77"], "--size 77: expected 4 to 9"),
    ],
)
def test_a_mistake_is_one_line(interactive, arguments, expected):
    done = interactive("web", *arguments)

    assert done.returncode == 2
    assert expected in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_command_serves_until_it_is_interrupted(interactive):
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), "web", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    address = re.search(r"http://\S+", process.stdout.readline())[0]
    port = address.rstrip("/").rpartition(":")[2]

    taken = interactive("web", "--port", port)
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=600)

    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
    assert f"--port {port} (Address already in use)" in taken.stderr
    assert (rest.strip(), errors) == ("Until next time!", "")
