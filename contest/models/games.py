"""Games of language models: played in parallel, kept as lines of JSON, and read."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from contest.models.endpoint import Model, Reply
from contest.statistics.games import check_game
from environments.chat import TextGame
from environments.items import make_item
from environments.phrasings import phrasing_of
from game.channels.named import channel_of, likelihood
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
    """A numbered game with its costs, NaN where they are unknown."""

    number: int
    game: Game
    phrasing: str = ""
    replies: float = math.nan
    illegal: float = math.nan
    tokens: float = math.nan
    seconds: float = math.nan


class _TurnRecord(msgspec.Struct, array_like=True):
    guess: str
    result: str | list[str]
    epsilon: float = math.inf


class _GameRecord(msgspec.Struct):
    answer: str
    turns: list[_TurnRecord]
    game: int | None = None
    phrasing: str = ""
    final: str | None = None
    outcome: Outcome | None = None
    replies: float = math.nan
    illegal: float = math.nan
    read: float = math.nan
    written: float = math.nan
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
    """Play a numbered game of a seed with a model, and return its record."""
    chat, replies = TextGame.of(setting, seed, number), list[Reply]()
    while chat.game is None:
        replies.append(model(chat.messages))
        chat.reply(replies[-1].text)
    return record_of(
        number,
        chat.game,
        phrasing=phrasing_of(number),
        replies=len(replies),
        illegal=chat.illegal,
        **_costs_of(replies),
        messages=chat.messages,
    )


def record_of(number: int, game: Game, **more: object) -> Record:
    """Return the record of a numbered game, with more that is known of it."""
    priced = game.mode.priced
    turns = [[t.guess, t.result, *([t.epsilon] if priced else [])] for t in game.turns]
    return {
        "game": number,
        "answer": game.answer,
        "turns": turns,
        "final": game.final,
        "outcome": str(game.outcome),
        **more,
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

    `number` is that of a record without one. Raises `InputError` for a record that
    cannot be read, is of other words, or has a clue that is impossible.
    """
    try:
        if "secret_word" in record:
            turns = record.get("guess_history")
            record = {"answer": record["secret_word"], "turns": turns}
        read = msgspec.convert(record, _GameRecord)
    except msgspec.ValidationError as error:
        raise InputError(f"a game: {error}: expected answer and turns") from None
    answer, length = fold(read.answer), setting.vocabulary.length
    turns = tuple(
        Turn(fold(turn.guess), turn.epsilon, parse("".join(turn.result), length))
        for turn in read.turns
    )
    last = turns[-1].guess if turns else ""
    final = last if read.final is None else fold(read.final)
    usual = Outcome.WON if final == answer else Outcome.OUT_OF_TURNS
    game = Game(setting.mode, answer, turns, final, read.outcome or usual)
    check_game(game, setting)
    _check_clues(game, setting)
    return CostedGame(
        number if read.game is None else read.game,
        game,
        read.phrasing,
        *(read.replies, read.illegal, read.read + read.written, read.seconds),
    )


def read_records(path: Path) -> Iterator[Record]:
    """Yield the objects of a file with one JSON object per line."""
    for number, line in enumerate(read_text(path).split("\n"), 1):
        try:
            if line:
                yield msgspec.json.decode(line, type=Record)
        except msgspec.DecodeError:
            where = f"{str(path)!r}, line {number}"
            raise InputError(f"{where}: expected an object of JSON") from None


def _check_clues(game: Game, setting: Setting) -> None:
    """Raise `InputError` when a game cannot have gone like this."""
    for turn in game.turns:
        if not likelihood(turn, game.answer, setting):
            raise InputError(
                f"a game with the clue {turn.result!r} of {turn.guess!r}: expected one "
                f"that {game.answer!r} can have"
            )
    is_won, most = game.outcome is Outcome.WON, setting.max_turns
    if is_won is not (game.final == game.answer) or len(game.turns) > most:
        raise InputError(
            f"a game {game.outcome} with {game.final!r} and {len(game.turns)} guesses: "
            f"expected {most} at most, and {game.answer!r} where it is won"
        )


def _costs_of(replies: Sequence[Reply]) -> Record:
    """Return the tokens of replies, where they are known, their seconds and ends."""
    read, written = (
        sum(getattr(reply, name) for reply in replies) for name in ("read", "written")
    )
    counts = {} if math.isnan(read + written) else {"read": read, "written": written}
    seconds = round(sum(reply.seconds for reply in replies), 3)
    return {**counts, "seconds": seconds, "finish": [reply.finish for reply in replies]}
