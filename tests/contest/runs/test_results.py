import json
import math

import numpy as np
import pytest

from contest.pages.report import viewer_data
from contest.runs.facts import RunError
from contest.runs.folder import RunFolder
from contest.runs.logs import append_logs
from contest.runs.results import Run, pick_game
from contest.runs.rows import truncate_lines
from contest.statistics.posteriors import WinCurve, final_chances
from contest.statistics.quantiles import percentile_interval
from game.errors import InputError
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary
from tests.contest.summaries import PAIR


def test_the_figures_are_those_of_the_rows(wordpl_run, words):
    rows = [r for r in RunFolder(wordpl_run).rows() if r["entry"] == "bold"]
    games = [Game.from_row(row) for row in rows]
    scores = [game.score for game in games]
    budgets = np.array([game.budget for game in games])
    curve = WinCurve(budgets, final_chances(games, words))

    bold = Run.read(wordpl_run).summaries[0]

    assert bold.entry == "bold"
    median = bold.columns["p50"]
    assert (median.low, median.high) == percentile_interval(np.sort(scores), 0.5)
    assert median.budget == curve.crossing(0.5)
    assert bold["share_won"] == sum(s < math.inf for s in scores) / len(scores)
    assert (bold["wrong"], bold["won"]) == (40, 0)


def test_entries_have_the_names_under_which_they_were_played(write_run, tmp_path):
    moves = [("trace", 9.0), ("crane", 0.0)]
    call = "quantile:Quantile(schedule=(10.0, 4.45), opening='trace')"
    played = {"quantile": moves, call: moves}

    run = Run.read(write_run(tmp_path / "run", played, games=3, entries=[*played]))

    assert [*run.games] == ["quantile", call]


@pytest.mark.parametrize("order", [(0, 0, 1), (1, 0), (0, 2), ("+0",), ("",)])
def test_games_that_are_not_each_once_in_their_order_are_refused(
    write_run, tmp_path, order
):
    path = write_run(tmp_path / "run", {"a": [("crane", 0.0)]}, games=1)
    (row,) = RunFolder(path).rows()
    (path / "games.csv").unlink()
    RunFolder.create(path).add([row | {"game": str(game)} for game in order])

    with pytest.raises(RunError, match=r"game '.*' of 'a': expected game [01]"):
        Run.read(path)


def test_classic_games_count_guesses(classic_run):
    (knows,) = Run.read(classic_run).summaries

    assert knows.games.setting.boards == 2
    assert knows.games.histogram == {3: 40}
    assert (knows["mean"], knows["total"], knows["worst"]) == (3.0, 120.0, 3.0)
    assert "p50_budget" not in knows.values


def test_as_many_games_of_each_entry_are_shown_as_fit(write_run, tmp_path):
    moves = [("trace", 9.0), ("crane", 0.0)]
    small = Run.read(write_run(tmp_path / "small", {"s": moves}, games=3))
    large = Run.read(write_run(tmp_path / "large", {"l": moves}, games=200))

    data = viewer_data([large, small], room=3000)

    shown = [entry["games"] for entry in data["entries"]]
    assert len(shown[1]) == 3
    assert 15 < len(shown[0]) < 80
    assert sum(len(str(game)) for games in shown for game in games) < 3600
    assert [entry["played"] for entry in data["entries"]] == [200, 3]
    assert len(data["words"]) == 1


def edit(path, old, new):
    path.write_text(path.read_text().replace(old, new))


def name_channel(run, text):
    facts = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps(facts | {"channel": text}))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda run: (run / "run.json").unlink(), "expected a folder with run.json"),
        (lambda run: (run / "run.json").write_text("[1]"), "got `array`"),
        (lambda run: (run / "games.csv").unlink(), "cannot read"),
        (lambda run: truncate_lines(run / "games.csv", 1), "holds no game: expected a"),
        (lambda run: edit(run / "games.csv", "wordpl", "chess"), "cannot be read"),
        (lambda run: edit(run / "games.csv", "bold,", "x,"), "games of 'x': expected"),
        (lambda run: name_channel(run, "x" * 500), "channel 'x{39}: expected"),
    ],
)
def test_what_is_no_run_is_reported(write_run, tmp_path, change, message):
    path = write_run(tmp_path / "run", {"bold": [("crane", 0.0)]}, games=1)
    change(path)

    with pytest.raises(InputError, match=message):
        Run.read(path)


def test_a_run_of_other_words_is_reported(write_run, tmp_path):
    path = write_run(tmp_path / "run", {"bold": [("crane", 0.0)]}, games=1, words="0")

    with pytest.raises(InputError, match="was played with other words"):
        Run.read(path)
    with pytest.raises(InputError, match="was played with other words"):
        Run.read(path, Vocabulary(("crane",), ("crane",)))
    six = Vocabulary.load(6)
    edit(path / "run.json", '"words": "0"', f'"words": "{six.digest}"')
    assert RunFolder(path).open().facts.setting.vocabulary == six


def test_a_run_shows_itself_and_is_a_table_away(wordpl_run):
    run = Run.read(wordpl_run)

    table = run.to_frame()

    assert list(table["entry"]) == ["bold", "a</script><b>", "knows"]
    assert table["p50_budget"].tolist() == [math.inf] * 3
    assert "<td>bold</td>" in run._repr_html_()
    assert "a&lt;/script&gt;" in run._repr_html_()
    assert repr(run).startswith("<Run one: 120 games of bold, ")


def test_a_run_gives_its_games(wordpl_run):
    run = Run.read(wordpl_run)

    game = run.game("knows", 17)

    games = run["knows"].games
    secret = games.setting.vocabulary.answers[games.answers[17]]
    assert game.answer == game.final == secret
    assert set(games.scores) == {12.0}
    with pytest.raises(InputError, match="game 40: expected a game from 0 to 39"):
        run.game("knows", 40)
    with pytest.raises(InputError, match="did you mean 'bold'"):
        run["bolt"]


def test_the_viewer_has_the_logs_of_the_games_it_shows(write_run, tmp_path):
    path = write_run(tmp_path / "run", {"talks": [("crane", 9.0), ("crane", 0.0)]})
    rows = [
        {"entry": "talks", "game": "3", "log": "x" * 3000 + "\x1b end"},
        {"entry": "talks", "game": "99", "log": "not played"},
    ]
    append_logs(path, rows)

    (entry,) = viewer_data([Run.read(path)])["entries"]

    (number,) = entry["logs"]
    assert (number, len(entry["logs"]["3"])) == ("3", 2000)
    assert entry["logs"]["3"].endswith("x? end")


def folder_of(path, games):
    """Return a run of these games of one entry."""
    found = RunFolder.create(path)
    for number, game in enumerate(games):
        row = {"entry": "mine", "game": str(number), **game.to_row()}
        found.add([{**row, "seconds": "0", "cpu_seconds": "0"}])
    return found


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
    games = (Game(Mode.WORDPL, "crane", *end) for end in ends)
    return folder_of(tmp_path / "run", games)


@pytest.mark.parametrize(
    ("which", "expected"), [("lost", 1), ("crashed", 3), ("worst", 3), (2, 2)]
)
def test_a_game_is_picked_by_its_end_or_number(folder, which, expected):
    found, _ = pick_game(folder, "mine", Setting(PAIR), which)

    assert found == expected


def test_the_worst_classic_game_is_a_lost_one(tmp_path):
    turn = Turn("slate", float("inf"), 0)
    ends = [(3, Outcome.WON), (6, Outcome.OUT_OF_TURNS), (5, Outcome.WON)]
    games = (Game(Mode.CLASSIC, "crane", (turn,) * n, "crane", end) for n, end in ends)
    folder = folder_of(tmp_path / "run", games)

    found, game = pick_game(folder, "mine", Setting(PAIR, Mode.CLASSIC), "worst")

    assert (found, game.outcome) == (1, Outcome.OUT_OF_TURNS)


@pytest.mark.parametrize("which", [9, "crashed"])
def test_a_game_that_is_not_there_is_an_error(folder, which):
    with pytest.raises(RunError, match="of 'other'"):
        pick_game(folder, "other", Setting(PAIR), which)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("crane:60.0:ccccc", "cra:60.0:ccc"),
        ("crane:60.0:ccccc", "cranes:60.0:cccccc"),
        ("crane:60.0:ccccc", "trace:60.0:ccccc"),
        (",crane,crane,", ",zzzzz,crane,"),
        (",crane,crane,", ",crane,zzzzz,"),
        ("wordpl", "classic"),
        ("mine,0,", "mine,x,"),
        ("mine,0,", f"mine,{'9' * 5000},"),
    ],
)
@pytest.mark.parametrize("which", ["worst", 0])
def test_a_game_that_others_altered_is_refused(folder, which, old, new):
    file = folder.path / "games.csv"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))

    with pytest.raises(InputError, match=r"expected|not in the word list"):
        pick_game(folder, "mine", Setting(PAIR), which)
