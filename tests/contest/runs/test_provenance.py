import hashlib
import re
import shutil

import pytest

from contest.entries.entry import resolve
from contest.entries.home import ROOT
from contest.runs import provenance
from contest.runs.provenance import (
    OfficialError,
    check_official,
    fixed_time,
    read_secret,
)
from tests.repositories import git


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small checkout in the place of ours."""
    for name in ("game", "solver", "contest", "commands", "strategies", "results"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text("x = 1\n")
    (tmp_path / "evaluate.py").write_text("")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "all")
    monkeypatch.setattr(provenance, "ROOT", tmp_path)
    return tmp_path


def test_an_official_run_names_its_commit(project):
    commit = check_official([])

    assert commit == git(project, "rev-parse", "HEAD")


def test_an_official_run_may_add_its_entry_and_results_only(project):
    mine = project / "strategies" / "mine.py"
    mine.write_text("class Mine: pass\nENTRIES = [Mine()]\n")
    (project / "results" / "note.txt").write_text("")

    assert check_official([resolve(str(mine))])
    (project / "one.txt").write_text("")
    (project / "two.txt").write_text("")
    with pytest.raises(OfficialError, match=r"'strategies/mine.py'.* are .* 3 files$"):
        check_official([])
    with pytest.raises(OfficialError, match=r"'one.txt', 'two.txt' are .* 2 files$"):
        check_official([resolve(str(mine))])


def test_a_few_of_many_changed_files_are_named(project):
    for number in range(5):
        (project / f"draft{number}.txt").write_text("not finished")

    with pytest.raises(OfficialError, match=r"'draft2.txt' are not .* commit 5 files$"):
        check_official([])


@pytest.mark.parametrize("name", ["random.py", "json/__init__.py", "numpy.abi3.so"])
def test_what_could_be_taken_for_a_library_is_refused(project, name):
    path = project / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("")

    with pytest.raises(OfficialError, match="has the name of a library"):
        check_official([])


@pytest.mark.parametrize("name", ["site", "build"])
def test_folders_that_the_project_itself_makes_are_no_libraries(project, name):
    shutil.copy(ROOT / ".gitignore", project / ".git" / "info" / "exclude")
    (project / name).mkdir()
    (project / name / "index.html").write_text("")

    assert check_official([])


def test_an_official_run_needs_a_checkout(project):
    shutil.rmtree(project / ".git")

    with pytest.raises(OfficialError, match="needs git and a git checkout"):
        check_official([])


def test_the_seed_of_a_checkout_is_its_own_and_stays(tmp_path):
    mine, other = (
        read_secret("seed", tmp_path / "mine"),
        read_secret("seed", tmp_path / "other"),
    )

    assert re.fullmatch(r"[0-9a-f]{32}", mine)
    assert mine != other
    assert read_secret("seed", tmp_path / "mine") == mine


def test_where_nothing_can_be_kept_there_is_a_seed_all_the_same(tmp_path):
    (tmp_path / "file").touch()

    assert read_secret("seed", tmp_path / "file" / "folder") != read_secret(
        "seed", tmp_path / "file" / "folder"
    )


def commit_at(project, seconds, file="", text=""):
    """Commit a file of strategies/ at a time; return the commit."""
    if file:
        (project / "strategies" / file).write_text(text)
    git(project, "add", ".")
    date = f"@{seconds} +0000"
    dates = {"GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date}
    git(project, "commit", "-qm", "one", "--allow-empty", env=dates)
    return git(project, "rev-parse", "HEAD")


def digests(**texts):
    return {
        f"{name}.py": hashlib.sha256(text.encode()).hexdigest()
        for name, text in texts.items()
    }


LATE = 2_100_000_000  # a time after every commit of the fixture


def test_an_entry_is_fixed_by_the_last_commit_that_changes_its_files(project):
    commit_at(project, LATE, "mine.py", "x = 1\n")
    commit_at(project, LATE + 10, "helper.py", "y = 1\n")
    last = commit_at(project, LATE + 20, "other.py", "z = 1\n")

    assert fixed_time(digests(mine="x = 1\n"), last) == LATE
    assert fixed_time(digests(mine="x = 1\n", helper="y = 1\n"), last) == LATE + 10


def test_a_commit_is_no_older_than_those_before_it(project):
    commit_at(project, LATE, "other.py", "z = 1\n")
    last = commit_at(project, 1_500_000_000, "mine.py", "x = 1\n")

    # The commit claims a time before that of its parent.
    assert fixed_time(digests(mine="x = 1\n"), last) == LATE


def test_an_entry_is_fixed_by_the_merge_of_its_branch(project):
    main = git(project, "branch", "--show-current")
    git(project, "switch", "-qc", "mine")
    commit_at(project, LATE, "mine.py", "x = 1\n")
    git(project, "switch", "-q", main)
    commit_at(project, LATE + 10)
    dates = {"GIT_COMMITTER_DATE": f"@{LATE + 99} +0000"}
    git(project, "merge", "-q", "--no-ff", "-m", "mine", "mine", env=dates)
    last = git(project, "rev-parse", "HEAD")

    assert fixed_time(digests(mine="x = 1\n"), last) == LATE + 99


@pytest.mark.parametrize(
    ("commit", "text", "message"),
    [
        ("", "x = 2\n", r"'strategies/mine.py' has another text than in commit"),
        ("c" * 40, "x = 1\n", "is not in the history .* git fetch --unshallow"),
        ("--output=x", "x = 1\n", "is not in the history"),
        ("beside", "x = 1\n", "is not in the history"),
    ],
)
def test_an_entry_that_no_commit_fixed_is_refused(project, commit, text, message):
    made = commit_at(project, LATE, "mine.py", "x = 1\n")
    if commit == "beside":
        commit = made
        git(project, "reset", "-q", "--hard", "HEAD~1")

    with pytest.raises(OfficialError, match=message):
        fixed_time(digests(mine=text), commit or made)
    assert "x" not in {path.name for path in project.iterdir()}
