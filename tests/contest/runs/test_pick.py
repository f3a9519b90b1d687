import pytest

from contest.runs.folder import RunError, RunFolder
from contest.runs.pick import pick
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary

PAIR = Vocabulary(("crane", "slate"), ("crane", "slate"))


@pytest.fixture
def folder(tmp_path):
    """Return a run of which every game ended in another way."""
    sure = (Turn("crane", 60.0, 242),)
    ends = [
        (sure, "crane", Outcome.WON),
        ((), "slate", Outcome.WRONG),
        (sure, "slate", Outcome.WRONG),
        (sure, "", Outcome.CRASHED),
    ]
    found = RunFolder.create(tmp_path / "run", tmp_path)
    for number, (turns, final, outcome) in enumerate(ends):
        game = Game(Mode.WORDPL, "crane", turns, final, outcome)
        row = {"entry": "mine", "game": str(number), **game.to_row()}
        found.add([{**row, "seconds": "0", "cpu_seconds": "0"}])
    return found


@pytest.mark.parametrize(
    ("how", "number", "expected"),
    [("lost", None, 1), ("crashed", None, 3), ("worst", None, 3), ("", 2, 2)],
)
def test_a_game_is_picked_by_its_end_or_number(folder, how, number, expected):
    found, _ = pick(folder, "mine", Setting(PAIR), how, number)

    assert found == expected


def test_the_worst_classic_game_is_a_lost_one(tmp_path):
    folder = RunFolder.create(tmp_path / "run", tmp_path)
    turn = Turn("slate", float("inf"), 0)
    for number, (count, outcome) in enumerate(
        [(3, Outcome.WON), (6, Outcome.OUT_OF_TURNS), (5, Outcome.WON)]
    ):
        game = Game(Mode.CLASSIC, "crane", (turn,) * count, "crane", outcome)
        row = {"entry": "mine", "game": str(number), **game.to_row()}
        folder.add([{**row, "seconds": "0", "cpu_seconds": "0"}])

    found, game = pick(folder, "mine", Setting(PAIR, Mode.CLASSIC), "worst")

    assert (found, game.outcome) == (1, Outcome.OUT_OF_TURNS)


@pytest.mark.parametrize(("how", "number"), [("", 9), ("crashed", None)])
def test_a_game_that_is_not_there_is_an_error(folder, how, number):
    with pytest.raises(RunError, match="of 'other'"):
        pick(folder, "other", Setting(PAIR), how, number)
