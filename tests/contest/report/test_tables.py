import math

import pandas as pd
import pytest

from contest.report.histogram import histograms
from contest.report.tables import failures, table_text
from contest.runs.scores import summarise
from contest.runs.status import RunStatus
from contest.sandbox.faults import described
from game.protocol import Mode, Outcome
from game.record import Game


def test_how_games_ended_is_said_of_one_as_of_several(words):
    ends = [Outcome.WRONG, Outcome.TIMEOUT, *[Outcome.OUT_OF_TURNS] * 2]
    games = [
        Game(Mode.WORDPL, "crane", (), "" if end == "timeout" else "slate", end)
        for end in ends
    ]
    rows = [{"entry": "mine", "seconds": "0.5", **game.to_row()} for game in games]

    text = table_text(summarise(rows, words))

    assert "  1 wrong, 1 timed out, 2 out of turns" in text


def test_the_own_name_of_an_entry_stands_below_the_table():
    named = "Mine(first='crane', prices=(12.5, 12.5, 12.5, 12.5), deep=True, odd=None)"
    names = {"mine.py": named, "mine.py:Mine(x=1)": "Mine(x=1)", "entropy": "entropy"}

    text = failures(RunStatus(names=names), pd.DataFrame())

    assert " ".join(text.split()) == f"mine.py: own name {named}"
    assert "\n" not in text.rstrip()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_tables_fit_the_screen_and_keep_their_numbers(words, width):
    entry = "entropy:Entropy(epsilon=12.3, confidence=0.5, opening='salet', depth=2)"
    game = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG)
    row = {"entry": entry, "seconds": "0.5", **game.to_row()}
    table = summarise([row] * 1234, words)
    scores = [*range(1, 8), math.inf]
    rows = [
        row | {"score": str(n), "outcome": "won", "answer": "crane"} for n in scores
    ]

    for text in (
        table_text(table, width),
        histograms(rows, drawn=True, width=width),
    ):
        assert max(map(len, text.splitlines())) <= width
        assert entry in " ".join(text.split())
    for text in ("1,234 games, 0.500 s each", "1234 wrong", "0.0432 ± 0.0000 %"):
        assert text in table_text(table, width)


def test_the_line_of_a_file_that_raised_is_said_in_one_short_line():
    namespace = {}
    source = "def f(): raise ValueError('x' * 999 + chr(10))\ndef g():\n  f()\n"
    exec(compile(source, "/home/me/mine.py", "exec"), namespace)
    with pytest.raises(ValueError, match="x") as raised:
        namespace["g"]()

    own = described(raised.value, "/home/me/mine.py")

    assert own.startswith("ValueError: xxx")
    assert own.endswith("x (mine.py, line 1)")
    assert len(own) == 200
    assert "line" not in described(raised.value, "/home/me/other.py")
