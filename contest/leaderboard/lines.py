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

    `kind` is `PUBLISHED`, `MEASURED`, `SUBMISSION` or `FLOOR`. `entry` is the name that
    the leaderboard shows, and `call` is the call of the strategy's constructor.
    `author` is the author of the entry, `run` is the name of the run's folder, and
    `date` is the date of the run in UTC; all three are empty if the line is of no run.
    If the figures are void, or if the submission can take no lead and no record,
    `refused` says why; otherwise `refused` is empty. `statistics` has the statistics of
    ``summary.csv``; the keys are their names. `columns` has the figures in each
    ranking.
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
        """The name of the entry, and the call of its strategy's constructor.

        The two texts identify the entry.
        """
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
    """Return the cells of a line of ``leaderboard.csv``; the keys are the headings."""
    texts = {name: getattr(line, name) for name in _TEXTS}
    return texts | dict(line.statistics) | columns_to_csv(line.columns)


def from_csv(row: Mapping[str, str]) -> Line:
    """Return the `Line` that a row of ``leaderboard.csv`` describes.

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
    """Return the name of the file of an entry, from the name of the entry.

    Examples
    --------
    >>> file_of("quantile/p50"), file_of("quantile:Quantile((9.0, 5.0))")
    ('quantile', 'quantile')
    """
    return entry.partition(":")[0].partition("/")[0]
