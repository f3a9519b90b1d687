"""Judgement of a pull request that enters a strategy, by the code of its base branch.

    python .ci/entry.py BASE [HEAD] [--json]

HEAD may add one file, ``strategies/<entry>.py``, to BASE and change nothing else. That
file alone is put into a fresh copy of BASE, where it is checked and scored; nothing
else of HEAD is ever on disk. What was found is written as Markdown to the file that
GITHUB_STEP_SUMMARY names, and to the terminal; there with ``--json`` as a `Judgement`
of JSON, or a mistake. Exit status: 0 when all is well, 1 when the entry must be fixed,
2 when the pull request is refused.
"""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))

import msgspec

from commands.framework.results import Facts, Mistake, json_text
from contest.entries.names import reserved_names
from contest.entries.strategy_file import StrategyFile
from game.errors import InputError
from game.protocol import Mode

JSON = "--json"
GAMES = 101
FEWEST = 11  # games of each of several entries
LARGEST = 1 << 20  # bytes of an entry
MOST_NAMED = 20  # files of a pull request that is refused
PATIENCE = 1200  # seconds for all steps
_NAME = re.compile(rb"strategies/([a-z][a-z0-9_]{0,39})\.py")
_PLAIN = b"100644"  # how git calls a file that is neither a link nor a program
# What pytest would run as tests; they are no entries.
_TESTS = re.compile(r"conftest|test_.*|.*_test")


class Refused(Exception):
    """A pull request that is not one added entry."""


class Step(msgspec.Struct, frozen=True):
    """A command of evaluate.py, and what it said: with ``--json`` its result."""

    name: str
    command: str
    passed: bool
    output: str
    result: msgspec.Raw | None = None

    def markdown(self) -> str:
        """Return its verdict and what it said."""
        verdict = "passed" if self.passed else "failed"
        said = f"{self.command}\n{self.output}"
        return f"**{self.name}**: {verdict}\n\n{fenced(said)}"


class Judgement(Facts, frozen=True, kw_only=True):
    """What is said about a pull request: why it is refused, or the steps of a check."""

    entry: str = ""
    refused: str = ""
    steps: tuple[Step, ...] = ()

    def markdown(self) -> str:
        """Return it as the summary of a workflow."""
        if self.refused:
            return f"## Refused\n\n{self.refused}\n\n{EXPECTED}\n"
        parts = [f"## Entry `{self.entry}`\n", *(s.markdown() for s in self.steps)]
        return "\n".join(parts)


def main() -> int:
    """Judge, write the summary and return the exit status."""
    names = [word for word in sys.argv[1:] if word != JSON]
    if not 1 <= len(names) <= 2:
        mistake("", "BASE [HEAD], one or two commits")
    base, head = (commit(name) for name in (names[0], [*names, "HEAD"][1]))
    try:
        name, source = added(base, head)
    except Refused as reason:
        return report(Judgement(exit_status=2, refused=str(reason)))
    with tempfile.TemporaryDirectory(prefix="clueproof-entry-") as folder:
        copy = Path(folder, "project")
        git("clone", "--quiet", "--no-checkout", "--shared", str(ROOT), str(copy))
        git("-C", str(copy), "checkout", "--quiet", "--detach", base)
        (copy / "strategies" / f"{name}.py").write_bytes(source)
        return report(judge(name, copy))


EXPECTED = (
    "An entry is one added file, `strategies/<entry>.py`, with a name of lower-case "
    "letters, digits and `_`, and nothing else."
)


def added(base: str, head: str) -> tuple[str, bytes]:
    """Return the name and the content of the one file that a commit adds.

    Raises
    ------
    Refused
        When that is not all that has changed.
    """
    forks = git("merge-base", "--all", base, head, quiet=True).decode().split()
    if len(forks) != 1:
        raise Refused("It does not start from one commit of the branch it is for.")
    if forks[0] == head:
        raise Refused(
            "It is a commit of the branch it is for: it adds nothing to it. Commit the "
            "file to a branch of its own: `git switch -c NAME`."
        )
    options = ["-r", "-z", "--raw", "--no-renames", "--ignore-submodules=none"]
    fields = git("diff-tree", *options, forks[0], head).split(b"\0")[:-1]
    changes = list(zip(fields[::2], fields[1::2], strict=True))
    named = changes[:MOST_NAMED]
    faults = [fault for change in named if (fault := objection(*change))]
    if len(changes) != 1:
        faults.append(f"It changes {len(changes)} files.")
    # The branch may have got a file of that name since.
    elif not faults and git("ls-tree", base, "--", changes[0][1].decode()):
        faults.append(f"`{changes[0][1].decode()}` is there already.")
    if faults:
        raise Refused("\n".join(f"- {fault}" for fault in faults))
    facts, path = changes[0]
    found = _NAME.fullmatch(path)
    assert found is not None
    return found[1].decode(), git("cat-file", "blob", facts.split()[3].decode())


def objection(facts: bytes, path: bytes) -> str:
    """Return why a change cannot be part of an entry, or nothing.

    Parameters
    ----------
    facts : bytes
        As ``git diff-tree`` says: both modes, both objects and the kind of change.
    path : bytes
        Of the file.
    """
    _, mode, _, blob, kind = facts.split()
    # ASCII without backticks, so that it stays code in the summary.
    shown = f"`{ascii(path.decode(errors='replace'))[1:-1].replace('`', '?')}`"
    found = _NAME.fullmatch(path)
    if found is None:
        return f"{shown} is not an entry's place and name."
    name = found[1].decode()
    if name in reserved_names() or _TESTS.fullmatch(name):
        return f"{shown}: that name is taken by the project."
    if kind != b"A":
        return f"{shown} is there already."
    if mode != _PLAIN:
        return f"{shown} has mode {mode.decode()}: expected {_PLAIN.decode()}."
    if int(git("cat-file", "-s", blob.decode())) > LARGEST:
        return f"{shown} is larger than {LARGEST} bytes."
    return ""


def judge(name: str, copy: Path) -> Judgement:
    """Run every step until one fails, and return what they said."""
    entries = played(name, (copy / "strategies" / f"{name}.py"))
    games = max(FEWEST, GAMES // len(entries))
    commands = {
        "check": ["check", name],
        "selftest": ["selftest"],
        "score": [*entries, "--games", str(games), "--seed", secrets.token_hex(8)],
    }
    steps, end = list[Step](), time.monotonic() + PATIENCE
    for step, arguments in commands.items():
        if (copy / "commands" / "evaluate" / f"{step}.py").is_file():
            steps.append(run(copy, step, arguments, end - time.monotonic()))
            if not steps[-1].passed:
                break
    status = 0 if all(step.passed for step in steps) else 1
    return Judgement(exit_status=status, entry=name, steps=tuple(steps))


def played(name: str, file: Path) -> list[str]:
    """Return the names of all entries that a file lists, the file's where it is none.

    The file is read, not run; what is wrong with it, `check` says.
    """
    try:
        calls = StrategyFile.read(file).entries(Mode.WORDPL)
    except InputError:
        calls = []
    if len(calls) < 2:
        return [name]
    return [f"{name}/{c.label}" if c.label else f"{name}:{c.expression}" for c in calls]


def run(copy: Path, step: str, arguments: list[str], left: float) -> Step:
    """Run evaluate.py of the copy, as a step."""
    # What the workflow may know is none of the entry's business.
    private = ("GITHUB_", "ACTIONS_", "RUNNER_")
    env = {k: v for k, v in os.environ.items() if not k.startswith(private)}
    # The run outlives the copy, so that the command which the score names finds it.
    env.setdefault("CLUEPROOF_RUNS", str(ROOT / "results" / "runs"))
    as_json = [JSON] if JSON in sys.argv else []
    line = " ".join(["$ python evaluate.py", *arguments, *as_json])
    try:
        done = subprocess.run(
            [sys.executable, "evaluate.py", *arguments, *as_json],
            cwd=copy,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=max(left, 0.0),
        )
    except subprocess.TimeoutExpired:
        output = f"all steps together take over {PATIENCE} s"
        return Step(step, line, passed=False, output=output)
    passed = done.returncode == 0
    # Progress is not for the summary; the last line of it may be an error.
    last = done.stderr.decode(errors="replace").splitlines()[-1:]
    if as_json and done.stdout:
        return Step(step, line, passed, "", msgspec.Raw(done.stdout))
    output = done.stdout.decode(errors="replace") + "".join([] if passed else last)
    return Step(step, line, passed, output)


def fenced(text: str) -> str:
    """Return text as a block of code that nothing in it can end."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text.rstrip()[:20_000]}\n{fence}\n"


def report(judgement: Judgement) -> int:
    """Write a judgement to where it is wanted, and return its exit status."""
    text = judgement.markdown()
    if path := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)
    sys.stdout.write(f"{json_text(judgement)}\n" if JSON in sys.argv else text)
    return judgement.exit_status


def commit(name: str) -> str:
    """Return the commit that a name stands for."""
    verify = ["rev-parse", "--verify", "--quiet", "--end-of-options"]
    found = git(*verify, f"{name}^{{commit}}", quiet=True).decode().strip()
    return found or mistake(f"no commit {name!r}", "one of this clone")


def mistake(what: str, expected: str) -> NoReturn:
    """Say what is wrong with the command line, and end."""
    error = InputError(what, expected)
    if JSON in sys.argv:
        sys.stdout.write(f"{json_text(Mistake(**vars(error)))}\n")
    else:
        sys.stderr.write(f"entry.py: error: {error}\n")
    sys.exit(2)


def git(*arguments: str, quiet: bool = False) -> bytes:
    """Run git in the project and return what it said."""
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments],
        check=not quiet,
        stdout=subprocess.PIPE,
    ).stdout


if __name__ == "__main__":
    sys.exit(main())
