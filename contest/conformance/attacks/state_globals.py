"""Remember the clues of the last game, all but exact, and answer it in this one.

The next game has another answer: wrong.
"""

from _tools import Attack

EXPECT = "wrong"
GAMES = 3
ASKED = ["crane", "sloth", "dumpy", "fibre"]
REMEMBERED = []


class Mine(Attack):
    def prepare(self, setting):
        self.answers = setting.vocabulary.answers

    def attack(self):
        self.guess = next(filter(self.fits, self.answers), "zonal")
        self.left = list(ASKED)
        REMEMBERED.clear()
        return self.left.pop(), 1e5

    def next_move(self, guess, epsilon, result):
        REMEMBERED.append((guess, result))
        return (self.left.pop(), 1e5) if self.left else (self.guess, 0)

    def fits(self, word):
        from game.clues import letterwise, to_text

        return REMEMBERED and all(
            to_text(letterwise(word, guess), 5) == result
            for guess, result in REMEMBERED
        )


ENTRIES = [Mine()]
