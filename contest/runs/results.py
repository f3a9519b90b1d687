"""Results of a run, read from its folder, and the choice of one of its games."""

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
"""Names of the fields of ``games.csv`` that a `Run` keeps for each game."""

_MOST_GAMES = 50_000  # largest number of games that a `Run` keeps of one entry
_LOG_END = 2000  # largest number of characters that a `Run` keeps of one log
_LOGS = 500_000  # largest number of characters that a `Run` keeps of all logs together


_NumberedGame = tuple[int, Game]

_PICKS: dict[str, Callable[[Game], bool]] = {
    "lost": lambda game: game.outcome is not Outcome.WON,
    "crashed": lambda game: game.outcome is Outcome.CRASHED,
}
"""For ``lost`` and ``crashed``: a function that says whether a game is of this kind.

`pick_game` returns the first game of the kind that the user names.
"""


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """A run: its facts, and the summary of each entry.

    ``run[entry]`` is the summary of an entry. `games` has, for each entry, a list of
    its first 50,000 games; a game is a tuple with the values of the fields
    `SHOWN_FIELDS`. `logs` has the end of the log of each game; a key is the name of the
    entry with the number of the game. If there are many logs, only the first logs are
    kept.
    """

    name: str
    facts: RunFacts
    summaries: tuple[Summary, ...]
    games: dict[str, list[tuple[str, ...]]]
    logs: dict[tuple[str, str], str]

    @classmethod
    def read(cls, path: Path, vocabulary: Vocabulary | None = None) -> Run:
        """Read the run in the folder `path`.

        The run must have the words of `vocabulary`. If `vocabulary` is None, the words
        are found by the digest of words in ``run.json``. Raises `InputError` when the
        folder holds no run, when the run has no games, or when the run cannot be read.
        """
        run = RunFolder(path).open(vocabulary)
        name = real_path(path).name
        setting = replace(run.facts.setting, timeout=math.inf)

        # One pass over the rows computes all statistics and keeps the first games.
        shown: dict[str, list[tuple[str, ...]]] = {}
        rows = run.folder.rows()
        bar = tqdm(rows, name, unit=" games", delay=1, leave=False, disable=None)
        games_of = run.group_games(_keep_rows(bar, shown), setting)
        if not games_of:
            raise RunError(f"{str(path)!r} holds no game", "a run with games")
        summaries = (Summary(entry, games, name) for entry, games in games_of.items())
        return cls(
            name=name,
            facts=run.facts,
            summaries=tuple(summaries),
            games=shown,
            logs=_read_log_ends(path),
        )

    def __getitem__(self, entry: str) -> Summary:
        """Return the summary of an entry; raise `RunError` for an unknown entry."""
        for summary in self.summaries:
            if summary.entry == entry:
                return summary
        names = [*self.games]
        expected = f"one of {', '.join(map(repr, names))}"
        raise RunError(f"no entry {entry!r}", expected, nearest(entry, names))

    def game(self, entry: str, number: int) -> Game:
        """Return game `number` of an entry.

        Raises `RunError` if the game is not in the list `games` of the entry.
        """
        mode = self[entry].games.setting.mode
        rows = self.games[entry]
        if not 0 <= number < len(rows):
            raise RunError(f"game {number!r}", f"a game from 0 to {len(rows) - 1}")
        row = dict(zip(SHOWN_FIELDS, rows[number], strict=True), mode=mode)
        return Game.from_row(row)

    def to_frame(self) -> pd.DataFrame:
        """Return a table with a row for each entry.

        The columns are the statistics of ``summary.csv``.
        """
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
    """Yield the rows of games, and add the first games of each entry to `shown`.

    `shown` has, for each entry, a list of games; a game is a tuple with the values of
    the fields `SHOWN_FIELDS`. A list gets at most `_MOST_GAMES` games.
    """
    for row in _check_order(rows):
        texts = shown.setdefault(row["entry"], [])
        if len(texts) < _MOST_GAMES:
            texts.append(tuple(row[name] for name in SHOWN_FIELDS))
        yield row


def _check_order(rows: Iterable[Mapping[str, str]]) -> Iterator[Mapping[str, str]]:
    """Yield the rows of a run.

    Raises `RowError` unless the games of each entry are numbered 0, 1, 2, ... without
    gaps or repeats.
    """
    counts = Counter[str]()
    for row in rows:
        entry = row["entry"]
        count = str(counts[entry])
        if row["game"] != count:
            raise RowError(f"game {row['game']!r:.40} of {entry!r}", f"game {count}")
        counts[entry] += 1
        yield row


def _read_log_ends(path: Path) -> dict[tuple[str, str], str]:
    """Return the end of the log of each game of the run in the folder `path`.

    A key is the name of the entry with the number of the game. Logs are read in order.
    The first text with which all texts together would exceed `_LOGS` characters, and
    all later texts, are left out.
    """
    ends: dict[tuple[str, str], str] = {}
    room = _LOGS
    for entry, game, log in read_logs(path):
        # A page has no room for whole logs. The end of a log is kept, because an error
        # is at the end.
        text = log[-_LOG_END:]
        room -= len(text)
        if room < 0:
            break
        ends[entry, str(game)] = text
    return ends


def pick_game(
    folder: RunFolder, entry: str, setting: Setting, which: int | str
) -> _NumberedGame:
    """Return the number of a game of an entry, and the game.

    `folder` is the folder of the run. `which` is the number of the game, ``lost``,
    ``crashed`` or ``worst``. ``lost`` means the first lost game. ``crashed`` means the
    first game in which the entry crashed. In WORDPL, ``worst`` means the game with the
    least probable final answer. In games without prices, ``worst`` means the lost game
    with most guesses; if no game was lost, it means the won game with most guesses.
    Raises `RunError` when the run has no game of this kind.
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
    """Return a function that returns the sort key of a game.

    The worst game has the largest key.
    """
    if not setting.mode.priced:
        return lambda game: (game.score, len(game.turns))
    # In WORDPL luck decides whether a final answer is right. So the key does not begin
    # with the outcome, but with the probability that the final answer was right.
    words = setting.vocabulary
    return lambda game: (-float(final_chances([game], words)[0]), game.budget)
