"""The commands of a script, found by their file names; the exit status of a script."""

from __future__ import annotations

import ast
import importlib
import signal
import sys
from collections.abc import Sequence
from dataclasses import astuple, replace
from pathlib import Path

import click

from commands.framework.cli import Command, project
from commands.framework.results import Mistake, json_text
from contest.entries.home import STRATEGIES
from contest.sandbox.untrusted_text import mask_invisible
from game.errors import InputError, nearest
from game.text.streams import prepare_streams, silence_streams

_COMMANDS = Path(__file__).resolve().parent.parent

_WORDS_OF_DODDLE = {
    "run": ("interactive", "watch entropy --mode classic --answer WORD"),
    "hide": ("interactive", "play --mode absurdle"),
    "benchmark": ("evaluate", "score entropy --mode classic"),
}
"""Commands of doddle, another package for Wordle, and our commands for the same.

A value has the folder in ``commands`` of our command, and the words to type.
"""

_SCRIPTS = {"evaluate": "evaluate.py", "interactive": "interactive.py"}
"""For each folder in ``commands`` that has commands: the script that runs them."""


class Script(click.Group):
    """The commands of a script.

    Each command has a file, which is imported when the command is used. The command of
    a file is the function `main` of the file. The list of commands shows the first line
    of the docstring of `main`. A file is not a command if the name of the file begins
    with an underscore.

    `name` is the name of the script. `folders` are the folders in ``commands`` with the
    files of the commands. The command `default` runs if the user names no command.
    `about` is the help of the script.
    """

    def __init__(
        self, name: str, folders: Sequence[str], default: str, about: str
    ) -> None:
        super().__init__(
            name,
            help=about,
            params=[
                click.Option(
                    ["--version"],
                    is_flag=True,
                    is_eager=True,
                    expose_value=False,
                    callback=_show_version,
                    help="Show the version and exit.",
                )
            ],
            subcommand_metavar="[COMMAND] [ARGS]...",
            context_settings={
                "help_option_names": ["-h", "--help"],
                "max_content_width": 120,
                "show_default": True,
            },
        )
        self.folders = [_COMMANDS / folder for folder in folders]
        self.default = default

    def files(self) -> dict[str, Path]:
        """Return a dict from the name of each command of this script to its file."""
        paths = [p for folder in self.folders for p in folder.glob("[a-z]*.py")]
        return {path.stem: path for path in sorted(paths, key=lambda p: p.stem)}

    def elsewhere(self) -> dict[str, str]:
        """Return, for each command, the script that has it and the words to type.

        The keys are the names of all commands of the two scripts, and of some commands
        of doddle, another package for Wordle.
        """
        commands = {
            path.stem: f"{script} {path.stem}"
            for folder, script in _SCRIPTS.items()
            for path in (_COMMANDS / folder).glob("[a-z]*.py")
        }
        ours = {folder.name for folder in self.folders}
        for name, (folder, command) in _WORDS_OF_DODDLE.items():
            script = self.name if folder in ours else _SCRIPTS[folder]
            commands[name] = f"{script} {command}"
        return commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.files())

    def get_command(
        self,
        ctx: click.Context,
        cmd_name: str,
    ) -> Command | None:
        """Return the command `cmd_name`, or None if there is no such command.

        The file of the command is imported only now.
        """
        file = self.files().get(cmd_name)
        if file is None:
            return None
        home = __name__.removesuffix(".framework.script")
        module = importlib.import_module(f"{home}.{file.parent.name}.{cmd_name}")
        command: Command = module.main
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of the command line after the script's name.

        If the first word names no command, the default command takes all words.
        """
        command_name = next(iter(args), "")

        # click itself handles the words in `names`. For a command of the other script,
        # click raises an error, and `_input_error` names that script.
        names = {*self.list_commands(ctx), *ctx.help_option_names, "--version"}
        names |= self.elsewhere().keys()

        # Any other word is an entry for the default command, unless it looks like a
        # misspelt command.
        if command_name not in names:
            command = self.get_command(ctx, self.default)
            assert command is not None
            takes_words = any(isinstance(p, click.Argument) for p in command.params)
            entry = takes_words and not self._is_misspelt(command_name, ctx)

            if command_name.startswith("-") or not command_name or entry:
                args = [self.default, *args]
        return super().parse_args(ctx, args)

    def _is_misspelt(self, word: str, ctx: click.Context) -> bool:
        """Return whether a word resembles a command, and resembles no strategy."""
        strategies = (path.stem for path in STRATEGIES.glob("[a-z]*.py"))
        # A path, or an entry with parameters, is no identifier.
        close = word.isidentifier() and nearest(word, self.list_commands(ctx))
        return bool(close) and not nearest(word, strategies)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands without importing the commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(n, self._about(n)) for n in self.list_commands(ctx)])

    def _about(self, name: str) -> str:
        """Return the line about the command `name` in the list of commands.

        The line is the first line of the docstring of the command's `main`.
        """
        text = self.files()[name].read_text(encoding="utf-8")
        (docstring,) = [
            ast.get_docstring(node) or ""
            for node in ast.parse(text).body
            if isinstance(node, ast.FunctionDef) and node.name == "main"
        ]
        first, _, _ = docstring.partition("\n")
        return f"{first} The default command." if name == self.default else first


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"Clueproof {project()['version']}")
        context.exit()


def exit_status(script: Script, arguments: Sequence[str]) -> int:
    """Run a script with the arguments of its command line; return the exit status.

    The exit status is the number that the command returns, or 0 if the command returns
    no number. After a user's mistake a message of one line is written, and the exit
    status is 2. After Ctrl-C, SIGTERM or SIGHUP the exit status is 130.
    """
    prepare_streams()
    # Windows has no SIGHUP. The program nohup sets SIGHUP to be ignored, and it must
    # stay ignored.
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, signal.SIGTERM)
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)
    try:
        return _exit_status(script, arguments)
    except BrokenPipeError:  # the reader closed the pipe
        silence_streams("stdout", "stderr")
        return 0


def _exit_status(script: Script, arguments: Sequence[str]) -> int:
    name = str(script.name)
    try:
        with script.make_context(name, [*arguments]) as context:
            status: int = script.invoke(context) or 0
            sys.stdout.flush()
            return status
    except click.exceptions.Exit as end:
        return end.exit_code
    except BrokenPipeError:
        raise
    except (click.UsageError, InputError, MemoryError, OSError) as error:
        # The frames of the traceback hold memory, which the message may need.
        error = error.with_traceback(None)
        return _refuse(error, script, as_json="--json" in arguments)
    except (KeyboardInterrupt, Exception) as error:
        # At an interrupt, a kernel that returns an array raises a `SystemError`, and a
        # kernel that is being compiled raises a `RuntimeError`. The interrupt is then
        # among the causes of the error.
        cause: BaseException | None = error
        while cause and not isinstance(cause, KeyboardInterrupt):
            cause = cause.__cause__ or cause.__context__
        if cause is None:
            raise
        _write_error("\nstopped\n")
        return 130


def _input_error(error: Exception, script: Script) -> InputError:
    """Return an `InputError` with a message of one line for an error of any kind.

    `error` was raised by `script` because of a mistake of the user or a fault of the
    machine, such as a full disk.
    """
    if isinstance(error, InputError):
        return error
    if isinstance(error, click.NoSuchOption):
        hint = nearest(error.option_name, error.possibilities or ())
        return InputError(f"no option {error.option_name!r}", hint=hint)
    if isinstance(error, click.NoSuchCommand):
        *others, last = script.list_commands(click.Context(script))
        expected = f"{', '.join(others)} or {last}"

        # A command of the other script is a better hint than a similar word.
        hint = nearest(error.command_name, [*others, last])
        if ours := script.elsewhere().get(error.command_name):
            hint = f"here it is called: {ours}"
        return InputError(f"no command {error.command_name!r}", expected, hint)
    if isinstance(error, click.UsageError):
        message = error.format_message()
        fault = error.__cause__ or error.__context__
        if isinstance(fault, InputError):  # the value of an option is wrong
            what = f"{message.removesuffix(error.message)}{fault.what}"
            return replace(fault, what=what)
        message = message.rstrip(".")
        if type(error) is click.UsageError and error.ctx:  # an argument is extra
            usage = " ".join(error.ctx.command.collect_usage_pieces(error.ctx))
            return InputError(message.removeprefix("Got "), usage)
        return InputError(message)

    if isinstance(error, OSError):
        if "shared object" in str(error):  # llvmlite lacks memory or a file
            return InputError(f"not enough memory (ulimit -v), or {error}")
        # If writing failed, the error has no file name: standard output may be full.
        what = f" {error.filename!r}" if error.filename else _broken_output()
        # A folder cannot be made if a file already has its name.
        expected = "a new folder" if isinstance(error, FileExistsError) else ""
        return InputError(f"cannot use{what}: {error.strerror or error}", expected)
    return InputError(f"not enough memory (ulimit -v): {error}")


def _broken_output() -> str:
    """Try to write to standard output; return " standard output" if that fails.

    Standard output is then silenced. If writing succeeds, return an empty string.
    """
    try:
        print(flush=True)
    except OSError:
        silence_streams("stdout")
        return " standard output"
    return ""


def _refuse(error: Exception, script: Script, *, as_json: bool) -> int:
    """Write the user's mistake that caused an error, and return the exit status, 2.

    The mistake is one line on stderr. If `as_json` is true, the mistake is an object of
    JSON on stdout.
    """
    # The mistake may quote untrusted text.
    parts = astuple(_input_error(error, script))
    mistake = InputError(*(mask_invisible(" ".join(part.split())) for part in parts))

    if as_json:
        print(json_text(Mistake(**vars(mistake))), flush=True)
    else:
        _write_error(f"{script.name}: error: {mistake}\n")
    return 2


def _write_error(text: str) -> None:
    """Write a text to stderr, unless the reader of stderr has gone."""
    try:
        sys.stderr.write(text)
    except OSError:
        silence_streams("stderr")
