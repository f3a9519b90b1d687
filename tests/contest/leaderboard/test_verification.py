import re
from dataclasses import replace

import pytest

from contest.leaderboard.submission import SubmissionError, read
from contest.leaderboard.verification import (
    Repetition,
    RowDifference,
    changed_entries,
    check_replay,
    objection_to_record,
    replay_difference,
)
from contest.runs.plan import Plan
from game.protocol import Mode
from tests.contest.conftest import repeated

CLASSIC = {"mode": Mode.CLASSIC}


def test_every_row_follows_from_the_seed(record, words, tmp_path):
    path = record(tmp_path / "one", games=20, price=4.0, knows=True)
    submission = read(path, words)
    *rows, last = submission.rows
    wrong = replace(submission, rows=(*rows, last | {"turns": "2"}))

    assert replay_difference(submission) is None
    expected = RowDifference("entropy", "19", "turns", "2", "1")
    assert replay_difference(wrong) == expected
    assert not expected.forfeited
    assert replace(expected, field="final", repeated="").forfeited


@pytest.mark.parametrize("played", [{"final": "crane"}, CLASSIC])
def test_a_lost_game_and_a_classic_one_follow_too(record, words, tmp_path, played):
    found = read(record(tmp_path / "one", **played), words)

    check_replay(found)

    lost = {row["outcome"] for row in found.rows} == {"wrong"}
    assert lost == ("final" in played)


@pytest.mark.parametrize(
    ("played", "name", "old", "new", "message"),
    [
        ({}, "run.json", '"seed": "s"', '"seed": "t"', "game 0 of entropy: answer"),
        ({"knows": True}, "games.csv", "ccccc", "cccci", "game 0 of entropy: moves"),
        ({}, "games.csv", ",won,30", ",wrong,inf", "outcome was recorded as 'wrong'"),
        ({}, "games.csv", ",30,1,", ",30,2,", "entropy: turns was recorded as '2'"),
        # Who did not forfeit before the end has a final word, and nobody else.
        ({}, "games.csv", ",{secret},won", ",,won", "a game that is won, final ''"),
        (
            CLASSIC,
            "games.csv",
            ",{secret},won",
            ",,won",
            "a game that is won, final ''",
        ),
        ({}, "games.csv", ",won,30", ",crashed,inf", "a game that is crashed, final"),
        (
            CLASSIC,
            "games.csv",
            ",{secret},won,1",
            ",,timeout,inf",
            ": final was recorded as ''",
        ),
    ],
)
def test_the_first_row_that_does_not_follow_is_named(
    record, words, reseal, tmp_path, played, name, old, new, message
):
    path = record(tmp_path / "one", **played)
    secret = read(path, words).rows[0]["answer"]

    reseal(path, name, old.replace("{secret}", secret), new)

    with pytest.raises(SubmissionError, match=message) as refused:
        check_replay(read(path, words))
    assert "\n" not in str(refused.value)


def test_rows_that_come_again_are_compared_until_one_differs(record, words, tmp_path):
    found = read(record(tmp_path / "one", games=3), words)
    first, second, third = found.rows
    same = Repetition(found)
    other = Repetition(found)

    assert [same(row) for row in (first, second, third)] == [False, False, True]
    assert same.difference is None
    assert Repetition(found, [1])(second)
    # Times differ from one repetition to the next.
    late = second | {"seconds": "9", "cpu_seconds": "9"}
    assert not other(late)
    assert other(second | {"final": "crane"})
    assert other.difference is not None
    assert (other.difference.game, other.difference.field) == ("1", "final")


@pytest.mark.parametrize(
    ("outcome", "before", "again", "is_same"),
    [
        (
            "crashed",
            "KeyError: at 0x7f (a.py, line 5)",
            "KeyError (a.py, line 5)",
            True,
        ),
        ("crashed", "KeyError: 1 (a.py, line 5)", "KeyError: 1 (a.py, line 6)", False),
        ("crashed", "KeyError: 1 (a.py, line 5)", "OSError: 1 (a.py, line 5)", False),
        ("crashed", "KeyError: 1", "process ended: killed by SIGKILL", False),
        (
            "timeout",
            "over 5 s",
            "over 15 s of wall-clock time (0.1 s of CPU time)",
            True,
        ),
        ("invalid", "move <coroutine at 0x7f>", "move <coroutine at ...>", True),
    ],
)
def test_of_a_reason_the_exception_and_its_line_are_compared(
    record, words, tmp_path, outcome, before, again, is_same
):
    found = read(record(tmp_path / "one"), words)
    row = {**found.rows[0], "outcome": outcome, "reason": before}
    repetition = Repetition(replace(found, rows=(row,)))

    repetition(row | {"reason": again})

    assert (repetition.difference is None) is is_same


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ({}, ""),
        ({"games": 3}, "has a run that was repeated in fewer than 5 games"),
        ({"digest": "0" * 64}, "has a run that was not repeated"),
        (
            {"difference": "game 1 of x: final"},
            "has a run that was not reproduced: game 1 of x",
        ),
    ],
)
def test_a_record_needs_a_repetition(record, words, tmp_path, edit, expected):
    (tmp_path / "submissions").mkdir()
    path = record(tmp_path / "submissions" / "one", entry="k_guesses", games=5)

    repeated(path, **edit)

    found = objection_to_record(read(path, words))
    assert found.startswith(expected)
    assert bool(found) is bool(expected)


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("record.json", '"k_guesses.py": "', '"k_guesses.py": "#', "do not match"),
        ("record.json", '"k_guesses.py"', '"other.py"', "do not match"),
        ("verified.json", "{", "", "verified.json that cannot be read"),
    ],
)
def test_a_forged_submission_holds_no_record(
    record, words, tmp_path, name, old, new, expected
):
    (tmp_path / "submissions").mkdir()
    path = record(tmp_path / "submissions" / "one", entry="k_guesses")
    text = (path / name).read_text()
    assert old in text
    (path / name).write_text(text.replace(old, new))
    if name != "verified.json":
        repeated(path)

    assert re.search(expected, objection_to_record(read(path, words)))


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ({"calls": {"k_guesses": "KGuesses(cheat=1)"}}, "cannot be played: "),
        ({"calls": {"k_guesses": "Other()"}}, "cannot be played: "),
        ({"whole_dictionary": True}, "was played once with every answer"),
    ],
)
def test_a_record_needs_an_entry_that_can_be_made_and_drawn_secrets(
    record, words, tmp_path, fact, expected
):
    found = read(record(tmp_path / "one", entry="k_guesses"), words)

    changed = replace(found, facts=replace(found.facts, **fact))

    assert expected in objection_to_record(changed)


def test_an_entry_that_has_changed_is_reported_with_its_file(record, words, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("import helper\nclass Mine: pass\nENTRIES = [Mine()]\n")
    (tmp_path / "helper.py").write_text("x = 1\n")
    found = read(record(tmp_path / "one", entry=str(mine)), words)
    assert changed_entries(found) == []

    (tmp_path / "helper.py").write_text("x = 2\n")

    (line,) = changed_entries(found)
    assert line.startswith(f"entry {str(mine)!r} has digest ")
    assert line.endswith("at commit 'cccccccccccc'; 'helper.py' has changed")


def test_a_file_may_name_its_entries_otherwise(record, words, tmp_path):
    mine = tmp_path / "mine.py"
    code = "class Mine:\n    def __init__(self, x=1): ...\n"
    mine.write_text(f"{code}ENTRIES = [Mine()]\n")
    found = read(record(tmp_path / "one", entry=str(mine)), words)

    mine.write_text(f"{code}ENTRIES = {{'two': Mine(2), 'one': Mine()}}\n")
    assert found.facts.calls == {str(mine): "Mine()"}
    (entry,) = Plan.from_facts(found.facts, words).entries
    assert (entry.text, entry.expression) == (str(mine), "Mine()")
    (line,) = changed_entries(found)
    assert line.endswith("'mine.py' has changed")
