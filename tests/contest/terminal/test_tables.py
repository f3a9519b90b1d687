import math

import pytest

from contest.sandbox.python_player import describe_error
from contest.statistics.prospects import prospect_of
from contest.terminal.grid import align_columns
from contest.terminal.histogram import histograms
from contest.terminal.tables import labels, prospects_text, table_text
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from tests.contest.summaries import summaries_of

LONG = "entropy:Entropy(epsilon=12.3, confidence=0.5, opening='salet', depth=2)"


def summarised(entry, games, words):
    return summaries_of(Setting(words, games[0].mode), **{entry: games})


def test_how_games_ended_is_said_of_one_as_of_several(words):
    ends = [Outcome.WRONG, Outcome.TIMEOUT, *[Outcome.OUT_OF_TURNS] * 2]
    games = [
        Game(Mode.WORDPL, "crane", (), "" if end == "timeout" else "slate", end)
        for end in ends
    ]

    text = table_text(summarised("mine", games, words))

    head, line = (row.split("  ") for row in text.splitlines()[:2])
    columns = dict(zip(filter(None, head), filter(None, line), strict=False))
    found = {name.strip(): count.strip() for name, count in columns.items()}
    ends = {name: found[name] for name in ("wrong", "timed out", "out of turns")}
    assert ends == {"wrong": "1", "timed out": "1", "out of turns": "2"}
    assert "won" not in found


def test_an_entry_is_shown_by_a_name_of_its_own_and_never_by_that_of_another():
    names = {
        "mine.py:Mine(x=1)": "Mine, 1",
        "theirs.py": "entropy",
        "entropy": "Entropy()",
    }

    assert labels([*names], names) == [
        "Mine, 1 [mine.py]",
        "entropy [theirs.py]",
        "entropy",
    ]
    alike = {"mine.py:Mine(x=1)": "Mine", "mine.py:Mine(x=2)": "Mine"}
    assert labels([*alike], alike) == [*alike]


def test_the_best_of_each_column_has_a_star(words):
    won, lost = (
        Game(Mode.WORDPL, "crane", (), final, outcome)
        for final, outcome in (("crane", Outcome.WON), ("slate", Outcome.WRONG))
    )
    rated = summarised("good", [won] * 9, words) + summarised("bad", [lost] * 9, words)

    _, good, bad = table_text(rated).splitlines()[:3]

    assert good.count("*0") == 3
    assert "*" not in bad
    assert "*" not in table_text(rated[:1])
    assert table_text([]) == histograms([]) == "no entry has a score"


@pytest.mark.parametrize(("width", "chance"), [(60, ""), (80, "0.0"), (120, "0.0432")])
def test_tables_fit_the_screen_keep_their_numbers_and_explain_what_is_shown(
    words, width, chance
):
    blind = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG)
    wordpl = table_text(summarised(LONG, [blind] * 1234, words), width)
    turn = Turn("slate", math.inf, 0)
    games = [
        Game(Mode.CLASSIC, "crane", (turn,) * n, "crane", Outcome.WON)
        for n in range(1, 8)
    ]
    classic = histograms(summarised(LONG, games, words) * 2, width)

    for text in (wordpl, classic):
        table = text.split("\n\n")[0].splitlines()[:8]
        assert max(map(len, text.splitlines())) <= width
        names = "".join(line.split("  ")[0] for line in table)
        assert ("interval" in text) is (width == 120 and text is wordpl)
        assert LONG.replace(" ", "") in names.replace(" ", "")
    shown = ["1,234"] * 2 + ["500.0 ± 0.0 ms"] * (width > 60) + ["inf"]
    for text in shown:
        assert text in wordpl
    _, exact, legend = wordpl.split("\n\n")
    assert legend.count("\n") == 2
    assert ("interval" in legend) is (width == 120)
    assert ("standard error" in legend) is ("chance %" in exact) is (width > 60)
    assert chance in exact


@pytest.mark.parametrize("width", [20, 200])
def test_text_of_entries_is_no_markup(width):
    lines = [["entry", "p05"], ["[red]a[/red] :bomb: [link=x]", "14.6"]]

    text = align_columns(lines, width)

    assert "[red]a[/red]" in text
    assert ":bomb:" in text
    assert "[link=x]" in text
    assert "\x1b" not in text


def test_numbers_are_whole_on_a_screen_that_is_too_narrow():
    text = align_columns([["entry", "p05", "s"], ["x" * 60, "14.625", "0.125"]], 10)

    assert "14.625" in text
    assert "0.125" in text
    assert text.replace("\n", "").replace(" ", "").count("x") == 60


def test_the_line_of_a_file_that_raised_is_said_in_one_short_line():
    namespace = {}
    source = "def f(): raise ValueError('x' * 999 + chr(10))\ndef g():\n  f()\n"
    exec(compile(source, "/home/me/mine.py", "exec"), namespace)
    with pytest.raises(ValueError, match="x") as raised:
        namespace["g"]()

    own = describe_error(raised.value, "/home/me/mine.py")

    assert own.startswith("ValueError: xxx")
    assert own.endswith("x (mine.py, line 1)")
    # No reason is longer than 200 characters.
    assert len(own) == 200
    assert "line" not in describe_error(raised.value, "/home/me/other.py")


def test_each_entry_has_a_line_that_says_how_near_it_is_to_a_lead(words):
    paid = Game(Mode.WORDPL, "crane", (Turn("slate", 36.8, 18),), "crane", Outcome.WON)
    lost = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG)
    rated = summarised("a", [paid] * 9, words) + summarised("b", [lost] * 9, words)
    nearest = {each.entry: prospect_of(each.games, {"p50": 30.0}) for each in rated}

    lines = prospects_text(rated, nearest).splitlines()

    assert lines[0].startswith("a always pays 36.8 nats and wins ")
    assert lines[1] == f"a: {nearest['a'].text}"
    assert lines[2:] == ["b: wins none of 9 games"]
    assert prospects_text(rated[1:], {}) == ""
