"""Conformance check of an entry, or the times that it takes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from commands.cli import (
    command,
    count_option,
    flag,
    option,
    refuse_options,
)
from commands.evaluate._play import CheckedEntry, check
from commands.options import (
    FROM_CHECKOUT,
    FibbleOptions,
    LimitOptions,
    ModeOptions,
    WordOptions,
    entry_argument,
)
from commands.results import Facts, Result
from contest.conformance.times import Times, measure_times
from contest.entries.entry import Entry, named_entries
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import StartError
from contest.sandbox.tempdirs import words_on_disk
from contest.terminal.layout import fold_text
from game.errors import InputError
from game.protocol import Mode, Setting
from game.text.formats import format_count
from solver.compile.warm import warm

TIMED_GAMES = 20


@dataclass(frozen=True)
class CheckOptions(ModeOptions, FibbleOptions, LimitOptions, WordOptions):
    """Options of the check."""

    checkout: Path | None = FROM_CHECKOUT
    times: bool = flag(
        "--times",
        "Show instead where the time goes, and how near each game is to its limit.",
    )
    games: int | None = count_option(
        "--games", "With --times: games to play.", show_default=str(TIMED_GAMES)
    )
    seed: str = option(
        "--seed",
        default="0",
        metavar="TEXT",
        help="With --times: names secrets and noise.",
    )

    def setting(self) -> Setting:
        """Return the setting of the games."""
        return self.make_setting(self.vocabulary(), self.mode, timeout=self.timeout)


class CheckFacts(Facts, frozen=True, kw_only=True):
    """What the check found of each entry, or with ``--times`` its times."""

    mode: Mode
    entries: list[CheckedEntry]
    times: dict[str, Times]

    def text(self, width: int) -> str:
        """Return what was found of each entry and whether it is ready, or its times."""
        parts = []
        for checked in self.entries:
            parts += [checked.entry] if len(self.entries) > 1 else []
            ready = "ready to submit" if self.mode.priced else "no faults"
            faults = f"not ready: {format_count(checked.faults, 'fault')}"
            parts += [checked.text(width), faults if checked.faults else ready]
        for entry, times in self.times.items():
            count = format_count(len(times.games), "game")
            title = fold_text(f"{entry}, {count} of {self.mode}", width)
            parts += [title, "", times.text(width)]
        return "\n".join(parts)


@command()
def main(
    *,
    entry: str = entry_argument("The strategy, or a file with several."),
    options: CheckOptions,
) -> Result[CheckFacts]:
    """Check everything that the contest requires of an entry.

    Exit status: 1 when the check finds a fault.
    """
    if not options.times:
        refuse_options(("games", "seed"), "--times with it")
    chosen = named_entries(entry, options.mode, options.checkout)
    setting, limits = options.setting(), Limits(options.start_timeout)
    if options.times:
        times = {e.text: _measure_times(e, setting, limits, options) for e in chosen}
        facts = CheckFacts(mode=setting.mode, entries=[], times=times)
    else:
        entries = [check(member, setting, limits) for member in chosen]
        status = int(any(checked.faults for checked in entries))
        facts = CheckFacts(
            exit_status=status, mode=setting.mode, entries=entries, times={}
        )
    return Result(facts, facts.text)


def _measure_times(
    entry: Entry, setting: Setting, limits: Limits, options: CheckOptions
) -> Times:
    """Play games and return their times; `InputError` when the entry has none."""
    games = options.games or TIMED_GAMES
    warm(setting.vocabulary, setting.rule)
    bar = tqdm(total=games, desc="games", unit=" games", leave=False, disable=None)
    with bar, words_on_disk(setting.vocabulary) as files:
        policy = SandboxPolicy(entry, files, setting, limits)
        try:
            return measure_times(policy, options.seed, games, bar.update)
        except StartError as error:
            why = str(error).splitlines()[0]
            raise InputError(f"entry {entry.text!r} cannot start: {why}") from None
