"""Results of a run, read back from its folder, and the choice of one of its games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from contest.runs.facts import RunError, RunFacts
from contest.runs.folder import RowError, RunFolder
from contest.runs.logs import read_logs
from contest.statistics.games import check_game, parse_rows
from contest.statistics.posteriors import final_chances
from contest.statistics.summary import Summary
from game.errors import nearest
from game.files import real_path
from game.protocol import Outcome, Setting
from game.record import Game
from game.text.formats import format_count
from game.words import Vocabulary
from solver.numeric.frame import frame

if TYPE_CHECKING:
    import pandas as pd

SHOWN_FIELDS = ("game", "answer", "final", "outcome", "moves", "reason")
"""Fields of ``games.csv`` that are kept of a game to show."""

_MOST_GAMES = 50_000  # games of an entry that are kept to be shown
_LOG_END = 2000  # characters of a log
_LOGS = 500_000  # and of all of them


_NumberedGame = tuple[int, Game]

_PICKS: dict[str, Callable[[Game], bool]] = {
    "lost": lambda game: game.outcome is not Outcome.WON,
    "crashed": lambda game: game.outcome is Outcome.CRASHED,
}
"""Ends of which the first game is picked, by name."""


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """A run: its facts and the summary of each entry, by its name.

    `games` has `SHOWN_FIELDS` of the first games of each entry, up to a limit; `logs`
    has the end of what was printed, by entry and number of the game, up to a limit.
    """

    name: str
    facts: RunFacts
    summaries: tuple[Summary, ...]
    games: dict[str, list[tuple[str, ...]]]
    logs: dict[tuple[str, str], str]

    @classmethod
    def read(cls, path: Path, vocabulary: Vocabulary | None = None) -> Run:
        """Read a run; the words are by default its own, as of `RunFacts.read`.

        Raises `InputError` when the folder holds no run, or one that cannot be read.
        """
        run = RunFolder(path).open(vocabulary)
        name = real_path(path).name
        setting = replace(run.facts.setting, timeout=math.inf)

        # One pass: statistics of all games, and the first ones to be shown.
        shown: dict[str, list[tuple[str, ...]]] = {}
        rows = run.folder.rows()
        bar = tqdm(rows, name, unit=" games", delay=1, leave=False, disable=None)
        games_of = run.group_games(_keep_rows(bar, shown), setting)
        if not games_of:
            raise RunError(f"{str(path)!r} holds no game", "a run")
        summaries = (Summary(entry, games, name) for entry, games in games_of.items())
        return cls(
            name=name,
            facts=run.facts,
            summaries=tuple(summaries),
            games=shown,
            logs=_read_log_ends(path),
        )

    def __getitem__(self, entry: str) -> Summary:
        """Return the summary of an entry; raise `RunError` when it was not played."""
        for summary in self.summaries:
            if summary.entry == entry:
                return summary
        names = [*self.games]
        raise RunError(f"no entry {entry!r}", f"{names}", nearest(entry, names))

    def game(self, entry: str, number: int) -> Game:
        """Return a game of an entry by its number; `RunError` if it is not kept."""
        mode = self[entry].games.setting.mode
        rows = self.games[entry]
        if not 0 <= number < len(rows):
            raise RunError(f"game {number!r}", f"one of {len(rows)}")
        row = dict(zip(SHOWN_FIELDS, rows[number], strict=True), mode=mode)
        return Game.from_row(row)

    def to_frame(self) -> pd.DataFrame:
        """Return a line per entry, with the statistics of ``summary.csv``."""
        lines = [summary.line() for summary in self.summaries]
        return frame({name: [line[name] for line in lines] for name in lines[0]})

    def __repr__(self) -> str:
        games = sum(len(summary.games) for summary in self.summaries)
        entries = ", ".join(self.games)
        return f"<Run {self.name}: {format_count(games, 'game')} of {entries}>"

    def _repr_html_(self) -> str:
        return self.to_frame().to_html(index=False, na_rep="", border=0)


def _keep_rows(
    rows: Iterable[Mapping[str, str]], shown: dict[str, list[tuple[str, ...]]]
) -> Iterator[Mapping[str, str]]:
    """Yield the rows, and add `SHOWN_FIELDS` of the first of each entry to `shown`."""
    for row in _check_order(rows):
        texts = shown.setdefault(row["entry"], [])
        if len(texts) < _MOST_GAMES:
            texts.append(tuple(row[name] for name in SHOWN_FIELDS))
        yield row


def _check_order(rows: Iterable[Mapping[str, str]]) -> Iterator[Mapping[str, str]]:
    """Yield the rows; `RowError` unless each entry's games are from 0 on, each once."""
    counts = Counter[str]()
    for row in rows:
        entry = row["entry"]
        count = str(counts[entry])
        if row["game"] != count:
            raise RowError(f"game {row['game']!r:.40} of {entry!r}", count)
        counts[entry] += 1
        yield row


def _read_log_ends(path: Path) -> dict[tuple[str, str], str]:
    """Return the ends of the logs, as many as there is room for."""
    ends: dict[tuple[str, str], str] = {}
    room = _LOGS
    for entry, game, log in read_logs(path):
        # The end of a log has the error; the page has room for some of them.
        text = log[-_LOG_END:]
        room -= len(text)
        if room < 0:
            break
        ends[entry, str(game)] = text
    return ends


def pick_game(
    folder: RunFolder, entry: str, setting: Setting, which: int | str
) -> _NumberedGame:
    """Return a game of an entry, with its number; raise `RunError` when there is none.

    `which` is its number; or ``lost`` or ``crashed`` for the first such game; or
    ``worst`` for the least probable final answer in WORDPL, and for the most guesses in
    classic Wordle, a lost game before a won one.
    """
    games = _read_games(folder, entry, setting)
    if which == "worst":
        worst = _order_of_games(setting)
        chosen = max(games, key=lambda played: worst(played[1]), default=None)
    elif isinstance(which, str):
        chosen = next((played for played in games if _PICKS[which](played[1])), None)
    else:
        chosen = next((played for played in games if played[0] == which), None)
    if chosen is None:
        what = f"{which} game" if isinstance(which, str) else f"game {which}"
        raise RunError(f"{str(folder.path)!r} has no {what} of {entry!r}")
    return chosen


def _read_games(
    folder: RunFolder, entry: str, setting: Setting
) -> Iterator[_NumberedGame]:
    with folder.locate_errors():
        for row, game in parse_rows(_check_order(folder.rows())):
            if row["entry"] == entry:
                check_game(game, setting)
                yield int(row["game"]), game


def _order_of_games(setting: Setting) -> Callable[[Game], tuple[float, float]]:
    """Return the order of games, the worst last."""
    if not setting.mode.priced:
        return lambda game: (game.score, len(game.turns))
    # In WORDPL luck decides whether an answer is right; its chance says how bad it was.
    words = setting.vocabulary
    return lambda game: (-float(final_chances([game], words)[0]), game.budget)
