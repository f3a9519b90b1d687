"""The documentation builds without a warning, and every page of it is listed."""

import re
import runpy
from dataclasses import fields
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

import game
import solver
from commands.framework.script import Script
from contest.runs.facts import RunFacts, RunStatus
from contest.runs.rows import FIELDS
from contest.sandbox.limits import Limits
from contest.statistics.summary import STATISTICS, Place
from game import Setting, Vocabulary
from tests.processes import python

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(
    path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")
)


def test_every_page_is_in_the_index():
    listed = re.findall(r"^[a-z/-]+$", (DOCS / "index.md").read_text(), re.M)

    assert sorted(listed) == sorted({*PAGES} - {"index"})


def test_every_field_and_fact_of_a_run_is_explained():
    page = (DOCS / "reference" / "files.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+)`", page)

    statistics = [one.name for one in STATISTICS if Place.FILES in one.places]
    # What is said of one percentile holds for all.
    alike = {re.sub(r"^p(50|95)_", "p05_", name) for name in statistics}
    parts = RunFacts, Setting, Limits
    facts = {field.name for part in parts for field in fields(part)}
    facts |= {*RunStatus.__struct_fields__}
    facts -= {"setting", "limits", "status", "vocabulary"}  # these are the parts
    assert {*FIELDS, *facts, *alike} - {*named} == set()


@pytest.mark.parametrize("name", ["evaluate", "interactive"])
def test_every_command_is_in_a_group_and_in_its_table(name):
    text = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    groups = re.findall(rf"command-help}} {name}\n(.*?)```", text, re.S)
    rows = dict(re.findall(rf"^\| `{name}\.py (\w+)` \| (.*) \|$", text, re.M))

    script = Script(name, [name], "", "")
    context = click.Context(script)
    commands = {one: script.get_command(context, one) for one in script.files()}
    assert sorted(" ".join(groups).split()) == sorted(commands)
    assert rows == {
        one: command.get_short_help_str(limit=999) for one, command in commands.items()
    }


@pytest.mark.parametrize("package", [game, solver], ids=lambda one: one.__name__)
def test_the_page_of_the_library_lists_the_public_names(package):
    text = (DOCS / "reference" / "library.md").read_text(encoding="utf-8")
    _, section = text.split(f"## All names of {package.__name__}\n")
    table, *_ = section.split("```")

    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == package.__all__


def test_the_picture_of_a_game_is_what_its_script_draws():
    drawn = runpy.run_path(str(DOCS / "game_picture.py"))

    text = drawn["picture"](Vocabulary.load())

    assert (DOCS / "game.svg").read_text(encoding="utf-8") == text
    assert len(text) < 60_000
    assert ">100 %<" not in text  # of a mark that may lie
    assert "@media (prefers-color-scheme: dark)" in text


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the documentation; return its folder, the exit status and the warnings."""
    pytest.importorskip("sphinx", reason="the extra 'docs' is not installed")
    folder = tmp_path_factory.mktemp("docs")
    options = ["--quiet", "--fail-on-warning", "--doctree-dir", folder / "trees"]
    done = python("-m", "sphinx", *options, DOCS, folder / "site")
    return folder / "site", done.returncode, done.stderr


@pytest.mark.slow
def test_the_documentation_builds_without_a_warning(built):
    site, status, said = built

    assert (status, said) == (0, "")
    library = (site / "reference" / "library.html").read_text()
    assert 'id="game.Draws"' in library
    assert 'id="solver.Belief"' in library
    commands = (site / "reference" / "commands.html").read_text()
    assert "evaluate.py score" in commands
    assert '<a href="../../replays.html">Replays</a>' in commands
    # Numbers are aligned to the right, words are not.
    tables = (site / "leaderboard.html").read_text()
    assert re.search(r'<td class="number"><p>20,001</p>', tables)
    assert not re.search(r'<td class="number"><p>[a-z]', tables)
    for name in PAGES:
        page = site / f"{name}.html"
        (icon,) = re.findall(
            r'<link rel="[a-z ]*icon" href="([^"]*)">', page.read_text()
        )
        assert ElementTree.parse(page.parent / icon).getroot().tag.endswith("svg")


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_violation_in_the_documentation(
    browser, built, name, scheme, width
):
    browser.prefer(color_scheme=scheme)
    browser.resize(width, 900)
    browser.open((built[0] / f"{name}.html").as_uri())

    found = browser.violations()

    browser.prefer()
    assert found == []
