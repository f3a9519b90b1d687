"""Conversion of a channel at a price into arguments for kernels."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.arrays import Floats
from game.channels.channel import Channel, DistanceChannel
from game.elementary import exp, log, log2
from solver.numeric.threads import read_only

_NONE = np.empty(0)
_NO_TABLE = read_only(np.empty((0, 0)))


class ChannelArguments(NamedTuple):
    """Arguments of kernels that describe a channel.

    `keep` is the probability that a mark stays, and `other` the probability that it
    becomes a given other mark. `lies` is the number of lies in each clue, or 0. `ends`
    is the property `Channel.ends`: if `ends` is true, a right guess ends the game, and
    the clue of a right guess is always true. `table`, of shape (n_seen, n_true), has
    the likelihood of each seen clue. `table` is empty if the channel changes clues
    letter by letter. If `table` is not empty, `keep`, `other` and `lies` are not used.
    """

    keep: float
    other: float
    lies: int
    ends: bool
    table: Floats


class Form(NamedTuple):
    """A channel at a price, for words of one length.

    `arguments` describes the channel to kernels. The sums that a kernel computes, times
    `scale`, are the probabilities of the seen clues. `entropy` is the entropy of the
    seen clue given the true clue, in bits, if this entropy is the same for all true
    clues. Then `entropies` is empty. Otherwise, and always if the channel has lies or
    if a right guess ends the game, `entropy` is 0, and `entropies`, of shape
    (3**length,), has the entropy for each true clue.
    """

    arguments: ChannelArguments
    scale: float
    entropy: float
    entropies: Floats

    @property
    def ends(self) -> bool:
        """The property `Channel.ends` of the channel.

        If True, a right guess ends the game, and the clue of a right guess is always
        true.
        """
        return self.arguments.ends

    @property
    def is_product(self) -> bool:
        """Whether all marks change independently, even the marks of a right guess."""
        arguments = self.arguments
        return not (arguments.lies or arguments.ends or arguments.table.size)


@lru_cache(maxsize=1 << 10)
def form_of(channel: Channel, epsilon: float, length: int) -> Form:
    """Return the `Form` of a channel at a price, for words of `length` letters."""
    steps = channel.steps(epsilon, length)
    if steps is None or steps.other > steps.keep:
        # Either the channel does not act letter by letter, or a given false mark is
        # likelier than the true mark. The kernels need a table in both cases.
        table = read_only(channel.table(epsilon, length))
        noise = np.array([_entropy(column) for column in table.T.tolist()])
        arguments = ChannelArguments(
            keep=1.0, other=0.0, lies=0, ends=channel.ends, table=table
        )
        return Form(arguments, scale=1.0, entropy=0.0, entropies=noise)
    arguments = ChannelArguments(
        keep=float(steps.keep),
        other=float(steps.other),
        lies=steps.lies,
        ends=channel.ends,
        table=_NO_TABLE,
    )
    if steps.lies:
        ways = math.comb(length, steps.lies) * 2**steps.lies
        return Form(arguments, 1 / ways, 0.0, np.full(3**length, log2(ways)))
    entropy = -length * (_xlog2(steps.keep) + 2 * _xlog2(steps.other))
    if channel.ends:
        return Form(arguments, 1.0, 0.0, np.full(3**length, entropy))
    return Form(arguments, 1.0, entropy, _NONE)


def powers_of(
    channel: Channel, epsilon: float, length: int, order: float
) -> tuple[Form, float]:
    """Return the `Form` of a channel with powers of its likelihoods, and a factor.

    Each likelihood is raised to the power `order`. The sums that kernels compute with
    the `Form` must be multiplied by the factor. The factor is 1, or the likelihood of a
    clue in which no mark has changed.
    """
    form = form_of(channel, epsilon, length)
    arguments = form.arguments
    if arguments.table.size:
        rows = arguments.table.tolist()
        powers = np.array([[exp(order * log(x)) for x in row] for row in rows])
        arguments = arguments._replace(table=read_only(powers))
        return form._replace(arguments=arguments), 1.0
    if arguments.lies:
        return form, 1.0
    log_ratio = log(arguments.other) - log(arguments.keep)
    if isinstance(channel, DistanceChannel):  # has more exact logarithms
        log_ratio = float(channel.by_differences(epsilon, length)[1])
    factor = math.prod([arguments.keep] * length)
    arguments = arguments._replace(keep=1.0, other=exp(order * log_ratio))
    if arguments.ends:
        return form._replace(arguments=arguments, scale=factor), 1.0
    return form._replace(arguments=arguments), factor


def _entropy(chances: list[float]) -> float:
    return -math.fsum(map(_xlog2, chances))


def _xlog2(x: float) -> float:
    return x * log2(x) if x > 0 else 0.0
