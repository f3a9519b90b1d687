"""Channels for tests, and clues that go through a channel.

One of the channels is the example of the documentation.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from game.channels.channel import Channel
from game.channels.response import RandomisedResponse
from game.clues import from_marks, to_marks


@dataclass(frozen=True)
class ByTable(Channel):
    """A channel that takes only the likelihoods, and `ends`, from another channel."""

    other: Channel

    @property
    def ends(self):
        return self.other.ends

    def likelihoods(self, seen, epsilon, length=5):
        return self.other.likelihoods(seen, epsilon, length)


_PAGE = Path(__file__).resolve().parents[1] / "docs" / "findings" / "fibble.md"

(LOST,) = re.findall(r"```python\n(.*?)```", _PAGE.read_text("utf-8"), re.S)
"""Source of a channel that loses marks: the example of the page."""


def lost_channel(text):
    """Return the channel of the page; `text` has the probability of a lost mark."""
    names = {}
    exec(compile(LOST, "lost.py", "exec"), names)
    return names["channel"](text)


class Ending(RandomisedResponse):
    """Randomised response in a game that a right guess ends."""

    ends = True


def perturb(channel, clue, epsilon, uniforms):
    """Return the clue that a player sees if a true clue goes through a channel."""
    true = np.array(to_marks(clue, len(uniforms)), np.uint8)
    return from_marks(channel.draw(true, epsilon, uniforms).tolist())
