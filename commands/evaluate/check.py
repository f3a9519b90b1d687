"""Command `check`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from commands.evaluate._play import CheckedEntry, check
from commands.framework.cli import command
from commands.framework.command_lines import typed_command
from commands.framework.modes import with_only_mode
from commands.framework.options import (
    FROM_CHECKOUT,
    FibbleOptions,
    LimitOptions,
    ModeOptions,
    WordOptions,
    entry_argument,
)
from commands.framework.results import Facts, Result
from contest.entries.entry import named_entries
from contest.sandbox.limits import Limits
from game.protocol import Mode, Setting
from game.text.formats import format_count


@dataclass(frozen=True)
class _CheckOptions(ModeOptions, FibbleOptions, LimitOptions, WordOptions):
    """Options of the command `check`, which checks entries."""

    checkout: Path | None = FROM_CHECKOUT

    def setting(self) -> Setting:
        """Return the setting of the games."""
        return self.make_setting(self.vocabulary(), self.mode, timeout=self.timeout)


class _CheckFacts(Facts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: the check of each entry."""

    mode: Mode
    entries: list[CheckedEntry]

    def text(self, width: int) -> str:
        """Return the findings for each entry, and whether the entry is ready."""
        parts = []
        for checked in self.entries:
            parts += [checked.entry] if len(self.entries) > 1 else []
            ready = "ready to submit" if self.mode.priced else "no faults"
            faults = f"not ready: {format_count(checked.faults, 'fault')}"
            parts += [checked.text(width), faults if checked.faults else ready]
        if not self.exit_status:
            parts += ["next, score the strategy:", typed_command("score")]
        return "\n".join(parts)


@command()
def main(
    *,
    entry: str = entry_argument("The strategy, or a file with several strategies."),
    options: _CheckOptions,
) -> Result[_CheckFacts]:
    """Check everything that the contest requires of an entry.

    Exit status: 0 when the entry has no faults, 1 when the check finds a fault.
    """
    options = with_only_mode(options, [entry], options.checkout)
    chosen = named_entries(entry, options.mode, options.checkout)
    setting = options.setting()
    limits = Limits(options.start_timeout)
    entries = [check(member, setting, limits) for member in chosen]
    status = int(any(checked.faults for checked in entries))
    facts = _CheckFacts(exit_status=status, mode=setting.mode, entries=entries)
    return Result(facts, facts.text)
