"""Settings of games by name, like ``fibble:2``."""

from __future__ import annotations

from game.channels.named import channel_of
from game.errors import InputError
from game.protocol import Mode, Setting
from game.text.deals import usual_limit
from game.words import Vocabulary

MOST = 100.0
"""Largest price of an action of WORDPL, and the cost of a lost game, in nats."""

_PRICED_TURNS = 20


def named_setting(text: str, vocabulary: Vocabulary) -> Setting:
    """Return the setting of a game by its name, with the usual limit of guesses.

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
