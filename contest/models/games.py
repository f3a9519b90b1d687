"""Games of language models: played in parallel, kept as lines of JSON, and read."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contest.models.endpoint import Model, Reply
from contest.statistics.games import check_game
from environments.chat import TextGame
from environments.items import make_item
from environments.phrasings import phrasing_names
from game.channels.named import channel_of
from game.clues import parse
from game.draws import Draws
from game.errors import InputError
from game.files import read_text
from game.hosts import deal
from game.loop import play, prepare
from game.protocol import Mode, Outcome, Setting, Strategy
from game.record import Game, Turn
from game.spelling import fold
from game.text.deals import usual_limit
from game.words import Vocabulary

Record = dict[str, Any]

_PRICED_TURNS = 20


@dataclass(frozen=True)
class CostedGame:
    """A numbered game with what it took: replies, illegal ones, tokens and seconds.

    What is not known is NaN, and the phrasing empty.
    """

    number: int
    game: Game
    phrasing: str = ""
    replies: float = math.nan
    illegal: float = math.nan
    tokens: float = math.nan
    seconds: float = math.nan


def named_setting(text: str, vocabulary: Vocabulary, limit: int = 0) -> Setting:
    """Return the setting of a game, by default with the usual number of guesses.

    Examples
    --------
    >>> setting = named_setting("fibble:2", Vocabulary.load())
    >>> setting.channel, setting.max_turns
    ('lies:2', 8)
    """
    name, _, lies = text.partition(":")
    if name not in list(Mode) or (lies and name != Mode.FIBBLE):
        raise InputError(
            f"game {text!r:.40}: expected classic, fibble:K with K lies, or wordpl"
        )
    mode = Mode(name)
    channel = f"lies:{lies or 1}" if mode is Mode.FIBBLE else ""
    usual = _PRICED_TURNS if mode.priced else usual_limit(channel or "lies:0")
    setting = Setting(vocabulary, mode, max_turns=limit or usual, channel=channel)
    setting.check()
    channel_of(setting)
    return setting


def play_game(model: Model, setting: Setting, seed: str, number: int) -> Record:
    """Play a numbered game of a seed with a model, and return its record.

    The phrasings take turns: game k has that of rank k, modulo their number.
    """
    names = phrasing_names()
    phrasing = names[number % len(names)]
    chat = TextGame(deal(setting, Draws(seed, number)), setting, phrasing=phrasing)
    replies = []
    while chat.game is None:
        replies.append(model(chat.messages))
        chat.reply(replies[-1].text)
    game, priced = chat.game, setting.mode.priced
    return {
        "game": number,
        "phrasing": phrasing,
        "answer": game.answer,
        "turns": [
            [t.guess, t.result, *([t.epsilon] if priced else [])] for t in game.turns
        ],
        "final": game.final,
        "outcome": str(game.outcome),
        "replies": len(replies),
        "illegal": chat.illegal,
        **_costs_of(replies),
        "messages": chat.messages,
    }


def ask_item(model: Model, setting: Setting, seed: str, number: int) -> Record:
    """Ask a model the numbered item of a seed, and return its record."""
    item = make_item(setting, seed, number)
    reply = model(item.messages)
    said = {"role": "assistant", "content": reply.text}
    return {
        "game": number,
        "kind": item.kind,
        "phrasing": item.phrasing,
        **_costs_of([reply]),
        "messages": [*item.messages, said],
    }


def play_again(
    strategy: Strategy, setting: Setting, seed: str, games: Iterable[CostedGame]
) -> Iterator[CostedGame]:
    """Yield games of a strategy with the numbers and secrets of others.

    The strategy is not guarded: it must be one of ours.
    """
    prepare(strategy, setting)
    for other in games:
        draws = Draws(seed, other.number)
        random.seed(draws.strategy())
        host = deal(setting, draws, other.game.answer)
        yield CostedGame(other.number, play(strategy, host, setting))


def read_played(record: Mapping[str, Any], setting: Setting, number: int) -> CostedGame:
    """Return the game of a record: of ours, or of TextArena's state of a game.

    `number` is that of a record without one. The latter form has ``secret_word`` and
    ``guess_history``, pairs of a word and its marks G, Y and X. Raises `InputError` for
    a record that cannot be read, or of other words.
    """
    try:
        answer = fold(record["answer" if "answer" in record else "secret_word"])
        turns = tuple(_read_turn(turn, setting) for turn in _turns_of(record))
        last = turns[-1].guess if turns else ""
        final = fold(record.get("final", last))
        game = Game(setting.mode, answer, turns, final, _outcome(record, final, answer))
        number = int(record.get("game", number))
        names = ("replies", "illegal", "read", "written", "seconds")
        numbers = [
            math.nan if (value := record.get(name)) is None else float(value)
            for name in names
        ]
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        what = f"without {error}" if isinstance(error, KeyError) else str(error)
        raise InputError(f"a game {what}: expected answer and turns") from None
    check_game(game, setting)
    _check_clues(game, setting)
    replies, illegal, read, written, seconds = numbers
    phrasing = str(record.get("phrasing", ""))
    return CostedGame(number, game, phrasing, replies, illegal, read + written, seconds)


def read_records(path: Path) -> Iterator[Record]:
    """Yield the objects of a file with one JSON object per line."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            raise InputError(
                f"{str(path)!r}, line {number}: expected an object of JSON"
            )
        yield record


def _check_clues(game: Game, setting: Setting) -> None:
    """Raise `InputError` when a game cannot have gone like this."""
    channel, length = channel_of(setting), setting.vocabulary.length
    for turn, true in zip(game.turns, game.truths, strict=True):
        if not channel.likelihoods(turn.clue, turn.epsilon, length)[true]:
            raise InputError(
                f"a game with the clue {turn.result!r} of {turn.guess!r}: expected one "
                f"that {game.answer!r} can have"
            )
    if len(game.turns) > setting.max_turns:
        raise InputError(
            f"a game of {len(game.turns)} guesses: expected {setting.max_turns} at most"
        )
    if (game.outcome is Outcome.WON) is not (game.final == game.answer):
        raise InputError(
            f"a game {game.outcome} with {game.final!r}: expected the answer "
            f"{game.answer!r} where it is won"
        )


def _turns_of(record: Mapping[str, Any]) -> Sequence[Any]:
    if "turns" in record:
        turns: Sequence[Any] = record["turns"]
        return turns
    return [(word, "".join(marks)) for word, marks in record["guess_history"]]


def _read_turn(turn: Sequence[Any], setting: Setting) -> Turn:
    word, clue = fold(turn[0]), parse(turn[1], setting.vocabulary.length)
    return Turn(word, float(turn[2]) if setting.mode.priced else math.inf, clue)


def _outcome(record: Mapping[str, Any], final: str, answer: str) -> Outcome:
    """Return the outcome of a record; by its last word where it has none."""
    if "outcome" in record:
        return Outcome(record["outcome"])
    return Outcome.WON if final == answer else Outcome.OUT_OF_TURNS


def _costs_of(replies: Sequence[Reply]) -> Record:
    """Return the tokens of replies, None where unknown, their seconds and ends."""
    costs: Record = {}
    for name in ("read", "written"):
        total = sum(getattr(reply, name) for reply in replies)
        costs[name] = None if math.isnan(total) else int(total)
    costs["seconds"] = round(sum(reply.seconds for reply in replies), 3)
    costs["finish"] = [reply.finish for reply in replies]
    return costs
