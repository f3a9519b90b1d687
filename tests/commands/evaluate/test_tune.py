import json
import sys

import pytest

from commands.evaluate.tune import main
from game.errors import InputError

WORDS = "crane\nslate\ntrace\nsolid\n"


@pytest.fixture
def tune(strategy_file, tmp_path, monkeypatch, capsys):
    """Search for the price of a strategy's only clue, and return what was said."""
    strategy_file("return 'slate', float(self.x)", "return 'crane', 0")
    (tmp_path / "few.txt").write_text(WORDS)
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        line = [*map(str, arguments), "--jobs", "1"]
        status = main.main(line, standalone_mode=False)
        return status, capsys.readouterr().out

    return run


BEGIN = (
    "mine.py:Mine(x={x})",
    "x=1:9",
    "--answers",
    "few.txt",
    "--games",
    20,
    "--seed",
    "z",
)


@pytest.mark.parametrize(
    "name", [pytest.param("loss.png", marks=pytest.mark.system), "loss.svg"]
)
def test_the_loss_is_plotted_in_the_format_of_the_file(tune, tmp_path, name):
    _, said = tune(*BEGIN, "--trials", 2, "--out", "run", "--plot", name)

    assert f"loss by parameter: {name}" in said
    begins = b"<?xml" if name.endswith("svg") else b"\x89PNG"
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert not (tmp_path / "run" / "trials.svg").exists()


def test_without_optuna_there_is_one_line(tune, monkeypatch):
    for name in ("contest.tuning.search", "contest.tuning.study"):
        monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.delattr(name, raising=False)
    monkeypatch.setitem(sys.modules, "optuna.distributions", None)

    with pytest.raises(InputError, match="no search without the extra 'tune'"):
        tune(*BEGIN)


def test_a_search_of_another_strategy_is_not_gone_on_with(tune, tmp_path):
    tune(*BEGIN, "--trials", 1, "--out", "run")
    text = (tmp_path / "mine.py").read_text()
    (tmp_path / "mine.py").write_text(text.replace("'crane', 0", "'slate', 0"))

    with pytest.raises(InputError, match="'run'"):
        tune("--resume", "run")


def test_an_entry_that_cannot_start_is_said_at_once(tune, tmp_path):
    with pytest.raises(InputError, match="takes no parameter 'y': expected one of x"):
        tune("mine.py:Mine(y={x})", *BEGIN[1:], "--out", "run")
    assert not (tmp_path / "run").exists()
    file = tmp_path / "mine.py"
    file.write_text(file.read_text().replace("self.x = x", "self.x = x / 0"))

    with pytest.raises(InputError, match=r"no score: ZeroDiv.* \(mine.py, line \d+\)"):
        tune(*BEGIN, "--out", "run")

    assert "tune" not in json.loads((tmp_path / "run" / "tune.json").read_text())


@pytest.mark.parametrize("text", ["[" * 100_000, '{"games": NaN}', "[]", "\0"])
def test_a_search_that_cannot_be_read_is_one_line(tune, tmp_path, text):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "tune.json").write_text(text)

    with pytest.raises(InputError, match=r"tune.json"):
        tune("--resume", "run")
