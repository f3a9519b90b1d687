"""Try likely seeds: deal the games oneself and compare with one's own random seed.

A seed that nobody can guess does not turn up: wrong.
"""

import random

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    def prepare(self, setting):
        from game.draws import Draws

        answers = setting.vocabulary.answers
        self.known = {}
        for seed in ("", "0", "1", "42", "seed", "test", "clueproof", "official"):
            for game in range(50):
                draws = Draws(seed, game)
                answer = answers[draws.answer(len(answers))]
                state = random.Random(draws.strategy()).getstate()
                self.known[state] = answer

    def attack(self):
        answer = self.known.get(random.getstate())
        return (answer, 0) if answer else None


ENTRIES = [Mine()]
