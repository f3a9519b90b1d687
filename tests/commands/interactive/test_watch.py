import re
from functools import partial

import pexpect
import pytest

from tests.widths import plain

PRINTS = """
import random

class Mine:
    def __init__(self, fail=False):
        self.fail = fail
    def first_move(self):
        print("begin \\x1b[31m", random.random())
        return "trace", 9.25
    def next_move(self, guess, epsilon, result):
        print("saw", result)
        if self.fail:
            breakpoint()
            return [][1]
        return "crane", 0.0

ENTRIES = [Mine()]
"""


system = partial(pytest.param, marks=pytest.mark.system)


@pytest.fixture
def watch(interactive, tmp_path):
    (tmp_path / "prints.py").write_text(PRINTS)
    return partial(interactive, "watch")


def test_a_classic_game_has_the_answers_left_and_the_bits_of_each_guess(watch):
    classic = ("--mode", "classic", "--answer", "SALTY", "--guess", "CRANE")

    done = watch("minimax", *classic)

    assert done.returncode == 0, done.stderr
    first, second, *rest, _, last = done.stdout.splitlines()
    assert first == "  CRANE  ..i..   134 left"
    assert re.match(r"    \+4\.11 bits \(5\.\d\d expected\); thought for \d", second)
    assert re.fullmatch(
        r"SALTY: solved in \d guesses by minimax:.*opening='crane'.*", last
    )
    assert "  SALTY  ccccc     1 left" in rest


def test_several_answers_are_played_at_the_same_time(watch):
    options = ("--mode", "classic", "--answer=salty,crane", "--guess=salet")

    done = watch("entropy", *options)

    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "  board  1      2",
        "  SALET  ccc.i  .i.i.     1    83 left",
        "  SALTY  ccccc  .i...     1    74 left",
    ]
    assert re.fullmatch(r"  CRANE         ccccc {11}1 left", lines[-3])
    assert lines[-1].startswith("SALTY, CRANE: solved in ")


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (["--mode", "classic"], "by entropy"),
        ([], "WORDPL: clues may lie; for Wordle, add --mode classic"),
        system(["optimal"], "SALTY: solved in 2 guesses by optimal"),
    ],
)
def test_a_strategy_plays_its_game_and_the_default_is_entropy(watch, arguments, end):
    done = watch(*arguments, "--answer", "SALTY")

    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"{end}\n")


def test_no_part_of_a_long_line_that_was_printed_is_lost(here, strategy_file):
    long = "".join(map(str, range(60)))
    strategy_file(f"print('{long}'); return 'crane', 9.25")

    done = here("interactive.py", "watch", "mine.py", "--seed", "s", width=60)

    lines = [line for line in plain(done.stdout).splitlines() if "    | " in line]
    assert "".join(line.removeprefix("    | ") for line in lines) == long
    assert max(map(len, lines)) == 60


def test_a_noisy_game_has_prices_posteriors_and_what_was_printed(watch):
    done = watch("prints.py", "--seed", "s", "--game", 3)

    assert done.returncode == 0, done.stderr
    first, marks, truth, facts, printed, answer, _, saw, *_ = done.stdout.splitlines()
    assert first == "  1 TRACE  .i...  for 9.25, paid 9.25 in all"
    assert marks.endswith("^^  2 false marks; the true clue:")
    # The mark stands below the letter of the clue that is false.
    false = [k for k, letter in enumerate(marks) if letter == "^"]
    assert [first[k] for k in false] == [".", "i"]
    assert truth == "    TRACE  i...."
    assert "2.00 expected" in facts or "expected); the secret is no. " in facts
    assert re.fullmatch(r"    \| begin \?\[31m 0\.\d+", printed)
    assert (answer, saw) == ("answer CRANE", "    | saw .i...")
    assert (
        "MINTY: prints.py lost and paid 9.25 nats; rate the game with\n" in done.stdout
    )
    assert "review trace=9.25:.i... crane --answer minty" in done.stdout
    again = watch("prints.py", "--seed", "s", "--game", 3)
    # The same numbers are drawn again.
    assert again.stdout.splitlines()[4] == printed


def test_a_fresh_game_says_how_to_see_it_again(watch):
    done = watch("prints.py")

    again = (
        r"again:\npython interactive.py watch prints.py --seed [0-9a-f]{8} --game 0\n"
    )
    assert re.search(again, done.stdout)


def test_a_game_that_is_out_of_time_names_the_line_where_it_was(watch, strategy_file):
    file = strategy_file("while True: pass")

    done = watch(file, "--timeout", 0.3)

    assert (
        f"not solved by {file}: over 0.3 s of CPU time (mine.py, line 6)\n"
        in done.stdout
    )


def test_a_game_of_a_run_is_replayed(watch, evaluator, tmp_path):
    run = tmp_path / "run"
    entries = ("prints.py", "prints.py:Mine(fail=True)")
    assert evaluator(*entries, "--games", 3, "--jobs", 1, "--out", run).returncode

    second = watch("prints.py", "--run", run, "--game", 1)
    crashed = watch(entries[1], "--run", run, "--game", "crashed")

    moves = (run / "games.csv").read_text().splitlines()[2]
    clue = re.search(r"trace:9\.25:(\S{5})", moves)[1]
    assert second.stdout.startswith(f"  1 TRACE  {clue}  ")
    assert "another way" not in second.stdout
    assert crashed.returncode == 1
    assert "    | Traceback (most recent call last):" in crashed.stdout
    assert "was not solved by prints.py:Mine(fail=True): " in crashed.stdout
    for options, said in (
        (["--run", run], "with crashed or lost or worst"),
        (["--run", run, "--game", "lost"], "no entry: expected prints.py or"),
        (["prints.py", "--run", run, "--game", "crashed"], "has no crashed game"),
        (["prints.py", "--run", run, "--game", 7], "has no game 7"),
        (
            ["prints.py", "--run", run, "--game=lost", "--seed", "x"],
            "not to be given with --run",
        ),
    ):
        done = watch(*options)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done
        assert said in done.stderr


@pytest.mark.system
def test_the_debugger_stops_at_a_breakpoint_and_at_an_exception(script, tmp_path):
    (tmp_path / "prints.py").write_text(PRINTS)
    command = ("watch", "prints.py:Mine(fail=True)", "--debug", "--seed", "s")

    done = script("interactive.py", *command, typed="p result\nc\np guess\nq\n")

    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("debug: the strategy runs in this process, without")
    assert "(Pdb) '.iiii'" in done.stdout
    assert "IndexError: list index out of range" in done.stdout
    assert "(Pdb) 'trace'" in done.stdout
    assert done.stdout.endswith(
        "IndexError: list index out of range (prints.py, line 14)\n"
    )


def test_a_key_goes_on_and_an_arrow_back(screen, status):
    child = screen("watch", "entropy", "--seed", "s", "--step")

    def press(key, seen):
        # Keys that come before the command waits for one are discarded.
        for _ in range(20):
            child.send(key)
            if child.expect([seen, pexpect.TIMEOUT], timeout=10) == 0:
                return
        raise AssertionError(child.before)

    child.expect("1 of \\d+ steps: any key goes on, left arrow goes back, q quits")
    press(" ", "2 of \\d+ steps")
    press("\x1b[D", "1 of \\d+ steps")
    press("q", pexpect.EOF)
    assert status(child) == 0
