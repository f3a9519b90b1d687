"""Dask backend for joblib."""

from __future__ import annotations

import logging
import re
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from distributed import Client, Worker, WorkerPlugin
from joblib.parallel import ParallelBackendBase

from contest.runs.workers.runner import end_player
from contest.sandbox.tempdirs import TemporaryFolder, sweep_folders
from game.errors import InputError
from game.files import write_whole

_CONNECT = 10.0  # seconds within which a scheduler must answer


class _Cluster(ParallelBackendBase):
    """Backend that runs joblib's tasks on a dask cluster.

    joblib has a dask backend of its own, but that backend runs tasks locally when the
    cluster has a single worker, and waits for ever for a task that dask has cancelled.
    """

    supports_retrieve_callback = True  # joblib then calls `retrieve_result_callback`

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client
        self._waiting: set[Any] = set()

    def effective_n_jobs(self, n_jobs: int) -> int:
        """Return the number of workers, but at least 2.

        If the number were 1, joblib would run all tasks in this process.
        """
        return max(2, len(self.client.nthreads()))  # `nthreads` has an item per worker

    def submit(self, func: Callable[[], Any], callback: Any = None) -> Any:
        """Send the task `func` to the cluster and return its future.

        `callback` is called with the future when the task is done or cancelled.
        """
        future = self.client.submit(func, pure=False)
        self._waiting.add(future)
        future.add_done_callback(callback)
        return future

    def retrieve_result_callback(self, out: Any) -> Any:
        """Return the result of the task with the future `out`, and release the future.

        The cluster then forgets the result.
        """
        self._waiting.discard(out)
        try:
            return out.result()
        finally:
            out.release()

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """Cancel the tasks that have not started; running tasks go on to their end."""
        with suppress(OSError):
            self.client.cancel(list(self._waiting))
        self._waiting.clear()


class _WordFiles(WorkerPlugin):
    """Plugin that writes the word files on all workers.

    A worker that joins the cluster later gets the files, too. The files have the same
    paths on every worker, because tasks name these paths. The workers of one machine
    share the folder of the files. The last worker that releases the folder removes it.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self.files = {path: Path(path).read_text(encoding="utf-8") for path in files}
        self.name = f"clueproof-{secrets.token_hex(4)}"

    def setup(self, worker: Worker) -> None:
        """Write the word files that this worker does not have yet."""
        sweep_folders()  # removes folders of killed workers
        for path, content in self.files.items():
            _FOLDERS.append(TemporaryFolder(Path(path).parent))
            if not Path(path).exists():
                write_whole(Path(path), content)


# The folders of the word files that this worker needs.
_FOLDERS: list[TemporaryFolder] = []


def _release_worker() -> None:
    """End the strategy's process of this worker, and release the word files.

    The process ends after the games of the task that the worker runs now.
    """
    # dask waits until this function returns. `end_player` may have to wait until the
    # games of a task are over, so a thread calls it.
    threading.Thread(target=end_player).start()
    while _FOLDERS:
        _FOLDERS.pop().close()


@contextmanager
def cluster(scheduler: str, files: Sequence[str]) -> Iterator[tuple[_Cluster, int]]:
    """Connect to a dask scheduler; yield joblib's backend and the number of workers.

    `scheduler` is the address of the scheduler. `files` are the paths of the word
    files, which are written on every worker. Raises `InputError` when there is no
    scheduler, when the scheduler has no workers, or when a worker cannot play.
    """
    # Messages about workers that join and leave would break the progress bar.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with _connect(scheduler) as client:
        threads = client.nthreads()
        expected = "workers started with: dask worker ADDRESS --nthreads 1"
        if not threads:
            raise InputError(
                f"--scheduler {scheduler!r}: the scheduler has no workers", expected
            )
        for address, count in threads.items():
            if count != 1:
                raise InputError(
                    f"--scheduler {scheduler!r}: worker {address} has {count} threads",
                    expected,
                )
        word_files = _WordFiles(files)
        try:
            client.register_plugin(word_files)
        except Exception as error:
            raise InputError(
                f"--scheduler {scheduler!r}: a worker cannot play "
                f"({type(error).__name__}: {error})",
                "workers that run in this checkout's environment",
            ) from error
        try:
            yield _Cluster(client), len(threads)
        finally:
            with suppress(OSError):
                client.unregister_worker_plugin(word_files.name)
                client.run(_release_worker)


def _connect(scheduler: str) -> Client:
    if not re.fullmatch(r"(tcp|tls)://[^\s/]+:\d{1,5}", scheduler):
        raise InputError(
            f"--scheduler {scheduler!r}", "an address like tcp://127.0.0.1:8786"
        )
    try:
        return Client(scheduler, timeout=_CONNECT, set_as_default=False)
    except OSError as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(
            f"--scheduler {scheduler!r}: {reason}", "a dask scheduler"
        ) from None
