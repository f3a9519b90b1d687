"""No page scrolls sideways, at any width, in any font, with letters at 200 %."""

import http.server
import threading
from functools import partial

import pytest

from contest.entries.home import RESULTS, ROOT
from contest.pages.site import site_files

GAMES = ["wordpl", "classic", "classic&boards=4", "fibble", "absurdle"]
PAGES = [
    *(f"index.html#kind={game}&seed=q" for game in GAMES),
    "play-9.html#kind=wordpl&seed=q",
    "solve.html",
    "leaderboard.html",
    "entries/quantile-Quantile-schedule-10.0-4.45-opening-trace.html",
    "replays.html",
    "404.html",
]
WIDTHS = list(range(320, 1921, 30))
FONTS = ["DejaVu Sans", "Liberation Sans", "DejaVu Serif"]
SIZES = ["16px", "32px"]

# One frame for each font and size has each width in turn, as a window would.
SCROLLED = """
  const [address, widths, fonts, sizes, done] = arguments;
  const open = (font, size) => new Promise((opened) => {
    const frame = Object.assign(document.createElement("iframe"),
      { src: address, width: 320, height: 800 });
    frame.onload = () => {
      const root = frame.contentDocument.documentElement;
      Object.assign(root.style, { fontFamily: font, fontSize: size });
      opened({ frame, root, font, size });
    };
    document.body.append(frame);
  });
  const measure = async () => {
    const frames = await Promise.all(fonts.flatMap((font) =>
      sizes.map((size) => open(font, size))));
    const found = [];
    for (const width of widths) {
      for (const { frame } of frames) frame.width = width;
      await new Promise((next) => setTimeout(next, 30));
      for (const { root, font, size } of frames) {
        if (root.scrollWidth > root.clientWidth) found.push([width, font, size]);
      }
    }
    return found;
  };
  measure().then(done);
"""


@pytest.fixture(scope="module")
def served(words, tmp_path_factory):
    """Return the address of a server of all pages of the site."""
    folder = tmp_path_factory.mktemp("widths")
    files = site_files(RESULTS, ROOT / "docs" / "leaderboard.md", words)
    blank = b"<!doctype html><title>blank</title>"
    for name, data in (files | {"blank.html": blank}).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            """Log nothing."""

    handler = partial(Handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_no_page_scrolls_sideways(browser, served, page):
    browser.open(f"{served}/blank.html")

    # One script for each size stays within the time limit of a script.
    for size in SIZES:
        scrolled = browser.driver.execute_async_script(
            SCROLLED, f"{served}/{page}", WIDTHS, FONTS, [size]
        )
        assert scrolled == []
