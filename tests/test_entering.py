"""Pull requests that enter a strategy, judged as the organiser's workflow does."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tracemalloc
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.processes import python
from tests.repositories import git

ROOT = Path(__file__).resolve().parent.parent
WORKFLOW = ROOT / ".github" / "workflows" / "entry.yml"
PROJECT = (
    *("game", "solver", "contest", "commands", "strategies", "web", "data", ".ci"),
    "examples",
    *("evaluate.py", "README.md", "AGENTS.md", "pyproject.toml", ".gitignore"),
    *("results/leads.csv", "results/published.csv"),
    *("docs/leaderboard.md", "docs/leaderboard.svg"),
)
ROLES = ("AUTHOR", "COMMITTER")
ENTRY = """
class Bold:
    def first_move(self):
        return "crane", 15.0

    def next_move(self, guess, epsilon, result):
        return "crane", 0.0

MODES = ["wordpl"]
ENTRIES = [Bold()]
"""


@pytest.fixture(scope="module")
def upstream(tmp_path_factory):
    """Make a bare repository of the project as it is here, with one commit."""
    folder = tmp_path_factory.mktemp("project")
    for name in PROJECT:
        (folder / name).parent.mkdir(exist_ok=True)
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=all")
    bare = tmp_path_factory.mktemp("upstream") / "project.git"
    git(folder, "clone", "--quiet", "--bare", str(folder), str(bare))
    return bare


@pytest.fixture(scope="module")
def clone(upstream, tmp_path_factory):
    folder = tmp_path_factory.mktemp("clone") / "mine"
    git(upstream, "clone", "--quiet", "--shared", str(upstream), str(folder))
    return folder


@pytest.fixture
def added(clone, monkeypatch):
    """Commit a change and return what the program of the workflow finds in it."""
    monkeypatch.setattr(sys, "path", [*sys.path])  # the program appends to it
    program = runpy.run_path(str(ROOT / ".ci" / "entry.py"))
    find = program["added"]
    monkeypatch.setitem(find.__globals__, "ROOT", clone)

    def commit(change):
        git(clone, "checkout", "--quiet", "--force", "--detach", "origin/main")
        git(clone, "clean", "--quiet", "--force", "-dx")
        change(clone)
        git(clone, "add", "--all")
        git(clone, "commit", "--quiet", "--allow-empty", "--message=enter")
        return find("origin/main", "HEAD")

    return SimpleNamespace(by=commit, find=find, refused=program["Refused"])


@pytest.fixture
def pull_request(upstream, tmp_path):
    """Commit a change to a clone, offer it, and judge it as the workflow does."""

    def judge(change):
        mine, theirs = tmp_path / "mine", tmp_path / "theirs"
        for clone in (mine, theirs):
            git(tmp_path, "clone", "--quiet", str(upstream), str(clone))
        change(mine)
        git(mine, "add", "--all")
        git(mine, "commit", "--quiet", "--allow-empty", "--message=enter")
        git(mine, "push", "--quiet", "--force", "origin", "HEAD:refs/pull/7/head")
        # The last shell script of the workflow is the one that judges.
        *_, script = re.findall(r"run: \|\n((?: {10}.*\n)+)", WORKFLOW.read_text())
        env = os.environ | {
            "BASE": git(theirs, "rev-parse", "HEAD"),
            "HEAD": git(mine, "rev-parse", "HEAD"),
            "PULL": "7",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        }
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=theirs,
            env=env,
            capture_output=True,
            text=True,
            timeout=600,
        )

    return judge


def adding(name, text=ENTRY):
    def change(clone):
        path = clone / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    return change


def changing_another(clone):
    adding("strategies/bold.py")(clone)
    with (clone / "contest" / "statistics" / "summary.py").open("a") as file:
        file.write("# better\n")


def adding_two(clone):
    adding("strategies/bold.py")(clone)
    adding("strategies/bolder.py")(clone)


def renaming(clone):
    git(clone, "mv", "strategies/minimax.py", "strategies/bold.py")


def linking(clone):
    (clone / "strategies" / "bold.py").symlink_to("minimax.py")


def making_a_program(clone):
    adding("strategies/bold.py")(clone)
    (clone / "strategies" / "bold.py").chmod(0o755)


def starting_anew(clone):
    git(clone, "checkout", "--quiet", "--orphan", "other")
    adding("strategies/bold.py")(clone)


def changing_nothing(clone):
    pass


@pytest.mark.parametrize(
    ("change", "found_text"),
    [
        (changing_another, "`contest/statistics/summary.py` is not a path of"),
        (adding_two, "The pull request changes 2 files"),
        (renaming, "`strategies/minimax.py` is not added"),
        (linking, "has git's mode 120000"),
        (making_a_program, "has git's mode 100755"),
        (starting_anew, "does not start from one commit"),
        (changing_nothing, "The pull request changes 0 files"),
        (adding("strategies/entropy.py"), "`strategies/entropy.py` is not added"),
        (adding("strategies/more/bold.py"), "is not a path of the form"),
        (adding("strategies/Bold.py"), "is not a path of the form"),
        (adding("strategies/bold.pyc"), "is not a path of the form"),
        (adding("strategies/b\n`x`.py"), r"`strategies/b\n?x?.py` is not a path"),
        (adding(".gitattributes"), "is not a path of the form"),
        (adding("strategies/leaderboard.py"), "the project reserves the name"),
        (adding("strategies/test_bold.py"), "the project reserves the name"),
        (adding(".github/workflows/mine.yml"), "is not a path of the form"),
    ],
)
def test_anything_but_one_added_file_is_refused(added, change, found_text):
    with pytest.raises(added.refused, match=re.escape(found_text)):
        added.by(change)


def test_a_large_file_is_refused_before_it_is_read(added):
    def change(clone):
        with (clone / "strategies" / "bold.py").open("wb") as file:
            # 100 MB that take no room on the disk.
            file.truncate(100 << 20)

    tracemalloc.start()
    try:
        with pytest.raises(added.refused, match="is larger than 1048576 bytes"):
            added.by(change)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    # Much less than the size of the file.
    assert most < 10 << 20


def test_of_many_files_a_few_are_named(added):
    def change(clone):
        for number in range(500):
            adding(f"strategies/bold_{number}.txt")(clone)

    with pytest.raises(added.refused) as refused:
        added.by(change)

    lines = str(refused.value).splitlines()
    assert len(lines) == 21
    assert lines[0].startswith("- `strategies/bold_0.txt` is not a path of the form ")
    assert lines[-1] == "- The pull request changes 500 files."


def test_one_added_file_is_taken_byte_for_byte(added):
    # Git can replace `$Id$` and line ends, and the last byte is not UTF-8.
    source = b"# $Id$\r\nENTRIES = []\r\n\xff"

    def change(clone):
        (clone / "strategies" / "bold.py").write_bytes(source)

    assert added.by(change) == ("bold", source)


def test_an_old_commit_cannot_replace_a_file_that_is_there_today(added, clone):
    added.by(adding("strategies/bold.py", "# of others\n"))
    base = git(clone, "rev-parse", "HEAD")
    added.by(adding("strategies/bold.py"))

    with pytest.raises(
        added.refused, match=r"`strategies/bold.py` exists in the base branch"
    ):
        added.find(base, "HEAD")


def test_a_commit_of_the_branch_itself_is_named_as_such(added, clone):
    here = git(clone, "rev-parse", "origin/main")

    with pytest.raises(added.refused, match="a commit of the base branch"):
        added.find(here, here)


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ("[A()]", ["x"]),
        ("[A(), A(2)]", ["x:A()", "x:A(2)"]),
        ("[A(), A(2), A()]", ["x"]),  # `check` refuses the list
        ("{'a': A(), 'b': A(2)}", ["x/a", "x/b"]),
        ("[A(y)]", ["x"]),
    ],
)
def test_every_entry_of_a_file_is_played(tmp_path, monkeypatch, entries, found):
    monkeypatch.setattr(sys, "path", [*sys.path])  # the program appends to it
    program = runpy.run_path(str(ROOT / ".ci" / "entry.py"))
    text = f"class A:\n    def __init__(self, x=1): ...\nENTRIES = {entries}\n"
    (tmp_path / "x.py").write_text(text)

    assert program["played"]("x", tmp_path / "x.py") == found


def test_paths_in_the_report_are_relative_to_the_project(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])  # the program appends to it
    monkeypatch.delenv("CLUEPROOF_RUNS", raising=False)
    program = runpy.run_path(str(ROOT / ".ci" / "entry.py"))
    (tmp_path / "evaluate.py").write_text(
        "import os, sys\n"
        "print(sys.executable, __file__, os.environ['CLUEPROOF_RUNS'])\n"
        "sys.exit(f'error: {__file__}')\n"
    )

    step = program["run"](tmp_path, "score", ["mine"], 60.0)

    assert step.command == "$ python evaluate.py mine"
    assert not step.passed
    assert step.output.splitlines() == [
        "python evaluate.py results/runs",
        "error: evaluate.py",
    ]


@pytest.mark.system
@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["main", "--help"]])
def test_help_judges_nothing(arguments):
    done = python(".ci/entry.py", *arguments, cwd=ROOT)

    assert done.returncode == 0, done.stderr
    assert "python .ci/entry.py BASE [HEAD] [--json]" in done.stdout


@pytest.mark.system
def test_the_summary_says_what_is_refused(pull_request, tmp_path):
    done = pull_request(changing_another)

    assert done.returncode == 2, done.stderr
    summary = (tmp_path / "summary.md").read_text()
    assert summary.startswith("## Refused\n")
    assert "`contest/statistics/summary.py` is not a path of" in summary


@pytest.mark.system
def test_a_refusal_and_a_mistake_are_json_too(upstream, tmp_path):
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(upstream), str(clone))
    adding("strategies/Bold.py")(clone)
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message=enter")

    refused, mistaken = (
        python(".ci/entry.py", base, "--json", cwd=clone)
        for base in ("origin/main", "absent")
    )

    assert (refused.returncode, mistaken.returncode) == (2, 2)
    reason = json.loads(refused.stdout)
    assert (reason["exit_status"], reason["steps"]) == (2, [])
    assert "`strategies/Bold.py` is not a path of" in reason["refused"]
    assert json.loads(mistaken.stdout) == {
        "exit_status": 2,
        "what": "no commit 'absent'",
        "expected": "a commit of this clone",
        "hint": "",
    }


@pytest.mark.slow  # a fresh copy compiles every kernel
def test_an_entry_is_checked_and_scored(pull_request, tmp_path):
    done = pull_request(adding("strategies/bold.py"))

    assert done.returncode == 0, done.stdout + done.stderr
    summary = (tmp_path / "summary.md").read_text()
    assert "## Entry `bold`" in summary
    assert re.search(r"^respects the time limit +yes$", summary, re.MULTILINE)
    assert "evaluate.py runs" in summary
    assert "101" in summary


@pytest.mark.slow
def test_the_commands_for_agents_enter_a_strategy(upstream, tmp_path):
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(upstream), str(clone))
    for name in ("leads.csv", "records.csv"):
        shutil.copy(ROOT / "results" / name, clone / "results")
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message=results")
    git(clone, "switch", "--quiet", "--create", "mine")
    text = (clone / "AGENTS.md").read_text(encoding="utf-8")
    (loop,) = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    who = {f"GIT_{role}_{part}": "a" for role in ROLES for part in ("NAME", "EMAIL")}
    folder = Path(sys.executable).parent
    env = os.environ | who | {"PATH": f"{folder}:{os.environ['PATH']}"}
    env.pop("NUMBA_CACHE_DIR", None)  # the cache of this checkout
    printed = {}

    for line in loop.splitlines():
        fewer = re.sub(r"--games \d+", "--games 21", line)
        fewer = fewer.replace("entry.py main", "entry.py main --json")
        done = subprocess.run(
            fewer, shell=True, cwd=clone, env=env, capture_output=True, text=True
        )
        few_games_certify_nothing = "certify" in line
        assert done.returncode == few_games_certify_nothing, done.stdout + done.stderr
        printed[line.partition(" mine")[0]] = done.stdout

    assert "ready to submit" in printed["python evaluate.py check"]
    assert "p50: B is better" in printed["python evaluate.py compare"]
    assert "after 21 games" in printed["python evaluate.py certify"]
    assert " takes the lead" in printed["python evaluate.py score"]
    judged = json.loads(printed["python .ci/entry.py main"])
    steps = {step["name"]: step for step in judged["steps"]}
    assert all(step["passed"] for step in steps.values())
    assert steps["check"]["result"]["entries"][0]["unchecked"] == []
    assert steps["score"]["result"]["entries"][0]["games"] == 101
    assert (clone / steps["score"]["result"]["run"] / "run.json").is_file()


@pytest.mark.slow
def test_a_merged_entry_gets_its_official_run_and_its_line(upstream, tmp_path):
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(upstream), str(clone))
    # The submissions that hold the leads are not there, so the leads are not either.
    leads = clone / "results" / "leads.csv"
    kept = [line for line in leads.read_text().splitlines() if "submission" not in line]
    leads.write_text("\n".join([*kept, ""]))
    git(clone, "commit", "--quiet", "--all", "--message=published scores")
    adding("strategies/bold.py")(clone)

    def evaluate(*arguments):
        return python("evaluate.py", *arguments, cwd=clone, timeout=600)

    submitted = evaluate("submit", "bold", "--column", "p50", "--yes", "--games", "21")
    if "needs full isolation" in submitted.stderr:
        pytest.skip(submitted.stderr)
    (record,) = (clone / "results" / "submissions").iterdir()
    verified = evaluate("verify", str(record))
    official = ["--official", "--games", "7", "--out", "results/official/today"]
    measured = evaluate("bold", *official)
    ranked = evaluate("leaderboard")

    assert submitted.returncode == 0, submitted.stderr
    assert "21 of 21 games were repeated" in verified.stdout, verified.stderr
    assert measured.returncode == 0, measured.stderr
    assert ranked.returncode == 0, ranked.stderr
    # The entry wins too few games for a row in the page's table of any ranking.
    lines = (clone / "results" / "leaderboard.csv").read_text()
    for source, games in (("submission", 21), ("measured", 7)):
        assert re.search(rf"^{source},bold,.*,{games},", lines, re.MULTILINE)
    changed = git(clone, "status", "--porcelain").splitlines()
    assert {line.split()[1] for line in changed} == {
        *("README.md", "docs/leaderboard.md", "docs/leaderboard.svg"),
        "docs/entries.json",
        "strategies/bold.py",
        *("results/submissions/", "results/official/"),
        *("results/leaderboard.csv", "results/records.csv"),
    }


def test_the_workflow_can_do_nothing_but_read():
    text = WORKFLOW.read_text()

    assert re.findall(r"permissions:\n((?:  .*\n)+)", text) == ["  contents: read\n"]
    assert "pull_request_target" not in text
    assert "secrets." not in text
    assert re.findall(r"ref: (.*)", text) == [
        "${{ github.event.pull_request.base.sha }}"
    ]
    # What an untrusted person chose, such as a branch's name, is in no shell line.
    scripts = re.findall(r"run: \|\n((?: {10}.*\n)+)", text)
    assert len(scripts) == 2
    assert "${{" not in "".join(scripts)
