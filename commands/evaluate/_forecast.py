"""Forecast of a record test: the games that it will need, from a pilot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Self

import msgspec
import numpy as np
from tqdm import tqdm

from commands.evaluate._play import Played
from contest.entries.home import RESULTS, STANDINGS
from contest.leaderboard.leads import next_lead
from contest.leaderboard.records import LEADS, read_standing, submission_folders
from contest.runs.folder import RunFolder
from contest.statistics.error_budget import next_number, share_of_error
from contest.statistics.evalues import ERROR
from contest.statistics.forecast import (
    Decision,
    Pilot,
    accepted_share,
    games_needed,
    refused_share,
    simulate_tests,
)
from contest.statistics.quantiles import standard_error
from contest.statistics.record_test import share_of
from contest.terminal.grid import align_columns
from contest.terminal.layout import PROSE, fold_text
from game.record import Game
from game.text.formats import format_count, format_score
from game.words import Vocabulary

PILOT_GAMES = 301
SIMULATED_GAMES = 40_000
TESTS = 200
_STEPS = (1000, 2000, 5000, 10_000, 20_000, 40_000)


class Decided(msgspec.Struct, frozen=True):
    """Simulated tests: by how many games half and nine in ten of them are decided.

    `steps` has the shares that are accepted and refused by numbers of games.
    """

    half: float
    nine_tenths: float
    steps: dict[int, tuple[float, float]]

    @classmethod
    def of(cls, decisions: Sequence[Decision]) -> Self:
        """Return what became of the tests."""
        half, nine_tenths = (games_needed(decisions, share) for share in (0.5, 0.9))
        steps = {
            step: (accepted_share(decisions, step), refused_share(decisions, step))
            for step in _STEPS
        }
        return cls(half, nine_tenths, steps)

    def table(self) -> list[list[str]]:
        """Return the table of the tests that are decided after some games."""
        lines = [["games", "accepted", "refused", "open"]]
        for step, (yes, no) in self.steps.items():
            shares = (yes, no, 1 - yes - no)
            lines.append([f"{step:,}", *(f"{100 * x:.0f} %" for x in shares)])
        return lines

    def text(self) -> str:
        """Return by how many games half of the tests, and nine in ten, are decided."""
        if np.isinf(self.half):
            most = f"{SIMULATED_GAMES:,} games"
            return f"more than half of the tests are open after {most}"
        text = f"half of the tests are decided within {self.half:,.0f} games"
        if np.isinf(self.nine_tenths):
            return text
        return f"{text}, nine in ten within {self.nine_tenths:,.0f}"


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """Forecast of a test, from a pilot of some `games`.

    The share `won` of them, luck-adjusted, was won within `target`, with a standard
    `error`. The next submission is number `submission`, and errs with a
    probability of at most `level`. The `lead` of the column is `taken_by` some budget,
    and an official run of games like these would certify `certified`, all NaN of words
    that are not the contest's.
    """

    column: str
    record: float
    target: float
    games: int
    won: float
    error: float
    submission: int
    level: float
    tests: Decided
    submissions: Decided
    lead: float
    taken_by: float
    certified: float

    def text(self, width: int) -> str:
        """Return how many games the test and a submission need, and what leads."""
        width = min(width, PROSE)
        share = share_of(self.column)
        head = (
            f"{self.column}: {100 * share:g} % of the games won within "
            f"{format_score(self.target)} takes the record "
            f"{format_score(self.record)}. Of a pilot of "
            f"{format_count(self.games, 'game')}, "
            f"{100 * self.won:.2f} ± {100 * self.error:.2f} % were won "
            "within it, luck-adjusted. The test has significance level "
            f"{100 * ERROR:g} %; the next submission is number {self.submission}, with "
            f"{100 * self.level:.2g} %."
        )
        text = (
            f"{head}\n\n{align_columns(self.tests.table(), width)}\n\n"
            f"test: {self.tests.text()}\nsubmission: {self.submissions.text()}"
        )
        if not math.isnan(self.lead):
            is_none = math.isinf(self.certified)
            certified = "no budget" if is_none else format_score(self.certified)
            text += (
                f"\n\nlead of {self.column}: {format_score(self.lead)}, taken by "
                f"{format_score(self.taken_by)} or less; an official run of "
                f"{format_count(self.games, 'game')} like these certifies {certified}"
            )
        return fold_text(text, width)


def make_forecast(
    played: Played, column: str, record: float, target: float
) -> Forecast:
    """Return the forecast of the test of a column, from the games of a pilot."""
    played.require_scores()
    recorded, share = played.summaries[0].games, share_of(column)
    games = [Game.from_row(row) for row in played.folder.rows()]
    pilot = Pilot.of(games, played.plan.setting, target, share)
    submissions = [
        RunFolder(path).open().facts.numbers or {}
        for path in submission_folders(RESULTS)
    ]
    submission = next_number(submissions, column)
    level = share_of_error(submission)
    tests, official = (Decided.of(_simulate(pilot, error)) for error in (ERROR, level))
    lead = certified = math.nan
    if played.plan.setting.vocabulary == Vocabulary.load():  # the contest's words
        lead = read_standing(STANDINGS / LEADS)[column].budget
        certified = recorded.certified(column)
    return Forecast(
        column=column,
        record=record,
        target=target,
        games=len(games),
        won=float(np.mean(pilot.values)),
        error=standard_error(pilot.values),
        submission=submission,
        level=level,
        tests=tests,
        submissions=official,
        lead=lead,
        taken_by=next_lead(lead),
        certified=certified,
    )


def _simulate(pilot: Pilot, error: float) -> list[Decision]:
    """Return the decisions of simulated tests, with a bar of progress."""
    tests = simulate_tests(pilot, SIMULATED_GAMES, error, TESTS)
    bar = tqdm(
        tests, "simulating", TESTS, unit=" tests", leave=False, delay=1, disable=None
    )
    return [*bar]
