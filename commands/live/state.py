"""State of the live screen: the game to show, its steps, and the measured games."""

from __future__ import annotations

from dataclasses import dataclass

from commands.live.figures import Figures
from contest.entries.entry import Entry
from contest.runs.watch import Step, WatchedGame
from game.draws import Draws


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A game to show.

    `draws` has its seed and number; `answer` is the secret, in place of a drawn one.
    `until_lost` says whether to play on from this game to the first one that is lost.
    """

    draws: Draws
    answer: str | None = None
    until_lost: bool = False

    def after(self, games: int, *, until_lost: bool = False) -> GameRequest:
        """Return the request for a game so many further on, with a drawn secret."""
        number = max(0, self.draws.game + games)
        return GameRequest(Draws(self.draws.seed, number), until_lost=until_lost)


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game that was played, its steps, and the version of the strategy."""

    version: int
    request: GameRequest
    watched: WatchedGame
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ScreenState:
    """State of the screen; a new object after every change.

    The file of the strategy may be saved anew while the screen is open; each save is a
    version. `version` counts them from 1, and is 0 before the strategy is read. `entry`
    is that of the last version that could be read, `request` the game that is shown or
    about to be. `busy` is the present activity, `notice` the result of a search that
    found nothing, `error` says why the last save cannot play; they are empty otherwise.
    `shown` is the last game played, `figures` are of the last version with games of its
    own.
    """

    entry: Entry
    request: GameRequest
    version: int = 0
    busy: str = "starting"
    notice: str = ""
    error: str = ""
    shown: ReplayedGame | None = None
    figures: Figures | None = None
