"""Programs as players of the open class: the protocol of entries, without a sandbox.

``docs/guide/protocol.md`` describes the lines. A program has the network, the user's
environment and folder, and may start others. One process plays one game at a time; a
game that ends it is lost, and the next one starts another.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

from contest.entries.entry import Entry
from contest.models.endpoint import PlayerError
from contest.models.games import Record, record_of
from contest.sandbox import remote
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import StartError
from game.draws import Draws
from game.hosts import deal
from game.protocol import Outcome, Setting
from game.record import FORFEITED
from game.word_files import DATA

_WORDS = (str(DATA / "answers-5.txt"), str(DATA / "guesses-5.txt"))
_MOST_SHOWN = 400  # letters of the reason why a program does not start


class ProgramPlayer:
    """A program that plays games of a seed, each in any thread, until it is closed.

    `timeout` is the CPU time of a game in seconds; by the clock it has three times
    that.
    """

    def __init__(
        self, entry: Entry, setting: Setting, seed: str, timeout: float
    ) -> None:
        limited = replace(setting, timeout=timeout)
        self.policy = SandboxPolicy(entry, _WORDS, limited, confined=False)
        self.seed = seed
        self._idle: list[remote.Player] = []
        self._stack = ExitStack()

    def __enter__(self) -> ProgramPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def play_game(self, number: int) -> Record:
        """Play a numbered game and return its record; raise as `PlayerError` says."""
        draws = Draws(self.seed, number)
        try:
            player = self._idle.pop() if self._idle else self._start()
            played = player.play(draws, deal(self.policy.setting, draws))
        except StartError as error:
            reason = "; ".join(str(error).splitlines())
            text = f"{self.policy.entry.text} does not start: {reason:.{_MOST_SHOWN}}"
            raise PlayerError(text) from None
        self._idle.append(player)
        game = played.game
        is_lost = game.outcome in FORFEITED
        has_final = game.mode.priced and game.outcome is not Outcome.OUT_OF_TURNS
        why = {"reason": game.reason, "exchange": played.exchange} if is_lost else {}
        return record_of(
            number,
            game,
            replies=len(game.turns) + (is_lost or has_final),
            illegal=int(is_lost),
            seconds=round(played.time.wall, 3),
            **why,
        )

    def _start(self) -> remote.Player:
        """Start another process, which the threads share."""
        player = remote.start(self.policy, warm_up=False)
        return self._stack.enter_context(player)
