import re
import sys
from pathlib import Path

import pexpect
import pytest

from game.words import Vocabulary

SCRIPT = Path(__file__).resolve().parent.parent / "interactive.py"


def terminal(*arguments, **options):
    command = [str(SCRIPT), *arguments]
    return pexpect.spawn(
        sys.executable, command, encoding="utf-8", timeout=30, **options
    )


def test_a_wordpl_game_is_won(script):
    typed = "slate 12\ncrane\n500\ncrane 0\n"

    done = script("interactive.py", "play", "--answer", "crane", typed=typed)

    assert done.returncode == 0, done.stderr
    assert "CRANE  ccccc" in done.stdout
    assert "each letter true with 85%   budget 12" in done.stdout
    assert "budget 512" in done.stdout
    assert "Right, it was CRANE! Your score: 512" in done.stdout
    assert "🟩🟩🟩🟩🟩" in done.stdout


def test_a_wrong_answer_shows_the_secret(script):
    done = script(
        "interactive.py", "play", "--answer", "crane", typed="slate 500\nslate 0\n"
    )

    assert "No, the word was CRANE. Your score: inf" in done.stdout
    assert done.returncode == 0


def test_a_classic_game_is_won(script):
    arguments = ["play", "--mode", "classic", "--answer", "crane"]

    done = script("interactive.py", *arguments, typed="SLATE\ncrane\n")

    assert "SLATE  ..c.c" in done.stdout
    assert "Wordle 2/6\n⬜⬜🟩⬜🟩\n🟩🟩🟩🟩🟩" in done.stdout


def test_a_classic_game_is_lost_after_six_guesses(script):
    arguments = ["play", "--mode", "classic", "--answer", "crane"]

    done = script("interactive.py", *arguments, typed="slate\n" * 6)

    assert "The word was CRANE." in done.stdout
    assert "Wordle X/6" in done.stdout


def test_the_same_seed_deals_the_same_game(script):
    typed = "crane 5\nslate 5\ncrane 5\nquit\n"

    games = [
        script("interactive.py", "play", "--seed", seed, typed=typed).stdout
        for seed in ("x", "x", "y")
    ]

    assert games[0] == games[1]
    assert games[0] != games[2]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("crnae 12", "'crnae' is not a valid guess"),
        ("crane twelve", "'twelve' is not a price: expected a number"),
        ("crane -3", "epsilon -3.0: expected 0 or more"),
        ("crane nan", "epsilon nan: expected 0 or more"),
        ("crane inf", "'inf' is not a price"),
        ("aahed 0", "'aahed' is not a possible answer"),
        ("crane 1 2", "'crane 1 2': expected a word and a price"),
        ("hint entorpy", "did you mean 'entropy'"),
        ("help", "answer CRANE: right"),
    ],
)
def test_a_slip_costs_nothing(script, line, told):
    done = script(
        "interactive.py", "play", "--answer", "crane", typed=f"{line}\n\ncrane 0\n"
    )

    assert told in done.stdout
    assert "Your score: 0" in done.stdout
    assert done.returncode == 0


def test_hints_come_from_any_strategy_and_know_the_clues(script, strategy_file):
    mine = strategy_file("return 'crane', self.x", "return 'slate', epsilon + 1")
    typed = f"hint {mine}:Mine(x=4)\ncrane 7\nhint {mine}\nhint\nquit\n"

    done = script("interactive.py", "play", "--answer", "sleep", typed=typed)

    assert "try: crane 4" in done.stdout
    assert "try: slate 8" in done.stdout
    assert re.search(r"try: \w{5} 12\.3", done.stdout)
    assert "thinking" in done.stderr


def test_a_hint_that_fails_is_one_line(script, strategy_file):
    mine = strategy_file("raise ValueError('no idea')")

    done = script("interactive.py", "play", typed=f"hint {mine}\nquit\n")

    assert "has no hint: ValueError: no idea" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_end_of_the_input_reveals_the_word(script):
    done = script("interactive.py", "play", "--answer", "crane", typed="slate 5\n")

    assert done.returncode == 0
    assert done.stdout.endswith("The word was CRANE. Until next time!\n")


def test_the_secret_is_not_shown_before_the_end(script):
    done = script(
        "interactive.py", "play", "--answer", "crane", typed="slate 5\nquit\n"
    )

    before, _ = done.stdout.split("The word was")
    assert "crane" not in before.lower()


def test_a_terminal_shows_colours_and_takes_ctrl_c():
    child = terminal("play", "--mode", "classic", "--answer", "crane")
    child.expect("guess 1: ")
    child.sendline("slate")
    child.expect("\x1b\\[30;102m A ")
    child.expect("guess 2: ")
    child.sendintr()
    child.expect("Stopped. The word was CRANE")
    child.expect(pexpect.EOF)
    child.close()

    assert child.exitstatus == 130


def test_no_color_is_respected():
    child = terminal("play", "--answer", "crane", env={"NO_COLOR": "1"})
    child.expect("guess 1: ")
    child.sendline("crane 500")
    child.expect("guess 2: ")

    assert "\x1b[30" not in child.before
    child.close()


def test_words_of_another_length(script, tmp_path):
    (tmp_path / "six.txt").write_text("planet\nplants\n")
    arguments = ["play", "--answers", "six.txt", "--answer", "planet"]

    done = script("interactive.py", *arguments, typed="planet 0\n")

    assert "Right, it was PLANET!" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ([], ["expected play"]),
        (["plya"], ["'plya'", "did you mean 'play'"]),
        (["play", "--mode", "chess"], ["'chess'", "wordpl or classic"]),
        (["play", "--answer", "crnae"], ["'crnae'", "did you mean"]),
        (["play", "--sede", "1"], ["'--sede'", "did you mean '--seed'"]),
        (["play", "--strategy", "minmax"], ["'minmax'", "did you mean 'minimax'"]),
        (["play", "--size", "12"], ["12", "expected one of"]),
    ],
)
def test_bad_input_is_one_line_that_quotes_it(script, arguments, quoted):
    done = script("interactive.py", *arguments)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    for text in quoted:
        assert text in done.stderr


def test_a_game_without_a_seed_draws_any_answer(script):
    words = {
        script("interactive.py", "play", typed="quit\n").stdout.split()[-4]
        for _ in range(3)
    }

    assert len(words) > 1
    assert {word.strip(".").lower() for word in words} <= set(Vocabulary.load().answers)


def test_prices_whose_sum_is_too_large_for_a_float():
    price = "1" + "0" * 308
    typed = f"slate {price}\nslate {price}\ncrane 0\n"
    done = play("--answer", "crane", typed=typed)

    assert (done.returncode, done.stderr) == (0, "")
    assert "Right, it was CRANE! Your score: inf" in done.stdout
