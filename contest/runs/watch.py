"""Watched games: moves with output, time, and the bits of each clue."""

from __future__ import annotations

import bdb
import pdb
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from contest.entries.entry import Entry
from contest.entries.loading import load
from contest.runs import logs
from contest.sandbox.python_player import describe_error, seed_generators
from contest.sandbox.remote import Player
from game.draws import Draws
from game.hosts import Host
from game.loop import Observed, play, prepare
from game.protocol import Forfeit, Outcome, Setting, Strategy
from game.record import FORFEITED, Game, Turn, budget
from game.text.formats import format_count, number
from solver.advice.insights import Insight, insights


@dataclass(frozen=True, slots=True)
class Observation:
    """Observation of a strategy while it chose a move.

    `printed` includes the traceback of an exception.
    """

    seconds: float
    printed: str


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game and the observations of the strategy before each of its moves.

    One is for each turn, and one for the final answer or the move that was forfeited.
    """

    game: Game
    observations: tuple[Observation, ...]


def watch_game(player: Player, draws: Draws, host: Host) -> WatchedGame:
    """Play a game with a sandboxed strategy whose policy has a log.

    `draws` seed the strategy's own random generators. Raises `StartError` as
    `Player.play` does.
    """
    with player.new_game(draws.strategy()) as strategy:
        watched = Watching(strategy, strategy.read_log)
        game = play(watched, host, player.policy.setting)

    # The log says where the strategy was when its time ran out.
    if game.outcome is Outcome.TIMEOUT:
        log = watched.observations[-1].printed
        entry = player.policy.entry.text
        game = replace(game, reason=game.reason + logs.find_interruption(log, entry))
    return WatchedGame(game, (*watched.observations,))


def debug_game(entry: Entry, setting: Setting, draws: Draws, host: Host) -> WatchedGame:
    """Play a game of a strategy in this process.

    What it prints goes to the terminal, ``breakpoint()`` works, and an exception starts
    pdb where it was raised.

    The code of the entry must be trusted. The draws seed the global random generators.
    Raises `Forfeit` when the strategy cannot be imported, constructed or prepared.
    """
    # As in the sandbox: what is drawn during the import is always the same.
    random.seed(0)
    with _post_mortem(entry):
        strategy = load(entry)
        prepare(strategy, setting)
    seed_generators(draws.strategy())
    watched = Watching(Observed(strategy, lambda: _post_mortem(entry)), str)
    return WatchedGame(play(watched, host, setting), (*watched.observations,))


@contextmanager
def _post_mortem(entry: Entry) -> Iterator[None]:
    """Start the debugger at an exception, which then forfeits the game."""
    try:
        yield
    except bdb.BdbQuit:
        raise Forfeit(Outcome.CRASHED, "left in the debugger") from None
    except (Exception, SystemExit) as error:
        traceback.print_exc(file=sys.stdout)
        pdb.post_mortem(error.__traceback__)
        raise Forfeit(
            Outcome.CRASHED, describe_error(error, str(entry.path))
        ) from error


class Watching(Observed):
    """Strategy that is observed while it chooses its moves.

    `printed` returns what it printed since the last call. There is one of the
    `observations` for each move so far.
    """

    def __init__(self, strategy: Strategy, printed: Callable[[], str]) -> None:
        super().__init__(strategy, self._observe)
        self.printed = printed
        self.observations: list[Observation] = []

    @contextmanager
    def _observe(self) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            seconds = time.monotonic() - began
            self.observations.append(Observation(seconds, self.printed()))


@dataclass(frozen=True, slots=True)
class Step:
    """A guess, or the move that ended the game without a clue.

    `number` is from 1. `turn` is None for a final answer and for a move that was
    forfeited, whose `word` is empty; `paid` is the budget so far, in nats. `insight` is
    the one after this step; None before the first clue and on several boards.
    """

    number: int
    turn: Turn | None
    word: str
    paid: float
    insight: Insight | None
    observation: Observation

    @property
    def bits(self) -> str:
        """Bits that the clue gained, and how many it gains on average; or nothing."""
        if self.turn is None or self.insight is None:
            return ""
        return f"{self.insight.gained:+.2f} bits ({self.insight.expected:.2f} expected)"

    @property
    def time(self) -> str:
        """Time of the strategy, as text."""
        return f"thought for {self.observation.seconds:.3f} s"


def list_steps(watched: WatchedGame, setting: Setting) -> Iterator[Step]:
    """Yield the steps of a game.

    Examples
    --------
    >>> from game import Mode, Vocabulary
    >>> setting = Setting(Vocabulary(*[("mount", "count", "found")] * 2))
    >>> turn = Turn("found", 9.0, 79)
    >>> game = Game(Mode.WORDPL, "mount", (turn,), "mount", Outcome.WON)
    >>> observations = (Observation(0.1, ""), Observation(0.2, "sure"))
    >>> first, last = list_steps(WatchedGame(game, observations), setting)
    >>> first.bits, last.time, last.word, last.paid
    ('+0.27 bits (0.52 expected)', 'thought for 0.200 s', 'mount', 9.0)
    >>> first.insight.truth, last.turn, last.bits
    (78, None, '')
    """
    game = watched.game
    alone = setting.boards == 1
    # Beliefs are about one secret: on several boards nothing is said about them.
    seen = insights(setting, game.turns, game.answer) if alone else iter(())
    insight = None
    for index, observation in enumerate(watched.observations):
        # One more than turns: the final answer, or a move that ended the game.
        turn = game.turns[index] if index < len(game.turns) else None
        insight = next(seen, insight)
        yield Step(
            number=index + 1,
            turn=turn,
            word=turn.guess if turn else game.final,
            paid=budget(game.turns[: index + 1]),
            insight=insight,
            observation=observation,
        )


def describe_ending(game: Game, entry: str) -> str:
    """Return how a game ended, with the entry that played it.

    Examples
    --------
    >>> from game import Mode
    >>> game = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG)
    >>> describe_ending(game, "mine.py")
    'CRANE: lost after 0 by mine.py'
    """
    secret = game.answer.replace(",", ", ").upper()
    if game.outcome in FORFEITED or game.outcome is Outcome.OUT_OF_TURNS:
        return f"{secret} was not solved by {entry}: {game.reason or game.outcome}"
    if not game.mode.priced:
        return f"{secret} in {format_count(len(game.turns), 'guess')} by {entry}"
    end = "won for" if game.outcome is Outcome.WON else "lost after"
    return f"{secret}: {end} {number(game.budget)} by {entry}"
