"""One short game through every command of both scripts."""

import sys

import click
import pytest

import evaluate
import interactive

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

RUN = ("--answers", "pair.txt", "--games", 2, "--jobs", 1)
RECORD = ("--column", "p50", "--record", 20, "--seed", "s")

# What is typed, and what of the output shows that the command did its work.
EVALUATE = {
    "score": (["mine.py", *RUN], "mine.py"),
    "compare": (["mine.py", "mine.py:Mine(3.0)", *RUN], "B: mine.py:Mine(3.0)"),
    "certify": (["mine.py", *RUN, *RECORD], "open after 2 games"),
    "plan": (["mine.py", *RUN, *RECORD], "The next submission is number"),
    "profile": (["mine.py", *RUN[:4]], "mine.py, 2 games of wordpl"),
    "why": (["mine.py", *RUN], "2 games of mine.py"),
    "tune": (
        ["mine.py:Mine({x})", "x=9:10", "--trials", 1, *RUN],
        "1 trial of 2 games",
    ),
    "tree": (["crane", "--answers", "pair.txt"], "CRANE: 3 guesses"),
    "check": (["mine.py", "--answers", "pair.txt"], "yes"),
    "runs": ([], "runs in "),
    "report": (
        ["--answers", "pair.txt", "--out", "p.html"],
        "wrote p.html: 2 games, 0.",
    ),
}
INTERACTIVE = {
    "play": (["--answer", "crane"], "crane 0\n", "Right, it was CRANE!"),
    "hide": (["--answers", "pair.txt"], "crane\nslate\n", "Absurdle 2/∞"),
    "solve": (["--answers", "pair.txt"], "crane=..c.c\nquit\n", "It must be SLATE"),
    "review": (["crane.slate", "--answers", "pair.txt"], "", "2 guesses"),
    "watch": (["mine.py", "--answers", "pair.txt"], "", "by mine.py"),
    "web": (["--port", 0, "--answers", "pair.txt"], "", "open http://127.0.0.1:"),
}
# They have tests of their own, with fixtures: of results, of clean checkouts, and of
# attacks, which take seconds.
ELSEWHERE = {"leaderboard", "submit", "verify", "selftest", "site"}


def test_no_command_is_left_out():
    scripts = (evaluate.SCRIPT, interactive.SCRIPT)
    commands = {n for one in scripts for n in one.list_commands(click.Context(one))}

    assert commands == {*EVALUATE, *INTERACTIVE, *ELSEWHERE}


@pytest.mark.parametrize("command", EVALUATE)
def test_a_command_of_evaluate_does_its_work(evaluator, command):
    arguments, shown = EVALUATE[command]
    if command == "report":
        assert evaluator("score", "mine.py", *RUN).returncode == 0

    done = evaluator(command, *arguments)

    assert done.returncode == (command == "certify"), done
    assert shown in done.stdout


@pytest.mark.parametrize("command", INTERACTIVE)
def test_a_command_of_interactive_does_its_work(
    evaluator, interactive, monkeypatch, command
):
    def interrupt(server):
        raise KeyboardInterrupt

    monkeypatch.setattr("commands.web.server.Server.serve_forever", interrupt)
    monkeypatch.setattr("contest.leaderboard.references.best_entries", lambda _: [])
    arguments, typed, shown = INTERACTIVE[command]

    done = interactive(command, *arguments, typed=typed)

    assert done.returncode == 0, done
    assert shown in done.stdout
