import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

import evaluate
import interactive
from commands.framework.script import exit_status
from contest.leaderboard import seeds
from contest.runs.beacons import CHAIN, DELAY, Round
from contest.runs.facts import RunFacts, RunStatus
from contest.sandbox.limits import Limits
from game.protocol import Setting
from game.words import Vocabulary

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def browsers(tmp_path_factory):
    """Return a factory of browsers without a window; skip if there is no browser."""
    pytest.importorskip("selenium", reason="selenium is not installed")
    from tests.browser import CHROMIUM, DRIVER, Browsers

    if not (CHROMIUM and DRIVER):
        pytest.skip("no browser here: chromium and chromedriver are not installed")
    started = Browsers(lambda: tmp_path_factory.mktemp("browser"))
    yield started
    started.close()


@pytest.fixture
def browser(request, browsers):
    """Return a browser that answers, even if an earlier test broke its browser."""
    assert request.node.get_closest_marker("browser"), "not marked: browser"
    found = browsers.get()
    found.prefer()
    found.set_clock("")
    return found


@pytest.fixture(scope="session")
def run_json():
    """Return a function that returns the text of ``run.json`` for some facts."""

    def text(**given):
        facts = RunFacts(
            setting=Setting(Vocabulary.load(), timeout=5.0),
            limits=Limits(),
            games=1,
            seed="",
            entries=[],
            checkout="",
            code="",
            digests={},
            status=RunStatus(),
            complete=False,
        )
        return json.dumps(json.loads(facts.to_json()) | given)

    return text


@pytest.fixture
def script(tmp_path):
    """Return a function that runs one of the two scripts in a process of its own.

    The script runs in a temporary folder. The function returns the completed process.
    """

    def run(name, *arguments, typed="", **environment):
        return subprocess.run(
            [sys.executable, str(ROOT / name), *map(str, arguments)],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            timeout=600,
            cwd=tmp_path,
            env={**os.environ, **environment},
        )

    return run


class Screen(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Return a function that runs one of the two scripts in this process.

    The function returns what a completed process would return. If `width` is given, the
    output is a terminal with so many columns. Strategies have long time limits, so that
    they also suffice on a busy machine.
    """
    scripts = {"evaluate.py": evaluate.SCRIPT, "interactive.py": interactive.SCRIPT}
    limits = {"timeout": 60.0, "start_timeout": 600.0}
    for one in scripts.values():
        names = one.list_commands(click.Context(one))
        defaults = dict.fromkeys(names, limits)
        monkeypatch.setitem(one.context_settings, "default_map", defaults)

    def run(name, *arguments, typed="", width=None, script=None):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        line = [str(argument) for argument in arguments]
        given = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
        said = (Screen if width else io.TextIOWrapper)(io.BytesIO(), "utf-8")
        errors = io.TextIOWrapper(io.BytesIO(), "utf-8")
        with monkeypatch.context() as patch:
            if width:
                patch.setenv("COLUMNS", str(width))
            for kind, stream in (
                ("stdin", given),
                ("stdout", said),
                ("stderr", errors),
            ):
                patch.setattr(sys, kind, stream)
            status = exit_status(script or scripts[name], line)
        texts = []
        for stream in (said, errors):
            stream.flush()
            texts.append(stream.buffer.getvalue().decode())
        return subprocess.CompletedProcess([name, *line], status, *texts)

    return run


@pytest.fixture
def strategy_file(tmp_path):
    """Return a function that writes a strategy to a file.

    Its arguments `first` and `following` are the bodies of `first_move` and
    `next_move`.
    """

    def write(first, following="return guess, 0", head="", name="mine.py", x=1):
        path = tmp_path / name
        path.write_text(
            f"{head}\n"
            "class Mine:\n"
            f"    def __init__(self, x={x}):\n"
            "        self.x = x\n"
            "    def first_move(self):\n"
            f"        {first}\n"
            "    def next_move(self, guess, epsilon, result):\n"
            f"        {following}\n"
            "ENTRIES = [Mine()]\n"
        )
        return path

    return write


@pytest.fixture(scope="session")
def bot(tmp_path_factory):
    """Return the path of the program that is compiled from ``bot.c``."""
    if (compiler := shutil.which("cc")) is None:
        pytest.skip("no C compiler")
    path = tmp_path_factory.mktemp("bot") / "bot"
    source = Path(__file__).with_name("bot.c")
    subprocess.run([compiler, "-o", path, source], check=True)
    return path


@pytest.fixture
def begin():
    """Return a function that starts `evaluate.py` as a process.

    After the test, the processes that still run are killed.
    """
    started = []

    def start(*arguments, **options):
        command = [sys.executable, str(ROOT / "evaluate.py"), *map(str, arguments)]
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=pipe, text=True, **options
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def plodder(strategy_file):
    return strategy_file(
        "import time, random; time.sleep(0.01); return 'crane', 5 + random.random()",
        "return random.choice(['slate', 'crane']), 0",
        head="import random",
    )


@pytest.fixture
def unsigned_rounds(monkeypatch):
    """Accept rounds of beacons without a valid signature, for uncommitted entries."""
    # Pretend that every entry was fixed at the latest time that allows round 1.
    fixed = CHAIN.time_of(1) - DELAY
    monkeypatch.setattr(seeds, "fixed_time", lambda digests, commit: fixed)
    monkeypatch.setattr(Round, "check_signature", lambda drawn, chain: None)
