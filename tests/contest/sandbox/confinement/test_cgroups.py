import os
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from contest.sandbox.confinement.cgroups import (
    GROUP,
    Group,
    find_delegated,
    sweep_groups,
)
from tests.processes import eventually

pytestmark = pytest.mark.linux

DEAD = f"clueproof-{(1 << 22) + 1}-{'0' * 16}"  # its pid is too large


@pytest.fixture
def scope(tmp_path):
    """A delegated group as plain files: no kernel acts on them here."""
    path = tmp_path / "user.slice" / "run.scope"
    path.mkdir(parents=True)
    (path / "cgroup.controllers").write_text("cpu memory pids\n")
    (path / "cgroup.subtree_control").write_text("")
    (tmp_path / "own").write_text("3:cpu:/x\n0::/user.slice/run.scope\n")
    return path


@pytest.fixture
def find(tmp_path):
    """Find the delegated group in that hierarchy of files."""
    return lambda: find_delegated(tmp_path, tmp_path / "own")


@pytest.fixture
def hierarchy():
    """A group of the machine's own hierarchy, if this user may make one."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    for place in (Path(m[1]) for m in mounts if m[2] == "cgroup2"):
        path = place / f"clueproof-test-{os.getpid()}"
        try:
            path.mkdir()
        except OSError:
            continue
        yield path
        path.rmdir()
        return
    pytest.skip("no cgroup v2 that this user may write to")


def test_a_process_moves_to_a_group_of_its_own(scope, find):
    base = find()

    (mine,) = scope.glob(f"clueproof-{os.getpid()}-*")
    assert base == scope
    assert (mine / "cgroup.procs").read_text() == str(os.getpid())
    assert (scope / "cgroup.subtree_control").read_text() == "+memory +pids"


@pytest.mark.parametrize(("enabled", "used"), [("memory pids", True), ("pids", False)])
def test_a_worker_uses_the_group_that_the_main_process_prepared(
    scope, find, tmp_path, enabled, used
):
    (scope / DEAD).mkdir()
    (scope / "cgroup.subtree_control").write_text(enabled)
    (tmp_path / "own").write_text(f"0::/user.slice/run.scope/{DEAD}\n")

    assert find() == (scope if used else None)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("cgroup.controllers", "cpu pids"),  # no controller of memory
        ("../../own", "0::/elsewhere\n"),
        ("../../own", "4:memory:/x\n"),  # version 1 alone
    ],
)
def test_without_delegation_nothing_is_made(scope, find, file, text):
    (scope / file).write_text(text)

    assert find() is None
    assert not list(scope.glob("clueproof-*"))


def test_where_other_processes_are_in_the_group_it_is_left(scope, find):
    (scope / "cgroup.subtree_control").unlink()
    (scope / "cgroup.subtree_control").mkdir()  # refuses to be written, like EBUSY

    assert find() is None
    assert (scope / "cgroup.procs").read_text() == str(os.getpid())


def test_a_group_has_limits(scope):
    group = Group(scope)

    written = {p.name: p.read_text() for p in group.path.iterdir()}
    assert written == {k: v for k, v in GROUP.items() if k != "memory.swap.max"}


def test_groups_of_processes_that_ended_are_removed(scope):
    (scope / DEAD).mkdir()
    mine = Group(scope, {}).path

    sweep_groups(scope)

    assert mine.exists()
    assert not (scope / DEAD).exists()


def test_a_group_ends_all_that_was_started_in_it(hierarchy):
    group = Group(hierarchy, {})
    command = "read go; sleep 900 & echo $!; wait"
    with subprocess.Popen(
        ["sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        group.add(process.pid)
        process.stdin.write("\n")
        process.stdin.flush()
        inner = int(process.stdout.readline())
        inside = (group.path / "cgroup.procs").read_text().split()
        group.close()

        assert set(map(int, inside)) == {process.pid, inner}
        assert process.wait(60) != 0
    with suppress(ChildProcessError):  # our child if a test made us a subreaper
        os.waitpid(inner, 0)
    assert eventually(lambda: not Path("/proc", str(inner)).exists())
    assert not group.path.exists()
