import os

import pytest

from contest.entries.digests import (
    code_digest,
    entry_digest,
    entry_files,
    entry_sources,
    sources_digest,
)
from contest.entries.entry import resolve
from game.errors import InputError


def test_the_digest_of_a_built_in_entry_covers_what_it_shares():
    files = {path.name for path in entry_files(resolve("entropy")).values()}

    assert {"entropy.py", "_belief.py"} <= files
    assert "minimax.py" not in files


def test_a_helper_is_found_however_it_is_imported(tmp_path):
    folder = tmp_path / "strategies"
    folder.mkdir()
    lines = {
        "one": "from strategies.one import x",
        "two": "from strategies import two",
        "three": "import three.deeper",
        "four": "from .four import x",
        "five": "from . import five",
        "matrix": "from solver.matrix.clue_matrix import clue_matrix",
        "numpy": "import numpy as np",
    }
    for name in lines:
        (folder / f"{name}.py").write_text("x = 1\n")
    text = "\n".join([*lines.values(), "class Mine: ...", "ENTRIES = [Mine()]"])
    (folder / "mine.py").write_text(text)

    files = {path.stem for path in entry_files(resolve(f"{folder}/mine.py")).values()}

    # A file that is called like what is imported from elsewhere changes nothing.
    assert files == {"mine", "one", "two", "three", "four", "five"}


def test_the_digest_of_the_code_covers_every_trusted_file(tmp_path):
    for name in ("game", "contest", "strategies"):
        (tmp_path / name).mkdir()
    before = code_digest(tmp_path)

    (tmp_path / "strategies" / "a.py").write_text("x = 2\n")
    same = code_digest(tmp_path)
    (tmp_path / "game" / "a.py").write_text("x = 2\n")
    changed = code_digest(tmp_path)
    (tmp_path / "contest" / "calls.csv").write_text("read,0\n")

    assert before == same
    assert len({same, changed, code_digest(tmp_path)}) == 3


# Brackets that nobody closes, a character that no source has, and signs that nest too
# deep.
@pytest.mark.parametrize("helper", ["x = (((((\n", "\0", "-" * 100_000 + "1\n"])
def test_a_helper_that_is_no_python_stops_no_run(strategy_file, helper):
    path = strategy_file("pass", head=f"import helper, {'long' * 100}")
    before = entry_digest(resolve(str(path)))

    path.with_name("helper.py").write_text(helper)

    assert entry_digest(resolve(str(path))) != before


@pytest.mark.parametrize("home", [False, True])
@pytest.mark.parametrize("target", ["secret.txt", "/proc/self/pagemap", "nowhere", "/"])
def test_a_link_is_digested_as_what_it_says(tmp_path, home, target):
    (tmp_path / "secret.txt").write_text("the seed")
    folder = tmp_path / "project"
    folder.mkdir()
    mine = folder / "mine.py"
    mine.write_text("import helper\nclass Mine: pass\nENTRIES = [Mine()]\n")
    (folder / "mine.txt").symlink_to(tmp_path / target)
    (folder / "helper.py").symlink_to(tmp_path / target)
    entry = resolve("mine", checkout=folder) if home else resolve(str(mine))
    before = entry_digest(entry)

    sources = entry_sources(entry)

    said = f"SHA-256 link to {str(tmp_path / target)!r}"
    assert sources["mine.txt"] == said
    assert "the seed" not in str(sources)
    assert entry_digest(entry) == before == sources_digest(sources)
    (folder / "mine.txt").unlink()
    (folder / "mine.txt").symlink_to(tmp_path / "other")
    assert entry_digest(entry) != before


def test_a_link_is_not_searched_for_what_it_leads_to_imports(strategy_file, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "code.py").write_text("import deeper\n")
    (tmp_path / "helper.py").symlink_to(elsewhere / "code.py")
    (tmp_path / "deeper.py").write_text("x = 1\n")
    entry = resolve(str(strategy_file("pass", head="import helper")))

    assert {path.name for path in entry_files(entry).values()} == {
        "mine.py",
        "helper.py",
    }


def test_what_is_no_regular_file_is_not_read(strategy_file, tmp_path):
    os.mkfifo(tmp_path / "mine.dat")
    os.mkfifo(tmp_path / "helper.py")
    entry = resolve(str(strategy_file("pass", head="import helper")))

    assert set(entry_sources(entry)) == {"mine.py"}


def test_an_entry_has_at_most_ten_thousand_files(strategy_file, tmp_path):
    path = strategy_file("pass")
    # With `mine.py` these are as many files as an entry may have; `mine.last` is one
    # more.
    for number in range(9999):
        (tmp_path / f"mine.{number}").touch()
    (tmp_path / "mine.last").touch()
    entries = resolve("mine", checkout=tmp_path), resolve(str(path))

    for entry in entries:
        with pytest.raises(InputError, match="over 10000 files or"):
            entry_files(entry)
    (tmp_path / "mine.last").unlink()
    for entry in entries:
        assert len(entry_files(entry)) == 10_000


def test_an_entry_has_at_most_a_gibibyte(strategy_file, tmp_path):
    path = strategy_file("pass")
    (tmp_path / "mine.bin").touch()
    # A file of this size takes no room on the disk.
    os.truncate(tmp_path / "mine.bin", (1 << 30) - path.stat().st_size)
    assert len(entry_files(resolve(str(path)))) == 2

    os.truncate(tmp_path / "mine.bin", (1 << 30) - path.stat().st_size + 1)
    with pytest.raises(
        InputError, match="or 1024 MiB: expected fewer or smaller files"
    ):
        entry_files(resolve(str(path)))


def test_the_text_that_is_kept_of_an_entry_has_a_limit(strategy_file, tmp_path):
    path = strategy_file("pass")
    for number in range(64):  # four MiB together
        (tmp_path / f"mine.{number:02}").write_text("x" * (1 << 16))
    (tmp_path / "mine.long").write_text("x" * ((1 << 16) + 1))

    sources = entry_sources(resolve(str(path)))

    # The files are read in the order of their names.
    assert sources["mine.62"] == "x" * (1 << 16)
    assert sources["mine.63"] == "x" * (1 << 16)
    assert sources["mine.long"].startswith("SHA-256 ")
    assert sources["mine.py"].startswith("SHA-256 ")


def test_a_name_that_is_no_text_is_digested(strategy_file, tmp_path):
    path = strategy_file("pass")
    try:
        (tmp_path / "mine.\udcff").write_text("x")
    except OSError:
        pytest.skip("no such name on this disk")

    assert len(entry_digest(resolve("mine", checkout=path.parent))) == 64
