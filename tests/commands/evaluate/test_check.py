import pytest
from tqdm import tqdm

from commands.evaluate import _play
from commands.evaluate.check import main


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
