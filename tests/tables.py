"""Channels of tests: likelihoods alone, and marks that change until the game ends."""

from dataclasses import dataclass

from game.channels.channel import Channel
from game.channels.response import RandomisedResponse


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
