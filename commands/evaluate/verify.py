"""Command `verify`."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from msgspec import field

from commands.evaluate._play import play_run
from commands.framework.cli import argument, command, flag
from commands.framework.command_lines import EVALUATE, command_line
from commands.framework.options import FROM_CHECKOUT, JOBS, WordOptions
from commands.framework.results import Facts, Result
from contest.entries.digests import code_digest, file_digest
from contest.leaderboard.seeds import check_beacon
from contest.leaderboard.submission import Submission, read
from contest.leaderboard.verification import (
    SAMPLE,
    Repetition,
    RowDifference,
    Verified,
    changed_entries,
    draw_sample,
    replay_difference,
)
from contest.runs.facts import SEAL
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.sandbox.tempdirs import TemporaryFolder
from contest.statistics.games import group_by_entry
from contest.statistics.summary import Summary
from contest.terminal.layout import fold_text
from game.errors import InputError
from game.text.formats import format_count


class _VerifyFacts(Facts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: the result of a verification.

    `rows` is the number of rows of the run, which are games. `repeated` is the number
    of games that were played again. `notes` name the code and the entries that have
    changed since the run, and e-values that are large but do not void the score.
    """

    run: str
    result: str
    rows: int = 0
    repeated: int = 0
    notes: list[str] = field(default_factory=list)

    def text(self, width: int) -> str:
        """Return the result of the verification, and the command to type next."""
        text = fold_text(f"{self.run}: {self.result}", width)
        if self.exit_status:
            return text
        about = "next, rewrite the leaderboard:"
        return f"{text}\n{about}\n{command_line(EVALUATE, 'leaderboard')}"


@dataclass(frozen=True)
class _VerifyOptions(WordOptions):
    """Options of the command `verify`, which checks an official run."""

    path: Path = argument(
        "path", type=Path, metavar="RUN", help="The folder of the run."
    )
    whole: bool = flag(
        "--all",
        f"Play all games again, instead of a random sample of {SAMPLE:,} games.",
        to="whole",
    )
    checkout: Path | None = FROM_CHECKOUT
    jobs: int | None = JOBS


@command()
def main(*, options: _VerifyOptions) -> Result[_VerifyFacts]:
    """Check an official run: replay its moves, then play its entries again.

    For a submission, the numbers of the repeated games are written to verified.json in
    the folder of the run. Without that file the submission holds no lead and no prize.

    Notes name the code and the entries that have changed since the run. Such a change
    alone is no fault: only the rows decide.

    Exit status: 0 when every row of games.csv comes out as recorded, 1 when a row
    differs or the information test voids a score, 2 when the run is incomplete, has
    other rules or words, or when its entries are missing.
    """
    # The fast checks come first: the digests and the beacon, then the recorded moves.
    # The entries play again last.
    path = options.path
    vocabulary = options.vocabulary()
    submission = read(path, vocabulary)
    check_beacon(submission)
    notes = _list_changes(submission, options.checkout)
    fault, count = _find_difference(submission, options)
    fault = fault or _find_objection(submission, notes)

    rows = len(submission.rows)
    were = "was" if count == 1 else "were"
    repeated = f"{count:,} of {format_count(rows, 'game')} {were} repeated"
    said = _VerifyFacts(
        exit_status=int(bool(fault)),
        run=str(path),
        result=fault or f"{repeated}, and every row is the same",
        rows=rows,
        repeated=0 if fault else count,
        notes=notes,
    )
    return Result(said, said.text)


def _list_changes(submission: Submission, checkout: Path | None) -> list[str]:
    """Return notes on code and entries that have changed since a run.

    The notes are also written to stderr. `checkout` is the folder of the other contest
    project that has the entries, or None.
    """
    notes = changed_entries(submission, checkout)
    if submission.facts.code != code_digest():
        commit = submission.facts.commit[:12]
        notes.insert(0, f"the run was made with different code, of commit {commit!r}")
    for note in notes:
        sys.stderr.write(f"note: {note}\n")
    return notes


def _find_difference(
    submission: Submission, options: _VerifyOptions
) -> tuple[str, int]:
    """Replay the moves of a run, and play games of the run again.

    Return the first difference ("" if there is no difference), and the number of games
    that were played again (0 if there is a difference). For a submission, write the
    result to verified.json.
    """
    # Clues, outcomes and scores follow from the seed and the recorded moves.
    if difference := replay_difference(submission):
        return f"the recorded moves give another result: {difference}", 0

    # Then the entries play again. The sample is drawn only now, so that nobody could
    # know which games would be repeated. If an entry failed in the run, all games are
    # repeated.
    facts = submission.facts
    everything = options.whole or facts.status.failures
    sample = () if everything else draw_sample(facts.games)
    difference = _repeat_games(submission, sample, options)

    # The time limit may have ended the repeated game. Then the difference proves
    # nothing about the recorded game.
    if difference and difference.forfeited:
        raise InputError(
            f"{difference}: the repeated game ended without a final answer",
            "an idle machine, because a game takes longer on a busy machine",
        )

    # Only a run of one entry can be a submission. The digest of the seal ties
    # verified.json to this run.
    if len(facts.entries) == 1:
        numbers = list(sample or range(len(submission.rows)))
        date = time.strftime("%Y-%m-%d", time.gmtime())
        seal = file_digest(options.path / SEAL)
        text = str(difference or "")
        Verified(seal, date, code_digest(), numbers, text).write(options.path)
    if difference:
        return f"its entries play differently now: {difference}", 0
    return "", len(sample) * len(facts.entries) or len(submission.rows)


def _find_objection(submission: Submission, notes: list[str]) -> str:
    """Return a sentence that says why a score is void, or "" if no score is void.

    Notes on e-values that are large but do not void the score are added to `notes`.
    """
    # Even if no row differs, a score may be void, because the entry may have known more
    # than the clues tell.
    played = zip(submission.rows, submission.games, strict=True)
    tested = len(submission.facts.entries)
    by_entry = group_by_entry(played, submission.facts.setting, certifies=False)
    for entry, games in by_entry.items():
        summary = Summary(entry, games)
        if why := summary.objection(tested):
            return f"every row is the same, but the score is void: {entry} {why}"
        if what := summary.notice(tested):
            notes.append(f"{entry}: {what}")
            sys.stderr.write(f"note: {notes[-1]}\n")
    return ""


def _repeat_games(
    submission: Submission, sample: tuple[int, ...], options: _VerifyOptions
) -> RowDifference | None:
    """Play games of a run again with its entries, until a row differs.

    `sample` has the numbers of the games to play; if it is empty, all games are played.
    Return the row that differs, or None if no row differs.
    """
    # The seed is the same, but the repetition is no official run: the machine of the
    # verifier need not have full isolation.
    plan = Plan.from_facts(submission.facts, options.jobs, options.checkout)
    games = len(sample) or plan.games
    plan = replace(plan, commit="", games=games, sample=sample)
    repetition = Repetition(submission, sample)
    with TemporaryFolder() as folder:
        run = RunFolder.create(folder / "run")
        played = play_run(plan, run, on_row=repetition)

    # If an entry fails here but did not fail in the run, its games cannot be checked.
    for text, reason in played.status.failures.items():
        if text not in submission.facts.status.failures:
            raise InputError(f"entry {text!r} cannot be played here: {reason}")
    return repetition.difference
