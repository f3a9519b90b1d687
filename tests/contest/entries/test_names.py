import pytest

from contest.entries.home import STRATEGIES
from contest.entries.names import check_recorded
from contest.entries.source_text import EntryError


def test_a_record_names_a_file_of_strategies_by_any_path(tmp_path, monkeypatch):
    (tmp_path / "quantile.py").touch()
    monkeypatch.chdir(tmp_path)

    path = str(STRATEGIES / "quantile.py")
    for text in ("quantile/p50", "entropy:Entropy(epsilon=9.0)", path):
        check_recorded(text)
    for text in ("quantile.py", "./quantile.py:Quantile()", "program:true", "tree:x"):
        with pytest.raises(
            EntryError, match="expected an entry of a file in strategies/"
        ):
            check_recorded(text)
