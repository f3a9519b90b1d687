"""Secrets of the puzzles of the day: the page deals those of the terminal."""

import pytest

from game.daily import daily_secrets
from game.words import Vocabulary
from tests.alphabets import SWEDISH

# The day before the order begins, its first day, and later days up to a leap day.
DAYS = ["2026-11-30", "2026-12-01", "2027-08-15", "2033-05-05", "2040-02-29"]
GAMES = {
    "": {"kind": "wordpl", "boards": 1, "channel": ""},
    "classic 1": {"kind": "classic", "boards": 1, "channel": ""},
    "classic 8": {"kind": "classic", "boards": 8, "channel": ""},
    "fibble lies:2": {"kind": "fibble", "boards": 1, "channel": "lies:2"},
}
SCRIPT = """
  const answers = new WordList(given.answers);
  return given.days.map((day) => {
    const seed = dailySeed(given.rules, day);
    return placeSecrets({ ...given.rules, answers, day, seed, game: 0 })
      .map((place) => answers.words[place]);
  });
"""


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("length", [0, 5, 9])
def test_the_page_and_the_terminal_have_the_same_secrets(engine, variant, length):
    own = tuple(SWEDISH.lower().split())
    answers = Vocabulary.load(length).answers if length else own
    rules = GAMES[variant]
    if rules["boards"] > len(answers):
        pytest.skip("fewer words than boards")

    found = engine(SCRIPT, {"answers": answers, "rules": rules, "days": DAYS})

    assert found == [
        list(daily_secrets(answers, day, variant, rules["boards"])) for day in DAYS
    ]
