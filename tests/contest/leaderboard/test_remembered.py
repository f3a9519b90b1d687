"""Results that are remembered by digest: used again, and never in the place of rows."""

import os

import pytest

from contest.leaderboard import figures, folders, remembered
from contest.leaderboard.remembered import Remembered
from contest.leaderboard.standings import leaderboard
from contest.statistics.games import ARRAYS
from game.errors import InputError

PUBLISHED = "entry,p05,p50,p95\nrecord,15.6,36.9,75.0\n"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(remembered, "cache_folder", lambda: folder)
    return folder


@pytest.fixture
def kept(tmp_path, cache):
    """Keep the result 1 and return the file that it is in."""
    assert ask(tmp_path) == 1
    (file,) = cache.iterdir()
    return file


def ask(whose, inputs=("a",), result=1, kind=int):
    known = Remembered(whose)
    found = known.value(kind, list(inputs), lambda: result)
    known.keep()
    return found


def test_a_result_is_remembered_for_the_same_inputs(tmp_path, kept):
    assert ask(tmp_path, result=2) == 1
    assert ask(tmp_path, inputs=("b",), result=2) == 2
    assert ask(tmp_path / "other", result=3) == 3


def test_only_what_was_asked_for_is_kept(tmp_path, kept):
    size = kept.stat().st_size

    ask(tmp_path, inputs=("b",))

    assert kept.stat().st_size == size
    assert ask(tmp_path, result=2) == 2


def test_without_a_folder_nothing_is_kept(cache):
    assert ask(None) == 1
    assert not list(cache.iterdir())


@pytest.mark.parametrize("place", [0, 40, -1])
def test_a_damaged_file_is_not_used(tmp_path, kept, place):
    data = bytearray(kept.read_bytes())
    data[place] ^= 1
    kept.write_bytes(data)

    assert ask(tmp_path, result=2) == 2


@pytest.mark.parametrize("data", [b"", b"x" * 32, b"x" * 1000])
def test_a_file_of_another_kind_is_not_used(tmp_path, kept, data):
    kept.write_bytes(data)

    assert ask(tmp_path, result=2) == 2


def test_a_file_that_others_may_write_to_is_not_used(tmp_path, kept):
    kept.chmod(0o664)

    assert ask(tmp_path, result=2) == 2


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
def test_a_file_of_another_user_is_not_used(tmp_path, kept):
    os.chown(kept, 65534, -1)

    assert ask(tmp_path, result=2) == 2


def test_a_link_is_not_followed(tmp_path, kept):
    kept.rename(tmp_path / "elsewhere")
    kept.symlink_to(tmp_path / "elsewhere")

    assert ask(tmp_path, result=2) == 2


def test_results_of_other_code_are_not_used(tmp_path, kept, monkeypatch):
    monkeypatch.setattr(remembered, "code_digest", lambda: "other")

    assert ask(tmp_path, result=2) == 2


def test_a_result_of_another_type_is_not_used(tmp_path, kept):
    assert ask(tmp_path, result="two", kind=str) == "two"


@pytest.fixture
def results(tmp_path, record):
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "published.csv").write_text(PUBLISHED)
    record(folder / "submissions" / "one", games=20, seed="a secret seed")
    record(folder / "official" / "two", entry="minimax", games=20, seed="t")
    return folder


@pytest.fixture
def ranked(results, words):
    """Compute the leaderboard with what is remembered of the last time."""

    def rank():
        known = Remembered(results)
        found = leaderboard(results, words, known)
        known.keep()
        return found

    return rank


def test_a_leaderboard_is_the_same_from_what_is_remembered(
    ranked, results, words, monkeypatch
):
    before = ranked()
    monkeypatch.setattr(figures, "read", None)  # what would verify again fails

    after = ranked()

    assert repr(after.lines) == repr(before.lines)
    assert repr(after.leads) == repr(before.leads)  # with nan, not equal to itself
    assert repr(after.records) == repr(before.records)
    assert before.games.keys() == after.games.keys()
    for key, games in before.games.items():
        for name in ARRAYS:
            old, new = getattr(games, name), getattr(after.games[key], name)
            assert (old.dtype, old.tolist()) == (new.dtype, new.tolist())
    monkeypatch.undo()
    assert repr(leaderboard(results, words).lines) == repr(before.lines)


@pytest.mark.parametrize(
    ("name", "old"),
    [("games.csv", ",won,"), ("run.json", "entropy"), ("record.json", "format")],
)
def test_a_file_that_was_edited_is_verified_again(ranked, results, name, old):
    ranked()
    file = results / "submissions" / "one" / name
    file.write_text(file.read_text().replace(old, "other", 1))

    with pytest.raises(InputError):
        ranked()


def test_a_run_under_another_name_has_its_name(ranked, results):
    ranked()
    (results / "submissions" / "one").rename(results / "submissions" / "three")

    assert "three" in {line.get("run") for line in ranked().lines}


def test_no_seed_is_remembered(ranked, cache):
    ranked()

    (file,) = cache.iterdir()
    assert b"entropy" in file.read_bytes()
    assert b"a secret seed" not in file.read_bytes()


def test_several_results_are_computed_where_they_are_not_known(tmp_path, kept):
    asked = []

    def compute(places):
        asked.extend(places)
        return (10 * place for place in places)

    known = Remembered(tmp_path)
    found = known.values(int, [["b"], ["a"], ["c"]], compute)

    assert (found, asked) == ([0, 1, 20], [0, 2])


@pytest.mark.system
def test_runs_are_verified_by_all_processors(results, words, record, monkeypatch):
    record(results / "submissions" / "three", entry="minimax", games=20, seed="u")
    alone = leaderboard(results, words)
    monkeypatch.setattr(folders, "_WORTH", 0)

    together = leaderboard(results, words)

    assert repr(together.lines) == repr(alone.lines)
    for name in ("one", "three"):
        games = results / "submissions" / name / "games.csv"
        games.write_text(games.read_text().replace(",won,", ",wrong,", 1))
    with pytest.raises(InputError, match="one"):
        leaderboard(results, words)
