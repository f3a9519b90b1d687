"""Session of the live screen: versions of a strategy, and the games it plays."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from commands.live.measured import Measured
from commands.live.view import Shown, View, Wish
from contest.entries.digests import entry_digest, entry_files
from contest.entries.entry import Entry
from contest.runs.evaluation import words_on_disk
from contest.runs.watch import steps, watch_with
from contest.runs.workers.runner import play_with
from contest.sandbox.claims import one_core
from contest.sandbox.confinement.lockdown import protect_referee
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import RemoteStrategy, StartError
from contest.statistics.posteriors import Chances
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.protocol import Mode, Outcome, Setting
from game.wording import counted
from solver.jit import warm

MEASURED = 300
"""Games of each version that are measured."""

FURTHEST = 500
"""Games among which a lost one is looked for."""

_OFTEN = 0.3  # seconds between two publications of figures


class _Stopped(Exception):  # noqa: N818 - not an error
    """The strategy is not waited for any longer."""


class Session:
    """Plays the games of the screen in a thread of its own, one strategy at a time.

    A new version goes before a game to show, and that before games to measure. The
    measured games have the seed of the first wish.

    Parameters
    ----------
    source : callable
        Reads the entry again.
    setting : Setting
        The game.
    limits : Limits
        Limits of the strategy's process.
    wish : Wish
        The first game.

    Attributes
    ----------
    view : View
        The present state, for any thread.
    failure : BaseException or None
        What ended the thread, which it should not.
    """

    def __init__(
        self,
        source: Callable[[], Entry],
        setting: Setting,
        limits: Limits,
        wish: Wish,
    ) -> None:
        self.setting, self.limits = setting, limits
        self.view = View(source(), wish)
        self.failure: BaseException | None = None
        self._source, self._seed = source, wish.draws.seed
        self._news = threading.Condition()
        self._saved, self._closing = True, False
        self._wished: Wish | None = None
        self._remote: RemoteStrategy | None = None
        self._measured: Measured | None = None
        self._digest = ""
        self._stamps: dict[Path, int] = {}
        self._moving: dict[Path, int] = {}
        # The process of a strategy ends with the thread that starts it.
        self._thread = threading.Thread(target=self._work, daemon=True)

    def start(self) -> None:
        """Start to play."""
        self._thread.start()

    def ask(self, wish: Wish) -> None:
        """Show another game."""
        with self._news:
            self._wished = wish
            self._publish(wish=wish)
            self._news.notify()

    def reload(self) -> None:
        """Read the strategy again, and play the game that is shown in a new process."""
        with self._news:
            self._saved = True
            self._news.notify()

    def poll(self) -> None:
        """Reload when a file of the strategy has changed and is at rest again."""
        now = _stamps(self._stamps)
        if now != self._stamps and now == self._moving:
            self.reload()
        self._moving = now

    def close(self) -> None:
        """End the strategy's process and the thread."""
        with self._news:
            self._closing = True
            self._news.notify()
        if self._thread.is_alive():
            self._thread.join()

    def _publish(self, **changed: Any) -> None:  # noqa: ANN401 - fields of the view
        with self._news:
            self.view = replace(self.view, **changed)

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
            noisy = setting.mode is Mode.WORDPL
            self._chances = Chances(setting.vocabulary) if noisy else None
            with one_core(), words_on_disk(setting.vocabulary) as words:
                while not self._closing:
                    with self._faults():
                        self._go_on(words)
        except BaseException as error:  # noqa: BLE001 - the screen raises it
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
            self._remote = None
            self._publish(error=str(error), busy="")

    def _go_on(self, words: tuple[str, str]) -> None:
        """Do what comes first, or wait for news."""
        remote, measured = self._remote, self._measured
        if self._saved:
            self._load(words)
        elif remote and self._wished:
            self._show(remote, self._wished)
        elif remote and measured is not None and not measured.complete:
            self._measure(remote, measured)
        else:
            self._publish(busy="")
            with self._news:
                if not self._has_news():
                    self._news.wait()

    def _has_news(self) -> bool:
        wished = self._remote is not None and self._wished is not None
        return self._saved or self._closing or wished

    def _end(self) -> None:
        if self._remote is not None:
            self._remote.close()

    def _load(self, words: tuple[str, str]) -> None:
        """Read the strategy, and begin with a new process."""
        self._saved = False
        self._end()
        self._remote = None
        self._stamps = _stamps(entry_files(self.view.entry))
        self._publish(busy="starting")
        entry = self._source()
        digest = entry_digest(entry)
        if digest != self._digest:
            self._digest, version = digest, self.view.version + 1
            before, last = None, self._measured
            if last is not None:
                before = last if last.usable else last.before
            self._measured = Measured(
                version, self.setting, self._chances, MEASURED, before
            )
            self._publish(version=version)
        policy = SandboxPolicy(entry, words, self.setting, self.limits, log=True)
        self._remote = RemoteStrategy(policy, self._check)
        self._publish(entry=entry, error="")
        self._wished = self._wished or self.view.wish

    def _show(self, remote: RemoteStrategy, wish: Wish) -> None:
        """Play the game that is wished for, or from there until one is lost."""
        for further in range(FURTHEST if wish.lost else 1):
            if self._wished is not wish:
                return
            one = wish.moved(further) if wish.lost else wish
            if wish.lost and self._is_won(one):
                continue
            busy = f"playing game {one.draws.game}"
            if wish.lost:
                left = counted(FURTHEST - further, "game")
                busy += f", looking for a lost one, {left} at most (Esc stops)"
            self._publish(busy=busy)
            host = deal(self.setting, one.draws, one.answer)
            watched = watch_with(remote, one.draws, host, state=True)
            self._check_files()
            if not (wish.lost and watched.game.outcome is Outcome.WON):
                found = (*steps(watched, self.setting),)
                self._found(wish, Shown(self.view.version, one, watched, found))
                return
        self._found(wish, None)

    def _found(self, wish: Wish, shown: Shown | None) -> None:
        """Publish the game that was wished for, or that none was found."""
        with self._news:
            if self._wished is not wish:
                return
            self._wished = None
            if shown is None:
                last = wish.draws.game + FURTHEST - 1
                said = f"games {wish.draws.game} to {last} are all won"
                before = self.view.shown.wish if self.view.shown else wish.moved(0)
                self._publish(wish=before, busy="", notice=said)
            else:
                self._publish(shown=shown, wish=shown.wish, busy="", notice="")

    def _is_won(self, wish: Wish) -> bool:
        """Return whether a game is known to be won, as it was measured."""
        assert self._measured is not None
        same = wish.draws.seed == self._seed and wish.answer is None
        return same and self._measured.won(wish.draws.game)

    def _measure(self, remote: RemoteStrategy, measured: Measured) -> None:
        """Play some of the games to measure."""
        end = time.monotonic() + _OFTEN
        self._publish(busy="")
        while not (measured.complete or self._wished or time.monotonic() > end):
            draws = Draws(self._seed, len(measured))
            game = play_with(remote, draws, deal(self.setting, draws))
            self._check_files()
            measured.add(game)
        self._publish(figures=measured.figures())


def _stamps(files: Iterable[Path]) -> dict[Path, int]:
    """Return when each file was modified; 0 for one that is not there."""
    found = {}
    for file in files:
        try:
            found[file] = file.stat().st_mtime_ns
        except OSError:
            found[file] = 0
    return found
