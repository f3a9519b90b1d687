"""Answers to what the page asks: hints and exact costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

import msgspec

from commands.hints import Hints
from contest.entries.entry import Entry
from game.channels.named import channel_of
from game.clues import parse
from game.errors import InputError, nearest
from game.hard import Hard
from game.protocol import MAX_MOVES, SPARE_TURNS, Forfeit, Mode, Setting, check_move
from game.record import Turn
from game.text.deals import Deal, Kind
from game.text.formats import number
from game.words import Vocabulary
from solver.advice.costs import Judge
from solver.advice.position import Position
from solver.optimal.search import EffortError

MOST_ANSWERS = 300
"""Answers of the largest position that is searched."""

_EFFORT = 200_000_000  # clues that the search of one number reads: a second at most
_MOST_WORDS = 30  # of a question about costs


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """A question about a position: the game so far, and the strategy to ask.

    Turns have ``guess``, ``epsilon`` as text and ``result``. `strategy` is the name of
    the entry that gives a hint, `words` are guesses whose costs are asked, and `boards`
    is the number of boards. `channel` and `limit` are those of a `Deal` of Fibble.
    """

    kind: Kind
    turns: list[AskedTurn]
    strategy: str = ""
    words: list[str] = []
    boards: int = 1
    hard: Hard = Hard.OFF
    channel: str = ""
    limit: int = 0

    def setting(self, vocabulary: Vocabulary) -> Setting:
        """Return the words and the rules.

        Raises `InputError` when they cannot be played.
        """
        deal = Deal(self.kind, self.boards, channel=self.channel, limit=self.limit)
        setting = Setting(
            vocabulary,
            Mode.CLASSIC if self.kind is Kind.ABSURDLE else Mode(self.kind),
            deal.most or MAX_MOVES,
            boards=self.boards,
            hard=self.hard,
            channel=self.channel,
        )
        setting.check()
        channel_of(setting)
        return setting

    def history(self, setting: Setting) -> list[Turn]:
        """Return the turns, each of which the rules allow.

        Raises `InputError` when they forbid a move, or a result is not a clue.
        """
        turns: list[Turn] = []
        for asked in self.turns:
            clues = [(turn.guess, turn.clue) for turn in turns]
            prices = [turn.epsilon for turn in turns]
            try:
                price = float(asked.epsilon)
                move = check_move((asked.guess, price), setting, clues, prices)
            except (ValueError, Forfeit) as error:
                raise InputError(f"move {asked.guess!r:.80}: {error}") from None
            clue = parse(asked.result, self.boards * setting.vocabulary.length)
            turns.append(Turn(*move, clue, self.boards))
        return turns


class AskedTurn(msgspec.Struct, forbid_unknown_fields=True):
    """A guess, its price in nats as text, and its clues."""

    guess: str
    epsilon: str
    result: str


class PageAdviser:
    """Answers the questions of the page.

    `entries` may give hints, by mode; no other strategy code is run.
    """

    def __init__(
        self, vocabulary: Vocabulary, entries: Mapping[Mode, Sequence[Entry]]
    ) -> None:
        self.vocabulary = vocabulary
        self.entries = entries
        self.hints = Hints()
        self.judges: dict[Hard, Judge] = {}
        self.lock = Lock()  # strategies and searches run one at a time

    def reply(self, name: str, body: bytes) -> dict[str, Any]:
        """Return the answer to a question of `QUESTIONS`.

        Raises `InputError` when the question is not valid or a strategy fails.
        """
        kind, answer = QUESTIONS[name]
        try:
            asked = msgspec.json.decode(body, type=kind)
        except (ValueError, RecursionError) as error:
            raise InputError(f"request: {error}") from None
        with self.lock:
            return answer(self, asked)

    def hint(self, asked: Asked) -> dict[str, Any]:
        """Return the move of a strategy."""
        setting = asked.setting(self.vocabulary)
        entries = {entry.text: entry for entry in self.entries[setting.mode]}
        if asked.strategy not in entries:
            raise InputError(
                f"strategy {asked.strategy!r:.80}: expected one of {', '.join(entries)}"
                f"{nearest(asked.strategy, entries)}"
            )
        turns = asked.history(setting)
        guess, epsilon = self.hints.advise(entries[asked.strategy], setting, turns)
        return {"guess": guess, "epsilon": number(epsilon)}

    def costs(self, asked: Asked) -> dict[str, Any]:
        """Return the expected number of guesses to the end, itself counted, of words.

        They come in the order of the chance to win, then of that number, in which a
        lost game has all guesses that are left. The best word is always among them. A
        word is left out that hard mode forbids, or whose search takes too long.
        """
        if asked.kind is not Kind.CLASSIC or asked.boards > 1:
            raise InputError("exact costs: expected classic Wordle on one board")
        if len(asked.words) > _MOST_WORDS:
            raise InputError(f"{len(asked.words)} words: expected {_MOST_WORDS}")
        setting = asked.setting(self.vocabulary)
        position = Position(setting)
        for turn in asked.history(setting):
            position = position.add(turn.guess, turn.clues)
        left = position.count()
        if not 0 < left <= MOST_ANSWERS:
            raise InputError(
                f"exact costs: expected 1 to {MOST_ANSWERS} possible words, not "
                f"{left:,}"
            )
        if asked.hard not in self.judges:
            self.judges[asked.hard] = Judge(
                self.vocabulary, asked.hard, _EFFORT, limit=1 + SPARE_TURNS
            )
        judge = self.judges[asked.hard]
        state = judge.state(position)
        costs: dict[str, float] = {}
        with suppress(EffortError):
            cost, best = judge.search.best(state)
            costs[best] = cost
        for word in map(self.vocabulary.check_guess, asked.words):
            if word not in costs and judge.search.allows(state, word):
                with suppress(EffortError):
                    costs[word] = judge.search.cost(state, word, quiet=True)
        best_first = sorted(costs, key=costs.__getitem__)
        return {"costs": {w: judge.parts(costs[w])[1] / left for w in best_first}}


QUESTIONS: dict[str, tuple[type[msgspec.Struct], Callable[..., dict[str, Any]]]] = {
    "hint": (Asked, PageAdviser.hint),
    "costs": (Asked, PageAdviser.costs),
}
"""Form of each question, and what answers it."""
