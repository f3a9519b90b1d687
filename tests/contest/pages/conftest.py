import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

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
    """Return a function that opens a page of the site in the browser, as a file."""

    def open_(page):
        browser.open("about:blank")
        browser.open(f"{site.as_uri()}/{page}")
        return browser

    browser.resize(1280, 900)
    yield open_
    browser.prefer()
    assert browser.errors() == []


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class SiteServer:
    """Web server of a copy of the site in `folder`; it can stop and start again."""

    def __init__(self, folder):
        self.folder = folder
        self.port = 0
        self.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    def start(self):
        handler = partial(_Quiet, directory=self.folder)
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._server.server_port
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server(site, tmp_path):
    """Return a running server of a copy of the site."""
    server = SiteServer(shutil.copytree(site, tmp_path / "site"))
    yield server
    server.stop()
