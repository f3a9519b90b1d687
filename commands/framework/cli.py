"""Commands that are made from functions, and the types of their options."""

from __future__ import annotations

import inspect
import math
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import wraps
from importlib import metadata
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import click

from commands.framework.results import Facts, Result, describe_fields
from contest.entries.home import IS_CHECKOUT, ROOT
from contest.sandbox.limits import MOST_GAMES
from game.errors import InputError, nearest


def project() -> dict[str, Any]:
    """Return the table ``project`` of pyproject.toml.

    An installed package has no such file; the table then has the version only.
    """
    if not IS_CHECKOUT:
        return {"version": metadata.version("clueproof")}
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table: dict[str, Any] = tomllib.loads(text)["project"]
    return table


class Command(click.Command):
    """A command with groups of options.

    ``--help`` names the options of each group, and ``--help-all`` explains the options.
    `headings` maps the name of an option to the heading of its group. If the function
    of the command returns a `Result`, the command writes the result. Such a command has
    an option ``--json``, which writes the `facts` of the result; ``--help-all`` lists
    the fields of the facts.
    """

    def __init__(
        self,
        *arguments: Any,
        headings: Mapping[str, str],
        facts: type[Facts] | None,
        **attributes: Any,
    ) -> None:
        super().__init__(*arguments, **attributes)
        self.headings = headings
        self.facts = facts
        if facts:
            about = "Write the result as JSON. An error is written as JSON, too."
            self.params.append(click.Option(["--json"], is_flag=True, help=about))
        if headings or facts:
            about = "Show this message with all options explained, and exit."
            flags = {"is_flag": True, "is_eager": True, "expose_value": False}
            self.params.append(
                click.Option(["--help-all"], callback=_show_all, help=about, **flags)
            )

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, write its result, and return the exit status."""
        options = {name: value for name, value in ctx.params.items() if name != "json"}
        assert self.callback is not None
        result = ctx.invoke(self.callback, **options)
        return result.write(as_json=ctx.params["json"]) if self.facts else result

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the options; explain the groups of options only for ``--help-all``."""
        records: dict[str, list[tuple[str, str]]] = {"Options": []}
        names: dict[str, list[str]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None or isinstance(parameter, click.Argument):
                continue
            heading = self.headings.get(str(parameter.name), "Options")
            records.setdefault(heading, []).append(record)
            names.setdefault(heading, []).append(parameter.opts[0])

        # The short help explains the options that every user needs, and names all other
        # options.
        if not ctx.meta.get(_ALL):
            records = {"Options": records["Options"]}
            named = [(k, ", ".join(v)) for k, v in names.items() if k != "Options"]
            if named:
                records["More options, which --help-all explains"] = named

        for heading, lines in records.items():
            with formatter.section(heading):
                formatter.write_dl(lines)
        if self.facts and ctx.meta.get(_ALL):
            with formatter.section(
                "Fields of --json; an infinite or unknown number is null"
            ):
                formatter.write_dl([*dict(describe_fields(self.facts)).items()])

    def full_help(self, ctx: click.Context) -> str:
        """Return the help with all options explained."""
        ctx.meta[_ALL] = True
        return self.get_help(ctx)


_ALL = f"{__name__}.all"
"""Key in the dict `meta` of click's context; its value says whether the help explains
all options."""


def _show_all(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        assert isinstance(context.command, Command)
        click.echo(context.command.full_help(context))
        context.exit()


def command(**attributes: Any) -> Callable[[Callable[..., Any]], Command]:
    """Return a decorator that makes a command from a function.

    An option is declared as the default of the parameter that receives the value of the
    option. A parameter without a default has a dataclass as its type: each field of the
    dataclass declares an option in the same way. If the dataclass has an attribute
    ``heading``, its options are a group of that name. The function returns the exit
    status or, if its return type says so, a `Result`. Arguments are declared in the
    same way as options.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Words:
    ...     heading = "Words"
    ...     size: str = option("--size")
    >>> @command()
    ... def main(*, game: str = argument("game"), words: Words):
    ...     return game, words
    >>> main.main(["absurdle", "--size", "6"], standalone_mode=False)
    ('absurdle', Words(size='6'))
    >>> main.headings
    {'size': 'Words'}
    """

    def decorate(function: Callable[..., Any]) -> Command:
        # Collect the options. A parameter with a default declares one option; a
        # parameter without a default stands for all fields of its dataclass.
        types = get_type_hints(function)
        groups = {}
        declarations: list[Callable[..., Any]] = []
        headings: dict[str, str] = {}
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.default is not parameter.empty:
                declarations.append(parameter.default)
                continue
            groups[name] = types[name]
            for field, heading in _fields(types[name]).items():
                declarations.append(getattr(types[name], field))
                if heading:
                    headings[field] = heading

        @wraps(function)
        def call(**values: Any) -> Any:
            # click passes the values of options: put the values into their dataclasses.
            for name, group in groups.items():
                options = {
                    field.name: values.pop(field.name) for field in fields(group)
                }
                values[name] = group(**options)
            return function(**values)

        # click lists parameters in the reverse order of their decorators.
        for declare in reversed(declarations):
            declare(call)

        returned = types.get("return")
        facts = get_args(returned)[0] if get_origin(returned) is Result else None
        described = {"headings": headings, "facts": facts, **attributes}
        return click.command(cls=Command, **described)(call)

    return decorate


def _fields(group: type) -> dict[str, str]:
    """Return the headings of the fields of `group`, by the names of the fields.

    `group` is a dataclass of options. In the help of a command, the option of a field
    stands below the heading of the field. This heading is the attribute ``heading`` of
    the class that declares the field; it is empty if the class has no such attribute.
    The fields of base classes come last.
    """
    headings: dict[str, str] = {}
    # The most derived class comes first: its declaration of a field takes precedence.
    for one in group.__mro__:
        for name in inspect.get_annotations(one):
            headings.setdefault(name, vars(one).get("heading", ""))
    return headings


class _Option(click.Option):
    """An option that refuses an empty value on the command line."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the converted value; raise `InputError` for an empty text."""
        # A default may be empty. On the command line, `--option "$UNSET"` is a mistake.
        source = ctx.get_parameter_source(str(self.name))
        is_typed = source is click.core.ParameterSource.COMMANDLINE
        if value == "" and is_typed:
            raise InputError(f"{self.opts[0]} ''", "a value")
        return super().type_cast_value(ctx, value)


def option(*names: str, **attributes: Any) -> Any:
    """Return an option; the parameters are the same as of `click.option`."""
    return click.option(*names, cls=_Option, **attributes)


def flag(name: str, about: str, *, to: str | None = None) -> Any:
    """Return an option without a value.

    `about` is the help of the option. `to` is the name of the parameter that receives
    the option. Without `to`, the parameter has the name of the option.
    """
    return option(name, *filter(None, [to]), is_flag=True, help=about)


def count_option(
    name: str, about: str, *, least: int = 1, most: int = MOST_GAMES, **attributes: Any
) -> Any:
    """Return the option `name`, which takes a whole number from `least` to `most`.

    `about` is the help text.
    """
    kind = whole_number(least, most)
    return option(name, type=kind, metavar="N", help=about, **attributes)


def argument(name: str, **attributes: Any) -> Any:
    """Return an argument; the parameters are the same as of `click.argument`."""
    return click.argument(name, **attributes)


def is_given(name: str) -> bool:
    """Return whether the user gave the option `name` on the command line."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def refuse_options(names: Iterable[str], expected: str) -> None:
    """Raise `InputError` if the user gave one of the options `names`.

    A name is the name of the parameter that receives the option, such as
    ``start_timeout``. `expected` tells which other option the refused option needs, or
    that it must be left out.
    """
    for parameter in click.get_current_context().command.params:
        if parameter.name in names and is_given(parameter.name):
            raise InputError(f"{parameter.opts[0]}", expected)


def whole_number(least: int, most: int = MOST_GAMES) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most`."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise InputError(
                f"{text!r:.40}", f"a whole number from {least} up to {most:,}"
            )
        return number

    return parse


def real_number(what: str, most: float = math.inf) -> Callable[[str], float]:
    """Return a parser of finite numbers that are above 0 and at most `most`.

    `what` describes the number in the message about a wrong text.
    """
    upto = "" if math.isinf(most) else f" and up to {most:g}"

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            # NaN is in no interval, so that the error below also covers other text.
            value = math.nan
        if not (0 < value <= most and math.isfinite(value)):
            raise InputError(f"{text!r}", f"{what}, above 0{upto}")
        return value

    return parse


_OTHER_NAMES = {"wordle": "classic"}


class OneOf(click.Choice[str]):
    """The type of an option that takes one of some words, or a member of a `StrEnum`.

    The message about any other word hints at the nearest of these words. The word
    ``wordle`` stands for the mode ``classic``.
    """

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """Return the word for a choice, such as ``classic`` for ``wordle``."""
        return _OTHER_NAMES.get(str(choice), str(choice))

    def get_invalid_choice_message(
        self, value: object, ctx: click.Context | None
    ) -> str:
        """Raise the error about a word that is not among the choices."""
        word = str(value)
        words = [*map(str, self.choices)]
        error = InputError(f"{word!r}", " or ".join(words), nearest(word, words))
        raise click.BadParameter(str(error)) from error


def new_file(text: str) -> Path:
    """Return the path of a file to write, from the value of an option.

    Raises `InputError` if the folder of the file does not exist, or if the path is a
    folder itself.
    """
    path = Path(text)
    if path.is_dir() or not path.absolute().parent.is_dir():
        what = (
            "a file, not a folder" if path.is_dir() else "a file in an existing folder"
        )
        raise InputError(f"{text!r}", what)
    return path
