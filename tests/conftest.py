import ctypes
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click
import pytest
from hypothesis import HealthCheck, settings

import evaluate
import interactive
from commands.framework.script import exit_status
from contest.runs.facts import RunFacts, RunStatus
from contest.sandbox.limits import Limits
from game.protocol import Setting
from game.words import Vocabulary
from solver.matrix.cache import cache_folder
from tests.guard import Guard

PR_SET_CHILD_SUBREAPER = 36
ROOT = Path(__file__).resolve().parent.parent


def pytest_configure(config):
    """Keep the checkout and the user's files: runs, games and examples go elsewhere.

    Runs without ``--seed`` and properties use seeds that never change.
    """
    # Hundreds of processes would compile the sources anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    patience = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
    settings.register_profile("tests", derandomize=True, **patience)
    settings.load_profile("tests")
    if hasattr(config, "workerinput"):
        return  # of xdist, whose main process has done it
    folder = tempfile.TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    runs = Path(folder.name, "runs")
    runs.mkdir()
    (runs / "seed").write_text("tests")
    os.environ["CLUEPROOF_RUNS"] = str(runs)
    os.environ["XDG_DATA_HOME"] = str(Path(folder.name, "data"))
    os.environ.pop("CLUEPROOF_WORDS", None)  # of the user
    # Matrices of the tests' own words are not kept; kernels are.
    cache = Path(folder.name, "cache")
    cache.mkdir()
    kernels = cache_folder() / "kernels"
    kernels.mkdir(exist_ok=True)
    (cache / "kernels").symlink_to(kernels)
    os.environ["CLUEPROOF_CACHE"] = str(cache)
    has_cache = config.pluginmanager.hasplugin("cacheprovider")
    storage = config.cache.mkdir("hypothesis") if has_cache else folder.name
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(storage)
    config.pluginmanager.register(Guard(ROOT))


def pytest_collection_modifyitems(items):
    """Mark tests that use a browser or a terminal; skip what needs Linux elsewhere."""
    elsewhere = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
    for item in items:
        if item.get_closest_marker("linux"):
            item.add_marker(elsewhere)
        if "browser" in item.fixturenames:
            item.add_marker("browser")
        if item.get_closest_marker("browser") or "screen" in item.fixturenames:
            item.add_marker("system")


def pytest_runtest_teardown():
    """Undo what a referee in this process does: adopt processes whose parent ended.

    This one does not wait for them, and a namespace ends only when somebody does.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@pytest.fixture(scope="session")
def browsers(tmp_path_factory):
    """Return what starts browsers without a window, or say why there is none."""
    pytest.importorskip("selenium", reason="selenium is not installed")
    from tests.browser import CHROMIUM, DRIVER, Browsers

    if not (CHROMIUM and DRIVER):
        pytest.skip("no browser here: chromium and chromedriver are not installed")
    started = Browsers(lambda: tmp_path_factory.mktemp("browser"))
    yield started
    started.close()


@pytest.fixture
def browser(request, browsers):
    """Return a browser that answers, whatever the last test did to it."""
    assert request.node.get_closest_marker("browser"), "not marked: browser"
    found = browsers.get()
    found.prefer()
    found.set_clock("")
    return found


@pytest.fixture(scope="session")
def run_json():
    """Return what ``run.json`` says of a run with some facts, or else of none."""

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
    """Run one of the two scripts from another folder and return what it did."""

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
    """A stream that a program takes for a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Run one of the two scripts in this process and return what it did.

    With a width, its output is a terminal of so many columns. The time limits of
    strategies are for a machine that stalls.
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
    """Write a strategy: the body of `first_move`, and of `next_move`."""

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
    """Return the program of ``bot.c``, which replies with its arguments or plays."""
    if (compiler := shutil.which("cc")) is None:
        pytest.skip("no C compiler")
    path = tmp_path_factory.mktemp("bot") / "bot"
    source = Path(__file__).with_name("bot.c")
    subprocess.run([compiler, "-o", path, source], check=True)
    return path


@pytest.fixture
def begin():
    """Start `evaluate.py`; what is still running in the end is killed."""
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
