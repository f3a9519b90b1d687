import http.client
import re
import signal
import subprocess
import sys
from threading import Thread

import pytest

from commands.interactive.web import Server
from contest.entries.home import ROOT

SCRIPT = ROOT / "interactive.py"
FILES = {
    "index.html": "<p>é".encode(),
    "docs/index.html": b"docs",
    "play.js": b"1",
    "icon.png": b"\x89PNG",
}


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """Serve some files from this process and return the port."""
    folder = tmp_path_factory.mktemp("site")
    for name, data in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    with Server(0, str(folder)) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture
def send(port):
    """Send a request and return the status, the headers and the content."""

    def request(method, path):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        connection.request(method, path)
        reply = connection.getresponse()
        content = reply.read()
        connection.close()
        return reply.status, reply.headers, content

    return request


@pytest.mark.parametrize(
    ("path", "name", "kind"),
    [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/?x=1", "index.html", "text/html; charset=utf-8"),
        ("/index.html?size=6#kind", "index.html", "text/html; charset=utf-8"),
        ("/docs/", "docs/index.html", "text/html; charset=utf-8"),
        ("/play.js", "play.js", "text/javascript; charset=utf-8"),
        ("/icon%2Epng", "icon.png", "image/png"),
    ],
)
def test_a_file_is_served_whatever_follows_its_name(send, path, name, kind):
    status, headers, content = send("GET", path)

    assert (status, headers["Content-Type"], content) == (200, kind, FILES[name])
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/../interactive.py", 404),
        ("GET", "//etc/passwd", 404),
        ("POST", "/", 501),
    ],
)
def test_other_requests_are_refused(send, method, path, status):
    assert send(method, path)[0] == status


@pytest.mark.system
def test_the_command_serves_the_games_of_a_list_until_it_is_interrupted(
    interactive, tmp_path
):
    words = tmp_path / "few.txt"
    words.write_text("crane\nslate\n")
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), "web", "--port", "0", "--answers", str(words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    address = re.search(r"http://\S+", process.stdout.readline())[0]
    port = address.rstrip("/").rpartition(":")[2]

    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=600)
    found = {}
    for path in ("/?x=1", "/solve.html", "/offline.js", "/leaderboard.html"):
        connection.request("GET", path)
        reply = connection.getresponse()
        found[path] = (reply.status, b'"0crane0slate"' in reply.read())
    connection.close()
    taken = interactive("web", "--port", port)
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=600)

    assert found == {
        "/?x=1": (200, True),
        "/solve.html": (200, True),
        "/offline.js": (200, False),
        "/leaderboard.html": (404, False),
    }
    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
    assert f"--port {port} (Address already in use)" in taken.stderr
    assert (rest.strip(), errors) == ("Until next time!", "")
