import json
import shutil
import subprocess

import pytest

from contest.pages.play_page import play_page
from contest.pages.template import WEB, bundle
from game.words import Vocabulary
from tests.web.playing import LEADS, RECORDS

NODE = shutil.which("node")
SOURCES = [
    f"{folder}/{path.name}"
    for folder in ("engine", "game", "advice")
    for path in sorted(WEB.glob(f"{folder}/*.js"))
] + ["pages/store.js"]
BLANK = "blank.html"
LISTED = """
// Returns a question whose lists of words are arrays as the worker completes it.
const listed = ({ answers, guesses, others, taboo, ...asked }) => {
  const list = new WordList(guesses);
  const weights = others && readWeights(list, others);
  const words = new Set(taboo?.split(" "));
  const lists = { answers: new WordList(answers), guesses: list };
  return { ...asked, ...lists, others: weights, taboo: words };
};
"""
BUNDLES = [bundle(name, SOURCES[:k]) for k, name in enumerate(SOURCES)]
ENGINE = "\n".join([*BUNDLES, LISTED])


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """Return the address of a page that holds the engine and nothing else."""
    path = tmp_path_factory.mktemp("engine") / "engine.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><script>{ENGINE}</script>")
    return path.as_uri()


CHROMIUM = pytest.param("browser", marks=[pytest.mark.browser, pytest.mark.slow])
# This program reads lines of JSON: first the engine, then scripts. It writes the result
# or the error of each script. Each script runs with a new engine, because an engine
# gives a number to each letter of its words, and it has only 64 numbers.
LOOP = """
const { Script, createContext } = require("vm");
let engine = null;
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let reply;
  try {
    const script = new Script(JSON.parse(line));
    const context = createContext(
      { TextDecoder, TextEncoder, URL, URLSearchParams, atob, btoa });
    if (engine) engine.runInContext(context);
    else engine = script;
    reply = JSON.stringify({ result: script.runInContext(context) });
  }
  catch (error) { reply = JSON.stringify({ error: error.stack }); }
  process.stdout.write(reply + "\\n");
});
"""


@pytest.fixture(scope="session")
def node():
    """Return a function that runs scripts, all in one process of node."""
    if not NODE:
        pytest.skip("no node here")
    pipe = subprocess.PIPE
    with subprocess.Popen([NODE, "-e", LOOP], stdin=pipe, stdout=pipe) as process:

        def run(script):
            process.stdin.write(json.dumps(script).encode() + b"\n")
            process.stdin.flush()
            reply = json.loads(process.stdout.readline())
            assert "error" not in reply, reply["error"]
            return reply["result"]

        run(f"{ENGINE}\nnull")
        yield run
        process.stdin.close()


@pytest.fixture(params=["node", CHROMIUM])  # node and Chromium run V8
def engine(request):
    """Return a function that runs a script with the engine and returns its result.

    The script is the body of a function with one parameter, `given`.
    """
    if request.param == "browser":
        browser = request.getfixturevalue("browser")
        browser.open(request.getfixturevalue("page"))
        return lambda script, given=None: browser.driver.execute_script(
            f"const given = JSON.parse(arguments[0]); {script}", json.dumps(given)
        )
    node = request.getfixturevalue("node")
    return lambda script, given=None: node(
        f"((given) => {{ {script} }})({json.dumps(given)})"
    )


@pytest.fixture(scope="session")
def words():
    return Vocabulary.load()


@pytest.fixture(scope="session")
def site(words, tmp_path_factory):
    path = tmp_path_factory.mktemp("site") / "index.html"
    pages = ("Play", "Solve", "Leaderboard", "Replays", "Docs")
    page = play_page(
        words,
        RECORDS,
        pages=dict.fromkeys(pages, "index.html"),
        leads=LEADS,
        days="5",
    )
    path.write_text(page, encoding="utf-8")
    (path.parent / BLANK).write_text("<!doctype html>")
    return path.as_uri()


@pytest.fixture
def opened(browser, site):
    """Return a function that opens a game in a browser without stored games."""

    def open_(deal):
        # The store is cleared on a blank page in the same folder. So the page of the
        # game, which loads slowly, is loaded only once.
        browser.open(site.replace("index.html", BLANK))
        browser.run("localStorage.clear()")
        browser.open(f"{site}#{deal}")
        return browser

    browser.resize(1280, 900)
    yield open_
    assert browser.errors() == []
