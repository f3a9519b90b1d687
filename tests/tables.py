"""Channels of tests: likelihoods alone, marks that change, and clues passed through."""

from dataclasses import dataclass

import numpy as np

from game.channels.channel import Channel
from game.channels.response import RandomisedResponse
from game.clues import from_marks, to_marks


@dataclass(frozen=True)
class ByTable(Channel):
    """Another channel by its likelihoods alone."""

    other: Channel

    @property
    def ends(self):
        return self.other.ends

    def likelihoods(self, seen, epsilon, length=5):
        return self.other.likelihoods(seen, epsilon, length)


class Ending(RandomisedResponse):
    """Randomised response in a game that a right guess ends."""

    ends = True


def perturb(channel, clue, epsilon, uniforms):
    """Return what a player sees of a clue that passes through a channel."""
    true = np.array(to_marks(clue, len(uniforms)), np.uint8)
    return from_marks(channel.draw(true, epsilon, uniforms).tolist())
