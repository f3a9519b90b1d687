"""Judge a pull request that enters a strategy, with the code of the base branch.

    python .ci/entry.py BASE [HEAD] [--json]

BASE and HEAD are commits; without HEAD, the present commit is judged. HEAD may add one
file, ``strategies/<entry>.py``, to BASE and may change nothing else. The program writes
that file into a fresh copy of BASE. There it checks the entry, tests the referee and
scores the entry. No other file of HEAD is ever on disk.

The program writes its report to the terminal, as Markdown or, with ``--json``, as a
`Judgement` in JSON. If GITHUB_STEP_SUMMARY names a file, the program also appends the
Markdown to that file. Paths in the report are relative to the project.

Exit status: 0 when every step passes, 1 when a step fails, 2 when the pull request is
refused or the command line has a mistake.
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
HELP = {"-h", "--help"}
GAMES = 101
FEWEST = 11  # smallest number of games of each entry of a file
LARGEST = 1 << 20  # largest size of the file of an entry, in bytes
MOST_NAMED = 20  # largest number of files that a refusal names
PATIENCE = 1200  # time limit for all steps together, in seconds
_NAME = re.compile(rb"strategies/([a-z][a-z0-9_]{0,39})\.py")
_PLAIN = b"100644"  # git's mode of a file that is neither a link nor a program
# Names that no entry may have, because pytest would run a file of such a name as a
# test.
_TESTS = re.compile(r"conftest|test_.*|.*_test")


class Refused(Exception):
    """The pull request is refused, because it is not exactly one added entry."""


class Step(msgspec.Struct, frozen=True):
    """A command of evaluate.py that was run, with its output or its result in JSON."""

    name: str
    command: str
    passed: bool
    output: str
    result: msgspec.Raw | None = None

    def markdown(self) -> str:
        """Return the verdict and the output of the step, as Markdown."""
        verdict = "passed" if self.passed else "failed"
        said = f"{self.command}\n{self.output}"
        return f"**{self.name}**: {verdict}\n\n{fenced(said)}"


class Judgement(Facts, frozen=True, kw_only=True):
    """The reason why a pull request is refused, or the steps of its check."""

    entry: str = ""
    refused: str = ""
    steps: tuple[Step, ...] = ()

    def markdown(self) -> str:
        """Return the judgement as Markdown: the reason for a refusal, or the steps."""
        if self.refused:
            return f"## Refused\n\n{self.refused}\n\n{EXPECTED}\n"
        parts = [f"## Entry `{self.entry}`\n", *(s.markdown() for s in self.steps)]
        return "\n".join(parts)


def main() -> int:
    """Judge the pull request, write the report and return the exit status."""
    if HELP & {*sys.argv}:
        sys.stdout.write(f"{__doc__}")
        return 0
    names = [word for word in sys.argv[1:] if word != JSON]
    if not 1 <= len(names) <= 2:
        mistake("", "BASE [HEAD], one or two commits")
    base, head = (commit(name) for name in (names[0], [*names, "HEAD"][1]))
    try:
        name, source = added(base, head)
    except Refused as reason:
        return report(Judgement(exit_status=2, refused=str(reason)))
    with tempfile.TemporaryDirectory(prefix="clueproof-entry-") as folder:
        copy = Path(folder, "project").resolve()
        git("clone", "--quiet", "--no-checkout", "--shared", str(ROOT), str(copy))
        git("-C", str(copy), "checkout", "--quiet", "--detach", base)
        (copy / "strategies" / f"{name}.py").write_bytes(source)
        return report(judge(name, copy))


EXPECTED = (
    "An entry is one added file, `strategies/<entry>.py`. The name of the file has at "
    "most 40 lower-case letters, digits and `_`, and begins with a letter. The pull "
    "request changes no other file."
)


def added(base: str, head: str) -> tuple[str, bytes]:
    """Return the name of the one entry that a pull request adds, and its code.

    `head` is the last commit of the pull request, and `base` is a commit of the base
    branch. The name is that of the file, without its suffix.

    Raises
    ------
    Refused
        If the pull request is anything but one added file with an allowed name.
    """
    forks = git("merge-base", "--all", base, head, quiet=True).decode().split()
    if len(forks) != 1:
        raise Refused(
            "The pull request does not start from one commit of the base branch: `git "
            f"merge-base --all` finds {len(forks)}."
        )
    if forks[0] == head:
        raise Refused(
            "The pull request adds nothing: its last commit is a commit of the base "
            "branch. Commit the file to a branch of its own: `git switch -c NAME`."
        )
    options = ["-r", "-z", "--raw", "--no-renames", "--ignore-submodules=none"]
    fields = git("diff-tree", *options, forks[0], head).split(b"\0")[:-1]
    changes = list(zip(fields[::2], fields[1::2], strict=True))
    named = changes[:MOST_NAMED]
    faults = [fault for change in named if (fault := objection(*change))]
    if len(changes) != 1:
        faults.append(f"The pull request changes {len(changes)} files.")
    # Refuse a file whose path the base branch has got since the pull request was
    # forked.
    elif not faults and git("ls-tree", base, "--", changes[0][1].decode()):
        faults.append(f"`{changes[0][1].decode()}` exists in the base branch already.")
    if faults:
        raise Refused("\n".join(f"- {fault}" for fault in faults))
    facts, path = changes[0]
    found = _NAME.fullmatch(path)
    assert found is not None
    return found[1].decode(), git("cat-file", "blob", facts.split()[3].decode())


def objection(facts: bytes, path: bytes) -> str:
    """Return the reason why a pull request may not make a change.

    The reason is an empty string if the pull request may make the change.

    Parameters
    ----------
    facts : bytes
        Fields of ``git diff-tree``, separated by blanks: the old and the new mode of
        the file, the old and the new object, and the kind of change.
    path : bytes
        Path of the changed file.
    """
    _, mode, _, blob, kind = facts.split()
    # The path is untrusted. Write it in ASCII and without backticks, so that no part of
    # it can leave the code span of the Markdown.
    shown = f"`{ascii(path.decode(errors='replace'))[1:-1].replace('`', '?')}`"
    found = _NAME.fullmatch(path)
    if found is None:
        return f"{shown} is not a path of the form `strategies/<entry>.py`."
    name = found[1].decode()
    if name in reserved_names() or _TESTS.fullmatch(name):
        return f"{shown}: the project reserves the name `{name}`."
    if kind != b"A":
        return f"{shown} is not added: the file exists in the base branch already."
    if mode != _PLAIN:
        return f"{shown} has git's mode {mode.decode()}: expected {_PLAIN.decode()}."
    if int(git("cat-file", "-s", blob.decode())) > LARGEST:
        return f"{shown} is larger than {LARGEST} bytes."
    return ""


def judge(name: str, copy: Path) -> Judgement:
    """Run the steps in the project at `copy` until a step fails; return their results.

    `name` is the name of the entry.
    """
    entries = played(name, (copy / "strategies" / f"{name}.py"))
    games = max(FEWEST, GAMES // len(entries))
    commands = {
        "check": ["check", name],
        "selftest": ["selftest"],
        "score": [*entries, "--games", str(games), "--seed", secrets.token_hex(8)],
    }
    steps: list[Step] = []
    end = time.monotonic() + PATIENCE
    for step, arguments in commands.items():
        if (copy / "commands" / "evaluate" / f"{step}.py").is_file():
            steps.append(run(copy, step, arguments, end - time.monotonic()))
            if not steps[-1].passed:
                break
    status = 0 if all(step.passed for step in steps) else 1
    return Judgement(exit_status=status, entry=name, steps=tuple(steps))


def played(name: str, file: Path) -> list[str]:
    """Return the names of the entries that a file lists.

    If the file lists fewer than two entries, the only name is `name`, the name of the
    file. The file is read and not run. The step ``check`` reports the faults of the
    file.
    """
    try:
        calls = StrategyFile.read(file).entries(Mode.WORDPL)
    except InputError:
        calls = []
    if len(calls) < 2:
        return [name]
    return [f"{name}/{c.label}" if c.label else f"{name}:{c.expression}" for c in calls]


def run(copy: Path, step: str, arguments: list[str], left: float) -> Step:
    """Run evaluate.py in the project at `copy`, and return the result as a step.

    `step` is the name of the step, `arguments` are the words after ``evaluate.py``, and
    `left` is the number of seconds after which the step is stopped.
    """
    # The entry must not see the variables of the workflow, some of which are secret.
    private = ("GITHUB_", "ACTIONS_", "RUNNER_")
    env = {k: v for k, v in os.environ.items() if not k.startswith(private)}
    # The copy is deleted at the end. The folder of the run must remain, because the
    # report names a command that reads this folder.
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
        output = f"stopped: all steps together took longer than {PATIENCE} s"
        return Step(step, line, passed=False, output=output)
    passed = done.returncode == 0
    # Standard error has lines about the progress, which are not in the report. If the
    # step failed, the last line of standard error may be the error: this line is in the
    # report.
    printed = relative(done.stdout.decode(errors="replace"), copy)
    errors = relative(done.stderr.decode(errors="replace"), copy)
    if as_json and printed:
        return Step(step, line, passed, "", msgspec.Raw(printed.encode()))
    last = errors.splitlines()[-1:]
    return Step(step, line, passed, printed + "".join([] if passed else last))


def relative(text: str, copy: Path) -> str:
    """Return a text with short paths.

    Paths in the project or in its copy become relative, and the path of the Python
    interpreter becomes ``python``.
    """
    # Replace the path of the interpreter first, because this path may begin with the
    # path of the project.
    short = {sys.executable: "python", f"{copy}{os.sep}": "", f"{ROOT}{os.sep}": ""}
    for path, name in short.items():
        text = text.replace(path, name)
    return text


def fenced(text: str) -> str:
    """Return a text as a code block in Markdown, which the text cannot close.

    A long text is cut.
    """
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text.rstrip()[:20_000]}\n{fence}\n"


def report(judgement: Judgement) -> int:
    """Write a judgement to the summary and the terminal; return its exit status."""
    text = judgement.markdown()
    if path := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)
    sys.stdout.write(f"{json_text(judgement)}\n" if JSON in sys.argv else text)
    return judgement.exit_status


def commit(name: str) -> str:
    """Return the hash of the commit `name`; exit if there is no such commit."""
    verify = ["rev-parse", "--verify", "--quiet", "--end-of-options"]
    found = git(*verify, f"{name}^{{commit}}", quiet=True).decode().strip()
    return found or mistake(f"no commit {name!r}", "a commit of this clone")


def mistake(what: str, expected: str) -> NoReturn:
    """Print an error about the command line, and exit with status 2.

    `what` is the mistake, and `expected` says what the command line should have.
    """
    error = InputError(what, expected)
    if JSON in sys.argv:
        sys.stdout.write(f"{json_text(Mistake(**vars(error)))}\n")
    else:
        sys.stderr.write(f"entry.py: error: {error}\n")
    sys.exit(2)


def git(*arguments: str, quiet: bool = False) -> bytes:
    """Run git in the project and return its output.

    If git fails, an exception is raised; with `quiet`, no exception is raised.
    """
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments],
        check=not quiet,
        stdout=subprocess.PIPE,
    ).stdout


if __name__ == "__main__":
    sys.exit(main())
