"""A channel that has nothing but its likelihoods."""

from dataclasses import dataclass

from game.channels.channel import Channel


@dataclass(frozen=True)
class ByTable(Channel):
    """Another channel by its likelihoods alone."""

    other: Channel

    @property
    def ends(self):
        return self.other.ends

    def likelihoods(self, seen, epsilon, length=5):
        return self.other.likelihoods(seen, epsilon, length)
