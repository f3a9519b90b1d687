"""Conformance check of an entry."""

from __future__ import annotations

import click

from commands.cli import takes
from commands.evaluate._faults import faults
from commands.options import GameOptions, takes_entry
from commands.terminal import show
from contest.entries.entry import named
from contest.sandbox.limits import Limits
from game.protocol import Setting


@click.command()
@takes_entry("The strategy, or a file with several.")
@takes(options=GameOptions)
def main(entry: str, options: GameOptions) -> int:
    """Check everything that the contest requires of an entry."""
    chosen = named(entry, options.mode, options.checkout)
    setting = Setting(options.vocabulary(), options.mode, timeout=options.timeout)
    count = 0
    for one in chosen:
        if len(chosen) > 1:
            show(one.text)
        count += faults(one, setting, Limits(options.start_timeout))
    return 1 if count else 0
