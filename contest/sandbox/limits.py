"""Resource limits of a strategy's process; the setting has the time of a game."""

from __future__ import annotations

from dataclasses import dataclass

TIMEOUT = 5.0
"""Default of `Setting.timeout` in a run: CPU seconds of a game."""

MOST_GAMES = 10**9
"""Maximum number of games of an entry in a run."""

MOST_SECONDS = 86_400.0
"""Maximum time limit of a game and of a start."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a strategy's process.

    `start_timeout` is the number of seconds to import, construct and prepare.
    """

    start_timeout: float = 60.0
    isolate_games: bool = False
