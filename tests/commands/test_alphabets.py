import pytest

from tests.alphabets import RUSSIAN, SWEDISH
from tests.rows import rows


@pytest.fixture
def lists(tmp_path):
    """Write a Swedish and a Russian list, in upper case."""
    for name, words in (("swedish", SWEDISH), ("russian", RUSSIAN)):
        text = words.upper().replace(" ", "\n")
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("lists")
def test_a_swedish_game_is_played_with_its_keyboard(here):
    words = ("--answers", "swedish.txt", "--answer", "KRÅKA")

    done = here(
        "interactive.py", "play", "--mode", "classic", *words, typed="ängel\nKråka\n"
    )

    assert " Q  W     R  T  Y  U  I  O  P     Å" in done.stdout
    assert "  ÄNGEL  .....\n  KRÅKA  ccccc" in done.stdout


@pytest.mark.system  # compiles the kernels of the search
def test_a_russian_game_is_solved_and_its_tree_is_written(here, lists):
    words = ("--answers", "russian.txt")

    solved = here("interactive.py", "solve", *words, typed="слово=.....\n")
    grown = here("evaluate.py", "tree", "слово", *words, "--out", "russian.tree")

    assert "СЛОВО  .....   possible: 5 words: КНИГА, " in solved.stdout
    assert grown.stdout.startswith("СЛОВО: ")
    assert "слово BBBBB1 " in (lists / "russian.tree").read_text("utf-8")


@pytest.mark.system
def test_words_reach_the_sandbox_and_the_rows_without_a_locale(script, lists):
    command = ["entropy", "minimax", "--mode", "classic", "--games=9"]
    words = ["--answers", "russian.txt", "--out", "run"]

    done = script("evaluate.py", *command, *words, LANG="C", LC_ALL="C")

    assert done.returncode == 0, done.stderr
    played = rows(lists / "run")
    assert {row["outcome"] for row in played} <= {"won", "wrong"}
    assert {row["answer"] for row in played} <= set(RUSSIAN.split())
