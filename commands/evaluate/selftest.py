"""Command `selftest`."""

from __future__ import annotations

from commands.framework.cli import command
from commands.framework.results import Facts, Result
from commands.person.terminal import progress_bar
from contest.conformance.selftest import EVERYWHERE, PROMISES, PromiseResult, selftest
from contest.runs.facts import RunStatus
from contest.sandbox.confinement.cgroups import memory_limit
from contest.terminal.layout import fold_text

_MEMORY_LIMITS = {
    "cgroup v2": "limited by cgroup v2, for a process and its child processes together",
    "address space": "limited by the address space of each process (cgroup v2 is not "
    "delegated here)",
}


class _SelftestFacts(Facts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: the result of the self-test.

    `promises` says, for each promise of the referee, whether the promise holds on this
    machine. `isolation`, `namespaces` and `memory` say which protections this machine
    offers.
    """

    promises: list[PromiseResult]
    isolation: str
    namespaces: str
    memory: str

    def text(self, width: int) -> str:
        """Return a line for each promise, and lines about the protections in use."""
        lines = [promise_text(result, width) for result in self.promises]
        lines += [f"\nisolation: {self.isolation}, namespaces: {self.namespaces}"]
        lines += [f"memory: {_MEMORY_LIMITS[self.memory]}", advice(self.isolation)]
        return "\n".join(fold_text(line, width) for line in lines if line)


@command()
def main() -> Result[_SelftestFacts]:
    """Attack the referee on this machine and show which of its promises hold.

    The self-test takes seconds. The self-test plays some of the strategies in
    contest/conformance/attacks.
    Exit status: 1 when the referee breaks a promise that should hold on any system.
    """
    status = RunStatus()
    results = list[PromiseResult]()
    with progress_bar("promises", len(PROMISES)) as bar:
        for result in selftest(status):
            bar.update()
            results.append(result)
    facts = _SelftestFacts(
        exit_status=int(any(r.faults and r.promise in EVERYWHERE for r in results)),
        promises=results,
        isolation=status.isolation,
        namespaces=status.namespaces,
        memory=memory_limit(),
    )
    return Result(facts, facts.text)


def advice(isolation: str) -> str:
    """Return how to get full isolation from strategies, as text for the user.

    `isolation` is the isolation level of this machine. If the level is full, return an
    empty string.
    """
    if isolation == "full":
        return ""
    return (
        "for full isolation on this machine, use a container (docker or podman):\n"
        "  docker build --file .devcontainer/Containerfile --tag clueproof .\n"
        "  docker run --rm -it clueproof"
    )


def promise_text(result: PromiseResult, width: int) -> str:
    """Return a text about one promise of the referee.

    The text has the promise, whether it holds on this machine, and the faults that were
    found.
    """
    word = "no " if result.faults else "yes"
    lines = [f"{result.promise}  {word}  {PROMISES[result.promise]}"]
    lines += [f"         {fault}" for fault in result.faults]
    return fold_text("\n".join(lines), width)
