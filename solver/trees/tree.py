"""Decision tree: for each history of clues, the guess of a deterministic player."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.clues import Clue
from game.errors import InputError
from game.text import html
from game.text.formats import format_count
from solver.numeric.frame import frame
from solver.trees.histogram import Histogram

if TYPE_CHECKING:
    import pandas as pd

_WHOLE = 100  # a notebook shows all levels of a tree with at most 100 answers


def games_frame(games: Iterable[tuple[str, ...]]) -> pd.DataFrame:
    """Return a data frame with a row for each game: answer, guesses, words.

    The column `guesses` has the number of guesses, and `words` has the guesses.

    Examples
    --------
    >>> games_frame([("crane", "slate")])
      answer  guesses        words
    0  slate        2  crane slate
    """
    rows = list(games)
    return frame(
        {
            "answer": [game[-1] for game in rows],
            "guesses": [len(game) for game in rows],
            "words": [" ".join(game) for game in rows],
        }
    )


class TreeError(InputError):
    """The error that a decision tree cannot be built or read."""


@dataclass(frozen=True, slots=True, repr=False)
class Tree:
    """A guess and, for each clue that it can get, the tree for the next guesses.

    The text of a tree shows its number of games for each number of guesses.

    Parameters
    ----------
    guess : str
        The word to play.
    branches : dict of int to Tree or None
        The tree for each possible clue, and None for the clue of a right guess.

    Examples
    --------
    >>> tree = Tree("crane", {242: None, 240: Tree("crank", {242: None})})
    >>> tree.total, tree.worst, sorted(tree.games())
    (3, 2, [('crane',), ('crane', 'crank')])
    >>> tree
      1 ████████████████████████████████████████ 1
      2 ████████████████████████████████████████ 1
    CRANE: 3 guesses for 2 answers, mean 1.5000, standard deviation 0.5000, worst 2
    """

    guess: str
    branches: dict[Clue, Tree | None] = field(default_factory=dict)

    def games(self) -> Iterator[tuple[str, ...]]:
        """Yield the guesses of every game; the last guess of a game is its answer."""
        for branch in self.branches.values():
            if branch is None:
                yield (self.guess,)
            else:
                yield from (
                    (self.guess, *later_words) for later_words in branch.games()
                )

    @property
    def histogram(self) -> Histogram:
        """For each number of guesses, the number of games that took so many guesses."""
        return Histogram(map(len, self.games()))

    @property
    def total(self) -> int:
        """Total number of guesses in all games."""
        return self.histogram.total

    @property
    def worst(self) -> int:
        """Number of guesses in the longest game."""
        return self.histogram.worst

    def to_frame(self) -> pd.DataFrame:
        """Return a data frame with a row for each game: answer, guesses, words.

        The column `guesses` has the number of guesses, and `words` has the guesses.
        """
        return games_frame(self.games())

    def __str__(self) -> str:
        histogram = self.histogram
        return (
            f"{histogram.bars}\n{self.guess.upper()}: {self.size}, {histogram.summary}"
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        games = self.histogram.games
        body = self.outline(math.inf if games <= _WHOLE else 1)
        summary = f"<b>{self.guess.upper()}</b> {self.size}, worst {self.worst}"
        return html.add_style(html.fold_below(summary, body, is_open=True))

    @property
    def size(self) -> str:
        """Text with the total number of guesses and the number of answers.

        Examples
        --------
        >>> Tree("crane", {242: None, 240: Tree("crank", {242: None})}).size
        '3 guesses for 2 answers'
        """
        answers = self.histogram.games
        return (
            f"{format_count(self.total, 'guess')} for {format_count(answers, 'answer')}"
        )

    def sorted_branches(self) -> list[tuple[Clue, Tree | None]]:
        """Return the clues with their branches, sorted by clue, the highest clue first.

        A clue is a number: the clues with a correct first letter are the highest.
        """
        return sorted(self.branches.items(), key=lambda item: item[0], reverse=True)

    def outline(self, depth: float = math.inf) -> str:
        """Return the branches as HTML, in nested lists that you can open and close.

        Parameters
        ----------
        depth : float
            The number of levels of branches to show; ``inf`` shows all levels.

        Examples
        --------
        >>> tree = Tree("crane", {242: None, 240: Tree("crank", {242: None})})
        >>> tree.outline().count("<li>")
        2
        """
        if depth <= 0:
            return ""
        return html.bullets(
            self._item(*pair, depth - 1) for pair in self.sorted_branches()
        )

    def _item(self, clue: Clue, branch: Tree | None, depth: float) -> str:
        tiles = html.tiles(self.guess, clue)
        if branch is None:
            return f"{tiles} right"
        word = f"{tiles} <b>{branch.guess.upper()}</b>"
        answers = branch.histogram.games
        if answers == branch.total:  # one answer is left, so the next guess is right
            return word

        # Compute the mean number of further guesses; the guess of the branch counts.
        mean = branch.total / answers
        note = f"{format_count(answers, 'answer')}, mean {mean:.2f} more"
        summary = f"{word} <small>{note}</small>"
        return html.fold_below(summary, branch.outline(depth)) if depth > 0 else summary
