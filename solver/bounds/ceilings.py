"""Ceilings of Fibble: chances to win within a number of guesses that none exceeds."""

from __future__ import annotations

import csv
import math
from functools import cache

from game.channels.lies import Lies
from game.channels.named import channel_of
from game.protocol import Mode, Setting
from game.word_files import DATA


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
    words, chances = _read_ceilings()
    if setting.vocabulary.digest != words:
        return math.nan
    return chances.get((channel.count, setting.max_turns), math.nan)


@cache
def _read_ceilings() -> tuple[str, dict[tuple[int, int], float]]:
    """Return the digest of the words, and chances by lies and number of guesses."""
    path = DATA / "ceilings-5.csv"
    with path.open(encoding="utf-8", newline="") as file:
        words = file.readline().strip()
        lines = [(int(k), int(n), float(p)) for k, n, p in [*csv.reader(file)][1:]]
    return words, {(lies, guesses): chance for lies, guesses, chance in lines}
