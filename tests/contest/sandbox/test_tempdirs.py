import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from contest.entries.home import ROOT
from contest.sandbox import tempdirs
from contest.sandbox.tempdirs import (
    FOLDER_FLAGS,
    TemporaryFolder,
    empty_folder,
    sweep_folders,
)

NAME = "clueproof-4194305-0123456789abcdef"  # no process has this pid

pytestmark = pytest.mark.linux


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def owner(temporary):
    """Start a process that owns a folder; it is killed in the end."""
    started = []

    def start():
        script = "from contest.sandbox.tempdirs import TemporaryFolder as Folder\n"
        script += "own = Folder()\nprint(own.path, flush=True)\ninput()"
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        settings = {**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            [sys.executable, "-c", script], env=settings, **pipes
        )
        started.append(process)
        return process, Path(process.stdout.readline().strip())

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def outside(tmp_path):
    """Return a folder with a file, outside of the folders that are emptied."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "file").write_text("x")
    folder.chmod(0o750)
    yield folder
    assert (folder / "file").exists()
    assert folder.stat().st_mode & 0o777 == 0o750


def test_a_folder_is_there_until_it_is_closed(temporary):
    with TemporaryFolder() as path:
        (path / "file").write_text("x")
        sweep_folders()

        assert list(temporary.iterdir()) == [path]
        assert path.stat().st_mode & 0o777 == 0o700
    assert list(temporary.iterdir()) == []


def test_a_folder_is_removed_when_its_owner_forgets_it_or_exits(temporary, owner):
    TemporaryFolder()
    process, path = owner()

    assert list(temporary.iterdir()) == [path]
    process.communicate("\n", timeout=600)
    assert process.returncode == 0
    assert list(temporary.iterdir()) == []


def test_what_a_killed_owner_left_is_swept_and_nothing_else(temporary, owner):
    # One owner lives on, the other one is killed.
    (living, alive), (process, dead) = owner(), owner()
    (dead / "deep").mkdir()
    (dead / "deep" / "file").write_text("x")
    semaphores = [Path(f"/dev/shm/sem.loky-{p.pid}-test") for p in (living, process)]
    for path in semaphores:
        path.touch()
    process.kill()
    process.wait()

    sweep_folders()

    left = [path.exists() for path in semaphores]
    for path in semaphores:
        path.unlink(missing_ok=True)
    assert left == [True, False]
    assert list(temporary.iterdir()) == [alive]


def test_what_only_looks_like_our_folders_is_left(temporary, outside):
    # Names without a number of a process, without a token or with more than that; and a
    # link and a file where a folder is expected.
    for name in ("clueproof-0", "clueproof-mine", "clueproof", f"{NAME}-copy"):
        (temporary / name).mkdir()
    (temporary / NAME).symlink_to(outside)
    (temporary / NAME.replace("0123", "3210")).write_text("x")

    sweep_folders()

    assert len(list(temporary.iterdir())) == 6


def test_the_folders_of_other_users_are_left(temporary, monkeypatch):
    (temporary / NAME).mkdir()
    (temporary / NAME / "file").write_text("x")
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: os.getuid() + 1)

        sweep_folders()

    assert (temporary / NAME / "file").exists()
    sweep_folders()
    assert not (temporary / NAME).exists()


def test_a_folder_with_several_owners_goes_with_the_last(temporary):
    first = TemporaryFolder()
    second = TemporaryFolder(first.path)
    (first.path / "file").write_text("x")

    first.close()
    sweep_folders()
    assert (second.path / "file").exists()

    second.close()
    assert list(temporary.iterdir()) == []


def test_a_folder_that_is_swept_while_it_is_made_is_made_again(temporary, monkeypatch):
    made = []
    claim = os.open

    def late(path, *arguments, **options):
        if not made:
            made.append(path)
            # Another run sweeps folders while this folder exists and is not locked.
            sweep_folders()
        return claim(path, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(tempdirs.os, "open", late)
        folder = TemporaryFolder()

    assert folder.path.is_dir()
    assert folder.path != made[0]
    assert list(temporary.iterdir()) == [folder.path]
    folder.close()


def test_runs_that_start_at_once_keep_their_folders_and_sweep_the_rest(temporary):
    lost = []

    def run():
        for _ in range(60):
            sweep_folders()
            with TemporaryFolder() as path:
                (path / "file").write_text("x")
                sweep_folders()
                if not (path / "file").exists():
                    lost.append(path)

    # Folders of processes that have ended: all runs try to sweep them.
    for number in range(100):
        (temporary / f"clueproof-{number}-{number:016x}").mkdir()
    runs = [threading.Thread(target=run) for _ in range(4)]
    for thread in runs:
        thread.start()
    for thread in runs:
        thread.join()

    assert lost == []
    assert list(temporary.iterdir()) == []


def test_nothing_outside_a_folder_is_touched_when_it_is_emptied(tmp_path, outside):
    folder = tmp_path / "folder"
    for path in (folder, folder / "inner", folder / "locked"):
        path.mkdir()
    for link in ("link", "inner/link"):
        (folder / link).symlink_to(outside)
    deep = folder
    # The path becomes longer than a system call takes.
    for _ in range(300):
        deep = deep / "d"
        deep.mkdir()
    (folder / "locked" / "file").write_text("x")
    (folder / "locked").chmod(0)
    descriptor = os.open(folder, FOLDER_FLAGS)

    empty_folder(descriptor)
    os.close(descriptor)

    assert list(folder.iterdir()) == []


def test_a_folder_that_becomes_a_link_meanwhile_is_not_followed(
    tmp_path, outside, monkeypatch
):
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    look = os.stat

    def replaced(path, **options):
        status = look(path, **options)
        if path == "inner":
            (folder / "inner").rmdir()
            (folder / "inner").symlink_to(outside)
        return status

    descriptor = os.open(folder, FOLDER_FLAGS)
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", replaced)
        with pytest.raises(OSError, match="inner"):
            empty_folder(descriptor)
    os.close(descriptor)
