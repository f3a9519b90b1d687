import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from commands.interactive.web import find_advisers, listen
from commands.web.adviser import PageAdviser
from commands.web.server import Server
from contest.entries.entry import builtin_entries
from contest.leaderboard.standings import Holder
from game.clues import parse
from game.protocol import Mode
from game.words import Vocabulary
from solver.advice.costs import Judge
from solver.advice.review import review_classic
from solver.optimal.search import Search

SCRIPT = Path(__file__).resolve().parents[3] / "interactive.py"
RESULTS = SCRIPT.parent / "results"
RECORDS = {
    "p50": Holder(
        column="p50", budget=36.9, entry="contest record, p50", kind="published"
    )
}
CRANE = {"guess": "crane", "epsilon": "12", "result": "ci..c"}


@pytest.fixture(scope="module")
def port():
    """Serve the page from this process and return its port."""
    entries = {mode: builtin_entries(mode) for mode in Mode}
    with listen(0) as here:
        server = Server(here, Vocabulary.load(), entries, RECORDS)
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
def question(send):
    """Ask the server and return the status and the reply."""

    def request(name, **asked):
        headers = {"Content-Type": "application/json"}
        status, _, text = send("POST", f"/api/{name}", json.dumps(asked), headers)
        return status, json.loads(text)

    return request


@pytest.fixture
def ask(question):
    """Ask for a hint and return the status and the reply."""

    def request(strategy, turns=(), kind="wordpl", **more):
        return question("hint", kind=kind, turns=list(turns), strategy=strategy, **more)

    return request


@pytest.fixture(scope="module")
def few():
    """Return words whose costs are searched fast."""
    answers = Vocabulary.load().answers[::5]
    return Vocabulary(answers, tuple(sorted({*answers, *COSTLY, "slate"})))


def costs(words, asked, turns, **more):
    """Return the adviser's costs of words."""
    question = {"kind": "classic", "turns": turns, "words": asked, **more}
    return PageAdviser(words, {}).reply("costs", json.dumps(question).encode())["costs"]


def test_the_page_is_served_and_may_load_nothing_else(send):
    status, headers, text = send("GET", "/")

    assert (status, headers["X-Content-Type-Options"]) == (200, "nosniff")
    assert "default-src 'none'" in text
    assert '"p50":36.9' in text
    assert '"strategies":{"wordpl":[' in text
    status, _, text = send("GET", "/solve.html")
    assert status == 200
    assert '<a href="/">Play</a>' in text
    assert '"isServed":true' in text


def test_a_served_page_has_exact_costs_as_the_terminal(port, browser):
    words = Vocabulary.load()
    turns = [("salet", "..i.."), ("crony", "i.c.."), ("flock", ".cccc")]
    text = ",".join(f"{guess}:{clue}" for guess, clue in turns)
    browser.open(f"http://127.0.0.1:{port}/solve.html#kind=classic&turns={text}")
    browser.run("$('#review').open = true")
    browser.wait("$$('#review dd').some((one) => one.textContent.endsWith('guesses'))")

    script = (
        "return $$('#review li').map(one => Object.fromEntries([...one.lastChild"
        ".children].map(d => [...d.children].map(cell => cell.innerText))))"
    )
    found = browser.run(script)

    known = [(guess, parse(clue, 5)) for guess, clue in turns]
    turns = review_classic(Judge(words), known).turns
    for shown, (_, move, *_) in list(zip(found, turns, strict=True))[1:]:
        luck = f"{move.luck:+.2f}".replace("-", "\u2212")
        assert shown["best"] == move.best.upper()
        assert shown["cost"] == f"{move.cost:.2f} guesses"
        assert shown["luck"] == f"{luck} guesses"
    browser.run("location.hash = '#kind=classic&turns=salet:..i..'")
    browser.wait("document.body.classList.contains('exact')")
    costs = browser.run("return $$('#ranked td:nth-child(2)').map(c => +c.innerText)")
    assert costs == sorted(costs)
    assert browser.errors() == []


@pytest.mark.parametrize(
    ("kind", "strategy", "more"),
    [
        ("wordpl", "bayesian_greedy", {}),
        ("classic", "minimax", {}),
        ("fibble", "fibble", {"channel": "lies:2", "limit": 9}),
        pytest.param(*("absurdle", "adversarial", {}), marks=pytest.mark.system),
    ],
)
def test_a_hint_is_a_move(ask, kind, strategy, more):
    price = "12" if kind == "wordpl" else "inf"

    status, move = ask(strategy, [{**CRANE, "epsilon": price}], kind, **more)

    assert (status, set(move)) == (200, {"guess", "epsilon"})
    assert move["guess"] in Vocabulary.load().guess_index
    assert (float(move["epsilon"]) < 100) == (kind == "wordpl")


def test_a_hint_on_several_boards_and_in_hard_mode(ask):
    turn = {"guess": "crane", "epsilon": "inf", "result": "ci..c....."}

    assert ask("entropy", [turn], "classic", boards=2)[0] == 200
    turn["result"] = "c...."
    status, move = ask("entropy", [turn], "classic", hard="nyt")
    assert (status, move["guess"][0]) == (200, "c")


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
        ("entropy", [], {"channel": "lies:1"}, "expected none in wordpl"),
        ("fibble", [], {"kind": "fibble", "channel": "lies:6"}, "expected 0 to 5"),
        ("fibble", [], {"kind": "fibble", "limit": 9999}, "expected 1 to 1000"),
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
        ("POST", "/api/hint", {"Content-Length": "1" * 5000}, 413),
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


SLATE = {"guess": "slate", "epsilon": "inf", "result": "..c.c"}
COSTLY = ("crane", "trace", "crown", "opium")


@pytest.mark.parametrize(
    "body", [b"\xff", b'{"seed": "\xff", "game": 1}', b"[" * 99_000]
)
def test_a_body_that_is_no_question_has_a_reason(send, body):
    status, _, text = send(
        "POST", "/api/costs", body, {"Content-Type": "application/json"}
    )

    assert status == 400
    assert json.loads(text)["error"].startswith("request: ")


@pytest.mark.parametrize(
    ("headers", "status"), [("Content-Length: 9\r\n\r\n1", 408), ("X: 1\r\n", 413)]
)
def test_a_request_that_takes_too_long_is_dropped(port, monkeypatch, headers, status):
    monkeypatch.setattr("commands.web.server._Handler.patience", 0.5)
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        start = "POST /api/costs HTTP/1.0\r\nHost: localhost\r\n"
        connection.sendall(f"{start}{headers}".encode())

        received = b"".join(iter(lambda: connection.recv(1000), b""))

    assert received.startswith(f"HTTP/1.0 {status} ".encode())


def test_costs_are_those_of_the_exact_search(few):
    search = Search(few)
    state = search.after([("slate", parse(SLATE["result"], 5))])

    total, best = search.best(state)
    expected = {word: search.cost(state, word) for word in COSTLY} | {best: total}
    assert costs(few, COSTLY, [SLATE]) == {
        word: cost / state.answers.size for word, cost in expected.items()
    }


@pytest.mark.system
def test_a_word_that_hard_mode_forbids_has_no_cost(few):
    reply = costs(few, ["crane", "crown"], [SLATE], hard="nyt")

    assert "crane" in reply
    assert "crown" not in reply


@pytest.mark.parametrize(
    ("words", "turns", "more", "expected"),
    [
        ([], [], {}, "expected 1 to 300 possible words, not 2,315"),
        ([], [SLATE], {"kind": "absurdle"}, "expected classic Wordle on one board"),
        ([], [], {"boards": 2}, "expected classic Wordle on one board"),
        (["qqqqq"], [SLATE], {}, "'qqqqq' is not a valid guess"),
        (["crane"] * 31, [SLATE], {}, "31 words: expected 30"),
        ([], [SLATE, {**SLATE, "guess": "crane", "result": "....."}], {}, "not 0"),
    ],
)
def test_costs_that_cannot_be_known_have_a_reason(
    question, words, turns, more, expected
):
    asked = {"kind": "classic", "turns": turns, "words": words, **more}
    status, reply = question("costs", **asked)

    assert status == 400
    assert expected in reply["error"]


def test_the_page_shows_exact_costs(browser, port):
    browser.resize(1280, 900)
    browser.open(f"http://127.0.0.1:{port}/#kind=classic&seed=3")
    browser.run("localStorage.clear()")
    browser.driver.refresh()
    browser.type("body", "slate\ue007")
    left = browser.run("return beliefs[0].filter((p) => p > 0).length")

    browser.click("#help-me")
    browser.run(
        "window.ask = askServer; window.askServer = () => new Promise(() => {})"
    )
    browser.click("#judge")
    browser.wait("$$('#best li').length === 6")  # while the server searches
    browser.run("window.askServer = ask")
    browser.click("#judge")
    browser.wait("$('#hint').textContent.startsWith('Exact')")

    search = Search(Vocabulary.load())
    clue = int(browser.run("return state.turns[0].clues[0]"))
    state = search.after([("slate", clue)])
    assert state.answers.size == left
    total, best = search.best(state)
    first = browser.run("return $('#best li').textContent")
    assert first.split()[0] == best
    assert first.endswith(f" bits{total / left:.3f} guesses")
    browser.run("$('#strategy').value = 'minimax'")
    browser.click("#ask")
    browser.wait("$('#hint').textContent.includes('guesses to the end on average')")
    browser.click("#hint button")
    assert browser.text("#hint").startswith("It would play ")
    assert browser.run("return typed") == browser.text("#hint button")
    assert browser.errors() == []


def test_a_hint_of_the_page_knows_the_lies_and_the_limit_of_its_game(browser, port):
    browser.open(f"http://127.0.0.1:{port}/#kind=fibble&lies=2&limit=3&seed=3")
    browser.type("body", "crane\ue007moist\ue007")

    browser.click("#help-me")
    browser.click("#ask")
    browser.wait("$('#hint').textContent.startsWith('It would play')")

    fitting = browser.run("return answers.words.filter((_, k) => beliefs[0][k] > 0)")
    assert len(fitting) == 102
    assert browser.text("#hint button") == fitting[0]  # the last guess
    assert browser.errors() == []


def test_a_strategy_gives_hints_in_the_games_that_it_plays():
    more = "entropy:Entropy(epsilon=9.0)"

    found = find_advisers(["k_guesses", "optimal", more, more])

    names = {mode: [entry.text for entry in found[mode]] for mode in Mode}
    assert names[Mode.WORDPL].count("k_guesses") == 1
    assert "k_guesses" not in names[Mode.CLASSIC]
    assert names[Mode.CLASSIC].count("optimal") == 1
    assert "optimal" not in names[Mode.WORDPL]
    assert {names[mode].count(more) for mode in Mode} == {1}


@pytest.mark.system
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
