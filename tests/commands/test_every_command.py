"""Short games through every command of both scripts, which read all their options."""

import copy
import dataclasses
import inspect
import sys
from typing import get_type_hints

import click
import pytest

import evaluate
import interactive
from commands.framework.script import Script

pytestmark = pytest.mark.linux

WORDS = ("--answers", "pair.txt")
RUN = (*WORDS, "--games", 2, "--jobs", 1)
RECORD = ("--column", "p50", "--record", 20, "--seed", "s")

# What is typed after a script, and what of the output shows that it did its work.
EVALUATE = {
    "score": [(["mine.py", *RUN], "mine.py")],
    "compare": [(["mine.py", "mine.py:Mine(3.0)", *RUN], "B: mine.py:Mine(3.0)")],
    "certify": [(["mine.py", *RUN, *RECORD], "open after 2 games")],
    "check": [(["mine.py", *WORDS], "yes")],
    "why": [(["mine.py", *RUN], "2 games of mine.py")],
    "tree": [
        (["crane", *WORDS, "--certificate", "proof"], "CRANE: 3 guesses"),
    ],
    "prove": [
        (["--all", *WORDS, "--jobs", 1, "--out", "best.tree"], "3 guesses"),
        (["--all", *WORDS, "--certificate", "proof"], "3 guesses"),
        (["--check", "proof", *WORDS], "Checked in"),
    ],
    "runs": [([], "runs in "), (["last", *WORDS], "wrote report.html: ")],
}
INTERACTIVE = {
    "play": [
        (["--answer", "crane", *WORDS], "crane 0\n", "Right, it was CRANE!"),
        (["--mode", "absurdle", *WORDS], "crane\nslate\n", "Absurdle 2/∞"),
    ],
    "solve": [(WORDS, "crane=..c.c\nquit\n", "The secret must be SLATE")],
    "review": [(["crane.slate", *WORDS], "", "2 guesses")],
    "watch": [(["mine.py", *WORDS], "", "mine.py won and paid 15 nats")],
    "web": [(["--port", 0, *WORDS], "", "open http://127.0.0.1:")],
}
# These commands compile the kernels of the search for half a minute.
SEARCHES = {"tree", "prove", "review"}
# These commands have tests of their own. The tests need results, clean checkouts, a
# server, or attacks, which take seconds.
ELSEWHERE = {"leaderboard", "submit", "verify", "selftest", "site"}


def names(commands):
    """Return the names of `commands`; the tests of some names are system tests."""
    return [
        pytest.param(name, marks=pytest.mark.system) if name in SEARCHES else name
        for name in commands
    ]


class Recording(Script):
    """A script whose commands note which options of their groups they read."""

    def __init__(self, script):
        folders = [folder.name for folder in script.folders]
        super().__init__(script.name, folders, script.default, "")
        self.context_settings = script.context_settings
        self.unread = set()
        self.read = set()

    def get_command(self, ctx, cmd_name):
        command = copy.copy(super().get_command(ctx, cmd_name))
        main = command.callback.__wrapped__
        groups = {
            name: get_type_hints(main)[name]
            for name, parameter in inspect.signature(main).parameters.items()
            if parameter.default is parameter.empty
        }

        def call(**values):
            for name, group in groups.items():
                names = [field.name for field in dataclasses.fields(group)]
                self.unread.update(names)
                own = {field: values.pop(field) for field in names}
                values[name] = self.recorded(group)(**own)
            return main(**values)

        command.callback = call
        return command

    def recorded(self, group):
        """Return a group of options that notes which of them are read."""

        def read(options, name):
            # `replace` reads all options, and uses none of them.
            if sys._getframe(1).f_code.co_filename != dataclasses.__file__:
                self.read.add(name)
            return object.__getattribute__(options, name)

        return type(group.__name__, (group,), {"__getattribute__": read})


def test_no_command_is_left_out():
    scripts = (evaluate.SCRIPT, interactive.SCRIPT)
    commands = {n for one in scripts for n in one.list_commands(click.Context(one))}

    assert commands == {*EVALUATE, *INTERACTIVE, *ELSEWHERE}


@pytest.mark.parametrize("command", names(EVALUATE))
def test_a_command_of_evaluate_does_its_work_and_reads_its_options(
    evaluator, monkeypatch, tmp_path, command
):
    recording = Recording(evaluate.SCRIPT)
    if command == "runs":
        # Other tests play runs now, one of which would be the last.
        monkeypatch.setenv("CLUEPROOF_RUNS", str(tmp_path / "runs"))
        assert evaluator("score", "mine.py", *RUN).returncode == 0

    for arguments, shown in EVALUATE[command]:
        done = evaluator(command, *arguments, script=recording)
        assert done.returncode == (command == "certify"), done  # the test is undecided
        assert shown in done.stdout

    assert recording.unread - recording.read == set()


@pytest.mark.parametrize("command", names(INTERACTIVE))
def test_a_command_of_interactive_does_its_work_and_reads_its_options(
    evaluator, here, monkeypatch, command
):
    def interrupt(server):
        raise KeyboardInterrupt

    monkeypatch.setattr("commands.interactive.web.Server.serve_forever", interrupt)
    recording = Recording(interactive.SCRIPT)

    for arguments, typed, shown in INTERACTIVE[command]:
        done = here(
            "interactive.py", command, *arguments, typed=typed, script=recording
        )
        assert done.returncode == 0, done
        assert shown in done.stdout

    assert recording.unread - recording.read == set()
