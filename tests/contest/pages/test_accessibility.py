"""Axe finds no violation in any page, state of a game, theme and width; each fits."""

import pytest

from contest.pages.site import PAGES
from game.draws import Draws
from game.hosts import deal
from game.protocol import Setting
from game.words import Vocabulary
from tests.web.playing import answer, give_up, guess

# Colours depend on the theme and the layout on the width: each comes once.
LOOKS = [("light", 320), ("dark", 1280)]


def violations(page, looks=LOOKS):
    """Return what axe finds in each theme and width, and what does not fit it."""
    texts = []
    for theme, width in looks:
        page.prefer(color_scheme=theme)
        page.resize(width, 900)
        texts += [f"{theme}, {width} px: {text}" for text in page.violations()]
        if page.run("return document.documentElement.scrollWidth") > width:
            texts.append(f"{width} px: scrolls sideways")
    return texts


@pytest.mark.parametrize("page", [*(page.address for page in PAGES), "404.html"])
def test_a_page_of_the_site(opened_site, page):
    shown = opened_site(page)

    assert violations(shown) == []


def test_the_pages_of_the_entries(site, opened_site):
    pages = sorted(path.relative_to(site) for path in site.glob("entries/*.html"))

    found = {str(page): violations(opened_site(page), LOOKS[:1]) for page in pages}

    assert len(found) > 10
    assert not any(found.values()), found


def running(page):
    guess(page, "crane")
    guess(page, "moist")


def confirming(page):
    running(page)
    page.type("body", "crane")
    page.click("#answer")


def won(page):
    running(page)
    answer(page, deal(Setting(Vocabulary.load()), Draws("1", 0)).reveal())


def lost(page):
    running(page)
    answer(page, "zebra")


def in_contrast(page):
    page.click("#options")
    page.click("#contrast")
    running(page)


def given_up(page):
    running(page)
    give_up(page)
    page.click("#rate")
    page.wait("$$('#review li').length")


def archive(page):
    given_up(page)
    page.click("#archive")


def unfolded(page):
    running(page)
    page.run("$$('details').forEach((part) => { part.open = true; })")
    page.click("#judge")
    page.wait("$('#best').children.length")


STATES = {
    "start": ("kind=wordpl&seed=1", lambda page: None),
    "settings": ("kind=wordpl&seed=1", lambda page: page.click("#options")),
    "help": ("kind=wordpl&seed=1", lambda page: page.click("#help")),
    "running": ("kind=wordpl&seed=1", running),
    "refused": ("kind=wordpl&seed=1", lambda page: guess(page, "zzzzz")),
    "confirming": ("kind=wordpl&seed=1", confirming),
    "won": ("kind=wordpl&seed=1", won),
    "lost": ("kind=wordpl&seed=1", lost),
    "given up": ("kind=wordpl&seed=1", given_up),
    "unfolded": ("kind=wordpl&seed=1", unfolded),
    "classic": ("kind=classic&seed=1", running),
    "classic, over": ("kind=classic&day=2026-11-22", given_up),
    "archive": ("kind=classic&day=2026-11-22", archive),
    "high contrast": ("kind=classic&seed=1", in_contrast),
    "eight boards": ("kind=classic&seed=1&boards=8", running),
    "absurdle": ("kind=absurdle", running),
}


@pytest.mark.parametrize(("game", "reach"), STATES.values(), ids=STATES)
def test_a_state_of_the_game(opened_site, game, reach):
    page = opened_site("index.html")
    page.run("localStorage.clear()")
    page.run(f"location.hash = '#{game}'")
    page.driver.refresh()

    reach(page)

    assert violations(page) == []


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("kind=classic&turns=salet:..i..,crony:i.c..", "$$('#review li').length"),
        ("kind=classic&turns=crane:ci..c,curve:c....", "$$('.suspect').length"),
        ("kind=wordpl&turns=crane:9:ci..c", "$$('#review li').length"),
    ],
)
def test_a_game_that_is_played_elsewhere(opened_site, game, shown):
    page = opened_site(f"solve.html#{game}")

    page.run("$('#review').open = true")
    page.wait(shown)
    page.wait("!$('#ranked').classList.contains('waiting')")

    assert violations(page) == []


def test_a_replay(opened_site):
    page = opened_site("replays.html")
    page.wait("!$('#verify').disabled")
    page.type("#stage", "\ue014\ue014")

    assert violations(page) == []
