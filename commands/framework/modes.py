"""The mode of a command that is run without ``--mode``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from commands.framework.cli import is_given
from commands.framework.options import ModeOptions
from commands.person.terminal import progress
from contest.entries.names import TREE, find_file, names_program
from contest.entries.programs import modes_of
from contest.entries.source_text import EntryError
from contest.entries.strategy_file import StrategyFile
from game.protocol import Mode

OptionsType = TypeVar("OptionsType", bound=ModeOptions)


def modes_of_entry(text: str, checkout: Path | None) -> tuple[Mode, ...]:
    """Return the modes that the entry with the name `text` plays.

    If `checkout`, the folder of another contest project, is given, the entry is
    searched there.
    """
    if text.startswith(TREE):
        return (Mode.CLASSIC,)
    if names_program(text):
        return modes_of(text)
    return StrategyFile.read(find_file(text, checkout).path).modes


def with_only_mode(
    options: OptionsType, texts: Sequence[str], checkout: Path | None
) -> OptionsType:
    """Return the options, with the mode of the entries if the user named no mode.

    `texts` name the entries. The mode changes only if exactly one mode is played by all
    entries. `checkout` is the folder of the contest project that has the entries, or
    None.
    """
    if is_given("mode") or not texts:
        return options

    # If a text names no entry, the command refuses the text later.
    try:
        played = [modes_of_entry(text, checkout) for text in texts]
    except EntryError:
        return options

    # If the entries share several modes, the default of the option decides.
    shared = set(Mode).intersection(*played)
    if len(shared) != 1 or options.mode in shared:
        return options
    (mode,) = shared
    progress(f"mode {mode}, the only mode that {' and '.join(texts)} can play")
    return replace(options, mode=mode)
