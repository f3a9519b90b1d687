import json
import shutil
import subprocess

import pytest

from contest.pages.play_page import play_page
from contest.pages.template import WEB, bundle
from game.words import Vocabulary
from tests.web.playing import GOOD, PAID, RECORDS

NODE = shutil.which("node")
SOURCES = [
    f"{folder}/{path.name}"
    for folder in ("engine", "game", "advice")
    for path in sorted(WEB.glob(f"{folder}/*.js"))
] + ["pages/store.js"]
ENGINE = "\n".join(bundle(name, SOURCES[:k]) for k, name in enumerate(SOURCES))


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """Return the address of a page that holds the engine and nothing else."""
    path = tmp_path_factory.mktemp("engine") / "engine.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><script>{ENGINE}</script>")
    return path.as_uri()


CHROMIUM = pytest.param("browser", marks=[pytest.mark.browser, pytest.mark.slow])


@pytest.fixture(params=["node", CHROMIUM])  # both run V8
def engine(request):
    """Return a function that runs a script on the engine and returns its result.

    The script is the body of a function, and `given` its only parameter.
    """
    if request.param == "browser":
        browser = request.getfixturevalue("browser")
        browser.open(request.getfixturevalue("page"))
        return lambda script, given=None: browser.driver.execute_script(
            f"const given = JSON.parse(arguments[0]); {script}", json.dumps(given)
        )
    if not NODE:
        pytest.skip("no node here")

    def run(script, given=None):
        whole = (
            f"{ENGINE}\nconst run = (given) => {{ {script} }};"
            f"process.stdout.write(JSON.stringify(run({json.dumps(given)})));"
        )
        done = subprocess.run(
            [NODE, "-"], input=whole, capture_output=True, text=True, check=True
        )
        return json.loads(done.stdout)

    return run


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
        good_score=GOOD,
        standing="standing records",
        paid={"2026-11-22": PAID},
    )
    path.write_text(page, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def opened(browser, site):
    """Return a function that opens a game in a browser that kept nothing."""

    def open_(deal):
        browser.open(site)
        browser.run("localStorage.clear()")
        browser.run(f"location.hash = '#{deal}'")
        browser.driver.refresh()
        return browser

    browser.resize(1280, 900)
    yield open_
    assert browser.errors() == []
