"""Command `leaderboard`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from commands.framework.cli import command, flag
from commands.framework.results import Facts, Result
from contest.entries.home import RESULTS, ROOT, require_checkout
from contest.leaderboard.leads import Holder
from contest.leaderboard.lines import Line, to_csv
from contest.leaderboard.records import LINES, read_lines
from contest.leaderboard.standings import Leaderboard
from contest.pages.leaderboard import write_leaderboard
from contest.pages.wording import holder_name
from contest.statistics.quantiles import PERCENTILES
from contest.terminal.grid import align_columns
from contest.terminal.layout import fold_text
from game.text.formats import format_score, percent_with_error
from game.words import Vocabulary


class _LeaderboardFacts(Facts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``.

    `leads` and `records` have all past and present holders of leads and of records.
    `new` has the leaderboard's lines for runs that are new on the leaderboard, and
    `files` has the paths of the pages that were written.
    """

    leads: list[Holder]
    records: list[Holder]
    new: list[dict[str, Any]]
    files: list[str]


@command()
def main(
    *,
    recompute: bool = flag(
        "--recompute", "Compute the figures of all runs again from their games."
    ),
) -> Result[_LeaderboardFacts]:
    """Check every official run, report new results, and rewrite the leaderboard.

    The leaderboard consists of leaderboard.csv, leads.csv and records.csv in results/,
    of docs/leaderboard.md, and of a table in README.md. The figures of each run are
    kept in the folder of the run. They are computed again when the run, the words, the
    code, a table in data/ or a strategy has changed.
    """
    require_checkout()
    readme = ROOT / "README.md"
    page = ROOT / "docs" / "leaderboard.md"
    words = Vocabulary.load()
    return update_leaderboard(RESULTS, readme, page, words, recompute=recompute)


def update_leaderboard(
    results: Path,
    readme: Path,
    page: Path,
    vocabulary: Vocabulary,
    *,
    recompute: bool = False,
) -> Result[_LeaderboardFacts]:
    """Rewrite the leaderboard. Return the leads, the records and the new results.

    `results` is the folder of the runs and tables. `readme` is the file with the short
    table, and `page` is the file with the page of the leaderboard. `recompute` says
    whether to compute all figures again from the rows.
    """
    file = results / LINES
    known = {line.run for line in read_lines(file)} if file.exists() else set()
    leaderboard = write_leaderboard(
        results, readme, page, vocabulary, recompute=recompute
    )
    new = [line for line in leaderboard.lines if line.run not in known]
    facts = _LeaderboardFacts(
        leads=leaderboard.leads,
        records=leaderboard.records,
        new=[to_csv(line) for line in new],
        files=[str(page), str(readme)],
    )

    def text(width: int) -> str:
        lines = [*_result_lines(new), _titles_text(leaderboard, width)]
        lines.append(f"\nwrote {page}, {readme} and three tables in {results}")
        lines.append("next, if these files changed: git add README.md docs results")
        return fold_text("\n".join(lines), width)

    return Result(facts, text)


def _result_lines(new: Iterable[Line]) -> Iterator[str]:
    """Yield lines of text about runs that are new on the leaderboard.

    `new` has the leaderboard's lines for these runs.
    """
    for line in sorted(new, key=lambda line: line.date):
        if line.run:
            yield f"{line.entry}, {line.run}:"
            if line.refused:
                yield f"  not ranked: the entry {line.refused}"
            else:
                yield from (
                    f"  {_result_text(line, name)}" for name in _aimed_columns(line)
                )
            yield ""


def _aimed_columns(line: Line) -> list[str]:
    """Return the names of the rankings to which a run was submitted.

    `line` is the leaderboard's line for the run. If the run is not a submission, return
    the names of all rankings.
    """
    # A run has a part of the error budget of each ranking to which it was submitted.
    aims = [name for name, column in line.columns.items() if column.error_share > 0]
    return aims or [*line.columns]


def _result_text(line: Line, column: str) -> str:
    """Return the result of a run in the ranking `column`, as text.

    `line` is the leaderboard's line for the run.
    """
    figures = line.columns[column]
    if figures.certified < math.inf:
        return f"{column}: the budget {format_score(figures.certified)} is certified"

    # Without a certified budget, tell how close the chance is to the target.
    chance = percent_with_error(figures.chance, figures.error)
    where = "at any cost"
    if figures.budget < math.inf:
        where = f"within {format_score(figures.budget)}"
    share = PERCENTILES[column]
    needed = f"needed: {100 * share:g} %"
    return f"{column}: no budget certified: {chance} of games won {where}; {needed}"


def _titles_text(leaderboard: Leaderboard, width: int) -> str:
    """Return a table with a line for each ranking.

    A line has the holder of the lead, the budget of the lead and the budget that takes
    the lead, the record and the budget that wins the prize.
    """
    heads = "lead", "to take the lead", "prize", "to win the prize"
    lines = [["ranking", "lead held by", *heads]]
    for column in leaderboard.columns:
        # If nobody holds the record yet, any finite budget wins the prize.
        lead = column.lead
        prize = column.record.budget if column.record else math.inf
        budgets = (lead.budget, column.next_lead, prize, column.next_record)
        lines.append([column.name, holder_name(lead), *map(format_score, budgets)])
    return align_columns(lines, width)
