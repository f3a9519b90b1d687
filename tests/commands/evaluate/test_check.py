import pytest
from tqdm import tqdm

from commands.evaluate import _play
from commands.evaluate.check import main


@pytest.fixture
def times(tmp_path, monkeypatch, capsys):
    (tmp_path / "few.txt").write_text("crane\nslate\ntrace\nsolid\n")
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        line = [*map(str, arguments), "--times", "--answers", "few.txt"]
        assert main.main(line, standalone_mode=False) == 0
        return capsys.readouterr().out

    return run


BUSY = "import time\ndef busy(s):\n    end = time.process_time() + s\n"
BUSY += "    while time.process_time() < end: pass\n"


def table(text):
    """Return the figures of each line, by its name."""
    lines = (line.rsplit(maxsplit=5) for line in text.splitlines())
    return {cells[0].strip(): cells[1:] for cells in lines if len(cells) == 6}


def test_time_is_shown_where_it_went(times, strategy_file):
    mine = strategy_file(
        "busy(0.02); return 'slate', 5.0",
        "busy(0.1); return 'crane', 0",
        head=BUSY + "busy(0.2)",
    )

    said = times(mine, "--games", 3)

    found = table(said)
    cpu = {name: float(cells[1]) for name, cells in list(found.items())[1:7]}
    assert cpu["import, prepare"] >= 200
    assert 20 <= cpu["first move"] < cpu["move 2"]
    assert 100 <= cpu["move 2"] <= cpu["a whole game"]
    assert cpu["unscored game"] >= 120
    assert found["first move"][0] == found["move 2"][0] == "3"
    assert "5 s of CPU, 15 s by the clock" in said


@pytest.mark.system
def test_the_bar_of_a_check_names_the_requirement_once(
    strategy_file, tmp_path, monkeypatch, capsys
):
    drawn = {"disable": False, "delay": 0, "mininterval": 0}
    monkeypatch.setattr(_play, "tqdm", lambda **described: tqdm(**described | drawn))
    (tmp_path / "few.txt").write_text("crane\nslate\n")
    monkeypatch.chdir(tmp_path)
    mine = strategy_file("return 'slate', 9.0", "return 'crane', 0")

    main.main([str(mine), "--answers", "few.txt"], standalone_mode=False)

    bar = capsys.readouterr().err
    assert "starts: " in bar
    assert ": :" not in bar
