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
    the leaderboard and `call` the call of the constructor. `author`, `run` (the name of
    its folder) and `date` (in UTC) are empty where there is no run; `refused` says why
    the figures do not count, empty where they do. `statistics` are by name, as in
    ``summary.csv``, and `columns` has the figures of each column.
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
        # Every column is there, so that no reader has to ask.
        absent = dict.fromkeys(PERCENTILES, ColumnFigures())
        object.__setattr__(self, "columns", absent | dict(self.columns))

    @property
    def key(self) -> tuple[str, str]:
        """The name of its entry, and the call."""
        return self.entry, self.call

    @property
    def games(self) -> int:
        """The number of games, 0 without a run."""
        return int(self.statistics.get("games", 0))

    def is_for(self, column: str) -> bool:
        """Return whether a run is for a column; a submission may be for some."""
        return self.columns[column].error_share != 0


_TEXTS = ("kind", "entry", "call", "author", "run", "date", "refused")


def to_csv(line: Line) -> dict[str, object]:
    """Return the cells of a line by their headings."""
    texts = {name: getattr(line, name) for name in _TEXTS}
    return texts | dict(line.statistics) | columns_to_csv(line.columns)


def from_csv(row: Mapping[str, str]) -> Line:
    """Return the line of a row of ``leaderboard.csv``.

    Raises `KeyError` for a text that it does not have, and `ValueError` for a cell that
    is no number.

    Examples
    --------
    >>> columns = {"p05": ColumnFigures(score=9)}
    >>> line = Line(kind="published", entry="a", columns=columns)
    >>> row = {name: str(cell) for name, cell in to_csv(line).items()}
    >>> from_csv(row).columns["p05"].score
    9.0
    """
    columns = columns_from_csv(row)
    # What is neither text nor figure of a column is a statistic, in older files too.
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
