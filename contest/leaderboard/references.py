"""Reference scores for a game of a person: records, and what entries pay on it."""

from __future__ import annotations

import csv
import io
import math
import weakref
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from contest.entries.entry import Entry, resolve_recorded
from contest.entries.home import STANDINGS
from contest.leaderboard.leads import Holder
from contest.leaderboard.records import LEADS, read_standing
from contest.sandbox import remote
from contest.sandbox.limits import TIMEOUT
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import StartError
from contest.sandbox.remote import Player
from contest.sandbox.wire import deadline
from contest.statistics.quantiles import PERCENTILES
from game.draws import Draws
from game.errors import InputError
from game.files import read_text
from game.hosts import deal
from game.protocol import Mode, Outcome, Setting
from game.text.formats import number
from game.word_files import DATA
from solver.compile.warm import warm

_WORDS = (str(DATA / "answers-5.txt"), str(DATA / "guesses-5.txt"))


class Paid(NamedTuple):
    """Budget that an entry spent on a game, and whether its answer was right."""

    entry: str
    budget: float
    won: bool


def best_entries(path: Path) -> list[Entry]:
    """Return the entry with the lowest budget in each column of ``leaderboard.csv``.

    Each once, in the order of the columns. Those that the checkout no longer has are
    left out, and those named by their parameters: a line shows the names.
    """
    lines = list(csv.DictReader(io.StringIO(read_text(path))))
    best: dict[str, Entry] = {}
    for column in PERCENTILES:
        scores = {
            line["entry"]: _budget(line, column) for line in lines if _plays(line)
        }
        for name in sorted(scores, key=lambda name: scores[name]):
            try:
                entry = resolve_recorded(name, "", Mode.WORDPL)
            except InputError:
                continue
            best.setdefault(entry.text, entry)
            break
    return list(best.values())


def _plays(line: Mapping[str, str]) -> bool:
    """Return whether a line is that of a listed entry which was played."""
    return bool(line["run"]) and ":" not in line["entry"]


def _budget(line: Mapping[str, str], column: str) -> float:
    return float(line[f"{column}_budget"] or line[column] or math.inf)


class Players:
    """Entries that play the game of a person, each in a sandboxed process.

    The processes end with the object. `check` is called while a move is awaited; its
    exceptions end the game.
    """

    def __init__(
        self,
        entries: Iterable[Entry],
        setting: Setting,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self.setting = replace(setting, timeout=TIMEOUT)
        self._entries, self._check = list(entries), check
        warm(setting.vocabulary, setting.rule)
        self._players: dict[Entry, Player] = {}
        self._stack = ExitStack()
        weakref.finalize(self, self._stack.close)

    def play(self, draws: Draws, answer: str | None = None) -> list[Paid]:
        """Play the game of a seed and return what each strategy paid.

        `answer` is the secret, where it was not drawn. Raises `InputError` when a
        strategy cannot start.
        """
        paid = []
        for entry in self._entries:
            host = deal(self.setting, draws, answer)
            try:
                game = self._player(entry).play(draws, host).game
            except StartError as error:
                raise InputError(f"entry {entry.text!r}: {error}") from None
            won = game.outcome is Outcome.WON
            paid.append(Paid(entry.text, game.budget, won))
        return paid

    def _player(self, entry: Entry) -> Player:
        """Return the player of an entry, started by its first game."""
        if entry not in self._players:
            policy = SandboxPolicy(entry, _WORDS, self.setting)
            player = remote.start(policy, self._check, warm_up=False)
            self._players[entry] = self._stack.enter_context(player)
        return self._players[entry]


def references(
    setting: Setting, draws: Draws, answer: str, seconds: float
) -> list[str]:
    """Return what the best entries paid on a game, or why not, and a good score.

    The entries may take some `seconds` together.
    """
    late = deadline(seconds)

    def check() -> None:
        if late():
            raise InputError(f"they need more than {seconds:g} s")

    try:
        entries = best_entries(STANDINGS / "leaderboard.csv")
        paid = paid_line(Players(entries, setting, check).play(draws, answer))
    except InputError as error:
        paid = f"The best entries cannot play this game: {error}."
    leads = read_standing(STANDINGS / LEADS)
    return [paid, good_score({column: lead.budget for column, lead in leads.items()})]


def paid_line(paid: Iterable[Paid]) -> str:
    """Return in one line what entries paid.

    Examples
    --------
    >>> print(paid_line([Paid("one/p05", 14.45, False), Paid("one/p50", 36.6, True)]))
    On the same word, with the same noise: one/p05 paid 14.45 and was wrong, \
one/p50 paid 36.6 and was right.
    """
    parts = [
        f"{name} paid {number(budget)} and was {'right' if won else 'wrong'}"
        for name, budget, won in paid
    ]
    return f"On the same word, with the same noise: {', '.join(parts)}."


def good_score(leads: Mapping[str, float]) -> str:
    """Return in one line what is a good score, from the lead of each column in nats."""
    main = min(leads, key=lambda column: abs(PERCENTILES[column] - 0.5))
    shares = {column: f"{100 * PERCENTILES[column]:g} %" for column in leads}
    others = [
        f", {shares[column]} within {number(lead)}"
        for column, lead in leads.items()
        if column != main
    ]
    return (
        f"A good score is {number(leads[main])} or less: the best entry wins "
        f"{shares[main]} of its games within that{''.join(others)}."
    )


def standing_line(holders: Iterable[Holder]) -> str:
    """Return in one line the leads and who holds them.

    Examples
    --------
    >>> print(standing_line([Holder("p50", 36.9, "contest record", "published")]))
    The leads: 36.9 wins 50 % of games (published).
    """
    parts = [
        f"{number(holder.budget)} wins {100 * PERCENTILES[holder.column]:g} % of games "
        f"({holder.entry.partition(':')[0] if holder.run else holder.kind})"
        for holder in holders
    ]
    return f"The leads: {', '.join(parts)}."
