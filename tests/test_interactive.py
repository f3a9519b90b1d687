import os
import re
import subprocess
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
        (["play", "--size", "12"], ["--size 12", "expected 4 to 9"]),
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


MINE = '''
import sys

class Mine:
    """Tells what it was told."""
    def prepare(self, setting):
        self.words = setting.vocabulary.guesses
    def first_move(self):
        return "trace", 9.25
    def next_move(self, guess, epsilon, result):
        assert (guess, result) == ("crane", "ccccc"), (guess, result)
        return guess, 0.0

class Raises(Mine):
    def first_move(self):
        raise RuntimeError("two\\nlines")

class Exits(Mine):
    def first_move(self):
        sys.exit(3)

class Odd(Mine):
    def first_move(self):
        return "crane", "12"

class Illegal(Mine):
    def first_move(self):
        return "zzzzz", 3.0
'''


def run(*arguments, typed="", cwd=None, **environment):
    given = typed if isinstance(typed, bytes) else typed.encode()
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        input=given,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        timeout=60,
        check=False,
    )
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def play(*arguments, typed="", **more):
    return run("play", *arguments, typed=typed, **more)


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


@pytest.fixture
def screen():
    started = []

    def start(*arguments, **environment):
        env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        env |= {"TERM": "xterm", "PYTHONUTF8": "1", **environment}
        child = pexpect.spawn(
            sys.executable,
            [str(SCRIPT), "play", *arguments],
            env=env,
            encoding="utf-8",
            timeout=20,
            dimensions=(50, 100),
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def status(child):
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


# A price of 200 buys a clue that is true but for 1 game in 10 ** 17.


def test_a_right_answer_scores_the_sum_of_the_prices():
    done = play("--answer", "crane", typed="slate 200\ncrane 0.5\ncrane 0\n")

    assert done.returncode == 0
    assert "SLATE  ..c.c" in done.stdout
    assert "budget 200.5" in done.stdout
    assert "Right, it was CRANE! Your score: 200.5" in done.stdout
    assert "WORDPL 200.5\n⬜⬜🟩⬜🟩\n" in done.stdout
    assert done.stderr == ""


def test_marks_are_letterwise_in_wordpl_and_limited_by_count_in_classic():
    wordpl = play("--answer", "crane", typed="eerie 200\nquit\n")
    classic = play("--answer", "crane", "--mode", "classic", typed="eerie\nquit\n")

    assert "EERIE  iii.c" in wordpl.stdout
    assert "EERIE  ..i.c" in classic.stdout


def test_the_word_alone_is_asked_for_its_price():
    done = play("--answer", "crane", typed="CRANE\n12\nquit\n")

    assert "price of CRANE (0 answers): 12" in done.stdout
    assert "budget 12\n" in done.stdout


@pytest.mark.parametrize("price", ["-3", "nan", "inf", "ten", "1_0", "-0", "1e999"])
def test_a_bad_price_is_quoted_and_the_word_is_kept(price):
    done = play("--answer", "crane", typed=f"slate {price}\n{price}\n200\nquit\n")

    told = re.findall(f"\n'{price}' is not a price[:,] .*expected .*", done.stdout)
    assert len(told) == 2
    assert "SLATE  ..c.c" in done.stdout


def test_help_hint_and_another_word_are_understood_where_a_price_is_asked(mine):
    typed = f"slate\nhelp\nhint {mine}:Mine()\ncrane\n0\n"
    done = play("--answer", "crane", typed=typed)

    assert done.stdout.count("give up and see the secret") == 1
    assert "try: trace 9.25" in done.stdout
    assert "Right, it was CRANE! Your score: 0" in done.stdout


def test_quit_where_a_price_is_asked():
    done = play("--answer", "crane", typed="slate\nquit\n")

    assert done.returncode == 0
    assert "The word was CRANE" in done.stdout


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("qiute 12", "'qiute' is not a valid guess.*did you mean 'quite'"),
        ("mummx 12", "'mummx' is not a valid guess.*did you mean 'mummy'"),
        ("hnit", "'hnit': expected a word of 5 letters.*did you mean 'hint'"),
        ("quit 12", "'quit': expected a word of 5 letters"),
        ("12", "'12': expected a word of 5 letters"),
        ("soare 0", "'soare' is not a possible answer"),
        ("crane 1 2", "'crane 1 2': expected a word and a price"),
        ("x" * 5000, r"'x{37}\.\.\.': expected a word of 5 letters"),
    ],
)
def test_a_slip_is_one_line_and_loses_nothing(typed, message):
    done = play("--answer", "crane", typed=f"{typed}\n\ncrane 0\n")

    lines = done.stdout.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("guess 1: "))
    assert re.match(message, lines[place + 1])
    assert lines[place + 2].startswith("guess 1: ")
    assert "Right, it was CRANE! Your score: 0" in done.stdout


def test_classic_takes_no_price():
    done = play("--mode", "classic", "--answer", "crane", typed="crane 12\n")

    assert "'crane 12': expected one word" in done.stdout


def test_the_secret_is_not_told_before_the_end():
    done = play("--answer", "mummy", typed="slate 5\nhelp\nmummx\ncrane 5\nquit\n")

    before, _, after = done.stdout.rpartition("quit\n")
    assert "MUMMY" in after
    assert "mummy" not in before.replace("did you mean 'mummy'", "").lower()


def test_a_hint_knows_the_turns_so_far(mine):
    typed = "hint\ncrane 200\nhint\nquit\n"
    done = play("--answer", "crane", "--strategy", f"{mine}:Mine()", typed=typed)

    assert "try: trace 9.25\n" in done.stdout
    assert "try: crane 0 (answer)\n" in done.stdout
    assert done.stderr == "thinking...\n" * 2


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raises()", "RuntimeError: two lines"),
        ("Raises(3)", "TypeError: "),
        ("Exits()", "SystemExit: 3"),
        ("Odd()", "epsilon '12' is not a number"),
        ("Illegal()", "guess 'zzzzz' is not in the word list"),
        ("Absent()", "mine.py defines no 'Absent'"),
    ],
)
def test_a_hint_that_fails_is_one_line_and_the_game_goes_on(mine, name, reason):
    done = play("--answer", "crane", typed=f"hint {mine}:{name}\ncrane 0\n")

    told = [line for line in done.stdout.splitlines() if reason in line]
    assert len(told) == 1
    assert "Right, it was CRANE" in done.stdout
    assert "Traceback" not in done.stderr


def test_built_in_strategies_give_hints_by_name():
    typed = "hint minimax\nhint entorpy\nhint\nquit\n"
    done = play("--mode", "classic", "--answer", "crane", typed=typed)

    assert re.search(r"hint minimax\n  try: [a-z]{5}\n", done.stdout)
    assert "did you mean 'entropy'?" in done.stdout
    assert re.search(r"hint\n  try: soare\n", done.stdout)


def test_no_colours_in_a_pipe():
    done = play("--answer", "crane", typed="slate 200\nquit\n")

    assert "\x1b" not in done.stdout
    assert "[A]" in done.stdout


def test_bytes_that_are_no_text_and_a_screen_without_emoji():
    done = play(
        *("--answer", "crane"),
        typed=b"\xff\xfe\ncrane 200\ncrane 0\n",
        PYTHONUTF8="0",
        PYTHONIOENCODING="ascii",
    )

    assert done.returncode == 0
    assert done.stdout.endswith("WORDPL 200\n?????\n")


def test_a_seed_that_is_no_text():
    done = play("--seed", os.fsdecode(b"\xff"), typed="quit\n")

    assert (done.returncode, done.stderr) == (0, "")


def test_lists_of_ones_own_in_which_the_commands_are_words(tmp_path):
    (tmp_path / "four.txt").write_text("help\nquit\nhint\n")
    typed = "/help\nquit 200\nqit\nhelp 0\n"
    done = play(
        *("--answers", "four.txt", "--answer", "help", "--size", "4"),
        typed=typed,
        cwd=tmp_path,
    )

    assert "QUIT  ...." in done.stdout
    assert "/quit        give up" in done.stdout
    assert "did you mean '/quit'?" in done.stdout
    assert "Right, it was HELP! Your score: 200" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no command: expected play"),
        (["pley"], "no command 'pley': expected play; did you mean 'play'?"),
        (["play", "--mode", "clasic"], "'clasic'.*did you mean 'classic'?"),
        (["play", "--answer", "craen"], "'craen'.*did you mean 'crane'?"),
        (["play", "--answer", ""], "'' is not a possible answer"),
        (["play", "--answers", ""], "cannot read"),
        (["play", "--answers", "no/such"], "cannot read 'no/such'"),
        (["play", "--guesses", "x"], "--guesses 'x': expected --answers"),
        (["play", "--strategy", "entorpy"], "did you mean 'entropy'?"),
        (["play", "--strategy", "no.py"], "no file 'no.py'"),
        (["play", "--size", "12"], "--size 12: expected 4 to 9"),
        (["play", "--size", "five"], "'five': expected a whole number"),
        (["play", "--seeed", "1"], "'--seeed'.*did you mean '--seed'?"),
        (["play", "--see", "1"], "'--see'.*did you mean '--seed'?"),
        (["play", "a\nb"], r"unknown argument 'a\\nb'"),
    ],
)
def test_a_bad_command_line_is_one_line_and_status_2(arguments, message):
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"[^\n]+\n", done.stderr)
    assert re.search(message.replace("?", r"\?"), done.stderr)


def test_a_length_that_the_files_do_not_have(tmp_path):
    (tmp_path / "four.txt").write_text("help\n")
    done = play("--answers", "four.txt", "--size", "6", cwd=tmp_path)

    assert done.returncode == 2
    assert done.stderr.endswith("--size 6: expected 4, as in 'four.txt'\n")


def test_help_imports_nothing_heavy():
    code = (
        "import runpy, sys\n"
        f"sys.argv = [{str(SCRIPT)!r}, 'play', '--help']\n"
        f"sys.path.insert(0, {str(SCRIPT.parent)!r})\n"
        f"try: runpy.run_path({str(SCRIPT)!r}, run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        "heavy = {'numpy', 'numba', 'pandas', 'scipy'} & set(sys.modules)\n"
        "sys.exit(f'{heavy}' if heavy else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "--strategy" in done.stdout


def test_a_game_in_a_terminal_has_colours(screen):
    child = screen("--answer", "crane", "--mode", "classic")

    child.expect("guess 1: ")
    child.sendline("slate")
    child.expect(r"\x1b\[30;102m A ")
    child.expect("guess 2: ")
    child.sendline("crane")
    child.expect("Wordle 2/6")
    assert status(child) == 0


def test_the_last_line_comes_back_with_the_arrow_key(screen):
    pytest.importorskip("readline")
    child = screen("--answer", "crane")

    child.expect("guess 1: ")
    child.sendline("slate 200")
    child.expect("guess 2: ")
    child.send("\x1b[A\r")
    child.expect("budget 400")


def test_control_c_reveals_the_secret_and_exits_with_130(screen):
    child = screen("--answer", "crane")

    child.expect("guess 1: ")
    child.sendintr()
    child.expect(r"Stopped\. The word was CRANE\.")
    assert status(child) == 130
    assert "Traceback" not in child.before


def test_control_d_reveals_the_secret_and_exits_with_0(screen):
    child = screen("--answer", "crane")

    child.expect("guess 1: ")
    child.sendeof()
    child.expect(r"The word was CRANE\. Until next time!")
    assert status(child) == 0


def test_the_board_shows_every_clue_so_far():
    done = play("--answer", "crane", typed="slate 200\ncrane 200\nquit\n")

    last = done.stdout.rpartition("guess 2: crane 200")[2]
    assert re.search(r"SLATE  \.\.c\.c .* 200\n  CRANE  ccccc .* 400\n", last)


def test_prices_whose_sum_is_too_large_for_a_float():
    price = "1" + "0" * 308
    typed = f"slate {price}\nslate {price}\ncrane 0\n"
    done = play("--answer", "crane", typed=typed)

    assert (done.returncode, done.stderr) == (0, "")
    assert "Right, it was CRANE! Your score: inf" in done.stdout
