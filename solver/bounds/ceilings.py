"""Ceilings of Fibble: chances to win within a number of guesses that none exceeds."""

from __future__ import annotations

import math

from game.channels.lies import Lies
from game.channels.named import channel_of
from game.protocol import Mode, Setting
from solver.bounds.floors import read_bounds


def ceiling(setting: Setting) -> float:
    """Return the chance to win that no strategy exceeds, NaN where none is proved.

    The shipped words of five letters have ceilings, which `data/build_ceilings.py`
    writes and `proofs.win_bounds` proves, for random lies and for classic Wordle.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> words = Vocabulary.load()
    >>> ceiling(Setting(words, Mode.FIBBLE, max_turns=5, channel="lies:2"))
    0.569
    """
    channel = channel_of(setting)
    if setting.mode is Mode.WORDPL or setting.given or not isinstance(channel, Lies):
        return math.nan
    rows = read_bounds("ceilings", setting.vocabulary)[1:]
    chances = {(int(lies), int(turns)): float(chance) for lies, turns, chance in rows}
    return chances.get((channel.count, setting.max_turns), math.nan)
