import gzip
import io
import json
import os
import shutil
from pathlib import Path

import pandas as pd
import pytest
from msgspec.structs import asdict

from commands.evaluate import submit, verify
from contest.entries import entry, names
from contest.entries.digests import file_digest
from contest.entries.entry import resolve
from contest.leaderboard.figures import run_figures
from contest.leaderboard.submission import read, recorded_name, submission_seed
from contest.leaderboard.verification import objection_to_record
from contest.runs.evaluation import RefereeError
from contest.runs.facts import SEAL
from contest.runs.rows import PACKED
from contest.statistics.quantiles import PERCENTILES
from game.errors import InputError
from game.words import Vocabulary
from tests.rounds import unsigned_round
from tests.widths import WIDTHS, too_long

pytestmark = [pytest.mark.linux, pytest.mark.system]


@pytest.fixture
def beacon(tmp_path):
    """Return the option that names the file of a round."""
    file = tmp_path / "round.json"
    file.write_text(json.dumps(asdict(unsigned_round("5a"))))
    return ["--beacon", str(file)]


@pytest.fixture
def submissions(unsigned_rounds, tmp_path, monkeypatch, strategy_file):
    """Let the entry `mine` be submitted from here, whatever is not committed."""
    (tmp_path / "strategies").mkdir()
    strategy_file("return 'crane', 9.0 * self.x", name="strategies/mine.py")
    for module in (entry, names):
        monkeypatch.setattr(module, "STRATEGIES", tmp_path / "strategies")
    monkeypatch.setattr(submit, "RESULTS", tmp_path)
    monkeypatch.setattr(submit, "check_official", lambda entries: "c" * 40)
    return tmp_path / "submissions"


COLUMNS = [text for name in PERCENTILES for text in ("--column", name)]


def made(*arguments, columns=COLUMNS):
    try:
        return submit.main.main(
            [*arguments, *columns, "--yes", "--jobs", "1"], standalone_mode=False
        )
    except InputError as error:
        if isinstance(error.__cause__, RefereeError):
            pytest.skip(str(error))
        raise


def unseal(path):
    """Make a submission the run that it was before its record; return the rows."""
    rows = gzip.decompress((path / PACKED).read_bytes()).decode()
    (path / "games.csv").write_text(rows)
    (path / "times.csv").write_text("seconds,cpu_seconds\n" + "0.1,0.1\n" * 4)
    for name in (PACKED, SEAL):
        (path / name).unlink()
    return rows


def test_each_submission_is_one_official_run_with_a_record_of_it(submissions, capsys):
    assert made("mine", "--games", "6") == 0

    (path,) = submissions.iterdir()
    found = read(path, Vocabulary.load())
    said = capsys.readouterr().out
    assert found.facts.numbers == {"p05": 1, "p50": 1, "p95": 1}
    assert "in p50 (submission 1 to this ranking) 2.5 %" in said
    assert "respects the time limit     yes" in said
    assert len(found.facts.seed) == 64
    assert said.endswith(f"evaluate.py verify {path}\n")
    assert found.facts.status.isolation == "full"
    assert len(found.rows) == 6
    assert len(pd.read_csv(path / PACKED)) == 6
    assert not {"games.csv", "times.csv"} & {*os.listdir(path)}
    assert verify.main.main([str(path), "--jobs", "1"], standalone_mode=False) == 0
    before = {file: file.read_bytes() for file in path.iterdir()}
    assert made("mine:Mine( )", "--games", "5") == 0  # another run, beside the first
    assert {file: file.read_bytes() for file in path.iterdir()} == before
    again = read(path.with_name(f"{path.name}-2"), Vocabulary.load())
    assert again.facts.numbers == {"p05": 2, "p50": 2, "p95": 2}
    assert again.facts.seed != found.facts.seed


def test_a_program_is_submitted_by_its_toml_file(submissions, bot, capsys, beacon):
    folder = submissions.parent / "strategies"
    shutil.copy(bot, folder / "bot")
    (folder / "bot.c").write_text("int main;\n")
    facts = "command = './bot play'\nsource = ['bot.c']\nbuild = 'cc bot.c'\n"
    (folder / "bot.toml").write_text(facts)

    assert made("bot", "--games", "4", *beacon) == 0

    (path,) = submissions.iterdir()
    record = read(path, Vocabulary.load())
    assert record.facts.entries == ["strategies/bot.toml"]
    assert record.sources["bot.toml"] == facts
    assert record.sources["bot.c"] == "int main;\n"
    assert record.sources["bot"] == f"SHA-256 {file_digest(bot)}"
    assert recorded_name(record) == path.name
    assert verify.main.main([str(path), "--jobs", "1"], standalone_mode=False) == 0
    assert "has digest" not in capsys.readouterr().err
    assert objection_to_record(record) == ""
    (figures,) = run_figures(path, Vocabulary.load()).entries
    assert figures.line.refused == ""
    (folder / "bot").unlink()
    assert objection_to_record(record) == ""
    with pytest.raises(
        InputError, match=r"'./bot': .*; build the program with: cc bot.c"
    ):
        verify.main.main([str(path), "--jobs", "1"], standalone_mode=False)


def test_a_run_that_was_interrupted_goes_on_with_its_seed(submissions, here):
    assert made("mine", "--games", "4") == 0
    (path,) = submissions.iterdir()
    for width in WIDTHS:  # all games were played; only the seal is missing
        unseal(path)
        done = here("evaluate.py", "submit", "mine", "--yes", width=width)
        assert done.stdout.count("\n") > 4
        assert too_long(done.stdout, width) == []
    rows = unseal(path)
    facts = json.loads((path / "run.json").read_text())
    # Two of the four games are left, as after an interruption.
    (path / "games.csv").write_text("".join(rows.splitlines(keepends=True)[:3]))
    (path / "run.json").write_text(json.dumps(facts | {"complete": False}))

    with pytest.raises(InputError, match="--games 5: expected 4, as"):
        made("mine", "--games", "5")
    assert made("mine") == 0

    assert json.loads((path / "run.json").read_text())["seed"] == facts["seed"]
    assert unseal(path) == rows
    (path / "run.json").write_text(json.dumps(facts | {"code": "0"}))
    with pytest.raises(InputError, match="was started with different code"):
        made("mine")


def test_a_submission_after_a_withdrawn_one_has_the_next_number(submissions):
    assert made("mine", "--games", "4") == 0
    (path,) = submissions.iterdir()
    shutil.rmtree(path)
    (submissions.parent / "withdrawn.csv").write_text(
        "folder,date,reason,asked_by,p05,p50,p95\n"
        f"{path.name},2026-11-28,a fault,me,1,1,1\n"
    )

    assert made("mine", "--games", "4") == 0

    (again,) = submissions.iterdir()
    assert again.name == f"{path.name}-2"
    numbers = json.loads((again / "run.json").read_text())["numbers"]
    assert numbers == {"p05": 2, "p50": 2, "p95": 2}


def test_a_seed_follows_from_a_beacon_the_entry_and_its_number(submissions, beacon):
    numbers = [*beacon, "--games", "4"]
    assert made("mine", *numbers) == made("mine", *numbers) == 0

    paths = sorted(submissions.iterdir())
    first, second = (read(path, Vocabulary.load()) for path in paths)
    assert (first.facts.beacon.round, first.facts.beacon.submission) == (1, 1)
    assert (second.facts.beacon.round, second.facts.beacon.submission) == (1, 2)
    assert first.facts.seed != second.facts.seed
    found = resolve("mine")
    assert first.facts.seed == submission_seed(found, first.facts.beacon)
    assert "not repeated" in objection_to_record(first)


def test_a_submission_without_a_beacon_or_of_an_unlisted_call_takes_nothing(
    submissions, beacon
):
    assert made("mine", "--games", "4") == 0
    assert made("mine:Mine(x=1.5)", "--games", "4", *beacon) == 0

    found = [read(path, Vocabulary.load()) for path in submissions.iterdir()]

    objections = {x.facts.beacon is None: objection_to_record(x) for x in found}
    assert objections[True].startswith(
        "has an official run for practice, which has no beacon"
    )
    assert objections[False].startswith("has a call that is not listed in")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"round": 0}, r"Expected `int` >= 1 - at `\$.round`"),
        ({"round": "1"}, r"Expected `int`, got `str` - at `\$.round`"),
        ({"round": 999999999999999}, r"Expected `int` <= "),
        ({"randomness": "5A" * 32}, r"matching regex .* - at `\$.randomness`"),
        ({"signature": "5a" * 48}, r"matching regex .* - at `\$.signature`"),
        ({"previous_signature": None}, r"got `null` - at `\$.previous_signature`"),
        ({"randomness": "5a" * 32}, "the SHA-256 of the signature"),
        ({"round": 10**9}, "expected a round before the end of the run"),
    ],
)
def test_a_round_that_is_none_is_refused(submissions, beacon, change, message):
    file = Path(beacon[1])
    file.write_text(json.dumps(asdict(unsigned_round("5a")) | change))

    with pytest.raises(InputError, match=message) as refused:
        made("mine", "--games", "4", *beacon)

    assert str(file) in str(refused.value)
    assert not submissions.exists()


def test_a_file_without_a_round_is_named(submissions, tmp_path):
    for file, message in ((tmp_path, "cannot read"), (tmp_path / "no", "No such file")):
        with pytest.raises(InputError, match=message):
            made("mine", "--games", "4", "--beacon", str(file))


def test_only_what_is_in_strategies_can_be_submitted(submissions, strategy_file):
    path = strategy_file("return 'crane', 9.0", name="other.py")

    with pytest.raises(InputError, match="expected a file in strategies/"):
        made(str(path))

    assert not submissions.exists()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "`submit` asks for confirmation, and there is no terminal: expected --"),
        *((answer, "not started: expected y") for answer in ("", "n\n", "what\n")),
    ],
)
def test_a_run_that_counts_does_not_start_without_a_yes(
    submissions, monkeypatch, capsys, answer, said
):
    terminal = io.StringIO(answer)
    terminal.isatty = lambda: answer is not None
    monkeypatch.setattr("sys.stdin", terminal)

    with pytest.raises(InputError, match=said):
        submit.main.main(["mine", *COLUMNS, "--jobs", "1"], standalone_mode=False)

    question = (
        "Start the official run of 'mine'? An official run cannot be undone. [y/N] "
    )
    assert capsys.readouterr().err == question * (answer is not None)
    assert not submissions.exists()


def test_a_submission_names_its_columns(submissions):
    with pytest.raises(InputError, match="no --column: expected p05 or p50 or p95"):
        made("mine", "--games", "4", columns=[])

    assert not submissions.exists()


def test_an_entry_that_must_be_corrected_is_not_played(submissions, capsys):
    assert made("mine:Mine(x=-1)") == 1

    assert "no: " in capsys.readouterr().out
    assert not submissions.exists()
