import pandas as pd

from contest.findings import Findings
from contest.scores import summarise
from contest.tables import failures, table_text
from game.play import Game
from game.protocol import Mode, Outcome


def test_how_games_ended_is_said_of_one_as_of_several(words):
    ends = [Outcome.WRONG, Outcome.TIMEOUT, *[Outcome.OUT_OF_TURNS] * 2]
    games = [Game(Mode.WORDPL, "crane", (), "slate", end) for end in ends]
    rows = [{"entry": "mine", "seconds": "0.5", **game.to_row()} for game in games]

    text = table_text(summarise(rows, words))

    assert "  1 wrong, 1 timed out, 2 out of turns" in text


def test_the_own_name_of_an_entry_stands_below_the_table():
    named = "Mine(first='crane', prices=(12.5, 12.5, 12.5, 12.5), deep=True, odd=None)"
    names = {"mine.py": named, "mine.py:Mine(x=1)": "Mine(x=1)", "entropy": "entropy"}

    text = failures(Findings(names=names), pd.DataFrame())

    assert " ".join(text.split()) == f"mine.py: own name {named}"
    assert all(len(line) <= 79 for line in text.splitlines())
    assert text.splitlines()[0].endswith(",")
