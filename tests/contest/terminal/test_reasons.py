import pytest

from contest.runs.facts import RunStatus
from contest.runs.folder import RunFolder
from contest.runs.logs import INTERRUPTED
from contest.statistics.games import group_by_entry, parse_rows
from contest.statistics.summary import Summary
from contest.terminal.reasons import exit_code, reasons
from contest.terminal.tables import failures
from game.protocol import Mode, Outcome, Setting
from game.record import Game
from game.words import Vocabulary

SETTING = Setting(Vocabulary.load())
FRAME = f'{INTERRUPTED}:\n  File "/w/mine.py", line 12 in next_move\n'


@pytest.fixture
def said(tmp_path):
    """Return the text about games, each given as outcome, reason and log."""

    def run(*ends):
        folder = RunFolder.create(tmp_path / "run")
        for number, (outcome, reason, log) in enumerate(ends):
            final = "slate" if outcome == "wrong" else ""
            game = Game(Mode.WORDPL, "crane", (), final, Outcome(outcome), reason)
            row = {"entry": "mine.py", "game": str(number), **game.to_row()}
            folder.add([{**row, "seconds": "0", "cpu_seconds": "0", "log": log}])
        games = group_by_entry(parse_rows(folder.rows()), SETTING)["mine.py"]
        return reasons([Summary("mine.py", games, "run")], folder)

    return run


def test_exceptions_of_one_place_are_one_reason_whatever_their_message(said):
    places = [f"KeyError: '{k}' (mine.py, line 7)" for k in range(3)]
    other = "KeyError: '9' (mine.py, line 8)"

    text = said(*(("crashed", reason, "") for reason in (other, *places)))

    assert text == (
        "mine.py: 4 games crashed, 3 of them: KeyError: '0' (mine.py, line 7)\n"
    )


def test_a_game_out_of_time_has_the_place_of_its_log(said):
    text = said(("timeout", "over 5 s", FRAME), ("timeout", "over 5 s", FRAME))

    assert text == "mine.py: 2 games timed out: over 5 s (mine.py, line 12)\n"


def test_games_that_the_machine_lost_are_counted(said):
    late = "over 15 s of wall-clock time (1.5 s of CPU time"
    lacked = ("timeout", f"{late}, 13.4 s without a core)", "")
    restart = f"process ended: could not be started again: not ready in time, {late}"
    again = ("crashed", f"{restart}, 13.4 s without a core)", "")
    forged = ("crashed", "KeyError: 1 s without a core) (mine.py, line 7)", "")

    text = said(lacked, ("timeout", f"{late})", ""), again, forged)

    assert "mine.py: 2 games lost because the machine is overloaded: expe" in text
    assert "machine" not in said_once(text, "lost because the machine")


def said_once(text, part):
    """Return a text without the only line that has a part."""
    (line,) = [line for line in text.splitlines() if part in line]
    return text.replace(line, "")


def test_every_way_to_lose_but_a_wrong_answer_has_its_own_line(said):
    invalid = ("invalid", "guess 'x' is no word", "")
    late = ("timeout", "over 5 s", "")

    text = said(invalid, late, ("wrong", "", ""))

    assert text.splitlines() == [
        "mine.py: 1 game invalid: guess 'x' is no word",
        "mine.py: 1 game timed out: over 5 s",
    ]


@pytest.mark.parametrize(
    ("outcomes", "status"),
    [
        (["invalid", "invalid"], 1),
        (["timeout", "timeout"], 1),
        (["crashed", "invalid"], 1),
        (["invalid", "wrong"], 0),
        (["out_of_turns", "out_of_turns"], 0),
    ],
)
def test_a_run_fails_when_an_entry_forfeits_every_game(outcomes, status):
    rows = [
        {"entry": "e", **Game(Mode.WORDPL, "crane", (), final, Outcome(o)).to_row()}
        for o in outcomes
        for final in ["slate" * (o in ("wrong", "out_of_turns"))]
    ]
    summary = Summary("e", group_by_entry(parse_rows(iter(rows)), SETTING)["e"], "run")

    assert exit_code(RunStatus(), [summary]) == status


@pytest.mark.parametrize(("e_value", "status"), [(19.0, 0), (999.0, 0), (1001.0, 1)])
def test_a_run_fails_when_its_score_does_not_count(e_value, status):
    game = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG)
    rows = iter([{"entry": "e", **game.to_row()}])
    summary = Summary("e", group_by_entry(parse_rows(rows), SETTING)["e"], "run")

    summary.values["side_information"] = e_value

    assert exit_code(RunStatus(), [summary]) == status
    notes = failures(RunStatus(), [summary])
    assert ("play another run with a fresh seed" in notes) == (20 <= e_value < 1000)
    assert ("the score does not count: the entry knows more" in notes) == bool(status)
