"""Workflows, installed packages, and the Pythons that both are for."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tests.processes import python
from tests.repositories import git

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SUPPORTED = SpecifierSet(PROJECT["project"]["requires-python"])
MINORS = [f"3.{k}" for k in range(40) if f"3.{k}.1" in SUPPORTED]
FILES = {name: ROOT / ".ci" / f"{name}.txt" for name in ("core", "docs", "dev")}
PINS = {
    name: re.findall(r"^[\w.-]+==[^\\\n]+", path.read_text(), re.MULTILINE)
    for name, path in FILES.items()
}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_what_was_reviewed(path):
    text = path.read_text(encoding="utf-8")

    actions = re.findall(r"uses: (\S+)(.*)", text)
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", name) for name, _ in actions)
    assert all(re.fullmatch(r" # v[\d.]+", version) for _, version in actions)
    # A value that others choose is in no line of a shell.
    lines = re.findall(r"^ +(?:- )?run: (?!\|)(.*)", text, re.MULTILINE)
    blocks = re.findall(r"^( +)(?:- )?run: \|\n((?:\1 +.*\n)+)", text, re.MULTILINE)
    assert lines or blocks
    assert "${{" not in "".join(lines + [block for _, block in blocks])
    assert "\nconcurrency:\n" in text
    assert "\npermissions:\n  contents: read\n" in text
    assert text.count("setup-python@") == text.count("cache: pip")


def test_every_supported_python_is_tested_with_the_pinned_versions():
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")

    assert re.findall(r'- \{ python: "([\d.]+)" \}', text) == MINORS
    assert f"--python-version {MINORS[0]} " in (ROOT / ".ci" / "renew").read_text()


@pytest.mark.parametrize("patch", ["3.11.2", *(f"{minor}.0" for minor in MINORS)])
def test_each_package_has_one_version_for_a_python(patch):
    minor = patch.rpartition(".")[0]
    facts = {"python_version": minor, "python_full_version": patch}
    pins = [Requirement(pin) for pin in PINS["dev"]]

    chosen = [p.name for p in pins if not p.marker or p.marker.evaluate(facts)]
    assert len(chosen) == len(set(chosen))
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [*PROJECT["project"]["dependencies"], *extras["dev"], *extras["docs"]]
    names = {Requirement(text).name for text in wanted} - {"clueproof"}
    assert not {name.lower() for name in names} - set(chosen)


@pytest.mark.parametrize("name", FILES)
def test_an_installed_package_has_a_hash_and_one_version(name):
    text = FILES[name].read_text()
    parts = re.split(r"(?<!\\)\n", text.strip())
    base = (ROOT / ".devcontainer" / "Containerfile").read_text()

    assert len(parts) == len(PINS[name]) > 20
    assert all("--hash=sha256:" in part for part in parts)
    assert {*PINS[name]} <= {*PINS["dev"]}
    assert re.search(r"^FROM \S+@sha256:[0-9a-f]{64}$", base, re.MULTILINE)


def test_a_label_does_not_outlive_the_commit_that_was_read():
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")

    read = "github.event.action == 'labeled' && github.event.label.name == 'project'"
    assert text.count("          READ: ") == text.count(f"READ: ${{{{ {read} }}}}") == 1


def version(*parts):
    """Return code that gives Python another version, and the texts of the refusal."""
    name = ".".join(map(str, parts))
    fact = f"sys.version_info, platform.python_version = {parts}, lambda: {name!r}"
    said = f"needs CPython {MINORS[0]} to {MINORS[-1]}", f"python9 is CPython {name}"
    return fact, said


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        *(version(3, 10, 13), version(2, 7, 18), version(3, 16, 0)),
        (
            "sys.platform, platform.machine = 'darwin', lambda: 'x86_64'",
            ("needs numba", "Intel"),
        ),
        (
            "sysconfig.get_config_var = {'HOST_GNU_TYPE': 'x-musl'}.get",
            ("needs numba", "musl"),
        ),
    ],
)
def test_another_python_or_machine_is_refused_in_one_line(fact, said):
    script = str(ROOT / ".ci" / "supported.py")
    code = "import platform, runpy, sys, sysconfig\n"
    code += f"sysconfig.get_config_vars()\n{fact}\n"
    code += f"sys.argv = [{script!r}, 'python9']\nrunpy.run_path({script!r})\n"

    done = python("-c", code)

    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert all(text in done.stderr for text in said), done.stderr


@pytest.fixture
def pull(tmp_path):
    """Return a function that asks whether the files of a pull request are trusted."""

    def commit(*files):
        for name in files:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text("x = 1\n")
        git(tmp_path, "add", "--all")
        git(tmp_path, "commit", "--quiet", "--allow-empty", "--message=x")
        return git(tmp_path, "rev-parse", "HEAD")

    def ask(*files, read="false"):
        facts = {"BASE": base, "HEAD": commit(*files), "PULL": "7", "READ": read}
        git(tmp_path, "update-ref", "refs/pull/7/head", "HEAD")
        script = [str(ROOT / ".ci" / "trusted")]
        env = os.environ | facts
        return subprocess.check_output(script, text=True, cwd=tmp_path, env=env)

    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "remote", "add", "origin", str(tmp_path))
    base = commit("strategies/old.py", "README.md")
    return ask


def test_an_entry_with_another_file_reaches_no_test(pull):
    both = ("strategies/bold.py", "README.txt")

    assert pull("docs/new.md") == "trusted=true\n"
    assert pull(*both) == "trusted=false\n"
    assert pull(*both, read="true") == "trusted=true\n"
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    jobs = text.partition("\njobs:\n")[2]
    names = re.findall(r"^  (\w+):$", jobs, re.MULTILINE)
    assert jobs.count("    if: needs.strategies.outputs.trusted == 'true'\n") == (
        len(names) - 1
    )
