"""What a browser refuses: storage and forms in a sandbox, and the clipboard."""

import http.server
import threading
from pathlib import Path

import pytest

from tests.web.playing import guess, secret

FRAME = '<!doctype html><title>page</title><iframe sandbox="allow-scripts" src="{}">'
SHARED = "return [$('#copy').textContent, getSelection().toString()]"


@pytest.fixture
def served(site):
    """Return the address of a server of the page, and of a page that frames it."""
    page = Path(site.removeprefix("file://")).read_bytes()
    files = {"/page": page, "/frame": FRAME.format("page#kind=classic").encode()}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            data = files.get(self.path, b"")
            self.send_response(200 if data else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            """Log nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_sandboxed_frame_plays_and_says_that_it_stores_nothing(browser, served):
    browser.open(f"{served}/frame")
    driver = browser.driver
    driver.switch_to.frame(driver.find_element("css selector", "iframe"))

    browser.wait("$$('.tile').length")
    browser.run("typeWord('crane'); play(Infinity)")
    assert browser.text("#message").startswith("Your browser does not store this game")
    browser.run("$('#seed').value = 'x'; $('#settings [type=submit]').click()")
    dealt = browser.run("return $('#dealt').textContent")
    driver.switch_to.default_content()
    browser.errors()

    assert dealt == "seed x"


@pytest.mark.parametrize(
    ("refusal", "label"),
    [
        # The clipboard refuses, is absent, or is absent and cannot be reached by a
        # command.
        ("navigator.clipboard.writeText = async () => { throw 0; };", "Copied"),
        ("Object.defineProperty(navigator, 'clipboard', {});", "Copied"),
        (
            "Object.defineProperty(navigator, 'clipboard', {});"
            "document.execCommand = () => false;",
            "Press Ctrl+C",
        ),
    ],
)
def test_where_the_clipboard_is_refused_the_text_is_selected(opened, refusal, label):
    page = opened("kind=classic&seed=1")
    guess(page, secret(page))
    page.run(refusal)

    page.click("#copy")
    page.wait("$('#copy').textContent !== 'Copy to share'")

    found, selected = page.run(SHARED)
    assert found == label
    assert selected.split() == page.text("#share").split()
