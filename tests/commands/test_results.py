"""Results and mistakes as JSON: one object on stdout, with the values of the text."""

import json
import pickle
import re
from pathlib import Path

import click
import pytest

import evaluate
import interactive
from commands.framework.results import Mistake
from commands.framework.script import Script
from contest.conformance.selftest import EVERYWHERE, PROMISES
from contest.entries.source_text import EntryError, HiddenTextError
from contest.leaderboard.submission import SubmissionError
from contest.runs.beacons import BeaconError
from contest.runs.facts import RunError
from contest.runs.folder import RowError
from contest.runs.provenance import OfficialError
from game.clues import ClueError
from game.errors import InputError
from game.noise import EpsilonError
from game.record import RecordError
from game.words import WordError
from solver.belief.belief import ContradictionError
from solver.checking.reader import CertificateError
from solver.notebook.solver import SolverError
from solver.optimal.search import EffortError
from solver.trees.tree import TreeError

ERRORS = [
    *(InputError, EntryError, HiddenTextError, SubmissionError, RunError),
    *(OfficialError, ClueError, EpsilonError, RecordError, WordError),
    *(BeaconError, RowError),
    *(ContradictionError, CertificateError, SolverError, EffortError, TreeError),
]

WORDS = ("--answers", "pair.txt")
RUN = (*WORDS, "--games", 20, "--jobs", 1, "--seed", "s")
CHEAP = "mine.py:Mine(x=15.0)"
COSTLY = "mine.py:Mine(x=30.0)"


def commands():
    """Return the commands of both scripts that write results, by name."""
    found = {}
    for script in (evaluate.SCRIPT, interactive.SCRIPT):
        context = click.Context(script)
        for name in script.list_commands(context):
            found[name] = script.get_command(context, name)
    return {name: command for name, command in found.items() if command.facts}


@pytest.fixture
def result(here, evaluator):
    """Run a command with ``--json``; return its object, which has all fields."""

    def run(command, *arguments, status=0):
        script = f"{'interactive' if command == 'review' else 'evaluate'}.py"
        done = here(script, command, *arguments, "--json")
        assert (done.returncode, done.stderr) == (status, "")
        said = json.loads(done.stdout)
        assert done.stdout.count("\n") == 1
        assert said["exit_status"] == status
        assert set(said) == set(commands()[command].facts.__struct_fields__)
        return said

    return run


def test_all_commands_write_results_but_sessions_and_servers():
    names = {*evaluate.SCRIPT.files(), *interactive.SCRIPT.files()}

    assert names - {*commands()} == {"play", "site", "solve", "watch", "web"}


@pytest.mark.parametrize("name", commands())
def test_the_help_has_every_field(name):
    command = commands()[name]

    text = command.full_help(click.Context(command))

    fields = text.partition("Fields of --json")[2]
    assert fields
    assert set(command.facts.__struct_fields__) <= set(re.findall(r"\w+(?=:)", fields))
    assert "<" not in fields
    assert "contest." not in fields


def test_scores_are_those_of_the_files(result, tmp_path):
    said = result("score", CHEAP, COSTLY, *RUN, "--out", "run")

    assert (said["run"], said["seed"], said["notes"]) == ("run", "s", [])
    header, *lines = (tmp_path / "run" / "summary.csv").read_text().splitlines()
    assert [line["entry"] for line in said["entries"]] == [CHEAP, COSTLY]
    for line, entry in zip(lines, said["entries"], strict=True):
        cells = dict(zip(header.split(","), line.split(","), strict=True))
        for name, value in entry.items():
            if isinstance(value, float) and name != "side_information":
                assert float(cells[name]) == pytest.approx(value)
            elif value is None:
                assert cells[name] == "inf"
    assert all(entry["p95_budget"] is None or entry["won"] for entry in said["entries"])


@pytest.mark.system
def test_a_comparison_has_the_values_of_its_text(result, evaluator):
    said = result("compare", CHEAP, COSTLY, *RUN, "--out", "run")
    shown = evaluator("compare", "--resume", "run", *WORDS).stdout

    assert said["entries"] == [CHEAP, COSTLY]
    ((contrasts, guesses),) = (each.values() for each in said["comparisons"])
    assert guesses is None
    assert [contrast["column"] for contrast in contrasts] == [
        "p05",
        "p50",
        "p95",
    ]
    for contrast in contrasts:
        chances = contrast["chances"]
        line = f"within {contrast['budget']:g} nats A wins {100 * chances['first']:.1f}"
        assert line in shown
    classic = result("compare", "entropy", "minimax", *WORDS, "--mode", "classic")
    guesses = classic["comparisons"][0]["guesses"]
    assert guesses["first"] == guesses["second"] == 1.5
    several = result("compare", CHEAP, COSTLY, "mine.py:Mine(x=20.0)", *RUN)
    assert [len(each["contrasts"]) for each in several["comparisons"]] == [3, 3]


def test_a_check_says_what_to_fix(result, tmp_path):
    good = result("check", CHEAP, *WORDS)
    (tmp_path / "bad.py").write_text(
        "class Bad:\n    def first_move(self):\n        return 'zzzzz', 3.0\n"
        "    def next_move(self, *_):\n        pass\nENTRIES = [Bad()]\n"
    )
    bad = result("check", "bad.py", *WORDS, status=1)

    assert {finding["advice"] for finding in good["entries"][0]["findings"]} == {""}
    (faulty,) = bad["entries"]
    assert [f["subject"] for f in faulty["findings"] if f["advice"]] == [
        "moves are legal"
    ]
    assert "games are independent" in faulty["unchecked"]


def test_costs_and_the_list_of_runs_have_the_values_of_their_texts(
    result, here, tmp_path, monkeypatch
):
    monkeypatch.setenv("CLUEPROOF_RUNS", str(tmp_path / "runs"))
    costs = result("why", CHEAP, *RUN)
    listed = result("runs")
    report = result("runs", "last", *WORDS)

    assert [game["number"] for game in costs["games"]] == list(range(20))
    mean = sum(game["result"] for game in costs["games"]) / 20
    assert all(game["parts"]["1"]["word"] >= 0 for game in costs["games"])
    shown = here("evaluate.py", "why", CHEAP, *RUN).stdout
    assert f"chance to win {100 * mean:.2f} %" in shown
    (run,) = listed["runs"]
    assert run["path"] == costs["run"]
    assert (run["games"], run["facts"]["command"], run["facts"]["seed"]) == (
        20,
        "why",
        "s",
    )
    assert (report["report"], report["games"]) == ("report.html", 20)
    assert report["reported"] == [Path(costs["run"]).name]


@pytest.mark.system  # compiles the kernels of the search
def test_proofs_and_reviews_have_the_values_of_their_texts(result):
    tree = result("tree", "crane", *WORDS, "--certificate", "proof")
    best = result("prove", "--all", *WORDS, "--jobs", 1)
    checked = result("prove", "--check", "proof", *WORDS)
    lost = result("tree", "crane", *WORDS, "--max-guesses", 1, status=1)
    review = result("review", "slate.crane", *WORDS)
    priced = result("review", "slate=9:..c.c", "crane", *WORDS)

    assert (tree["openings"], tree["total"]) == (["crane"], 3)
    assert tree["games"] == {"1": 1, "2": 1}
    assert best["total"] == 3
    assert set(best["openings"]) == {"crane", "slate"}
    assert checked["theorems"][0].startswith("CRANE, at most 6 guesses: 3 guesses")
    assert (lost["total"], lost["games"]) == (None, {})
    assert [move["guess"] for move in review["moves"]] == ["slate", "crane"]
    assert review["moves"][0] == {
        "guess": "slate",
        "price": None,
        "clue": "..c.c",
        "best": "slate",
        "cost": 0.0,
        "luck": -0.5,
        "unit": "guesses",
    }
    assert [move["price"] for move in priced["moves"]] == [9.0, 0.0]


@pytest.mark.slow
def test_the_self_test_has_its_promises(result):
    said = result("selftest")

    assert [each["promise"] for each in said["promises"]] == [*PROMISES]
    assert {each["promise"] for each in said["promises"] if each["faults"]} <= {
        *PROMISES
    } - {*EVERYWHERE}


@pytest.mark.system
def test_a_test_has_what_its_file_has(result, tmp_path):
    asked = ("--column", "p50", "--record", 20, "--games", 302, "--jobs", 1)
    whole = result("certify", CHEAP, *asked, *WORDS, "--out", "run")

    assert whole["run"] == "run"
    assert whole["test"]["verdict"] == "accepted"
    written = json.loads((tmp_path / "run" / "record-test.json").read_text())
    assert written == whole["test"]


@pytest.mark.parametrize("command", ["check", "compare", "score", "why"])
def test_a_file_of_several_entries_leaves_one_object_on_stdout(
    here, evaluator, tmp_path, command
):
    source = (tmp_path / "mine.py").read_text()
    labelled = 'ENTRIES = {"a": Mine(), "b": Mine(30.0)}'
    (tmp_path / "two.py").write_text(source.replace("ENTRIES = [Mine()]", labelled))
    options = WORDS if command == "check" else RUN

    done = here("evaluate.py", command, "two.py", *options, "--json")

    assert done.stdout.count("\n") == 1
    said = json.loads(done.stdout)
    assert (said["exit_status"], done.stderr) == (done.returncode, "")


@pytest.mark.parametrize("name", commands())
def test_a_mistake_of_any_command_leaves_one_object_on_stdout(here, name):
    own = name in interactive.SCRIPT.files()

    done = here(
        f"{'interactive' if own else 'evaluate'}.py", name, "--no-such", "--json"
    )

    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (2, "", 1)
    assert json.loads(done.stdout)["what"] == "no option '--no-such'"


@pytest.mark.parametrize(
    ("arguments", "what", "expected", "hint"),
    [
        ("entorpy --json", "no strategy 'entorpy'", "a name", "did you mean 'entropy'"),
        (
            "score --json --jobs 0",
            "Invalid value for '--jobs': '0'",
            "a whole number from 1 up",
            "",
        ),
        ("compare entropy --json", "1 entry", "two or more entries to compare", ""),
        (
            "score --mode clasic --json",
            "Invalid value for '--mode': 'clasic'",
            "wordpl or",
            "did",
        ),
        ("score --jsn --json", "no option '--jsn'", "", "did you mean '--json'?"),
        ("compar --json", "no command 'compar'", "certify,", "did you mean"),
        ("check --json", "Missing argument 'ENTRY'", "", ""),
    ],
)
def test_a_mistake_is_json_too(here, arguments, what, expected, hint):
    done = here("evaluate.py", *arguments.split())

    assert (done.returncode, done.stderr) == (2, "")
    said = json.loads(done.stdout)
    assert set(said) == set(Mistake.__struct_fields__)
    assert (said["exit_status"], said["what"][: len(what)]) == (2, what)
    assert said["expected"].startswith(expected)
    assert bool(said["expected"]) == bool(expected)
    assert said["hint"].startswith(hint)
    assert bool(said["hint"]) == bool(hint)


class Failing(Script):
    """A script whose commands raise an error."""

    def invoke(self, ctx):
        raise self.error


def derived(kind):
    """Yield a class and all classes that are derived from it."""
    yield kind
    for each in kind.__subclasses__():
        yield from derived(each)


def test_all_errors_of_the_user_are_listed():
    assert set(derived(InputError)) == {*ERRORS}


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_keeps_its_parts_at_a_place_in_other_processes_and_in_json(here, kind):
    script = Failing("evaluate.py", ["evaluate"], "check", "About.")
    parts = ("line 3: 'x\u200b'", "a\nnumber", "did you mean 10?")

    with pytest.raises(kind) as caught, kind.at("line 3: "):
        raise InputError("'x\u200b'", *parts[1:])
    script.error = pickle.loads(pickle.dumps(caught.value))
    said = here("evaluate.py", "check", "--json", script=script)
    shown = here("evaluate.py", "check", script=script)

    error = script.error
    assert (type(error), error.what, error.expected, error.hint) == (kind, *parts)
    assert said.returncode == shown.returncode == 2
    assert json.loads(said.stdout) == {
        "exit_status": 2,
        "what": "line 3: 'x?'",
        "expected": "a number",
        "hint": "did you mean 10?",
    }
    assert shown.stderr == (
        "evaluate.py: error: line 3: 'x?': expected a number; did you mean 10?\n"
    )
