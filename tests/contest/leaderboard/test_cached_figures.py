"""Figures of official runs from a cache: never in the place of other rows."""

import os

import pytest

from contest.leaderboard import cached_figures
from contest.leaderboard.standings import leaderboard
from contest.statistics.games import ARRAYS
from game.errors import InputError


@pytest.fixture
def results(results, record):
    record(results / "submissions" / "one", games=20, seed="a secret seed")
    record(results / "official" / "two", entry="minimax", games=20, seed="t")
    return results


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "figures.msgpack"


@pytest.fixture
def ranked(results, words, cache):
    """Compute the leaderboard with the cache."""
    return lambda: leaderboard(results, words, cache)


@pytest.fixture
def verified(monkeypatch):
    """Return the names of the runs that were verified, in order."""
    names, read = [], cached_figures.run_figures

    def run_figures(path, vocabulary):
        names.append(path.name)
        return read(path, vocabulary)

    monkeypatch.setattr(cached_figures, "run_figures", run_figures)
    return names


def test_a_leaderboard_from_the_cache_is_the_same(ranked, results, words, verified):
    before, after = ranked(), ranked()

    assert verified == ["two", "one"]
    assert repr(after.lines) == repr(before.lines)  # with nan, not equal to itself
    assert repr(after.leads) == repr(before.leads)
    assert repr(after.records) == repr(before.records)
    assert before.games.keys() == after.games.keys()
    for key, games in before.games.items():
        for name in ARRAYS:
            old, new = getattr(games, name), getattr(after.games[key], name)
            assert (old.dtype, old.tolist()) == (new.dtype, new.tolist())
    assert repr(leaderboard(results, words).lines) == repr(before.lines)


def test_a_run_that_is_new_is_verified_alone(ranked, results, record, verified):
    ranked()
    record(results / "submissions" / "three", games=20, seed="u")

    assert {line.get("run") for line in ranked().lines} >= {"one", "two", "three"}
    assert verified == ["two", "one", "three"]


def _damage(cache, where=0):
    data = bytearray(cache.read_bytes())
    data[int(where * len(data))] ^= 1
    cache.write_bytes(data)


def _link(cache):
    cache.rename(cache.with_name("elsewhere"))
    cache.symlink_to(cache.with_name("elsewhere"))


@pytest.mark.parametrize(
    "spoil",
    [
        _damage,
        lambda cache: _damage(cache, 0.1),
        lambda cache: _damage(cache, 0.5),
        lambda cache: _damage(cache, 0.9),
        _link,
        lambda cache: cache.write_bytes(b""),
        lambda cache: cache.write_bytes(cache.read_bytes()[:-1]),
        lambda cache: cache.chmod(0o664),
        lambda cache: cache.chmod(0o646),
        pytest.param(
            lambda cache: os.chown(cache, 65534, -1),
            marks=pytest.mark.skipif(os.getuid() != 0, reason="only root does it"),
        ),
    ],
)
def test_a_file_that_is_damaged_or_not_private_is_not_used(
    ranked, cache, verified, spoil
):
    ranked()
    spoil(cache)

    ranked()

    assert verified == ["two", "one"] * 2


def test_figures_by_other_code_are_not_used(ranked, verified, monkeypatch):
    ranked()
    monkeypatch.setattr(cached_figures, "code_digest", lambda: "other")

    ranked()

    assert verified == ["two", "one"] * 2


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


def test_the_cache_has_no_seed(ranked, cache):
    ranked()

    assert b"entropy" in cache.read_bytes()
    assert b"a secret seed" not in cache.read_bytes()


@pytest.mark.system
def test_runs_are_verified_by_all_processors(results, words, record, monkeypatch):
    record(results / "submissions" / "three", entry="minimax", games=20, seed="u")
    alone = leaderboard(results, words)
    monkeypatch.setattr("contest.leaderboard.folders._WORTH", 0)

    together = leaderboard(results, words)

    assert repr(together.lines) == repr(alone.lines)
    for name in ("one", "three"):
        games = results / "submissions" / name / "games.csv"
        games.write_text(games.read_text().replace(",won,", ",wrong,", 1))
    with pytest.raises(InputError, match=r"one|three"):
        leaderboard(results, words)
