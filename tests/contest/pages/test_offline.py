"""The site on a web server: it installs, works offline, and is never stale."""

import json
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.web.playing import guess


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def served(site, tmp_path):
    """Return a server of a copy of the site, and the folder of that."""
    folder = shutil.copytree(site, tmp_path / "site")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server, folder
    server.server_close()


def test_the_site_works_offline_after_the_first_visit_and_is_never_stale(
    browser, served
):
    server, folder = served
    address = f"http://127.0.0.1:{server.server_port}/"
    browser.open(address + "#kind=classic&seed=1")
    guess(browser, "crane")
    browser.wait("navigator.serviceWorker.controller")
    manifest = json.loads((folder / "site.webmanifest").read_text())
    assert browser.run("return $('[rel=manifest]').href").endswith("/site.webmanifest")
    found = browser.driver.execute(
        "executeCdpCommand", {"cmd": "Page.getInstallabilityErrors", "params": {}}
    )["value"]
    assert found["installabilityErrors"] == []
    assert manifest["display"] == "standalone"

    page = folder / "index.html"
    page.write_text(page.read_text().replace("Deal this game", "Deal that game"))
    browser.open(address)
    assert "Deal that game" in browser.run("return $('#settings').textContent")

    server.shutdown()
    server.server_close()
    for name in ("", "solve.html", "leaderboard.html"):
        browser.open(address + name)
    browser.open(address + "#kind=classic&seed=1")
    assert "Deal that game" in browser.run("return $('#settings').textContent")
    assert browser.run("return state.turns.length") == 1
    guess(browser, "moist")
    browser.errors()
