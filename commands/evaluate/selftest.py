"""Self-test of the referee on this machine."""

from __future__ import annotations

from collections.abc import Sequence

from commands.cli import Parser
from commands.terminal import columns
from contest.report.layout import folded


def main(arguments: Sequence[str]) -> int:
    """Play some attacks; return 1 if a promise that holds everywhere is broken."""
    parser = Parser(
        prog="evaluate.py selftest",
        description="Attack the referee on this machine and show which of its "
        "promises hold: a handful of the strategies in tests/attacks, in seconds.",
    )
    parser.parse_args(arguments)

    from tqdm import tqdm

    from contest.conformance.selftest import EVERYWHERE, PROMISES, selftest
    from contest.runs.status import RunStatus

    status = RunStatus()
    failed = False
    total = len(PROMISES)
    bar = tqdm(
        total=total, desc="selftest", unit=" promises", leave=False, disable=None
    )
    with bar:
        for verdict in selftest(status):
            word = "no " if verdict.faults else "yes"
            lines = [f"{verdict.promise}  {word}  {PROMISES[verdict.promise]}"]
            lines += [f"         {fault}" for fault in verdict.faults]
            bar.update()
            bar.write(folded("\n".join(lines), columns()))
            failed = failed or bool(verdict.faults and verdict.promise in EVERYWHERE)
    print(f"\nisolation: {status.isolation}")
    return 1 if failed else 0
