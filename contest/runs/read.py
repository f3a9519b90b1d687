"""Finished runs, read back from their folders."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contest.runs.folder import RunError, RunFolder
from contest.runs.results import Result
from game.errors import nearest
from game.hard import Hard
from game.protocol import Mode, Outcome
from game.record import Game
from game.wording import counted
from game.words import LENGTHS, Vocabulary

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """A run: its facts and the result of each entry.

    Attributes
    ----------
    name : str
        Name of its folder.
    facts : dict
        As in ``run.json``.
    results : tuple of Result
        By entry, in the order of the rows.
    """

    name: str
    facts: dict[str, Any]
    results: tuple[Result, ...]

    @classmethod
    def read(cls, path: Path, vocabulary: Vocabulary | None = None) -> Run:
        """Read a run.

        Parameters
        ----------
        path : Path
            Its folder.
        vocabulary : Vocabulary, optional
            The words of the run; by default those that ship with the project.

        Raises
        ------
        InputError
            When the folder holds no run, or one that cannot be read.
        """
        from tqdm import tqdm

        folder = RunFolder(path)
        facts, name = folder.facts(), path.resolve().name
        words, hard = _words(path, facts, vocabulary), Hard(facts["hard"])
        results: dict[str, Result] = {}
        bar = tqdm(
            folder.rows(), desc=name, unit=" games", delay=1, leave=False, disable=None
        )
        for row in bar:
            game, entry = Game.from_row(row), row["entry"]
            if entry not in results:
                boards = game.answer.count(",") + 1
                results[entry] = Result(name, entry, game.mode, boards, words, hard)
            results[entry].add(game, row)
        if not results:
            raise RunError(f"{str(path)!r} holds no game: expected a run")
        for result in results.values():
            result.settle()
        return cls(name, facts, tuple(results.values()))

    def __getitem__(self, entry: str) -> Result:
        """Return the result of an entry.

        Raises
        ------
        RunError
            When it was not played.
        """
        for result in self.results:
            if result.entry == entry:
                return result
        names = [result.entry for result in self.results]
        raise RunError(f"no entry {entry!r}: expected {names}{nearest(entry, names)}")

    def to_frame(self) -> pd.DataFrame:
        """Return a line per entry, with the columns of ``summary.csv`` that it has."""
        import pandas as pd

        lines = []
        for result in self.results:
            line: dict[str, Any] = {"entry": result.entry, "games": len(result.scores)}
            for name, column in result.columns.items():
                line |= {name: column.score}
                line |= {f"{name}_low": column.low, f"{name}_high": column.high}
                if result.mode is Mode.WORDPL:
                    line |= {f"{name}_budget": column.budget}
            if result.mode is Mode.CLASSIC:
                line |= {"total": result.total, "mean": result.mean}
            lines.append(line | {"won": result.outcomes[str(Outcome.WON)]})
        return pd.DataFrame(lines)

    def __repr__(self) -> str:
        games = sum(len(result.scores) for result in self.results)
        entries = ", ".join(result.entry for result in self.results)
        return f"<Run {self.name}: {counted(games, 'game')} of {entries}>"

    def _repr_html_(self) -> str:
        html: str = self.to_frame().to_html(index=False, na_rep="", border=0)
        return html


def _words(
    path: Path, facts: dict[str, Any], vocabulary: Vocabulary | None
) -> Vocabulary:
    """Return the words of a run, found by their digest."""
    shipped = map(Vocabulary.load, (5, *(n for n in LENGTHS if n != 5)))
    for words in shipped if vocabulary is None else [vocabulary]:
        if words.digest == facts["words"]:
            return words
    raise RunError(
        f"{str(path)!r} was played with other words: expected the same --answers and "
        "--guesses as when it was played"
    )
