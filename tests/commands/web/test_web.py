import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from commands.interactive.web import advisers
from commands.web.rounds import Kind, Round
from contest.entries.entry import builtin_entries
from game.errors import InputError
from game.noise import keep_probability
from game.protocol import Mode
from game.words import Vocabulary

SCRIPT = Path(__file__).resolve().parents[3] / "interactive.py"


@pytest.fixture(scope="module")
def words():
    return Vocabulary.load()


@pytest.fixture
def client(words):
    pytest.importorskip("flask", reason="the extra 'web' is not installed")
    from commands.web.app import create_app

    entries = {mode: builtin_entries(mode) for mode in Mode}
    return create_app(words, entries).test_client()


@pytest.fixture
def started(client):
    """Start a game and return its address and its state."""

    def start(kind):
        state = client.post("/api/games", json={"kind": kind}).json
        return f"/api/games/{state['id']}", state

    return start


def test_a_round_is_its_moves_however_often_one_looks(words):
    game = Round(Kind.WORDPL, words, "7")

    game.move("crane", 12.0)
    first = game.state()
    game.move("moist", 9.5)

    assert game.state()["turns"][0] == first["turns"][0]
    assert game.state()["budget"] == "21.5"
    assert "secret" not in game.state()


def test_the_truth_is_told_at_the_end(words):
    game = Round(Kind.WORDPL, words, "7")
    game.move("crane", 60.0)  # so dear that it is true

    game.move("slump", 0)

    state = game.state()
    assert state["outcome"] == "wrong"
    assert state["truth"] == [state["turns"][0]["result"]]
    with pytest.raises(InputError, match="the game is over"):
        game.move("crane", 3.0)


def test_classic_ends_after_six_guesses(words):
    game = Round(Kind.CLASSIC, words, "7")

    for _ in range(6):
        assert not game.state()["over"]
        game.move("fuzzy")

    assert game.state()["outcome"] == "out_of_turns"


def test_prices_that_no_number_holds_are_summed_all_the_same(words):
    game = Round(Kind.WORDPL, words, "7")

    game.move("crane", 1e308)
    game.move("slate", 1e308)

    assert game.state()["budget"] == "inf"


@pytest.mark.parametrize(
    ("kind", "guesses", "title"),
    [
        (Kind.WORDPL, ["crane"], "WORDPL inf"),
        (Kind.CLASSIC, ["fuzzy"] * 6, "Wordle X/6"),
        (Kind.CLASSIC, ["fuzzy"], "Wordle X/6"),
        (Kind.ABSURDLE, ["crane"], "Absurdle X/∞"),
    ],
)
def test_a_lost_game_is_shared_as_in_the_terminal(words, kind, guesses, title):
    game = Round(kind, words, "7")
    for guess in guesses:
        game.move(guess, 12.0)
    game.given_up = not game.state()["over"]

    first, *rows = game.state()["share"].splitlines()

    assert first == title
    assert [len(row) for row in rows] == [5] * len(guesses)


def test_a_game_that_is_won_is_shared_with_its_score(words):
    secret = Round(Kind.CLASSIC, words, "7", given_up=True).state()["secret"]
    game = Round(Kind.CLASSIC, words, "7")
    game.move("fuzzy")
    game.move(secret)

    assert game.state()["share"].startswith("Wordle 2/6\n")


def test_absurdle_is_cornered_and_remembers_across_looks(words):
    game = Round(Kind.ABSURDLE, words, "")

    for guess in ("raise", "could", "nymph"):
        game.move(guess)
    left = game.posteriors()[-1]
    while not game.state()["over"]:
        game.move(game.posteriors()[-1]["words"][0][0])

    assert left["left"] < 30
    assert game.state()["outcome"] == "won"


def test_the_posterior_sharpens(words):
    game = Round(Kind.WORDPL, words, "7")
    for guess in ("crane", "moist"):
        game.move(guess, 40.0)

    steps = game.posteriors()

    assert [round(steps[0]["bits"], 2), steps[0]["left"]] == [11.18, 2315]
    assert steps[2]["bits"] < steps[1]["bits"] < 8
    assert sum(chance for _, chance in steps[2]["words"]) <= 1


@pytest.mark.parametrize("kind", list(Kind))
def test_no_answer_holds_the_secret_before_the_end(client, started, kind):
    address, _ = started(kind)
    seen = []
    moves = {"guess": "crane", "epsilon": 3}

    seen.append(client.post(f"{address}/moves", json=moves).json)
    seen.append(client.get(address).json)
    hidden = set(seen[0]) | set(seen[1])
    ended = client.post(f"{address}/end", json={}).json

    assert not hidden & {"secret", "truth", "final", "share", "score"}
    assert ended["secret"]
    assert ended["outcome"] == "given_up"


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ({"guess": "qiute", "epsilon": 9}, "did you mean 'quite'"),
        ({"guess": "crane", "epsilon": -1}, "epsilon -1: expected 0 or more"),
        ({"guess": "crane", "epsilon": "12"}, "is not a number"),
        ({"guess": "crane"}, "epsilon None is not a number"),
        ({"guess": 7, "epsilon": 9}, "guess 7: expected a word"),
        ({"guess": "aahed", "epsilon": 0}, "not a possible answer"),
        ([], "expected an object"),
    ],
)
def test_a_bad_move_is_told_and_loses_nothing(client, started, move, told):
    address, _ = started("wordpl")

    answer = client.post(f"{address}/moves", json=move)

    assert answer.status_code == 400
    assert told in answer.json["error"]
    assert client.get(address).json["turns"] == []


def test_a_price_that_the_rules_forbid_loses_nothing(words):
    game = Round(Kind.WORDPL, words, "1")
    for _ in range(10):
        game.move("slate", 0.5)

    for price, told in ((1e-297, "expected 0.01 or more"), (0.5, "expected 1 or more")):
        with pytest.raises(InputError, match=told):
            game.move("slate", price)

    game.move("slate", 1)
    assert game.state()["budget"] == "6"


def test_prices_that_json_has_no_word_for(client, started):
    address, _ = started("wordpl")

    for text in ("Infinity", "NaN", "1e999"):
        body = f'{{"guess": "crane", "epsilon": {text}}}'
        answer = client.post(
            f"{address}/moves", data=body, content_type="application/json"
        )
        assert answer.status_code == 400, text
        assert "epsilon" in answer.json["error"]


@pytest.mark.parametrize(
    ("request_", "status", "told"),
    [
        (("POST", "/api/games", {"json": {"kind": "clasic"}}), 400, "'classic'?"),
        (("POST", "/api/games", {"json": {"kind": None}}), 400, "kind None"),
        (("POST", "/api/games", {"data": "kind=wordpl"}), 415, "application/json"),
        (("POST", "/api/games", {"json": {"kind": "x" * 20_000}}), 413, "exceeds"),
        (("GET", "/api/games/none", {}), 404, "no game 'none'"),
        (("GET", "/nowhere", {}), 404, "not found"),
        (("DELETE", "/api/games", {}), 405, "not allowed"),
    ],
)
def test_a_bad_request_is_told(client, request_, status, told):
    method, path, given = request_

    answer = client.open(path, method=method, **given)

    assert answer.status_code == status
    assert told in answer.json["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "wordle.example"},
        {"Origin": "http://wordle.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_are_refused(client, headers):
    answer = client.post("/api/games", json={"kind": "wordpl"}, headers=headers)

    assert answer.status_code == 403
    assert "expected" in answer.json["error"]


@pytest.mark.parametrize("kind", list(Kind))
def test_a_hint_is_a_move(client, started, kind):
    address, _ = started(kind)
    name = "bayesian_greedy" if kind is Kind.WORDPL else "minimax"

    move = client.get(f"{address}/hint?strategy={name}").json
    move["epsilon"] = float(move["epsilon"])
    state = client.post(f"{address}/moves", json=move).json

    assert [turn["guess"] for turn in state["turns"]] == [move["guess"]]


@pytest.mark.parametrize("name", ["quantile", "k_guesses"])
@pytest.mark.parametrize("prices", [[12, 12, 12], [1000]])
def test_a_hint_of_a_schedule_that_was_left_is_the_answer(
    client, started, name, prices
):
    address, _ = started("wordpl")
    for word, price in zip(("slate", "crony", "pudgy"), prices, strict=False):
        client.post(f"{address}/moves", json={"guess": word, "epsilon": price})

    answer = client.get(f"{address}/hint?strategy={name}")

    assert answer.status_code == 200
    assert float(answer.json["epsilon"]) == 0


def test_only_strategies_that_were_offered_give_hints(client, started):
    address, _ = started("classic")

    answer = client.get(f"{address}/hint", query_string={"strategy": "/tmp/evil.py"})

    assert answer.status_code == 400
    assert "'/tmp/evil.py': expected one of" in answer.json["error"]


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
    ("arguments", "told"),
    [
        (["--port", "70000"], "--port 70000 (not from 0 to 65535)"),
        (["--port", "x"], "'x': expected a whole number"),
        (["--strategy", "entorpy"], "did you mean 'entropy'"),
        (["--size", "77"], "--size 77: expected 4 to 9"),
    ],
)
def test_a_mistake_is_one_line(interactive, arguments, told):
    done = interactive("web", *arguments)

    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.fixture
def server():
    """Serve the game and return its address and what it prints."""
    pytest.importorskip("flask", reason="the extra 'web' is not installed")
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), "web", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    line = process.stdout.readline()
    yield re.search(r"http://\S+", line)[0], process
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=20)
    assert (rest.strip(), errors) == ("Until next time!", "")


def test_a_port_that_is_taken_is_one_line(interactive, server):
    port = server[0].rstrip("/").rpartition(":")[2]

    done = interactive("web", "--port", port)

    assert done.returncode == 2
    assert f"--port {port} (Address already in use)" in done.stderr
    assert done.stderr.count("\n") == 1


def test_prices_and_chances_are_shown_to_scale(browser, server):
    browser.resize(320, 700)
    browser.open(server[0])
    browser.wait("document.body.dataset.kind === 'wordpl'")
    browser.click("#mind summary")
    browser.wait("$$('#bits li').length === 1")

    # Between two steps of the slider, and beyond its end.
    for price in ("9.25", "70"):
        browser.run(f"$('#epsilon').value = '{price}'; $('#epsilon').oninput()")
        browser.run("$('#guess').value = 'crane'")
        browser.click("#move [type=submit]")
        browser.wait(f"$('#board').textContent.includes('ε {price},')")
    assert browser.run("return $('#slider').value") == "30"
    for turn, word in enumerate(("moist", "bulky", "fudge"), 4):
        browser.run(f"$('#guess').value = '{word}'")
        browser.click("#move [type=submit]")
        browser.wait(f"$$('#bits li').length === {turn}")

    # A bar is as long as its word is likely, and its figure is on one line.
    shown = browser.run(
        "return $$('#words li').map(e => [e.children[0].style.width, "
        "e.children[1].textContent])"
    )
    for width, text in shown:
        if text[0] not in "<>":
            assert float(width[:-1]) == pytest.approx(float(text[:-2]), abs=0.06)
    browser.run("$('#words span').textContent = '100.0 %'")
    heights = browser.run("return $$('#words span').map(e => e.offsetHeight)")
    assert len(set(heights)) == 1
    lies = browser.run("return $$('#lies i').map(e => parseFloat(e.style.height))")
    assert sum(lies) == pytest.approx(60)
    assert browser.run("return document.documentElement.scrollWidth") <= 320

    # No price is no final answer, and hinders no other game.
    browser.run("$('#epsilon').value = ''; $('#guess').value = 'crane'")
    browser.click("#move [type=submit]")
    assert not browser.run("return $('#epsilon').checkValidity()")
    assert browser.run("return $('#ending').hidden")
    browser.click("[data-kind=classic]")
    browser.wait("document.body.dataset.kind === 'classic'")
    browser.type("#guess", "crane")
    browser.click("#move [type=submit]")
    browser.wait("$$('#board .tile:not(.empty)').length === 5")
    browser.resize(1280, 900)
    assert browser.errors() == []


def test_the_page_says_what_the_marks_mean(client):
    page = client.get("/").text

    assert "EERIE against CRANE is iii.c (in Wordle ..i.c)." in page
    assert "EERIE against CRANE is ..i.c (in WORDPL iii.c)." in page
    assert "present: the letter is elsewhere in the word" in page


def test_a_browser_plays_to_the_end(browser, server):
    browser.open(server[0])
    browser.wait("document.body.dataset.kind === 'wordpl'")

    # The slider sets the number, and the number shows how often a clue lies.
    browser.run("$('#slider').value = 6; $('#slider').oninput()")
    assert browser.run("return $('#epsilon').value") == "6"
    assert browser.text("#odds").startswith(
        f"Each mark is true with {keep_probability(6.0):.0%}".replace("%", " %")
    )

    # Clues, and the posterior as it sharpens.
    browser.run("$('#epsilon').value = 30; $('#epsilon').oninput()")
    browser.click("#mind summary")
    browser.wait("$$('#bits li').length === 1")
    for turn, word in enumerate(("crane", "moist", "bulky"), 1):
        browser.type("#guess", word)
        browser.click("#move [type=submit]")
        browser.wait(f"$$('#bits li').length === {turn + 1}")
    assert browser.text("#budget") == "Spent: 90"
    bits = [
        float(bar)
        for bar in browser.run("return $$('#bits span').map(e => e.textContent)")
    ]
    assert bits == sorted(bits, reverse=True)

    # A bad word is told; the hint is asked; the answer ends the game.
    browser.type("#guess", "qiute")
    browser.click("#answer")
    browser.wait("$('#message').textContent.includes(\"did you mean 'quite'\")")
    browser.run("$('.strategies[data-mode=wordpl]').value = 'bayesian_greedy'")
    browser.click("#ask")
    browser.wait("$('#hint button')")
    assert "It would play" in browser.text("#hint")
    likeliest = browser.run("return $('#words li').firstChild.textContent")
    assert browser.run("return $('#ending').hidden")
    browser.run("$('#guess').value = ''")
    browser.type("#guess", likeliest)
    browser.click("#answer")
    browser.wait("!$('#ending').hidden")
    assert browser.text("#verdict").split(",")[0] in ("Right", "No")
    assert browser.run("return $$('#board .truth').length") == 3

    # Absurdle is cornered by its own posterior.
    browser.click("[data-kind=absurdle]")
    browser.wait("document.body.dataset.kind === 'absurdle'")
    for turn in range(1, 30):
        browser.wait(f"$$('#bits li').length === {turn}")
        browser.type(
            "#guess", browser.run("return $('#words li').firstChild.textContent")
        )
        browser.click("#move [type=submit]")
        browser.wait(f"$$('#board .tile:not(.empty)').length === {5 * turn}")
        if not browser.run("return $('#ending').hidden"):
            break
    assert browser.text("#verdict").startswith("Cornered:")

    # One error was ours, on purpose: the bad word.
    (known,) = browser.errors()
    assert "400" in known
