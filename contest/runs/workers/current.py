"""Strategy process of this worker: none or one, kept from chunk to chunk."""

from __future__ import annotations

import threading

from contest.sandbox.remote import RemoteStrategy

lock = threading.RLock()
"""Held while a game is played: a worker of dask has several threads."""

_current: list[tuple[object, RemoteStrategy]] = []


def find(job: object) -> RemoteStrategy | None:
    """Return the current strategy if it plays `job`; end its process otherwise."""
    if _current and _current[0][0] == job:
        return _current[0][1]
    leave()
    return None


def keep(job: object, remote: RemoteStrategy) -> None:
    """Keep the strategy that plays a job for its next chunk."""
    _current.append((job, remote))


def leave() -> None:
    """End the strategy's process of this worker."""
    with lock:
        while _current:
            _current.pop()[1].close()
