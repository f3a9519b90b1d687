import pytest

from contest.entries.home import STRATEGIES
from contest.entries.names import check_recorded, find_file
from contest.entries.source_text import EntryError

QUANTILE = STRATEGIES / "quantile.py"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("quantile", (QUANTILE, "quantile", "")),
        ("quantile/p50", (QUANTILE, "quantile", "p50")),
        ("quantile:Quantile((9.0,))", (QUANTILE, "quantile", "")),
        (f"{QUANTILE}/p50", (QUANTILE, str(QUANTILE), "p50")),
    ],
)
def test_a_file_is_found_by_what_stands_before_the_call(text, found):
    assert find_file(text)[:3] == found


@pytest.mark.parametrize("name", ["mine", "strategies.mine", "strategies/mine.py"])
def test_a_module_of_another_project_is_found_there_alone(tmp_path, name):
    path = tmp_path / "strategies" / "mine.py"
    path.parent.mkdir()
    path.touch()

    assert find_file(f"{name}/a", tmp_path) == (path, name, "a", tmp_path)
    with pytest.raises(EntryError, match="no strategy 'quantile' in "):
        find_file("quantile", tmp_path)
    with pytest.raises(EntryError, match="expected a contest checkout"):
        find_file(name, path)


def test_a_record_names_a_file_of_strategies_by_any_path(tmp_path, monkeypatch):
    (tmp_path / "quantile.py").touch()
    monkeypatch.chdir(tmp_path)

    for text in ("quantile/p50", "entropy:Entropy(epsilon=9.0)", str(QUANTILE)):
        check_recorded(text)
    for text in ("quantile.py", "./quantile.py:Quantile()", "program:true", "tree:x"):
        with pytest.raises(EntryError, match="expected one of strategies/"):
            check_recorded(text)
