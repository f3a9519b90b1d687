"""Self-test of the referee on this machine."""

from __future__ import annotations

from tqdm import tqdm

from commands.cli import command
from commands.results import columns
from commands.terminal import show
from contest.conformance.selftest import EVERYWHERE, PROMISES, PromiseResult, selftest
from contest.runs.facts import RunStatus
from contest.sandbox.confinement.cgroups import memory_limit
from contest.terminal.layout import fold_text

MEMORY_LIMITS = {
    "cgroup v2": "limited by cgroup v2, for a process with all that it started",
    "address space": "limited by the address space of each process (cgroup v2 is not "
    "delegated here)",
}


@command()
def main() -> int:
    """Attack the referee on this machine and show which of its promises hold.

    It plays some of the strategies in contest/conformance/attacks, which takes seconds.
    Exit status: 1 when a promise that holds everywhere is broken.
    """
    status = RunStatus()
    failed = False
    total = len(PROMISES)
    bar = tqdm(
        total=total, desc="selftest", unit=" promises", leave=False, disable=None
    )
    with bar:
        for result in selftest(status):
            bar.update()
            bar.write(promise_text(result, columns()))
            failed = failed or bool(result.faults and result.promise in EVERYWHERE)
    show(f"\nisolation: {status.isolation}, namespaces: {status.namespaces}")
    show(f"memory: {MEMORY_LIMITS[memory_limit()]}")
    if text := advice(status.isolation):
        show(text)
    return 1 if failed else 0


def advice(isolation: str) -> str:
    """Return how to get full isolation, on a machine that does not have it."""
    if isolation == "full":
        return ""
    return (
        "full isolation on this machine: a container, by docker or podman\n"
        "  docker build --file .devcontainer/Containerfile --tag clueproof .\n"
        "  docker run --rm -it clueproof"
    )


def promise_text(result: PromiseResult, width: int) -> str:
    """Return a promise, whether it holds, and why it does not."""
    word = "no " if result.faults else "yes"
    lines = [f"{result.promise}  {word}  {PROMISES[result.promise]}"]
    lines += [f"         {fault}" for fault in result.faults]
    return fold_text("\n".join(lines), width)
