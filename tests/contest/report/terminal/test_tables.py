import math

import pytest

from contest.report.terminal.grid import aligned
from contest.report.terminal.histogram import histograms
from contest.report.terminal.tables import failures, table_text
from contest.runs.status import RunStatus
from contest.sandbox.inspection import described
from contest.statistics.games import collect, parsed
from contest.statistics.summary import Summary
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn

LONG = "entropy:Entropy(epsilon=12.3, confidence=0.5, opening='salet', depth=2)"


def summarised(entry, games, words):
    rows = [{"entry": entry, "seconds": "0.5", **game.to_row()} for game in games]
    setting = Setting(words, games[0].mode)
    return [Summary(k, own) for k, own in collect(parsed(rows), setting).items()]


def test_how_games_ended_is_said_of_one_as_of_several(words):
    ends = [Outcome.WRONG, Outcome.TIMEOUT, *[Outcome.OUT_OF_TURNS] * 2]
    games = [
        Game(Mode.WORDPL, "crane", (), "" if end == "timeout" else "slate", end)
        for end in ends
    ]

    text = table_text(summarised("mine", games, words))

    assert "  1 wrong, 1 timed out, 2 out of turns" in text


def test_the_own_name_of_an_entry_stands_below_the_table():
    named = "Mine(first='crane', prices=(12.5, 12.5, 12.5, 12.5), deep=True, odd=None)"
    names = {"mine.py": named, "mine.py:Mine(x=1)": "Mine(x=1)", "entropy": "entropy"}

    text = failures(RunStatus(names=names), [])

    assert " ".join(text.split()) == f"mine.py: own name {named}"
    assert "\n" not in text.rstrip()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_tables_fit_the_screen_and_keep_their_numbers(words, width):
    blind = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG)
    wordpl = table_text(summarised(LONG, [blind] * 1234, words), width)
    turn = Turn("slate", math.inf, 0)
    games = [
        Game(Mode.CLASSIC, "crane", (turn,) * n, "crane", Outcome.WON)
        for n in range(1, 8)
    ]
    classic = histograms(summarised(LONG, games, words), width)

    for text in (wordpl, classic):
        table = text.split("\n\n")[0].splitlines()
        assert max(map(len, text.splitlines())) <= width
        names = "".join(line.split("  ")[0] for line in table)
        assert LONG.replace(" ", "") in names.replace(" ", "")
    for text in ("1,234 games", "0.500 s each", "1234 wrong", "0.0432 ± 0.0000 %"):
        assert text in wordpl


@pytest.mark.parametrize("width", [20, 200])
def test_text_of_entries_is_no_markup(width):
    lines = [["entry", "p05"], ["[red]a[/red] :bomb: [link=x]", "14.6"]]

    text = aligned(lines, width)

    assert "[red]a[/red]" in text
    assert ":bomb:" in text
    assert "[link=x]" in text
    assert "\x1b" not in text


def test_numbers_are_whole_on_a_screen_that_is_too_narrow():
    text = aligned([["entry", "p05", "s"], ["x" * 60, "14.625", "0.125"]], 10)

    assert "14.625" in text
    assert "0.125" in text
    assert text.replace("\n", "").replace(" ", "").count("x") == 60


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
