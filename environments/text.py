"""Games as chat messages for language models, and lenient reading of their replies."""

from __future__ import annotations

import math
import re

from game.channels.named import channel_of
from game.clues import to_text
from game.errors import InputError
from game.hosts import Host
from game.loop import Round
from game.protocol import Forfeit, Move, Outcome, Setting
from game.record import Game, budget
from game.text.formats import counted, number
from game.words import fold, upper

TRIES = 3
"""Replies without a legal move, one after the other, that forfeit a game."""

_READ = 10_000  # letters of a reply, from its end
_NAMES = {".": "absent", "i": "present", "c": "correct"}
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL)
_WORD = re.compile(  # but the labels of a guess and a price
    r"(?<![^\W\d_])(?!(?:guess|price)\W*(?:\bis\b|[:=]))[^\W\d_]+", re.IGNORECASE
)
_NUMBER = re.compile(r"(?<![\w.])(?:\d+(?:\.\d+)?|\.\d+)(?!\w|\.\d)")
_PRICED = re.compile(
    rf"(?:price|epsilon|pay)\W*(?:is\b|of\b)?\W*?({_NUMBER.pattern})", re.IGNORECASE
)
_FINAL = re.compile(r"\b(final|answer)\b", re.IGNORECASE)
_MARKED = tuple(  # where a reply states its guess, the surest first
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"<(?:guess|answer|move)>(.*?)</",
        r"\\boxed\{(.*?)\}",
        r"(?:guess|answer|move|word)\W*(?:\bis\b|[:=])\W*([^\n]*)",
        r"(?<![*`\"'\[])[*`\"'\[]+([^*`\"'\[\]\n]+)[*`\"'\]]+",
    )
)


def parse_reply(text: str, setting: Setting) -> Move:
    """Return the move that a reply states; an InputError is raised when there is none.

    Thoughts in ``<think>`` are left out. The guess is the first word that may be played
    in the last tag or box, behind the last "guess:" or the like, in the last quotes or
    bold type, else the last word in capitals, else the last of all. The price is the
    last number that is called one, else the first behind the word in its line; else the
    price of an "answer" is 0, and of another guess the last number before it.

    Examples
    --------
    >>> from game import Vocabulary
    >>> setting = Setting(Vocabulary.load())
    >>> parse_reply("Rather slate than stare. Guess: **CRANE**, at 12.5 nats.", setting)
    Move(guess='crane', epsilon=12.5)
    >>> parse_reply("My final answer is Crane!", setting)
    Move(guess='crane', epsilon=0.0)
    """
    text = _THOUGHT.sub(" ", text)[-_READ:]
    word = _guess(text, setting)
    guess = fold(word[0])
    if not setting.mode.priced:
        return Move(guess, math.inf)
    behind = _NUMBER.findall(text[word.end() :].partition("\n")[0])
    before = _NUMBER.findall(text[: word.start()])
    if prices := [*behind[:1], *_PRICED.findall(text)]:
        return Move(guess, float(prices[-1]))
    if _FINAL.search(text):
        return Move(guess, 0.0)
    if before:
        return Move(guess, float(before[-1]))
    raise InputError(f"no price in {text[-60:]!r}: expected one, like '{guess} 12.5'")


def _guess(text: str, setting: Setting) -> re.Match[str]:
    """Return the guess that a reply states, where it stands."""
    known = setting.vocabulary.guess_index
    words = [w for w in _WORD.finditer(text) if fold(w[0]) in known]
    for pattern in _MARKED:
        for match in reversed(list(pattern.finditer(text))):
            start, end = match.span(1)
            for word in words:
                if start <= word.start() and word.end() <= end:
                    return word
    if not words:
        length = setting.vocabulary.length
        raise InputError(
            f"no guess in {text[-60:]!r}: expected one of {length} letters"
        )
    return ([word for word in words if word[0].isupper()] or words)[-1]


class TextGame:
    """A game as messages, each a dict of ``"role"`` and ``"content"``.

    `messages` are those so far, for the next call of a model; the host is one that
    `game.deal` returns.

    Examples
    --------
    >>> from game import Draws, Mode, Vocabulary, deal
    >>> setting = Setting(Vocabulary.load(), Mode.CLASSIC, max_turns=6)
    >>> chat = TextGame(deal(setting, Draws("1", 0), "crane"), setting)
    >>> print(chat.reply("I try SLATE."))
    SLATE: absent absent correct absent correct (..c.c). Guesses left: 5.
    >>> print(chat.reply("Guess: Crane"))
    CRANE is right. The game is over: score 2.
    """

    def __init__(self, host: Host, setting: Setting) -> None:
        if setting.boards > 1:
            raise InputError(f"boards {setting.boards}: expected 1 in a text game")
        self._round = Round(host, setting)
        self._failed = 0
        self.setting = setting
        self.messages = [
            {"role": "system", "content": rules(setting)},
            {"role": "user", "content": "Your first guess, please."},
        ]

    @property
    def game(self) -> Game | None:
        """The finished game with its score, None while it goes on."""
        return self._round.result() if self._round.is_over else None

    def reply(self, text: str) -> str:
        """Take the reply of a model, and return the message that answers it.

        A reply without a legal move is asked for again, and forfeits the game after
        `TRIES` of them. An InputError is raised when the game is over.
        """
        if self._round.is_over:
            raise InputError("a reply after the end: expected another game")
        try:
            move = parse_reply(text, self.setting)
            self._round.advance(move)
            self._failed, answer = 0, self._answer(move)
        except (InputError, Forfeit) as error:
            self._failed += 1
            answer = f"That is not a move: {error}."
            if self._failed == TRIES:
                self._round.forfeit(Forfeit(Outcome.INVALID, str(error)))
                answer += " The game is lost."
        self.messages.append({"role": "assistant", "content": text})
        self.messages.append({"role": "user", "content": answer})
        return answer

    def _answer(self, move: Move) -> str:
        word, turns, game = upper(move.guess), self._round.turns, self.game
        if game is not None and game.outcome is Outcome.WON:
            return f"{word} is right. The game is over: score {number(game.score)}."
        if game is not None:
            return f"{word} is not right. The game is lost: {upper(game.answer)}."
        paid = f" Paid: {number(budget(turns))}." if self.setting.mode.priced else ""
        text = to_text(turns[-1].clue, len(move.guess))
        marks = " ".join(_NAMES[mark] for mark in text)
        left = self.setting.max_turns - len(turns)
        return f"{word}: {marks} ({text}).{paid} Guesses left: {left}."


def rules(setting: Setting) -> str:
    """Return the rules of a setting, for the system message."""
    words, turns = setting.vocabulary, counted(setting.max_turns, "guess")
    text = (
        f"You play Wordle. The secret is one of {len(words.answers):,} common words of "
        f"{words.length} letters. After each guess you see a mark for each letter, in "
        "order: absent (.), present elsewhere (i) or correct (c). You have "
        f"{turns}; fewer is better. "
    )
    if not setting.mode.priced:
        about = channel_of(setting).about(words.length)
        return f"{text}{about} Reply with one line: guess: WORD"
    return text + (
        "Each letter is marked on its own, and every mark may be wrong. For each guess "
        "you pay a price of your choice, in nats: with the price e a mark is true with "
        f"probability p / (p + 2), where p is exp(e / {words.length}). The price 0 is "
        "your final answer, which ends the game. The score is the sum of the prices if "
        "the answer is right, and infinite if it is wrong; lower is better. "
        "Reply with one line: guess: WORD PRICE"
    )
