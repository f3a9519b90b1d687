"""Worker pools: processes of this machine, or a dask cluster."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import Lock, active_children, resource_tracker
from threading import RLock
from typing import Any

from joblib import cpu_count, parallel_config
from joblib.externals.loky import get_reusable_executor
from joblib.externals.loky.backend import resource_tracker as loky_tracker
from joblib.externals.loky.process_executor import TerminatedWorkerError
from joblib.parallel import LokyBackend, ParallelBackendBase
from tqdm import tqdm

from contest.sandbox.confinement import cgroups
from contest.sandbox.confinement.lockdown import die_with
from contest.sandbox.confinement.referee import kill_orphans
from contest.sandbox.confinement.unix import without_interrupts
from contest.sandbox.tempdirs import TemporaryFolder, sweep_folders
from game.errors import InputError, missing_extra


@contextmanager
def workers(jobs: int | None, scheduler: str, files: Sequence[str]) -> Iterator[int]:
    """Set joblib's backend until the end of the block; yield the number of workers.

    `jobs` is the number of worker processes on this machine; None means one worker per
    core that this process may use. If `scheduler` is the address of a dask scheduler,
    its workers are used instead, and the word files at the paths `files` are written on
    every worker. Raises `InputError` when the cluster cannot be reached or cannot play,
    or when a worker is killed.
    """
    if scheduler:
        with (
            _open_cluster(scheduler, files) as (backend, count),
            parallel_config(backend),
        ):
            yield count
        return
    jobs = jobs or cpu_count()
    if jobs > 1:
        _check_locks()
    # This process is moved to a control group before workers start.
    cgroups.find_delegated()
    sweep_folders()
    with TemporaryFolder() as folder, parallel_config(_Loky(), temp_folder=str(folder)):
        try:
            if jobs > 1:
                _start_trackers()
            yield jobs
        except TerminatedWorkerError as error:
            raise InputError(
                "a worker was killed, perhaps because memory ran out"
            ) from error
        finally:
            if jobs > 1:
                with without_interrupts():
                    _close_loky()


def check_scheduler(scheduler: str) -> None:
    """Raise `InputError` if the cluster of a dask scheduler cannot play.

    `scheduler` is the address of the scheduler.
    """
    with _open_cluster(scheduler, ()):
        pass


def _open_cluster(
    scheduler: str, files: Sequence[str]
) -> AbstractContextManager[tuple[ParallelBackendBase, int]]:
    try:
        # Imported here, because dask.distributed is an optional dependency.
        from contest.runs.workers.cluster import cluster
    except ImportError as error:
        raise missing_extra("--scheduler", "dask", error) from None
    return cluster(scheduler, files)


def _check_locks() -> None:
    """Raise `InputError` if processes on this machine cannot share a lock."""
    try:
        Lock()
    except OSError as error:
        what = f"workers need locks in /dev/shm: {error.strerror}"
        raise InputError(what, "--jobs 1") from error


def _start_trackers() -> None:
    """Start the resource trackers of multiprocessing and loky, with signals blocked.

    A resource tracker is a process that removes what a killed process has left, such as
    semaphores. The start of a tracker unblocks signals, so the trackers are started
    before the workers. The warnings of the trackers are turned off.
    """
    before = sys.warnoptions[:]
    sys.warnoptions.append("ignore:resource_tracker")
    try:
        # A tracker unblocks SIGINT and SIGTERM and ignores them. SIGHUP stays blocked.
        with without_interrupts():
            resource_tracker.ensure_running()
            loky_tracker.ensure_running()
    finally:
        sys.warnoptions[:] = before


class _Loky(LokyBackend):
    """Loky workers that end with the main process."""

    def configure(self, **options: Any) -> int:
        """Start the workers, or reuse running workers."""
        options |= {"initializer": _prepare_worker, "initargs": (os.getpid(),)}
        return super().configure(**options)


def _prepare_worker(main_pid: int) -> None:
    """Prepare this worker: the kernel kills it when the process `main_pid` ends."""
    die_with(main_pid)
    # By default tqdm shares a semaphore between processes. A killed worker would leave
    # the semaphore behind, so a lock of this process replaces it.
    tqdm.set_lock(RLock())


def _close_loky() -> None:
    """End joblib's workers and their strategies; remove the folders of both."""
    get_reusable_executor().shutdown(wait=True, kill_workers=True)
    active_children()  # reaps killed workers
    kill_orphans()
    sweep_folders()
