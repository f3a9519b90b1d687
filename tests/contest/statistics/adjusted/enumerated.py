"""All games that a strategy can play, with their exact probabilities."""

from typing import NamedTuple

import numpy as np

from game.channels.named import channel_of
from game.clues import MARKERS
from game.protocol import Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary

FEW = ("abcd", "bcde", "bacd", "ccda")
NOISY = Setting(Vocabulary(FEW, (*FEW, "eeee")))


class Played(NamedTuple):
    """Games with their probabilities."""

    games: list[Game]
    chances: np.ndarray

    def mean(self, values):
        """Return the mean of the values of all games, weighted by their chances."""
        return np.tensordot(self.chances, values, 1)


def all_games(setting, player):
    """Return every game that a player can play, with its probability.

    `player` is called with the turns so far. It returns pairs of a probability and a
    move. A move is a guess and a price, or the outcome of a game that is forfeited. If
    the price is 0, the guess is the final answer.
    """
    games = []
    chances = []
    words = setting.vocabulary.answers
    length = setting.vocabulary.length
    channel = channel_of(setting)
    priced = setting.mode.priced

    def follow(secret, turns, chance):
        if len(turns) == setting.max_turns:
            end(chance, secret, turns, turns[-1].guess, Outcome.OUT_OF_TURNS)
            return
        for part, move in player(turns):
            if isinstance(move, Outcome):
                end(chance * part, secret, turns, "", move)
            elif move[1] == 0:
                won = Outcome.WON if move[0] == secret else Outcome.WRONG
                end(chance * part, secret, turns, move[0], won)
            else:
                ask(secret, turns, chance * part, *move)

    def ask(secret, turns, chance, guess, price):
        true = MARKERS[setting.rule](secret, guess)
        if not priced and guess == secret:
            turns = (*turns, Turn(guess, price, true))
            end(chance, secret, turns, guess, Outcome.WON)
            return
        for clue, likelihood in enumerate(channel.table(price, length)[:, true]):
            if likelihood > 0:
                after = (*turns, Turn(guess, price, clue))
                follow(secret, after, chance * likelihood)

    def end(chance, secret, turns, final, outcome):
        games.append(Game(setting.mode, secret, turns, final, outcome))
        chances.append(chance)

    for secret in words:
        follow(secret, (), 1 / len(words))
    return Played(games, np.array(chances))
