"""The channel of a setting, and the channel that has a given name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from game import channels
from game.channels.channel import Channel
from game.channels.lies import EXACT
from game.channels.response import RESPONSE
from game.clues import MARKERS
from game.errors import InputError
from game.protocol import Mode, Setting
from game.record import Turn

_OTHERS = ("channel", "named", "response")  # modules that do not define a named channel


def channel_of(setting: Setting) -> Channel:
    """Return the channel of a setting.

    Raises `InputError` if no channel has the name, or if the channel cannot be used for
    words of this length.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> channel_of(Setting(Vocabulary.load(), Mode.FIBBLE, channel="lies:2"))
    Lies(count=2)
    """
    if setting.mode is Mode.WORDPL:
        return RESPONSE
    if setting.mode is Mode.CLASSIC:
        return EXACT
    channel = named_channel(setting.channel or "lies:1")

    # The method `steps` raises an InputError if the channel cannot be used for words of
    # this length. The price 1.0 does not matter here.
    channel.steps(1.0, setting.vocabulary.length)
    return channel


def likelihood(turn: Turn, secret: str, setting: Setting) -> float:
    """Return the probability that a turn has its clue if `secret` is the secret.

    The game has one board.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> setting = Setting(Vocabulary.load(), Mode.FIBBLE, channel="lies:1")
    >>> likelihood(Turn("slate", float("inf"), 0), "crane", setting)
    0.0
    """
    law = channel_of(setting).likelihoods(turn.clue, turn.epsilon, len(secret))
    return float(law[MARKERS[setting.rule](secret, turn.guess)])


@lru_cache(maxsize=16)
def named_channel(text: str) -> Channel:
    """Return the channel of a text like ``lies:2``.

    The text before the colon is the name of a module of this package. The function
    ``channel`` of this module receives the text after the colon. An InputError is
    raised if there is no such module, or if the function raises a ValueError. If the
    message of the ValueError begins with "expected", it becomes part of the InputError.
    """
    name, _, value = text.partition(":")
    modules = pkgutil.iter_modules(channels.__path__)
    names = sorted(each.name for each in modules if each.name not in _OTHERS)
    if name not in names:
        expected = " or ".join(f"{each}:..." for each in names)
        raise InputError(f"channel {text!r:.40}", expected)
    module = importlib.import_module(f"{channels.__name__}.{name}")
    try:
        channel: Channel = module.channel(value)
    except InputError:
        raise
    except ValueError as error:
        # Leave out a message of Python itself, such as the message of `float("x")`,
        # because it does not help a user.
        message = str(error)
        expected = message.removeprefix("expected ")
        if expected == message:
            expected = f"a value that the channel {name} accepts"
        raise InputError(f"channel {text!r:.40}", expected) from None
    return channel
