"""Plays games of every strategy, channel and length; prints kernels that compile.

``python -m tests.solver.compilations RULE warm`` fills the caches of kernels for the
games with a rule. ``python -m tests.solver.compilations RULE FOLDER`` plays these
games, and prints each kernel that is compiled while they are played. FOLDER has the
file `lost.py`, which defines one more channel.
"""

import random
import sys

import numpy as np
from numba.core import event

from contest.entries.loading import load
from game import Draws, Hard, InputError, Rule, Vocabulary, channels, deal
from game.channels.channel import Channel, Steps
from game.channels.named import channel_of
from game.loop import play, prepare
from game.protocol import MAX_MOVES, Mode, Setting
from solver import best_replies, clue_matrix, information, partitions
from solver.warm import warm
from tests.library import all_entries

CHANNELS = ("lies:0", "lies:1", "lies:3", "lost:0.2", "lost:0.9")
KINDS = {
    Mode.WORDPL: [{}],
    Mode.CLASSIC: [{}, {"boards": 2}, *({"hard": hard} for hard in Hard)],
    Mode.FIBBLE: [{"channel": channel} for channel in CHANNELS],
}


class Compilations(event.Listener):
    """Collects the names of the kernels that numba compiles, in order."""

    def __init__(self):
        self.names = []

    def on_start(self, event):
        function = event.data["dispatcher"].py_func
        self.names.append(f"{function.__name__}{event.data['args']}")

    def on_end(self, event):
        pass


class Whole(Channel):
    """A channel with steps that are integers instead of floating-point numbers."""

    def steps(self, epsilon, length):
        return Steps(1, 0)


def words_of(length, mode):
    if length == 5 and mode.priced:
        return Vocabulary.load()  # some entries name words of this list
    draw = random.Random(length)
    words = sorted({"".join(draw.choices("aehlnrst", k=length)) for _ in range(80)})
    return Vocabulary(tuple(words[::2]), tuple(words))


def settings(rule):
    for length in (4, 5, 6):
        for mode, kinds in KINDS.items():
            if mode.rule is not rule:
                continue
            turns = MAX_MOVES if mode.priced else 8
            for kind in kinds:
                yield Setting(words_of(length, mode), mode, turns, **kind)


def play_games(setting):
    for entry in all_entries(setting.mode):
        strategy = load(entry)
        try:
            prepare(strategy, setting)
        except InputError:  # the strategy does not play these words or this channel
            continue
        draws = Draws("compilations", 0)
        random.seed(draws.strategy())
        play(strategy, deal(setting, draws), setting)
        yield entry.text


def judge_other_arrays(setting):
    """Call functions of `solver` with arrays of unusual layouts and types.

    Strategies call the same functions.
    """
    length = setting.vocabulary.length
    channel = channel_of(setting)
    columns = np.asfortranarray(clue_matrix(setting.vocabulary, setting.rule)[:40, :30])
    for belief in (np.full(30, 1, np.int64), np.full(30, 1 / 30, np.float32)):
        for order in (1, 1.5, 2, np.inf):
            for each in (channel, Whole()):
                information(columns, belief, np.float32(1), length, order, each)
        partitions(columns, belief)
        best_replies(columns, belief, np.int64(0), 1, np.float32(1), length)


def main(rule, what):
    channels.__path__.append(what)
    counted = Compilations()
    if what != "warm":
        event.register("numba:compile", counted)
    for setting in settings(Rule(rule)):
        if what == "warm":
            warm(setting.vocabulary, setting.rule)
            continue
        names = [*play_games(setting)]
        assert names, setting
        judge_other_arrays(setting)
        for kernel in counted.names:
            print(setting.to_dict(), names, kernel)
        counted.names.clear()


if __name__ == "__main__":
    main(*sys.argv[1:])
