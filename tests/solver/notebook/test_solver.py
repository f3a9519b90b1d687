import math
import re

import numpy as np
import pandas as pd
import pytest

from examples.doddle import Doddle
from game import InputError, Vocabulary, classic, parse, to_text
from game.hosts import AbsurdleHost
from game.spelling import WordError
from solver.notebook import scoreboard
from solver.notebook.solver import Benchmark, Scoreboard, Solver
from solver.trees.player import play_all
from solver.trees.tree import TreeError
from tests.solver.samples import SMALL

ANSWERS = ("bobby", "booby", "boozy", "crane", "crank", "dizzy", "hobby", "woozy")
WORDS = Vocabulary(ANSWERS, (*ANSWERS, "zebra"))


@pytest.fixture(scope="module")
def solver():
    return Solver(strategy="entropy")


def test_a_scoreboard_says_what_every_guess_did(solver):
    board = solver(answer="VIVID", guess="CRANE")

    answers = solver.setting.vocabulary.answers
    left = list(answers)
    for number, row in enumerate(board.rows, 1):
        clue = classic("vivid", row.guess)
        left = [word for word in left if classic(word, row.guess) == clue]
        assert row.turn == number
        assert row.clue == clue
        assert row.left == len(left)
    assert board.rows[0].guess == "crane"
    assert board.rows[-1].guess == "vivid"
    assert len(board) == len(board.rows)


def test_several_answers_are_boards_of_one_game(solver):
    board = solver(answer=["THOSE", "crane", "slump"], guess=["salet", "courd"])

    words = ["those", "crane", "slump"]
    guesses = [
        next(row.guess for row in board.rows if row.turn == turn)
        for turn in range(1, len(board) + 1)
    ]
    assert guesses[:2] == ["salet", "courd"]
    assert len(guesses) == len(set(guesses))
    for word, rows in zip(words, board.boards):
        assert [row.guess for row in rows] == guesses[: len(rows)]
        assert rows[-1].guess == word
        assert all(row.answer == word for row in rows)
        assert [row.clue for row in rows] == [classic(word, r.guess) for r in rows]


def test_a_scoreboard_shows_itself_in_every_form(solver):
    board = solver(answer=["crane", "crank"], guess="CRANE crank")

    assert board.emoji().splitlines() == [
        "Wordle 2/7",
        "1️⃣2️⃣",
        "🟩🟩🟩🟩🟩 🟩🟩🟩🟩⬜",
        "⬛⬛⬛⬛⬛ 🟩🟩🟩🟩🟩",
    ]
    assert board.side_by_side().splitlines() == [
        "  board  1      2",
        "  CRANE  ccccc  cccc.",
        "  CRANK         ccccc",
    ]
    assert board.side_by_side(columns=1).count("\n\n") == 1
    frame = board.to_frame()
    assert list(frame.columns) == ["turn", "board", "answer", "guess", "tiles", "left"]
    assert frame["tiles"].tolist() == ["🟩🟩🟩🟩🟩", "🟩🟩🟩🟩⬜", "🟩🟩🟩🟩🟩"]
    html = board._repr_html_()
    assert html.count("<tr>") == 1 + len(frame)
    assert html.count('<i class="c">') == 5 + 4 + 5
    line = f"1 CRANK CRANE 🟩🟩🟩🟩⬜ {frame['left'][1]}"
    assert str(board).splitlines()[2].split() == line.split()


def test_a_scoreboard_of_several_boards_is_taken_apart(solver):
    board = solver(answer=["crane", "crank"], guess="CRANE crank")

    first, second = board.many()
    none = Scoreboard(())

    assert first.emoji() == "Wordle 1/6\n🟩🟩🟩🟩🟩"
    assert second.emoji() == "Wordle 2/6\n🟩🟩🟩🟩⬜\n🟩🟩🟩🟩🟩"
    assert [row[2:] for row in second.rows] == [row[2:] for row in board.boards[1]]
    assert len(solver(answer="crane,crane", guess="crane").many()) == 2
    assert (len(none), none.emoji()) == (0, "")
    assert str(none).split() == ["#", "answer", "guess", "tiles", "left"]
    assert none.side_by_side() == ""


@pytest.mark.system  # compiles the kernels of the search
def test_a_tree_is_searched_from_the_position_on_and_shown_by_its_statistics():
    solver = Solver(vocabulary=WORDS)

    whole = solver.tree_search("BOBBY")
    solver.add("crane", ".....")
    after = solver.tree_search("bobby")

    assert sorted(game[-1] for game in whole.games()) == sorted(ANSWERS)
    assert sorted(game[-1] for game in after.games()) == solver.possibilities()
    assert f"BOBBY: {whole.total} guesses for 8 answers, mean " in repr(whole)
    assert len(repr(whole)) < 500
    with pytest.raises(InputError, match="'slaet' is not a valid guess"):
        solver.tree_search("slaet")


def test_a_reply_says_how_many_words_are_left_and_what_becomes_of_a_challenge():
    # Absurdle's reply depends on the words that are left. The challenge is open as long
    # as WOOZY is among them.
    solver = Solver(vocabulary=WORDS)
    host = AbsurdleHost(ANSWERS)

    assert solver.clue("booby", "BOBBY") == to_text(classic("booby", "bobby"), 5)
    for guess in ("CRANE", "hobby"):
        reply = solver.reply(guess, challenge="woozy")
        assert reply.clue == to_text(host.reply(guess.lower(), math.inf, 0), 5)
        solver.add(guess, reply.clue)
        assert reply.left == len(host.possible)
        assert reply.is_open is ("woozy" in host.possible)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategy": "entorpy"}, "did you mean 'entropy'"),
        (
            {"strategy": "k_guesses"},
            "'k_guesses' plays wordpl: expected a strategy for classic",
        ),
        ({"strategy": "entropy/p50"}, "expected one of entropy"),
        ({"strategy": "entropy:Entorpy()"}, "entropy.py defines no 'Entorpy'"),
        ({"size": 3}, "no word lists for length 3"),
        ({"hard": "nty"}, "'nty': expected off, nyt, strict; did you mean 'nyt'"),
        ({"hard": 3}, "hard 3: expected off, nyt, strict"),
        ({"boards": "x"}, "boards 'x': expected 1 to 2315"),
        ({"vocabulary": ["crane"]}, r"\['crane'\]: expected a Vocabulary"),
        ({"boards": 2, "hard": "nyt"}, "hard mode nyt: expected off with 2 boards"),
    ],
)
def test_a_solver_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        Solver(**arguments)


def test_a_benchmark_of_several_boards_plays_a_game_for_so_many_answers():
    bench = Solver("entropy", boards=4, vocabulary=WORDS).benchmark("zebra")

    assert len(bench.games) == len(ANSWERS) // 4
    # A game has the opening and at least four answers.
    assert all(game[0] == "zebra" and len({*game}) > 4 for game in bench.games)
    assert bench == Solver("entropy", boards=4, vocabulary=WORDS).benchmark("zebra")


def test_a_benchmark_counts_the_games_it_has():
    solver = Solver("entropy", vocabulary=SMALL)
    bench = solver.benchmark("SOUND")

    lengths = np.array([len(game) for game in bench.games])
    answers = SMALL.answers
    assert tuple(game[-1] for game in bench.games) == answers
    assert {game[0] for game in bench.games} == {"sound"}
    assert bench.total == lengths.sum()
    assert bench.mean == pytest.approx(lengths.mean())
    assert bench.std == pytest.approx(lengths.std())
    assert bench.histogram == {n: (lengths == n).sum() for n in np.unique(lengths)}
    assert bench.worst == lengths.max()
    assert set(bench.worst_words) == {
        answer for answer, n in zip(answers, lengths) if n == lengths.max()
    }
    scores = [game.score for game in play_all(bench.tree(), solver.setting)]
    assert scores == lengths.tolist()


def test_a_benchmark_round_trips_as_the_wordle_bot_writes_it(tmp_path):
    bench = Solver("minimax", vocabulary=WORDS).benchmark("zebra")
    path = tmp_path / "games.csv"

    text = bench.to_csv(path)

    assert path.read_text() == text
    assert text.split("\n") == [",".join(game) for game in bench.games]
    assert Benchmark.read_csv(path) == bench
    # Spreadsheets write a byte order mark first. CRAN is too short for a word.
    path.write_text("\ufeffCRANE\ncran,crank\n", encoding="utf-8")
    with pytest.raises(TreeError, match=r"games\.csv', line 2: 'cran'"):
        Benchmark.read_csv(path)


def test_a_benchmark_shows_itself():
    bench = Benchmark((("crane",), ("crane", "crank"), ("crane", "slump")))

    text = str(bench)

    assert re.findall(r"^ +(\d) (█+) (\d)$", text, re.MULTILINE) == [
        ("1", "█" * 20, "1"),
        ("2", "█" * 40, "2"),
    ]
    assert "CRANK" in bench.digraph().source
    assert "3 games, total 5, mean 1.6667" in text
    assert "worst 2: crank, slump" in text
    shown = bench._repr_html_()
    assert "<td>2</td><td>2</td>" in shown
    assert f"<caption>{text.splitlines()[-1]}</caption>" in shown
    assert bench.to_frame()["guesses"].tolist() == [1, 2, 2]


def test_a_picture_of_a_tree_is_its_text_without_the_program_dot(monkeypatch):
    picture = Benchmark((("crane",), ("crane", "crank"))).digraph()

    monkeypatch.setenv("PATH", "")

    shown = picture._repr_mimebundle_()
    assert "CRANE: 3 guesses for 2 answers" in shown["text/plain"]
    assert "crank" in shown["text/html"].lower()


def test_a_position_is_kept_by_hand():
    solver = Solver()

    # The clues of CRANE and SLATE contradict each other: no word is left until one of
    # the two turns is taken back.
    solver.add("crane", "⬜⬜🟨⬜🟩")
    solver.add("SLATE", parse("..c.c", 5))
    assert solver.possibilities() == []
    solver.undo()
    assert "slate" not in solver.possibilities() != []
    solver.add("SLATE", "..c.c")
    solver.remove("crane")
    assert "crane" in solver.possibilities()
    assert solver.is_possible("CRANE")
    assert not solver.is_possible("slate")
    solver.clear()
    assert len(solver.possibilities()) == 2315
    with pytest.raises(InputError, match="'slate' was not played"):
        solver.remove("slate")
    with pytest.raises(InputError, match="board 5: expected 0 to 0"):
        solver.possibilities(5)
    with pytest.raises(InputError, match="top 0: expected 1 or more"):
        solver.best_guess(top=0)
    with pytest.raises(InputError, match="nothing to undo"):
        Solver().undo()
    with pytest.raises(InputError, match="'20' is not a clue"):
        solver.add("slate", "20")


@pytest.mark.system  # clues of six letters take two bytes: kernels are compiled again
def test_words_have_a_name_for_every_size():
    solver = Solver("minimax", words="doddle")

    board = solver(answer="THOUGH", guess="PRAYER")

    assert solver.setting.vocabulary == Vocabulary.load(5, words="doddle")
    # Doddle lists 277 such words, but one of them is made of asterisks.
    assert board.to_frame()["left"][0] == 276
    six = Solver("minimax", 6, words="doddle").setting.vocabulary
    assert six == Vocabulary.load(6, words="doddle")
    with pytest.raises(WordError, match=r"no words 'dodle': .* did you mean 'doddle'"):
        Solver(words="dodle")


@pytest.mark.parametrize("strategy", ["entropy", "minimax"])
def test_likely_answers_are_suggested_first(strategy):
    words = ("batch", "catch", "hatch", "latch", "match", "patch", "watch")
    guesses = (*words, "bloom", "howls")

    for word in words:
        # One word is 1,000 times as likely as each of the others.
        weights = tuple(1000 if other == word else 1 for other in words)
        solver = Solver(strategy, vocabulary=Vocabulary(words, guesses, weights))
        assert solver.best_guess(top=1)[0].guess == word
    # If all words are equally likely, a guess that separates them is better.
    even = Solver(strategy, vocabulary=Vocabulary(words, guesses))
    assert even.best_guess(top=1)[0].guess in ("bloom", "howls")


@pytest.mark.parametrize(
    ("size", "answer", "guess", "words"),
    [
        (5, "flame", "", "raise block adapt flame"),
        pytest.param(
            *(6, "though fusion", "prayer", "prayer distil cutout though fusion"),
            marks=pytest.mark.system,
        ),
        (
            *(5, "flame snake blast crave", "shale irate"),
            "shale irate blast pudge snake flame crave",
        ),
    ],
)
def test_games_of_the_readme_of_doddle_are_played(size, answer, guess, words):
    solver = Solver(Doddle(), size, words="doddle")

    board = solver(answer.split(), guess.split())

    assert list(dict.fromkeys(board.to_frame()["guess"].str.lower())) == words.split()


@pytest.mark.parametrize(
    ("arguments", "ours"),
    [
        ({"solver_type": "ENTROPY"}, "Solver.strategy='entropy'."),
        ({"depth": 2}, "Entropy.depth=2."),
        ({"lazy_eval": False}, "leave lazy_eval out"),
        ({"extras": ["zzzzz"]}, "vocabulary="),
        ({"colour": 1}, "unexpected argument 'colour'$"),
    ],
)
def test_arguments_of_doddle_are_refused_with_ours(arguments, ours):
    with pytest.raises(TypeError, match=ours):
        Solver(**arguments)


def test_simultaneous_benchmarks_of_doddle_are_refused_with_ours():
    few = Vocabulary(*[("mount", "count", "found")] * 2)

    with pytest.raises(TypeError, match=r"'simul': write Solver.boards=4..benchmark"):
        Solver(vocabulary=few).benchmark(simul=4)


def test_a_game_is_a_list_of_its_rows_and_a_table():
    rows = (
        scoreboard.BoardRow(1, 1, "crank", "crane", 240, 2),
        scoreboard.BoardRow(2, 1, "crank", "crank", 242, 1),
    )
    game = Scoreboard(rows)

    table = pd.DataFrame(game)

    assert (len(game), list(game)) == (2, list(rows))
    assert table.columns.tolist() == list(scoreboard.BoardRow._fields)
    assert table.guess.tolist() == ["crane", "crank"]


@pytest.mark.parametrize("method", ["render", "pipe"])
def test_a_picture_without_the_program_dot_says_what_installs_it(monkeypatch, method):
    monkeypatch.setenv("PATH", "")
    picture = Benchmark((("crane", "slate"), ("crane",))).digraph()

    with pytest.raises(InputError, match=r"no picture without .*apt install graphviz"):
        getattr(picture, method)()
