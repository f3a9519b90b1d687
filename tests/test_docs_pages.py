"""The documentation builds without a warning, and every page of it is listed."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from game.words import Vocabulary

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def test_every_page_is_in_the_index():
    blocks = re.findall(
        r"```\{toctree\}\n(.*?)```", (DOCS / "index.md").read_text(), re.S
    )
    listed = [line for block in blocks for line in block.split("\n") if line]

    pages = {path.stem for path in DOCS.glob("*.md")} - {"index"}
    assert sorted(line for line in listed if line[0] != ":") == sorted(pages)


def test_the_picture_of_a_game_is_what_its_script_draws():
    drawn = runpy.run_path(str(DOCS / "game_picture.py"))

    text = drawn["picture"](Vocabulary.load())

    assert (DOCS / "game.svg").read_text(encoding="utf-8") == text
    assert len(text) < 60_000
    assert "@media (prefers-color-scheme: dark)" in text


@pytest.mark.slow
def test_the_documentation_builds_without_a_warning(tmp_path):
    pytest.importorskip("sphinx", reason="the extra 'docs' is not installed")
    options = ["--quiet", "--fail-on-warning", "--doctree-dir", tmp_path / "trees"]

    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, DOCS, tmp_path / "site"],
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stderr) == (0, "")
    library = (tmp_path / "site" / "library.html").read_text()
    assert 'id="game.Draws"' in library
    assert 'id="solver.Belief"' in library
    assert "evaluate.py score" in (tmp_path / "site" / "commands.html").read_text()
