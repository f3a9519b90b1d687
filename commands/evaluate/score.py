"""Command `score`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from commands.evaluate._plans import (
    GameOptions,
    games_option,
    plan_run,
)
from commands.evaluate._play import Played, PlayedFacts, play_run
from commands.framework.cli import command, flag, option, refuse_options
from commands.framework.command_lines import resume_command
from commands.framework.modes import with_only_mode
from commands.framework.options import entries_argument
from commands.framework.results import Result
from commands.person.terminal import progress
from contest.entries.home import STANDINGS
from contest.leaderboard.leads import next_lead
from contest.leaderboard.records import LEADS, read_standing
from contest.runs.folder import RunFolder
from contest.runs.official import make_official, official_run
from contest.sandbox.limits import Limits
from contest.statistics.prospects import Prospect, prospect_of
from contest.statistics.quantiles import PERCENTILES
from contest.terminal.histogram import histograms
from contest.terminal.tables import prospects_text, table_text
from game.errors import InputError
from game.protocol import Mode, Setting
from game.text.formats import format_count
from game.words import Vocabulary

_ENTRY_FORMS = """\
An ENTRY is one of:
a name from strategies/ (entropy),
a name with a label, if the file lists several entries (quantile/p50),
a name with parameters ("entropy:Entropy(epsilon=12.3)"),
a file, with or without parameters (path/to/mine.py:Mine(x=1)),
a command that runs a program in any language ("program:./mybot --flag"), or
a file that names such a command (path/to/mybot.toml).
A name without a label selects every entry that the file lists. Without an ENTRY, all
entries of strategies/ are scored.

docs/reference/files.md explains every field of games.csv and summary.csv.

Exit status: 0 when every entry has a score. 1 when an entry has no score, when the
information test voids the score of an entry, or when an entry crashed, ran out of time
or made an invalid move in every game; the reason stands below the tables. 2 after a
mistake on the command line.
"""


@dataclass(frozen=True)
class _ScoreOptions(GameOptions):
    """Options of the command `score` that say how the games are played."""

    heading = "Running"
    official: bool = flag(
        "--official",
        "Make an official run: with a fresh seed, from a clean checkout, in full "
        "isolation.",
    )
    scheduler: str | None = option(
        "--scheduler",
        metavar="ADDRESS",
        help="Play on the workers of this dask scheduler, like tcp://127.0.0.1:8786.",
    )
    isolate_games: bool = flag(
        "--isolate-games",
        "Start a new process for every game, so that a strategy cannot remember "
        "earlier games.",
    )

    def cluster(self) -> str:
        """Return the address of ``--scheduler``, or an empty string without it."""
        if self.scheduler is None:
            return ""

        # A cluster has its own number of workers. The cluster must answer before the
        # folder of the run is made.
        refuse_options(("jobs",), "not to be given with --scheduler")
        # Imported here, because joblib takes long to import.
        from contest.runs.workers.pools import check_scheduler

        check_scheduler(self.scheduler)
        return self.scheduler


class _ScoreFacts(PlayedFacts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: the scores of a run.

    `entries` has a dict for each entry: the keys are the columns of summary.csv, and
    the values are the statistics of the entry. In WORDPL, ``certified[entry][ranking]``
    is the budget that the games of the entry certify. In WORDPL with the words of the
    contest, `leads` maps each ranking to its lead and to the budget that takes the
    lead, and `nearest` says how near each entry is to the nearest lead.
    """

    seed: str
    entries: list[dict[str, str | int | float | None]]
    certified: dict[str, dict[str, float]]
    leads: dict[str, tuple[float, float]]
    nearest: dict[str, Prospect]


@command(epilog=_ENTRY_FORMS)
def main(
    *,
    entries: tuple[str, ...] = entries_argument("Strategies to score."),
    games: int | None = games_option(),
    options: _ScoreOptions,
) -> Result[_ScoreFacts]:
    """Score strategies at WORDPL, classic Wordle or Fibble."""
    options = with_only_mode(options, entries, options.checkout)
    cluster = options.cluster()
    limits = Limits(options.start_timeout, options.isolate_games)
    plan, folder = plan_run(entries, options, games, limits)
    if not entries and not folder:
        count = format_count(len(plan.entries), "entry")
        each = format_count(plan.games, "game")
        progress(f"no ENTRY is named: {count} of strategies/ play {each} each")

    # A resumed run is official if it was started as an official run.
    if options.official and not folder:
        if options.seed is not None:
            raise InputError(
                f"--seed {options.seed!r}",
                "no --seed, because an official run draws its own seed",
            )
        plan = make_official(plan)
    if cluster and plan.commit:
        raise InputError(
            "--scheduler",
            "no --scheduler, because official runs use local workers only",
        )
    plan = replace(plan, scheduler=cluster)

    leads = _read_leads(plan.setting)
    targets = {name: target for name, (_, target) in leads.items()}
    folder = folder or RunFolder.create(options.out)
    with official_run(plan, folder):
        played = play_run(plan, folder, resume_command(folder.path))

    certified = {}
    for summary in played.summaries if plan.setting.mode.priced else ():
        budgets = {name: summary.games.certified(name) for name in PERCENTILES}
        certified[summary.entry] = budgets
    facts = played.facts(
        _ScoreFacts,
        seed=plan.seed,
        entries=[summary.line() for summary in played.summaries],
        certified=certified,
        leads=leads,
        nearest={
            summary.entry: prospect_of(summary.games, targets)
            for summary in (played.summaries if targets else ())
        },
    )
    return Result(facts, partial(_text, played, facts))


def _read_leads(setting: Setting) -> dict[str, tuple[float, float]]:
    """Return the lead of each ranking, and the budget that takes the lead.

    The keys are the names of the rankings. The leads hold for WORDPL with the words of
    the contest; for other games the result is empty.
    """
    if setting.mode is not Mode.WORDPL or setting.vocabulary != Vocabulary.load():
        return {}

    standing = read_standing(STANDINGS / LEADS)
    return {
        name: (standing[name].budget, next_lead(standing[name].budget))
        for name in PERCENTILES
        if name in standing
    }


def _text(played: Played, facts: _ScoreFacts, width: int) -> str:
    """Return tables of scores, lines about the distance to leads, and notes."""
    tables = table_text if played.plan.setting.mode.priced else histograms
    text = tables(played.summaries, width, played.status.names)
    if closing := prospects_text(
        played.summaries, facts.nearest, width, played.status.names
    ):
        text += f"\n\n{closing}"
    return f"{text}\n{facts.end_text(width)}"
