"""Scripted models: careless players whose faults are known, without a network.

A reply depends on the messages of its game alone, whatever the order of the games.
"""

from __future__ import annotations

import hashlib
import json
import random
import re

from clueproof_agents.chat import TextGame
from game.channels.named import channel_of
from game.clues import MARKERS, parse
from game.protocol import Setting
from game.record import Turn

_PRICE = 12.0  # price of a guess of WORDPL
_GUESSES = 4  # number of guesses of WORDPL before the final answer
_LISTED = re.compile(r"\b[A-Z]{4,}\b(?=[,.])")
_CLUE = re.compile(r"^([A-Z]+): .*?\(([.ic]+)\)", re.MULTILINE)


class Scripted:
    """A model that plays random words that fit the last clue. It ignores earlier clues.

    The model answers questions at random. With `illegal`, a quarter of its replies have
    no legal move.
    """

    def __init__(self, setting: Setting, *, illegal: bool = False) -> None:
        self.illegal = illegal
        self.setting = setting
        self.channel = channel_of(setting)

    def __call__(self, messages) -> str:
        """Return the reply to the messages of a game."""
        said = json.dumps([dict(message) for message in messages])
        draws = random.Random(hashlib.blake2b(said.encode()).digest())
        return self._reply(messages, draws)

    def _reply(self, messages, draws: random.Random) -> str:
        replies = sum(message["role"] == "assistant" for message in messages)
        is_question = len(messages) == 1
        place = draws.randrange(4) if is_question else replies % 4
        if self.illegal and place == 1:
            return draws.choice(("Let me think.", "guess: qqqqq", ""))
        if is_question:
            return self._answer(messages[0]["content"], draws)
        asked = [m["content"] for m in messages if m["role"] == "user"]
        clues = [match for text in asked if (match := _CLUE.search(text))]

        # The words that fit the last clue, or all words if no word fits the clue.
        words = list(self.setting.vocabulary.answers)
        if clues:
            word, text = clues[-1].groups()
            turn = Turn(word.lower(), _PRICE, parse(text, len(word)))
            words = [word for word in words if self._fits(word, turn)] or words
        guess = draws.choice(words)
        if not self.setting.mode.priced:
            return f"guess: {guess}"
        return f"guess: {guess} {0 if len(clues) >= _GUESSES else _PRICE}"

    def _answer(self, question: str, draws: random.Random) -> str:
        """Return a random answer to a question about a position."""
        if "chance: NUMBER" in question:
            return f"chance: {draws.random():.2f}"
        return f"guess: {draws.choice(_LISTED.findall(question))}"

    def _fits(self, word: str, turn: Turn) -> bool:
        """Return whether `word` is a likely secret, given the clue of `turn`."""
        law = self.channel.likelihoods(turn.clue, turn.epsilon, len(word))
        true = MARKERS[self.setting.rule](word, turn.guess)
        return word != turn.guess and bool(law[true] >= law.max() / 100)


def play_game(model, setting, seed, number):
    """Let `model` play the game `number` of a seed; return the finished game."""
    chat = TextGame.of(setting, seed, number)
    while chat.game is None:
        chat.reply(model(chat.messages))
    return chat.game
