"""Strategy process of this worker: none or one, kept from chunk to chunk."""

from __future__ import annotations

import threading

from contest.sandbox.remote import Player

lock = threading.RLock()
"""Held while a game is played: a worker of dask has several threads."""

_players: list[tuple[object, Player]] = []  # one at most, with its job


def find_player(job: object) -> Player | None:
    """Return the current player if it plays `job`; end its process otherwise."""
    if _players and _players[0][0] == job:
        return _players[0][1]
    end_player()
    return None


def keep_player(job: object, player: Player) -> None:
    """Keep the player of a job for its next chunk."""
    _players.append((job, player))


def end_player() -> None:
    """End the strategy's process of this worker."""
    with lock:
        while _players:
            _players.pop()[1].close()
