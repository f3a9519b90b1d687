"""Command lines that are printed for the user to copy."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from commands.framework.cli import is_given
from game.hard import Hard
from game.protocol import Mode
from game.record import Game, Turn
from game.text.command_text import command_text
from game.text.formats import number

EVALUATE = "evaluate.py"
INTERACTIVE = "interactive.py"

NOT_HELD = ("jobs", "scheduler")
"""Names of options whose values are not saved in the folder of a run."""


def command_line(
    script: str, command: str, /, *words: object, **options: object
) -> str:
    """Return the command line that runs `command` of `script`.

    `words` are the arguments of the command. `options` maps the names of its options to
    their values. The text calls `script` in the way the user called this program. A
    path below the current folder is written relative to the current folder.
    """
    typed = [*_program_words(script), command, *map(_typed, words)]
    named = {name: _typed(value) for name, value in options.items()}
    return command_text(typed, **named)


def _typed(value: object) -> object:
    """Return a path relative to the current folder, and any other value unchanged."""
    if not isinstance(value, Path):
        return value
    here = Path.cwd()
    if value.is_relative_to(here):
        value = value.relative_to(here)
    # A path that begins with a dash would be read as an option.
    return f"./{value}" if str(value)[0] == "-" else value


def typed_command(command: str = "", /, **options: object) -> str:
    """Return the command line that the user typed, with `options` added or replaced.

    If `command` is given, it replaces the name of the typed command. `command` must be
    a command of the same script that takes the same arguments and options.
    """
    context = click.get_current_context()
    words: list[object] = []
    typed: dict[str, object] = {}
    for parameter in context.command.params:
        name = str(parameter.name)
        if not is_given(name):
            continue
        value = context.params[name]
        if isinstance(parameter, click.Argument):
            words += value if isinstance(value, tuple) else [value]
        else:
            typed[parameter.opts[0].removeprefix("--")] = value
    script = str(context.find_root().info_name)
    name = command or str(context.info_name)
    return command_line(script, name, *words, **typed | options)


def review_command(game: Game, hard: Hard, /, **options: object) -> str:
    """Return the command line that rates a finished game with `review`.

    `hard` is the hard mode of the game. `options` maps the names of further options to
    their values. Return an empty string if `review` cannot rate the game.
    """
    # The clues of a classic game follow from its secret. A review of WORDPL needs the
    # prices and the clues.
    if game.mode is Mode.WORDPL and game.final:
        words = [*map(_turn_text, game.turns), game.final]
    elif game.mode is Mode.CLASSIC and game.final and "," not in game.answer:
        words = [".".join(turn.guess for turn in game.turns)]
    else:
        return ""
    options |= {"answer": game.answer, "hard": hard if hard is not Hard.OFF else None}
    return command_line(INTERACTIVE, "review", *words, **options)


def _turn_text(turn: Turn) -> str:
    return f"{turn.guess}={number(turn.epsilon)}:{turn.result}"


def resume_command(folder: Path) -> str:
    """Return the command line that resumes an interrupted run.

    `folder` is the folder of the run, which the present command has started.
    """
    context = click.get_current_context()
    command = str(context.info_name)
    options = {name: context.params.get(name) for name in NOT_HELD if is_given(name)}
    return command_line(EVALUATE, command, resume=folder, **options)


def _program_words(script: str) -> list[str]:
    """Return the words that call a script in the way the user called this program."""
    context = click.get_current_context(silent=True)
    if context and context.find_root().info_name == "clueproof":
        return ["clueproof"]
    path = Path(sys.argv[0])
    if path.name in (EVALUATE, INTERACTIVE):
        return [sys.orig_argv[0], str(path.with_name(script))]
    return ["python", script]
