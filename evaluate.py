"""Score strategies at WORDPL or classic Wordle: the contest's front door."""

from __future__ import annotations

import sys

# The folder of this script goes last on the path, so that a random.py beside it does
# not shadow the standard library, here or in the workers.
if not sys.flags.safe_path:
    sys.path.append(sys.path.pop(0))

import os
from collections.abc import Sequence

from commands.cli import command, exit_status, listing
from commands.evaluate import score

COMMANDS = {
    "certify": "test whether an entry beats a record, for as many games as it takes",
    "check": "what the contest requires of an entry, and what to fix",
    "compare": "two entries on the same secrets and the same noise: who is better",
    "leaderboard": "check all records, say who holds what, rewrite the tables",
    "report": "one page on runs: tables, plots, and every game step by step",
    "profile": "where a strategy's time goes, and how near each game is to its limit",
    "submit": "an official run of an entry, and the record of it",
    "tune": "good parameters of an entry, on the same games for all of them",
    "verify": "check a record and play it again",
    "tree": "fewest guesses of all games together, with a proof; the best opening",
    "selftest": "which of the referee's promises hold on this machine",
}


def main(arguments: Sequence[str]) -> int | None:
    """Run a command, or score entries."""
    if arguments and arguments[0] in COMMANDS:
        return command("evaluate", arguments[0])(arguments[1:])
    return score.main(arguments, listing(COMMANDS, "other commands"))


if __name__ == "__main__":
    os.environ["PYTHONSAFEPATH"] = "1"  # for joblib's workers
    sys.exit(exit_status("evaluate.py", main))
