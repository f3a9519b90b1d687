"""Options and play of the commands that run games."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from commands.cli import add_boards, add_hard, cores, one_of, whole_number
from game.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from contest.runs.folder import RunFolder
    from contest.runs.plan import Plan, StoppingRule
    from contest.runs.status import RunStatus


def own_seed(folder: Path) -> str:
    """Return this checkout's own seed, drawn once.

    It stays the same from run to run but is secret: a strategy that knew the seed could
    compute the secrets.

    Parameters
    ----------
    folder : Path
        Where it is stored, not readable by strategies.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     own_seed(Path(folder)) == own_seed(Path(folder))
    True
    """
    path, seed = folder / "seed", secrets.token_hex(16)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(seed)
    except FileExistsError:
        return path.read_text(encoding="utf-8").strip() or seed
    except OSError:  # nothing can be kept here
        pass
    return seed


def add_run(parser: argparse.ArgumentParser, seed: str = "this checkout's own") -> None:
    """Add the options of how games are played and where they are stored.

    Parameters
    ----------
    parser : ArgumentParser
        Receives the options.
    seed : str
        Description of the default seed, for the help.
    """
    add_boards(parser)
    add_hard(parser)
    add = parser.add_argument
    add("--guess", metavar="WORD[,WORD]", help="their opening, one word or several")
    add("--depth", type=whole_number(1), metavar="N", help="guesses they look ahead")
    add("--seed", metavar="TEXT", help=f"names secrets and noise (default: {seed})")
    add(
        "--official",
        action="store_true",
        help="a run that counts: a fresh seed, a clean checkout, full isolation",
    )
    add_jobs(parser)
    add("--backend", type=one_of("loky", "dask"), default="loky", help="loky or dask")
    add(
        "--scheduler",
        metavar="ADDRESS",
        help="with --backend dask: the scheduler whose workers play, like "
        "tcp://127.0.0.1:8786",
    )
    add(
        "--out", type=Path, metavar="DIR", help="folder of the run (default: a new one)"
    )
    add(
        "--isolate-games",
        action="store_true",
        help="a new process for every game, so that none can know of another",
    )


def scheduler(options: argparse.Namespace, *, official: bool) -> str:
    """Return the address of the dask cluster that plays, empty for none.

    Parameters
    ----------
    options : Namespace
        With those of `add_run`.
    official : bool
        Whether the run is official.

    Raises
    ------
    InputError
        When the options contradict each other or the cluster cannot play.
    """
    from contest.runs.workers import check_scheduler

    address: str = options.scheduler or ""
    if options.backend == "loky":
        if address:
            raise InputError(
                f"--scheduler {address!r}: expected --backend dask with it"
            )
        return ""
    if not address:
        raise InputError("--backend 'dask': expected --scheduler ADDRESS with it")
    if official:
        raise InputError(
            "--backend 'dask': expected loky for an official run, in which no other "
            "process has a say"
        )
    check_scheduler(address)
    return address


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of worker processes."""
    parser.add_argument(
        "--jobs",
        type=whole_number(1),
        default=cores(),
        metavar="N",
        help="worker processes (default: one per core)",
    )


def play(
    plan: Plan,
    folder: RunFolder,
    resume: str = "",
    stopping_rule: Callable[[], StoppingRule] | None = None,
) -> tuple[pd.DataFrame, RunStatus]:
    """Compile the kernels and play, unless the run is complete.

    Parameters
    ----------
    plan, folder, stopping_rule
        As for `contest.runs.evaluation.evaluate`.
    resume : str
        The command that resumes an interrupted run, without its folder.

    Raises
    ------
    InputError
        When the referee failed, so that there is no result.
    """
    from contest.runs.evaluation import RefereeError, evaluate, finished

    # A stopping rule of the caller must receive all rows.
    if stopping_rule is None and (found := finished(plan, folder)) is not None:
        return found

    from solver.jit import warm

    warm(plan.vocabulary, plan.mode.rule)
    try:
        return evaluate(plan, folder, stopping_rule)
    except RefereeError as error:
        raise InputError(f"{error}; the run has no result") from error
    except KeyboardInterrupt:
        if resume:
            sys.stderr.write(f"go on with: {resume} {folder.path}\n")
        raise
