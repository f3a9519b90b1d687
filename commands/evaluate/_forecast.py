"""Forecast of a record test: the games that it will need, from a pilot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from tqdm import tqdm

from commands.evaluate._play import play_run
from commands.terminal import columns, show
from contest.entries.home import RESULTS, STANDINGS
from contest.leaderboard.leads import next_lead
from contest.leaderboard.records import LEADS, read_standing, submission_folders
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.sandbox.tempdirs import TemporaryFolder
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
from contest.statistics.games import Games
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


@dataclass(frozen=True, slots=True)
class Forecast:
    """Forecast of the test of a column, whose budget must be at most `target`."""

    column: str
    record: float
    target: float

    def show(self, pilot: Plan) -> int:
        """Play the pilot and show the forecast; return the exit status of the pilot."""
        vocabulary = pilot.setting.vocabulary
        with TemporaryFolder() as folder:
            played = play_run(pilot, RunFolder.create(folder / "pilot", folder))
            played.require_scores()
            games = [Game.from_row(row) for row in played.folder.rows()]
            share = share_of(self.column)
            print(self._text(Pilot.of(games, pilot.setting, self.target, share)))
            if vocabulary == Vocabulary.load():  # the words of the contest
                show(f"\n{_lead_text(played.summaries[0].games, self.column)}")
            played.show_notes()
        return played.exit_status

    def _text(self, pilot: Pilot) -> str:
        """Return how many games the test and a submission need."""
        submissions = [
            RunFolder(path).open().facts.numbers for path in submission_folders(RESULTS)
        ]
        submission = next_number(submissions, self.column)
        level = share_of_error(submission)
        tests, official = (
            list(
                tqdm(
                    simulate_tests(pilot, SIMULATED_GAMES, error, TESTS),
                    desc="simulating",
                    total=TESTS,
                    unit=" tests",
                    leave=False,
                    delay=1,
                    disable=None,
                )
            )
            for error in (ERROR, level)
        )
        mean, spread = float(np.mean(pilot.values)), standard_error(pilot.values)
        width = min(columns(), PROSE)
        head = (
            f"{self.column}: {100 * pilot.share:g} % of the games won within "
            f"{format_score(self.target)} takes the record "
            f"{format_score(self.record)}. Of a pilot of "
            f"{format_count(len(pilot.values), 'game')}, "
            f"{100 * mean:.2f} ± {100 * spread:.2f} % were won "
            "within it, luck-adjusted. The test has significance level "
            f"{100 * ERROR:g} %; the next submission is number {submission}, with "
            f"{100 * level:.2g} %."
        )
        return fold_text(
            f"{head}\n\n{align_columns(_table(tests), width)}\n\n"
            f"test: {_games_text(tests)}\nsubmission: {_games_text(official)}",
            width,
        )


def _table(decisions: Sequence[Decision]) -> list[list[str]]:
    """Return the table of the tests that are decided after some games."""
    lines = [["games", "accepted", "refused", "open"]]
    for step in _STEPS:
        yes, no = accepted_share(decisions, step), refused_share(decisions, step)
        shares = (yes, no, 1 - yes - no)
        lines.append([f"{step:,}", *(f"{100 * x:.0f} %" for x in shares)])
    return lines


def _games_text(decisions: Sequence[Decision]) -> str:
    """Return by how many games half of the tests, and nine in ten, are decided."""
    half, nine_tenths = (games_needed(decisions, share) for share in (0.5, 0.9))
    if np.isinf(half):
        return f"more than half of the tests are open after {SIMULATED_GAMES:,} games"
    text = f"half of the tests are decided within {half:,.0f} games"
    if np.isinf(nine_tenths):
        return text
    return f"{text}, nine in ten within {nine_tenths:,.0f}"


def _lead_text(games: Games, column: str) -> str:
    """Return what takes the lead of a column, and what some games would certify."""
    lead = read_standing(STANDINGS / LEADS)[column].budget
    budget = games.certified(column)
    certified = "no budget" if np.isinf(budget) else format_score(budget)
    return (
        f"lead of {column}: {format_score(lead)}, taken by "
        f"{format_score(next_lead(lead))} or less; an official run of "
        f"{format_count(len(games), 'game')} like these certifies {certified}"
    )
