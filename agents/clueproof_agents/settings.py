"""Settings of games by name, like ``fibble:2``."""

from __future__ import annotations

from game.channels.named import channel_of
from game.errors import InputError
from game.protocol import Mode, Setting
from game.text.deals import usual_limit
from game.words import Vocabulary

MOST = 100.0
"""Largest price of a move in the environment of WORDPL, in nats.

In this environment, the same number is the usual value of the option `loss`, the number
that a lost game subtracts from the reward.
"""

_PRICED_TURNS = 20


def named_setting(text: str, vocabulary: Vocabulary) -> Setting:
    """Return the rules of the game with the name `text`, such as ``"fibble:2"``.

    The rules have the usual limit of guesses, and the words `vocabulary`.

    Examples
    --------
    >>> setting = named_setting("fibble:2", Vocabulary.load())
    >>> setting.channel, setting.max_turns
    ('lies:2', 8)
    """
    name, _, lies = text.partition(":")
    if name not in list(Mode) or (lies and name != Mode.FIBBLE):
        raise InputError(
            f"game {text!r:.40}", "classic, fibble:K with K lies, or wordpl"
        )
    mode = Mode(name)
    channel = f"lies:{lies or 1}" if mode is Mode.FIBBLE else ""
    usual = _PRICED_TURNS if mode.priced else usual_limit(channel or "lies:0")
    setting = Setting(vocabulary, mode, max_turns=usual, channel=channel)
    setting.check()
    channel_of(setting)
    return setting
