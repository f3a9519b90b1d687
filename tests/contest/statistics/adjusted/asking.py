"""Strategies that ask for some words and answer by the clues."""

from game.protocol import Setting
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.matrix.clue_matrix import clue_matrix

WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Setting(WORDS).rule)


class Asks:
    """Asks for some words at some prices; answers the likeliest, or a word."""

    def __init__(self, words, prices, answer="", vocabulary=WORDS):
        self.words, self.prices, self.answer = words, prices, answer
        self.vocabulary = vocabulary
        self.matrix = clue_matrix(vocabulary, Setting(vocabulary).rule)

    def first_move(self):
        self.belief, self.turn = Belief.uniform(len(self.vocabulary.answers)), 0
        return self.words[0], self.prices[0]

    def next_move(self, guess, epsilon, result):
        clue = int("".join(str(".ic".index(mark)) for mark in result), 3)
        row = self.matrix[self.vocabulary.guess_index[guess]]
        self.belief = self.belief.update(row, clue, epsilon, len(guess))
        self.turn += 1
        if self.turn < len(self.words):
            return self.words[self.turn], self.prices[self.turn]
        return self.answer or self.vocabulary.answers[self.belief.best], 0.0
