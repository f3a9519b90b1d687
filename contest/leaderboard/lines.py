"""Lines of the leaderboard, and their form in ``leaderboard.csv``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from contest.statistics.quantiles import PERCENTILES
from contest.statistics.summary import (
    ColumnFigures,
    Value,
    columns_from_csv,
    columns_to_csv,
)

FLOOR = "proved floor"
MEASURED = "measured"
PUBLISHED = "published"
SUBMISSION = "submission"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A published score, an entry of an official run, or a floor.

    `kind` is `PUBLISHED`, `MEASURED`, `SUBMISSION` or `FLOOR`. `entry` is the name on
    the leaderboard, and `call` is the call of the constructor. `author`, `run` (the
    name of the folder) and `date` (in UTC) are empty if there is no run. `refused` says
    why the figures do not count, or is empty; the text continues "the entry ...".
    `statistics` has the statistics by name, as in ``summary.csv``. `columns` has the
    figures in each ranking.
    """

    kind: str
    entry: str
    call: str = ""
    author: str = ""
    run: str = ""
    date: str = ""
    refused: str = ""
    statistics: Mapping[str, Value] = field(default_factory=dict)
    columns: Mapping[str, ColumnFigures] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Every ranking has figures, so that no code has to test for absent figures.
        absent = dict.fromkeys(PERCENTILES, ColumnFigures())
        object.__setattr__(self, "columns", absent | dict(self.columns))

    @property
    def key(self) -> tuple[str, str]:
        """The name and the call of the entry, which identify the entry."""
        return self.entry, self.call

    @property
    def games(self) -> int:
        """The number of games of the run, or 0 if the line is of no run."""
        return int(self.statistics.get("games", 0))

    def is_for(self, column: str) -> bool:
        """Return whether a run counts in a ranking.

        A submission counts only in the rankings for which it was submitted.
        """
        return self.columns[column].error_share != 0


_TEXTS = ("kind", "entry", "call", "author", "run", "date", "refused")


def to_csv(line: Line) -> dict[str, object]:
    """Return the cells of a line, by their headings in ``leaderboard.csv``."""
    texts = {name: getattr(line, name) for name in _TEXTS}
    return texts | dict(line.statistics) | columns_to_csv(line.columns)


def from_csv(row: Mapping[str, str]) -> Line:
    """Return the line of a row of ``leaderboard.csv``.

    Raises `KeyError` when the row lacks a text, and `ValueError` for a cell that is not
    a number.

    Examples
    --------
    >>> columns = {"p05": ColumnFigures(score=9)}
    >>> line = Line(kind="published", entry="a", columns=columns)
    >>> row = {name: str(cell) for name, cell in to_csv(line).items()}
    >>> from_csv(row).columns["p05"].score
    9.0
    """
    columns = columns_from_csv(row)
    # Every other field is a statistic; older files may have other statistics.
    others = row.keys() - columns_to_csv(columns) - {*_TEXTS}
    return Line(
        **{name: row[name] for name in _TEXTS},
        statistics={
            name: float(row[name]) for name in row if name in others and row[name]
        },
        columns=columns,
    )


def file_of(entry: str) -> str:
    """Return the name of an entry's file.

    Examples
    --------
    >>> file_of("quantile/p50"), file_of("quantile:Quantile((9.0, 5.0))")
    ('quantile', 'quantile')
    """
    return entry.partition(":")[0].partition("/")[0]
