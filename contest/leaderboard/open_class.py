"""Open class of the leaderboard: official runs of models, with a table of their own.

A model or a program plays outside the sandbox. Its moves are checked: they replay from
the seed, which is drawn when all else is fixed, and the information test refuses who
knows more than the clues say. The k-th run of the class may be refused by mistake with
a probability of at most ``ERROR / (k (k + 1))``, as for records. No run of this class
takes a lead or a record.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from contest.leaderboard.submission import SubmissionError, check_links
from contest.models.figures import Interval
from contest.models.games import read_played, read_records
from contest.models.runs import FACTS, TRANSCRIPTS, ModelFacts, ModelRun
from contest.statistics.error_budget import share_of_error
from contest.statistics.games import Games, GamesBuilder
from contest.statistics.information import refusal
from contest.statistics.quantiles import PERCENTILES
from game.protocol import Setting
from game.record import Game
from game.replays import replay
from game.text.formats import is_formula, is_visible
from game.words import Vocabulary

OPEN = "open"
"""Folder of these runs in the results."""


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A run of the open class as the leaderboard shows it.

    `number` is that of the run in the class; `adjusted` is the luck-adjusted share of
    games won, with its 95 % interval from `low` to `high`. `budget` in nats wins half
    of the games, luck-adjusted: ``inf`` if none does, NaN without prices. `refused`
    says why it does not count, empty where it does.
    """

    number: int
    run: str
    model: str
    game: str
    limit: int
    adjusted: float
    low: float
    high: float
    budget: float
    games: int
    date: str
    refused: str


def open_folders(results: Path) -> list[Path]:
    """Return the folders of the runs of the class, in the order of names."""
    return sorted(path.parent for path in (results / OPEN).glob(f"*/{FACTS}"))


def next_open_number(results: Path) -> int:
    """Return the number of the next run of the class."""
    runs = [ModelRun.open(path, is_over=True) for path in open_folders(results)]
    return 1 + max((run.facts.open for run in runs), default=0)


def open_rows(results: Path, vocabulary: Vocabulary) -> list[OpenRow]:
    """Return the rows of the class by game, the best first; refused ones last.

    The best in games with prices has the smallest budget, in others the largest chance.

    Raises `InputError` when a run is invalid or does not follow from its seed, or two
    have the same number.
    """
    rows = [open_row(path, vocabulary) for path in open_folders(results)]
    for number, count in Counter(row.number for row in rows).items():
        if count > 1:
            raise SubmissionError(
                f"{count} runs in {str(results / OPEN)!r} have the number {number}: "
                f"expected one, and {next_open_number(results)} for the next"
            )

    def rank(row: OpenRow) -> tuple[object, ...]:
        budget = 0.0 if math.isnan(row.budget) else row.budget
        return bool(row.refused), row.game, row.limit, budget, -row.adjusted

    return sorted(rows, key=rank)


def open_row(path: Path, vocabulary: Vocabulary) -> OpenRow:
    """Return the row of a run; raise as `open_rows` does."""
    check_links(path)
    run = ModelRun.open(path, is_over=True)
    facts = run.facts
    _check_facts(path, facts, vocabulary)
    setting = facts.setting(vocabulary)
    builder = GamesBuilder(setting, certifies=False)
    for game in _read_games(run, setting):
        builder.add(game)
    games = builder.build()
    interval = Interval.of(games.curve.within(math.inf).tolist())
    half = PERCENTILES["p50"]
    return OpenRow(
        number=facts.open,
        run=path.name,
        model=facts.model,
        game=facts.game,
        limit=facts.limit,
        adjusted=interval.mean,
        low=interval.low,
        high=interval.high,
        budget=games.curve.crossing(half) if setting.mode.priced else math.nan,
        games=len(games),
        date=facts.date,
        refused=information_refusal(games, facts.open),
    )


def information_refusal(games: Games, number: int) -> str:
    """Return why the run of a number does not count, empty if it does."""
    e_value = float(games.side_information.max())
    return refusal(e_value, least=1 / share_of_error(number))


def _check_facts(path: Path, facts: ModelFacts, vocabulary: Vocabulary) -> None:
    """Refuse a run whose facts are not those of an official one."""
    problems = {
        "of items, or of no number: expected one made with --official": facts.items
        or facts.open < 1,
        "of other words: expected those of this version": facts.words
        != vocabulary.digest,
        "of a seed that was not drawn for these facts: expected the model, options and "
        "phrasings for which it was drawn": not facts.seed.startswith(
            f"{facts.digest}-"
        ),
        f"of model {facts.model!r:.40}: expected a visible name": not is_visible(
            facts.model
        )
        or is_formula(facts.model),
        f"of date {facts.date!r:.40}: expected one like 2026-01-31": not re.fullmatch(
            r"\d{4}-\d\d-\d\d", facts.date
        ),
    }
    for problem, applies in problems.items():
        if applies:
            raise SubmissionError(f"{str(path)!r} is {problem}")


def _read_games(run: ModelRun, setting: Setting) -> list[Game]:
    """Return the games of a run, which follow from its seed."""
    records = read_records(run.path / TRANSCRIPTS)
    played = [read_played(record, setting, -1) for record in records]
    played.sort(key=lambda each: each.number)
    numbers = [each.number for each in played]
    if numbers != list(range(run.facts.count)):
        raise SubmissionError(
            f"{str(run.path)!r} has {len(numbers):,} games: expected each of "
            f"{run.facts.count:,} once (evaluate.py chat --resume)"
        )
    games = [each.game for each in played]
    again = replay(games, numbers, run.facts.seed, setting)
    for number, (game, other) in enumerate(zip(games, again, strict=True)):
        if game != other:
            raise SubmissionError(
                f"{str(run.path)!r}: game {number} with the answer {game.answer!r}: "
                "its secret, clues or outcome do not follow from the seed"
            )
    return games
