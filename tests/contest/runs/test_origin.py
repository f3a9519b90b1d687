import re

from contest.runs.origin import read_secret


def test_the_seed_of_a_checkout_is_its_own_and_stays(tmp_path):
    mine, other = (
        read_secret("seed", tmp_path / "mine"),
        read_secret("seed", tmp_path / "other"),
    )

    assert re.fullmatch(r"[0-9a-f]{32}", mine)
    assert mine != other
    assert read_secret("seed", tmp_path / "mine") == mine


def test_where_nothing_can_be_kept_there_is_a_seed_all_the_same(tmp_path):
    (tmp_path / "file").touch()

    assert read_secret("seed", tmp_path / "file" / "folder") != read_secret(
        "seed", tmp_path / "file" / "folder"
    )
