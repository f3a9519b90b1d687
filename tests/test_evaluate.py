from pathlib import Path

import pytest

from contest.entries.entry import resolve
from contest.runs.evaluation import RefereeError, evaluate_plan
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from game import Setting, Vocabulary
from game.text.formats import format_count
from tests.rows import rows

NAMES = ["entry", "game", "answer", "final", "outcome", "score", "turns", "moves"]


@pytest.fixture
def score(here):
    """Score entries in this process, with no workers unless asked for."""

    def run(*arguments):
        jobs = () if "--jobs" in arguments else ("--jobs", 1)
        return here("evaluate.py", *arguments, *jobs)

    return run


def without_times(folder):
    return [[row[name] for name in NAMES] for row in rows(folder)]


def test_several_boards_are_played_and_resumed(score, tmp_path):
    out = tmp_path / "run"
    arguments = ["bayesian_greedy", "--mode", "classic", "--boards", 3, "--games", 12]
    done = score(*arguments, "--out", out)
    assert done.returncode == 0, done.stderr
    whole = without_times(out)
    assert all(len(set(row["answer"].split(","))) == 3 for row in rows(out))
    games = (out / "games.csv").read_text().splitlines(keepends=True)
    # Only the first four games remain.
    (out / "games.csv").write_text("".join(games[:5]))

    done = score("--resume", out)

    assert done.returncode == 0, done.stderr
    assert without_times(out) == whole


def test_hard_mode_is_enforced(score, strategy_file, tmp_path):
    mine = strategy_file("return 'crane', float('inf')", "return 'mummy', epsilon")
    arguments = [mine, "bayesian_random", "--mode", "classic", "--hard", "strict"]

    done = score(*arguments, "--games", 8, "--out", tmp_path / "run")

    assert done.returncode == 1, done.stderr  # all games of `mine` are invalid
    played = rows(tmp_path / "run")
    reasons = [row["reason"] for row in played if row["outcome"] == "invalid"]
    assert reasons
    assert all(reason.startswith("hard mode: guess 'mummy' ") for reason in reasons)
    assert {row["outcome"] for row in played[8:]} == {"won"}


def test_code_that_changes_during_the_run_ends_it(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("class Mine: pass\nENTRIES = [Mine()]\n")
    few = Vocabulary(("crane", "slate"), ("crane", "slate"))
    plan = Plan(
        entries=(resolve(str(file)),),
        setting=Setting(few, timeout=5.0),
        games=1,
        seed="0",
    )
    folder = RunFolder.create(tmp_path / "run")
    # The entry's file changes while the first rows are stored.
    folder.add = lambda rows: file.write_text("changed = True")

    with pytest.raises(RefereeError, match="changed during the run"):
        evaluate_plan(plan, folder)

    assert not (tmp_path / "run" / "summary.csv").exists()


def test_names_cannot_reach_the_terminal_or_a_spreadsheet(
    score, strategy_file, tmp_path
):
    file = strategy_file("return 'crane', 0")
    file.write_text(
        file.read_text().replace(
            "    def first_move",
            # A formula for a spreadsheet, and a command that clears a terminal.
            "    def __str__(self): return '=evil()\\x1b[2J'\n    def first_move",
        )
    )

    done = score(file, "--games", 2, "--out", tmp_path / "run")

    assert "\x1b[2J" not in done.stdout + done.stderr
    (line,) = rows(tmp_path / "run", "summary.csv")
    assert line["name"] == "'=evil()?[2J"
    assert f"'=evil()?[2J [{file}]" in " ".join(done.stdout.split())


@pytest.mark.system
def test_the_example_strategy_is_what_the_built_in_one_plays(score, tmp_path):
    example = Path(__file__).parent.parent / "examples" / "first_strategy.py"
    common = ["--games", 8, "--out"]

    done = score(example, *common, tmp_path / "example")
    score("k_guesses", *common, tmp_path / "ours")

    assert done.returncode == 0, done.stderr
    moves = [row[2:] for row in without_times(tmp_path / "example")]
    assert moves == [row[2:] for row in without_times(tmp_path / "ours")]


@pytest.mark.parametrize(
    ("out", "quoted"),
    [
        ("taken", "holds a run already"),
        ("taken/games.csv/x", "cannot write"),
    ],
)
def test_a_run_is_not_written_over_another(score, tmp_path, out, quoted):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "games.csv").write_text("kept")

    done = score("entropy", "--out", out)

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert quoted in done.stderr
    assert (tmp_path / "taken" / "games.csv").read_text() == "kept"
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_a_game_that_crashed_says_why_and_where(score, strategy_file, tmp_path):
    file = strategy_file(
        "return 'trace', 9.0",
        "return {}[result[0]] if result[0] != 'c' else guess[7:], 1",
    )
    other = strategy_file("return 1 / 0", name="other.py")

    # With this seed, some first marks are correct and others are not.
    options = ("--games", 12, "--seed", "2", "--out", tmp_path / "run")
    done = score(file, other, *options)

    assert done.returncode == 1
    games = rows(tmp_path / "run")
    crashed = [row["reason"] for row in games[:12] if row["outcome"] == "crashed"]
    common = max(crashed, key=crashed.count)
    assert common.startswith("KeyError: ")
    assert common.endswith(" (mine.py, line 8)")
    # The place counts, whatever the message; the most frequent one is shown.
    assert f"{file}: {len(crashed)} games crashed: {common}\n" in done.stdout
    rest = format_count(12 - len(crashed), "game")
    assert f"{file}: {rest} invalid: guess ''" in done.stdout
    zero = "ZeroDivisionError: division by zero (other.py, line 6)"
    assert f"{other}: 12 games crashed: {zero}\n" in done.stdout


def test_an_entry_that_cannot_start_has_one_line_and_no_score_and_the_next_goes_on(
    score, strategy_file, tmp_path
):
    message = "no score, ZeroDivisionError: division by zero (mi"
    file = strategy_file("pass")
    file.write_text(file.read_text().replace("self.x = x", "self.x = 1 / x"))

    done = score(
        "mine.py:Mine(x=0)", "k_guesses", "--games", 1, "--out", tmp_path / "run"
    )

    assert done.returncode == 1
    assert sum(message in line for line in done.stdout.splitlines()) == 1
    assert 'File "' not in done.stdout + done.stderr
    assert {row["entry"] for row in rows(tmp_path / "run")} == {"k_guesses"}
