"""Session of the live screen: versions of a strategy, and the games it plays."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from commands.live.figures import Measured
from commands.live.state import GameRequest, ReplayedGame, ScreenState
from contest.entries.digests import entry_digest, entry_files
from contest.entries.entry import Entry
from contest.runs.watch import list_steps, watch_player
from contest.sandbox import remote
from contest.sandbox.claims import one_core
from contest.sandbox.confinement.referee import protect_referee
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import StartError
from contest.sandbox.remote import Player
from contest.sandbox.tempdirs import words_on_disk
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.protocol import Outcome, Setting
from game.text.formats import format_count
from solver.compile.warm import warm

MEASURED_GAMES = 300
"""Games of each version that are measured."""

FURTHEST = 500
"""Games among which a lost one is looked for."""

_OFTEN = 0.3  # seconds between two publications of figures


class _Stopped(Exception):
    """The strategy is not waited for any longer."""


class Session:
    """Plays the games of the screen in a thread of its own, one strategy at a time.

    A new version goes before a game to show, and that before games to measure. The
    measured games have the seed of the first request.

    `source` reads the entry again. `state` is the present state, for any thread;
    `failure` is what ended the thread, which it should not.
    """

    def __init__(
        self,
        source: Callable[[], Entry],
        setting: Setting,
        limits: Limits,
        request: GameRequest,
    ) -> None:
        self.setting, self.limits = setting, limits
        self.state = ScreenState(source(), request)
        self.failure: BaseException | None = None
        self._source, self._seed = source, request.draws.seed
        self._changed = threading.Condition()
        self._saved, self._closing = True, False
        self._requested: GameRequest | None = None
        self._player: Player | None = None
        self._measured: Measured | None = None
        self._digest = ""
        self._stamps: dict[Path, int] = {}
        self._moving: dict[Path, int] = {}
        # The process of a strategy ends with the thread that starts it.
        self._thread = threading.Thread(target=self._work, daemon=True)

    def start(self) -> None:
        """Start to play."""
        self._thread.start()

    def ask(self, request: GameRequest) -> None:
        """Show another game."""
        with self._changed:
            self._requested = request
            self._publish(request=request)
            self._changed.notify()

    def reload(self) -> None:
        """Read the strategy again, and play the game that is shown in a new process."""
        with self._changed:
            self._saved = True
            self._changed.notify()

    def poll(self) -> None:
        """Reload when a file of the strategy has changed and is at rest again."""
        now = _stamps(self._stamps)
        if now != self._stamps and now == self._moving:
            self.reload()
        self._moving = now

    def close(self) -> None:
        """End the strategy's process and the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def _publish(self, **changed: Any) -> None:
        with self._changed:
            self.state = replace(self.state, **changed)

    def _check(self) -> None:
        """Stop to wait for the strategy when there is a new version or no screen."""
        if self._saved or self._closing:
            raise _Stopped

    def _check_files(self) -> None:
        """Discard a game of a process that may have read a later version."""
        if _stamps(self._stamps) != self._stamps:
            self.reload()
            raise _Stopped

    def _work(self) -> None:
        try:
            protect_referee()
            setting = self.setting
            self._publish(busy="compiling what is not compiled yet")
            warm(setting.vocabulary, setting.rule)
            with one_core(), words_on_disk(setting.vocabulary) as words:
                while not self._closing:
                    with self._faults():
                        self._go_on(words)
        except BaseException as error:
            self.failure = error
        finally:
            self._end()

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Publish why a strategy cannot play."""
        try:
            yield
        except _Stopped:
            self._end()
        except (StartError, InputError) as error:
            self._end()
            self._publish(error=str(error), busy="")

    def _go_on(self, words: tuple[str, str]) -> None:
        """Handle what is most urgent, or wait for a request."""
        player, measured = self._player, self._measured
        if self._saved:
            self._load(words)
        elif player and self._requested:
            self._show(player, self._requested)
        elif player and measured is not None and not measured.complete:
            self._measure(player, measured)
        else:
            self._publish(busy="")
            with self._changed:
                if not self._has_request():
                    self._changed.wait()

    def _has_request(self) -> bool:
        requested = self._player is not None and self._requested is not None
        return self._saved or self._closing or requested

    def _end(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None

    def _load(self, words: tuple[str, str]) -> None:
        """Read the strategy, and begin with a new process."""
        self._saved = False
        self._end()
        self._stamps = _stamps(entry_files(self.state.entry))
        self._publish(busy="starting")
        entry = self._source()
        digest = entry_digest(entry)
        if digest != self._digest:
            self._digest, version = digest, self.state.version + 1
            before, last = None, self._measured
            if last is not None:
                before = last if last.usable else last.before
            self._measured = Measured(version, self.setting, MEASURED_GAMES, before)
            self._publish(version=version, error="")
        policy = SandboxPolicy(entry, words, self.setting, self.limits, log=True)
        self._publish(entry=entry, error="")
        self._requested = self._requested or self.state.request
        self._player = remote.start(policy, self._check)

    def _show(self, player: Player, request: GameRequest) -> None:
        """Play the requested game, or from there until one is lost."""
        for further in range(FURTHEST if request.until_lost else 1):
            if self._requested is not request:
                return
            candidate = request.after(further) if request.until_lost else request
            if request.until_lost and self._is_won(candidate):
                continue
            busy = f"playing game {candidate.draws.game}"
            if request.until_lost:
                left = format_count(FURTHEST - further, "game")
                busy += f", looking for a lost one, {left} at most (Esc stops)"
            self._publish(busy=busy)
            host = deal(self.setting, candidate.draws, candidate.answer)
            watched = watch_player(player, candidate.draws, host, state=True)
            self._check_files()
            if not (request.until_lost and watched.game.outcome is Outcome.WON):
                texts = (*list_steps(watched, self.setting),)
                shown = ReplayedGame(self.state.version, candidate, watched, texts)
                self._publish_game(request, shown)
                return
        self._publish_game(request, None)

    def _publish_game(self, request: GameRequest, shown: ReplayedGame | None) -> None:
        """Publish the requested game, or that none was found."""
        with self._changed:
            if self._requested is not request:
                return
            self._requested = None
            if shown is None:
                last = request.draws.game + FURTHEST - 1
                notice = f"games {request.draws.game} to {last} are all won"
                before = (
                    self.state.shown.request if self.state.shown else request.after(0)
                )
                self._publish(request=before, busy="", notice=notice)
            else:
                self._publish(shown=shown, request=shown.request, busy="", notice="")

    def _is_won(self, request: GameRequest) -> bool:
        """Return whether a game is known to be won, as it was measured."""
        assert self._measured is not None
        same = request.draws.seed == self._seed and request.answer is None
        return same and self._measured.is_won(request.draws.game)

    def _measure(self, player: Player, measured: Measured) -> None:
        """Play some of the games to measure."""
        end = time.monotonic() + _OFTEN
        self._publish(busy="")
        while not (measured.complete or self._requested or time.monotonic() > end):
            draws = Draws(self._seed, len(measured))
            played = player.play(draws, deal(self.setting, draws))
            self._check_files()
            measured.add(played.game)
        self._publish(figures=measured.figures())


def _stamps(files: Iterable[Path]) -> dict[Path, int]:
    """Return when each file was modified; 0 for one that is not there."""
    stamps = {}
    for file in files:
        try:
            stamps[file] = file.stat().st_mtime_ns
        except OSError:
            stamps[file] = 0
    return stamps
