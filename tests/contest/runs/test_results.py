import math

import pytest

from contest.report.games import share, viewer_data
from contest.runs.folder import RunFolder
from contest.runs.read import Run
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import interval
from game.errors import InputError
from game.record import Game
from game.words import Vocabulary


def test_the_figures_are_those_of_the_rows(wordpl_run, words):
    rows = [r for r in RunFolder(wordpl_run).rows() if r["entry"] == "bold"]
    games = [Game.from_row(row) for row in rows]
    scores = [game.score for game in games]

    bold = Run.read(wordpl_run).results[0]

    assert bold.entry == "bold"
    column = bold.columns["p50"]
    assert (column.low, column.high) == interval(scores, 0.5)
    assert column.budget == WinCurve.of(games, words).crossing(0.5)
    assert bold.won == sum(s < math.inf for s in scores) / len(scores)
    assert bold.quantile(1.0) == 0.049
    assert bold.outcomes == {"wrong": 40} | ({"won": 40} if bold.won == 1 else {})


def test_classic_games_count_guesses(classic_run):
    (knows,) = Run.read(classic_run).results

    assert knows.boards == 2
    assert knows.histogram == {3: 40}
    assert (knows.mean, knows.total, knows.worst) == (3.0, 120.0, 3.0)
    assert math.isnan(knows.columns["p50"].budget)


def test_with_every_answer_once_nothing_is_uncertain(write_run, words, tmp_path):
    count = len(words.answers)
    text = "entry,game,rules,mode,answer,final,outcome,score,turns,moves,reason\n"
    for number, word in enumerate(words.answers):
        text += f"all,{number},2,classic,{word},{word},won,1.0,1,{word}:inf:ccccc,\n"
    path = write_run(tmp_path / "run", {})
    (path / "games.csv").write_text(text)
    (path / "times.csv").unlink()

    (result,) = Run.read(path).results

    assert len(result.scores) == count
    assert result.mean_error == 0
    assert result.columns["p95"].low == result.columns["p95"].high == 1
    assert math.isnan(result.quantile(0.5))  # there are no times


def test_small_runs_are_shown_whole_and_the_rest_is_shared(write_run, tmp_path):
    moves = [("trace", 9.0), ("crane", 0.0)]
    small = Run.read(write_run(tmp_path / "small", {"s": moves}, games=3)).results
    large = Run.read(write_run(tmp_path / "large", {"l": moves}, games=200)).results

    shown = share([*large, *small], room=3000)
    data = viewer_data([*large, *small], room=3000)

    assert len(shown[1]) == 3
    assert 20 < len(shown[0]) < 80
    assert sum(len(str(game)) for games in shown for game in games) < 3600
    assert [entry["played"] for entry in data["entries"]] == [200, 3]
    assert len(data["words"]) == 1


def edit(path, old, new):
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda run: (run / "run.json").unlink(), "expected run.json"),
        (lambda run: (run / "run.json").write_text("[1]"), "cannot be read"),
        (lambda run: (run / "games.csv").write_text("entry\n"), "has no column"),
        (lambda run: (run / "games.csv").unlink(), "cannot read"),
        (lambda run: edit(run / "games.csv", ",wordpl", ""), "line 2: expected 11"),
        (lambda run: edit(run / "games.csv", "wordpl", "chess"), "cannot be read"),
        (lambda run: edit(run / "times.csv", "0.01", "x"), "seconds 'x0000'"),
        (lambda run: (run / "games.csv").write_bytes(b"\xff\n"), "cannot be read"),
    ],
)
def test_what_is_no_run_is_told(write_run, tmp_path, change, told):
    path = write_run(tmp_path / "run", {"bold": [("crane", 0.0)]}, games=1)
    change(path)

    with pytest.raises(InputError, match=told):
        Run.read(path)


def test_a_run_without_games_is_told(write_run, tmp_path):
    path = write_run(tmp_path / "run", {})

    with pytest.raises(InputError, match="holds no game: expected a run"):
        Run.read(path)


def test_a_run_of_other_words_is_told(write_run, tmp_path):
    path = write_run(tmp_path / "run", {"bold": [("crane", 0.0)]}, games=1, words="0")

    with pytest.raises(InputError, match="was played with other words"):
        Run.read(path)
    with pytest.raises(InputError, match="was played with other words"):
        Run.read(path, Vocabulary(("crane",), ("crane",)))


def test_a_run_shows_itself_and_is_a_table_away(wordpl_run):
    run = Run.read(wordpl_run)

    table = run.to_frame()

    assert list(table["entry"]) == ["bold", "a</script><b>", "knows"]
    assert table["p50_budget"].tolist() == [math.inf] * 3
    assert "<td>bold</td>" in run._repr_html_()
    assert "a&lt;/script&gt;" in run._repr_html_()
    assert repr(run).startswith("<Run one: 120 games of bold, ")


def test_a_result_gives_its_games(wordpl_run):
    result = Run.read(wordpl_run)["knows"]

    game = result.game(17)
    table = result.to_frame()

    assert game.answer == game.final == table["answer"][17]
    assert (table["score"] == 12.0).all()
    with pytest.raises(InputError, match="game 40: expected one of 40"):
        result.game(40)
    with pytest.raises(InputError, match="did you mean 'bold'"):
        Run.read(wordpl_run)["bolt"]
