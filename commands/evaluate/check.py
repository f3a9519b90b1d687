"""Conformance check of an entry."""

from __future__ import annotations

from commands.cli import command
from commands.evaluate._play import faults
from commands.options import GameOptions, entry_argument
from commands.terminal import show
from contest.entries.entry import named_entries
from contest.sandbox.limits import Limits
from game.protocol import Setting
from game.text.formats import counted


@command()
def main(
    *,
    entry: str = entry_argument("The strategy, or a file with several."),
    options: GameOptions,
) -> int:
    """Check everything that the contest requires of an entry."""
    chosen = named_entries(entry, options.mode, options.checkout)
    vocabulary, timeout = options.vocabulary(), options.timeout
    chosen_by = options.of(vocabulary, options.mode)
    setting = Setting(vocabulary, options.mode, timeout=timeout, **chosen_by)
    count = 0
    for one in chosen:
        if len(chosen) > 1:
            show(one.text)
        count += (number := faults(one, setting, Limits(options.start_timeout)))
        ready = "ready to submit" if setting.mode.priced else "no faults"
        show(f"not ready: {counted(number, 'fault')}" if number else ready)
    return 1 if count else 0
