"""Conformance check of an entry, or the times that it takes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from commands.cli import command, option, refuse_options, whole_number
from commands.evaluate._play import show_faults
from commands.options import (
    FROM_CHECKOUT,
    FibbleOptions,
    LimitOptions,
    ModeOptions,
    WordOptions,
    entry_argument,
)
from commands.terminal import columns, show
from contest.conformance.times import measure_times
from contest.entries.entry import Entry, named_entries
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import StartError
from contest.sandbox.tempdirs import words_on_disk
from game.errors import InputError
from game.protocol import Setting
from game.text.formats import format_count
from solver.compile.warm import warm

TIMED_GAMES = 20


@dataclass(frozen=True)
class CheckOptions(ModeOptions, FibbleOptions, LimitOptions, WordOptions):
    """Options of the check."""

    checkout: Path | None = FROM_CHECKOUT
    times: bool = option(
        "--times",
        is_flag=True,
        help="Show instead where the time goes, and how near each game is to its "
        "limit.",
    )
    games: int | None = option(
        "--games",
        type=whole_number(1),
        metavar="N",
        show_default=str(TIMED_GAMES),
        help="With --times: games to play.",
    )
    seed: str = option(
        "--seed",
        default="0",
        metavar="TEXT",
        help="With --times: names secrets and noise.",
    )

    def setting(self) -> Setting:
        """Return the setting of the games."""
        vocabulary = self.vocabulary()
        noise = self.noise(vocabulary, self.mode)
        return Setting(vocabulary, self.mode, timeout=self.timeout, **noise)


@command()
def main(
    *,
    entry: str = entry_argument("The strategy, or a file with several."),
    options: CheckOptions,
) -> int:
    """Check everything that the contest requires of an entry.

    Exit status: 1 when the check finds a fault.
    """
    if not options.times:
        refuse_options(("games", "seed"), "--times with it")
    chosen = named_entries(entry, options.mode, options.checkout)
    setting, limits = options.setting(), Limits(options.start_timeout)
    count = 0
    for member in chosen:
        if options.times:
            _show_times(member, setting, limits, options)
            continue
        if len(chosen) > 1:
            show(member.text)
        count += (number := show_faults(member, setting, limits))
        ready = "ready to submit" if setting.mode.priced else "no faults"
        show(f"not ready: {format_count(number, 'fault')}" if number else ready)
    return 1 if count else 0


def _show_times(
    entry: Entry, setting: Setting, limits: Limits, options: CheckOptions
) -> None:
    """Play games and show their times; raise `InputError` when the entry has none."""
    games = options.games or TIMED_GAMES
    warm(setting.vocabulary, setting.rule)
    bar = tqdm(total=games, desc="games", unit=" games", leave=False, disable=None)
    with bar, words_on_disk(setting.vocabulary) as files:
        policy = SandboxPolicy(entry, files, setting, limits)
        try:
            times = measure_times(policy, options.seed, games, bar.update)
        except StartError as error:
            why = str(error).splitlines()[0]
            raise InputError(f"entry {entry.text!r} cannot start: {why}") from None
    show(f"{entry.text}, {format_count(games, 'game')} of {setting.mode}\n")
    print(times.text(columns()))
