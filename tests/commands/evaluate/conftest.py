import pytest

from game.words import Vocabulary

WORDS = Vocabulary.load()


@pytest.fixture
def alike(tmp_path):
    """Write 20 answers that are hard to tell apart, and guesses; return the answers."""
    answers = [w for w in WORDS.answers if w[1:3] == "at" or w[2:] == "und"][::2]
    guesses = sorted({*answers, "sound", "batch", "cater", *WORDS.guesses[::400]})
    (tmp_path / "answers.txt").write_text("\n".join(answers))
    (tmp_path / "guesses.txt").write_text("\n".join(guesses))
    return answers


@pytest.fixture
def prover(here, alike):
    """Return a function that runs a command of evaluate.py on the words of `alike`.

    The exit status must be `code`. The function returns the output, or the error output
    if `code` is 2.
    """

    def run(*arguments, code=0):
        files = ["--answers", "answers.txt", "--guesses", "guesses.txt"]
        done = here("evaluate.py", *arguments, *files)
        assert done.returncode == code, done.stderr
        return done.stderr if code == 2 else done.stdout

    return run
