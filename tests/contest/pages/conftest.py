import pytest

from contest.entries.home import RESULTS, ROOT
from contest.pages.site import write_site
from game.words import Vocabulary


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Return the folder of the site, built from the repository's results."""
    folder = tmp_path_factory.mktemp("built") / "site"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.html").write_text("made by Sphinx")
    write_site(RESULTS, ROOT / "docs" / "leaderboard.md", folder, Vocabulary.load())
    return folder


@pytest.fixture
def opened_site(browser, site):
    """Return a function that opens a page of the site from its file."""

    def open_(page):
        browser.open("about:blank")
        browser.open(f"{site.as_uri()}/{page}")
        return browser

    browser.resize(1280, 900)
    yield open_
    browser.prefer()
    assert browser.errors() == []
