import re
import shlex
import sys
from datetime import datetime
from functools import partial

import pytest

from game.words import Vocabulary

CLASSIC = ["--mode", "classic"]


@pytest.fixture
def play(interactive, tmp_path):
    """Play with the answers of the contest except one."""
    (tmp_path / "zonal.txt").write_text("zonal\n")
    return partial(interactive, "play", "--exclude", "zonal.txt")


# A price of 200 buys a clue that is true but for 1 game in 10 ** 17.


@pytest.mark.system  # a review compiles the kernels of the search
def test_a_classic_game_is_won_and_rated_as_printed(play, here):
    typed = "SLATE\ncrane 12\neerie\ncrane\n"

    done = play("--mode", "classic", "--answer", "crane", typed=typed)

    assert "Wordle 3/6\n⬜⬜🟩⬜🟩\n⬜⬜🟨⬜🟩\n🟩🟩🟩🟩🟩" in done.stdout
    (rate,) = re.findall(r"^python (interactive.py review .*)$", done.stdout, re.M)
    rated = here(*shlex.split(rate))
    assert rated.returncode == 0
    for word in ("SLATE", "EERIE", "CRANE"):
        assert word in rated.stdout


@pytest.mark.parametrize(("arguments", "first"), [([], "WORDPL"), (CLASSIC, "Wordle")])
def test_without_a_command_options_are_those_of_play(interactive, arguments, first):
    done = interactive(*arguments, typed="quit\n")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{first}: find the word of 5 letters")


def test_a_daily_puzzle_is_the_game_of_its_date(interactive):
    lost = "slate\n" * 6

    daily = interactive("play", *CLASSIC, "--daily", "2026-11-22", typed=lost).stdout
    seed = ("--seed", "daily 2026-11-22 classic 1")
    seeded = interactive("play", *CLASSIC, *seed, typed=lost).stdout

    assert daily.endswith("play --mode classic --daily 2026-11-22\n")
    boards = [text.split("guess 1")[1].split("Wordle X")[0] for text in (daily, seeded)]
    assert boards[0] == boards[1]


def test_the_puzzle_of_today_needs_no_date(play):
    days = [datetime.now().astimezone().date()]
    shown = play("--daily", typed="quit\n").stdout
    days.append(datetime.now().astimezone().date())  # it may be midnight

    first = shown.splitlines()[0]
    assert any(f", {day.day} {day:%B}" in first for day in days)


def test_the_text_to_share_names_a_game_that_was_not_named(interactive):
    typed = "crane\n" * 6

    game = interactive("play", *CLASSIC, typed=typed).stdout
    command = shlex.split(game.splitlines()[-1])
    again = interactive(*command[2:], typed=typed).stdout

    assert command[:2] == ["python", "interactive.py"]
    assert again == game


def test_a_game_without_a_seed_draws_any_answer(play):
    words = {play(typed="quit\n").stdout.split()[-4] for _ in range(3)}

    assert len(words) > 1
    assert {word.strip(".").lower() for word in words} <= set(Vocabulary.load().answers)


@pytest.mark.parametrize("price", ["-3", "nan", "inf", "ten", "1_0", "-0", "1e999"])
def test_a_bad_price_is_quoted_and_the_word_is_kept(play, price):
    typed = f"slate {price}\n{price}\n200\nCRANE\n12,5\nquit\n"
    done = play("--answer", "crane", typed=typed)

    shown = re.findall(f"\n'{price}' is not a price[:,] .*expected .*", done.stdout)
    assert len(shown) == 2
    assert "SLATE  ..c.c" in done.stdout
    # After a word without a price, the price is asked for.
    assert "paid 212.5\n" in done.stdout


def test_a_price_that_the_rules_forbid_is_asked_for_again(play):
    # Ten guesses of a game may cost less than 1 nat, but not the eleventh.
    cheap = "slate 0.5\n" * 11

    done = play("--answer", "crane", typed=f"slate 0.001\n200\n{cheap}1\nquit\n")

    assert done.stdout.count("epsilon 0.001: ") == 1
    assert done.stdout.count("epsilon 0.5: ") == 1
    assert "paid 206\n" in done.stdout


def test_help_hint_and_another_word_are_understood_where_a_price_is_asked(play, mine):
    typed = f"slate\nhelp\nhint {mine}:Mine()\ncrane\n0\n"
    done = play("--answer", "crane", typed=typed)

    assert "try: trace 9.25" in done.stdout
    assert "WORDPL 0, 0 lies, 1 hint" in done.stdout


@pytest.mark.parametrize("mode", ["wordpl", "classic"])
def test_help_fits_a_screen(play, mode):
    done = play("--mode", mode, typed="help\nquit\n")

    assert max(map(len, done.stdout.splitlines())) < 80
    start, end = map(done.stdout.index, (": help", ": quit"))
    assert done.stdout[start:end].count("\n") <= 24


@pytest.mark.parametrize("mode", ["wordpl", "classic", "fibble", "absurdle"])
def test_the_game_is_shown_again(play, mode):
    price = " 12" if mode == "wordpl" else ""
    done = play("--mode", mode, typed=f"show\nslate{price}\nhelp\nshow\nquit\n")

    none, first, _, again, _ = re.split(r"^guess .*\n", done.stdout, flags=re.M)[1:]
    assert none.strip() == "no guess yet"
    assert "S" in first
    assert again.startswith(first.rstrip())
    has_doubt = mode in ("wordpl", "fibble")
    assert ("Probability that each mark is true" in again) == has_doubt


@pytest.mark.parametrize("leave", ["q\n", "exit\n", "/quit\n", "QUIT\ncrane 9\n"])
def test_other_words_for_help_and_quit(play, leave):
    done = play("--answer", "crane", typed=f"help me\n{leave}")

    assert "ask a strategy for a move" in done.stdout
    assert done.returncode == 0
    assert done.stdout.endswith("The word was CRANE. Until next time!\n")


@pytest.mark.parametrize(
    # Kernels are compiled again for clues of eleven letters.
    "word",
    ["ab", pytest.param("abcdefghijk", marks=pytest.mark.system)],
)
@pytest.mark.parametrize("mode", ["wordpl", "classic", "fibble", "absurdle"])
def test_words_of_two_and_eleven_letters_are_played(interactive, tmp_path, mode, word):
    (tmp_path / "own.txt").write_text(f"{word}\n{word[::-1]}\n")

    lists = ("--answers", "own.txt")
    done = interactive("play", "--mode", mode, *lists, typed="hint\nquit\n")

    assert done.returncode == 0, done.stderr
    assert f"try: {word}" in done.stdout or f"try: {word[::-1]}" in done.stdout


def test_the_end_of_the_input_keeps_the_secret(play):
    done = play(*CLASSIC, "--daily", "2026-11-22", typed="salet\n")

    assert done.returncode == 0
    assert "Stopped. To go on with this game:" in done.stdout
    assert "--moves salet" in done.stdout
    assert "The word was" not in done.stdout


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        (("--seed", "s"), "crane 12\nslate 9.5\n"),
        ((*CLASSIC, "--seed", "s"), "crane\nslate\n"),
        (("--mode", "absurdle"), "crane\nslate\n"),
        (("--mode", "fibble", "--seed", "s", "--given", "trace"), "crane\nslate\n"),
    ],
)
def test_a_game_that_was_stopped_goes_on_with_its_moves(play, options, moves):
    stopped = play(*options, typed=moves)
    again = shlex.split(stopped.stdout.splitlines()[-1])
    place = again.index("play") + 1

    resumed = play(*again[place:], typed="show\n")

    last_status = stopped.stdout.rpartition("\nguess")[0].rpartition("\nguess")[2]
    rows = re.findall(r"^  [A-Z]{5}  \S+", last_status, re.M)
    assert len(rows) >= 2
    assert all(row in resumed.stdout for row in rows)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("crane=0.001", "epsilon 0.001: expected 0.01 or more"),
        ("crane", "'' is not a price"),
        ("cranf=12", "'cranf' is not a valid guess"),
    ],
)
def test_moves_that_the_rules_forbid_are_refused(play, moves, message):
    done = play("--moves", moves)

    assert done.returncode == 2
    assert message in done.stderr


def test_the_command_show_has_the_probability_of_each_mark(play):
    done = play("--seed", "s", typed="crane 1000\nshow\n")

    assert "Probability that each mark is true, given all clues:" in done.stdout
    assert re.search(r"^  CRANE(  >99 %){5}$", done.stdout, re.M)


def test_the_usual_name_of_the_game_is_its_mode(play):
    assert "Wordle: find" in play("--mode", "wordle", typed="").stdout


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("qiute 12", "'qiute' is not a valid guess.*did you mean 'quite'"),
        ("hnit", "'hnit': expected a word of 5 letters.*did you mean 'hint'"),
        ("12", "'12': expected a word of 5 letters"),
        ("undo", "'undo': expected a word of 5 letters, or help, hint, show, quit"),
        ("soare 0", "'soare' is not a possible answer"),
        ("crane 1 2", "'crane 1 2': expected a word and a price"),
        ("hint entorpy", "no strategy 'entorpy'.*did you mean 'entropy'"),
        ("x" * 5000, r"'x{40}': expected a word of 5 letters"),
    ],
)
def test_a_slip_is_one_line_and_loses_nothing(play, typed, message):
    done = play("--answer", "crane", typed=f"{typed}\n\ncrane 0\n")

    lines = done.stdout.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("guess 1: "))
    assert re.match(message, lines[place + 1])
    assert lines[place + 2].startswith("guess 1: ")
    assert "Right, it was CRANE! Your score: 0" in done.stdout


def test_a_game_of_the_contests_words_ends_with_the_leads(interactive, play):
    typed = "crane 0\n"
    ours = interactive("play", "--answer", "crane", typed=typed).stdout
    other = play("--answer", "crane", typed=typed).stdout

    leads = r"\nThe leads: 5 % of games won within [\d.]+ nats \(\S+\), 50 % of games"
    assert re.search(leads, ours)
    assert "The leads" not in other


def test_signs_around_a_word_that_was_copied_are_left_out(play, interactive):
    done = play(*CLASSIC, "--answer", "crane", typed="“slate”\ncrane\n")
    solved = interactive("solve", typed="\ufeffslate\u200b ..c.c\ncrane=ccccc\n")

    assert "Wordle 2/6" in done.stdout
    assert (solved.returncode, "Solved" in solved.stdout) == (0, True), solved.stdout


def test_the_secret_is_not_shown_before_the_end(play):
    done = play("--answer", "mummy", typed="slate 5\nhelp\nmummx\ncrane 5\nquit\n")

    before, _, after = done.stdout.rpartition("quit\n")
    assert "MUMMY" in after
    assert "mummy" not in before.replace("did you mean 'mummy'", "").lower()


def test_a_hint_knows_the_turns_so_far(play, mine):
    typed = "hint\ncrane 200\nhint\nhint\ncrane 0\n"
    done = play("--answer", "crane", "--strategy", f"{mine}:Mine()", typed=typed)

    assert "try: trace 9.25\n" in done.stdout
    assert "try: crane 0 (answer)\n" in done.stdout
    assert "\nWORDPL 200, 0 lies, 2 hints\n" in done.stdout
    assert "mine" not in sys.modules  # its code runs in the sandbox
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raises()", "RuntimeError: two (mine.py, line 16)"),
        ("Raises(3)", "too many positional arguments: expected no parameters"),
        ("Exits()", "SystemExit: 3"),
        ("Odd()", "epsilon '12': expected a float, such as float(price)"),
        ("Illegal()", "guess 'zzzzz' is not in the word list"),
        ("Absent()", "mine.py defines no 'Absent'"),
    ],
)
def test_a_hint_that_fails_is_one_line_and_the_game_goes_on(play, mine, name, reason):
    done = play("--answer", "crane", typed=f"hint {mine}:{name}\ncrane 0\n")

    shown = [line for line in done.stdout.splitlines() if reason in line]
    assert len(shown) == 1
    assert "Right, it was CRANE" in done.stdout


def test_lists_of_ones_own_in_which_the_commands_are_words(interactive, tmp_path):
    (tmp_path / "four.txt").write_text("help\nquit\nhint\n")
    typed = "/help\nquit 200\nqit\nhelp 0\n"
    done = interactive(
        "play",
        *("--answers", "four.txt", "--answer", "help", "--size", "4"),
        typed=typed,
    )

    assert "QUIT  ...." in done.stdout
    assert re.search(r"/quit +give up", done.stdout)
    assert "did you mean '/quit'?" in done.stdout
    assert "Right, it was HELP! Your score: 200" in done.stdout


@pytest.mark.parametrize(
    ("hard", "slip", "shown", "taken"),
    [
        ("nyt", "mummy", "must have 'A' in place 3, as in 'slate'", "stake"),
        ("strict", "stake", "'slate' would have been 'c.cic', not '..c.c'", "brace"),
    ],
)
def test_hard_mode_asks_again(play, hard, slip, shown, taken):
    typed = f"slate\n{slip}\n{taken}\nhelp\ncrane\n"

    done = play(*CLASSIC, "--hard", hard, "--answer", "crane", typed=typed)

    assert re.search(
        f"guess 2 of 6: {slip}\nhard mode: guess '{slip}' .*\nguess 2 of 6: ",
        done.stdout,
    )
    assert shown in done.stdout
    assert "hard mode: " in done.stdout.partition("give up")[2]
    assert "Wordle 3/6*\n" in done.stdout


def test_a_game_in_a_terminal_has_colours_and_the_last_line_comes_back(screen, status):
    pytest.importorskip("readline")
    child = screen("play", *CLASSIC, "--answer", "crane")

    child.expect("guess 1 of 6: ")
    child.sendline("slate")
    child.expect(r"\x1b\[97;100m S \x1b")  # of each mark its colour and its shape
    child.expect(r"\x1b\[30;102m\[A\]")
    child.expect("guess 2 of 6: ")
    child.send("\x1b[A\r")
    child.expect("guess 3 of 6: ")
    child.sendline("crane")
    child.expect("Wordle 3/6")
    assert status(child) == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_color_is_respected_and_control_c_keeps_the_secret(
    screen, status, environment
):
    child = screen("play", "--answer", "crane", **environment)

    child.expect("guess 1: ")
    child.sendline("crane 500")
    child.expect("guess 2: ")
    assert "\x1b[30" not in child.before
    child.sendintr()
    child.expect(r"Stopped\. To go on.*:\r\n.*python.* play --answer crane --seed \w+")
    assert status(child) == 130
    assert "Traceback" not in child.before


def test_the_text_to_share_has_the_link_of_the_published_page(
    interactive, tmp_path, monkeypatch
):
    urls = '[project]\n[project.urls]\nPlay = "https://pages.example/"\n'
    (tmp_path / "pyproject.toml").write_text(urls)
    monkeypatch.setattr("commands.framework.cli.ROOT", tmp_path)

    asked = (*CLASSIC, "--daily", "2026-11-22")
    done = interactive("play", *asked, typed="crane\n" * 6)

    link = "https://pages.example/#kind=classic&day=2026-11-22"
    assert done.stdout.endswith(f"\n{link}\n")
