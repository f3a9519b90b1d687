from game import Mode, Setting, Vocabulary
from solver import Belief, Benchmark, Tree, clue_matrix
from solver.advice.position import Position

GAMES = (("crane",), ("crane", "crank"), ("crane", "slump", "plumb"))


def test_a_belief_names_its_likeliest_answers():
    words = Vocabulary.load()
    position = Position(Setting(words, Mode.CLASSIC)).add("crane", [191])

    belief = position.belief()

    assert "1.58 bits of entropy, 3 of 2,315 answers possible" in belief._repr_html_()
    assert list(belief.to_frame()["answer"]) == ["chore", "curse", "curve"]


def test_a_belief_keeps_its_words_and_may_have_none():
    words = Vocabulary.load()
    row = clue_matrix(words, Setting(words).rule)[words.guess_index["crane"]]

    named = Belief.over(words.answers).update(row, 242, 30.0, 5)
    bare = Belief.uniform(2315).update(row, 242, 30.0, 5)

    assert named.to_frame()["answer"][0] == "crane"
    assert bare.to_frame()["answer"][0] == words.answer_index["crane"]
    assert named._repr_html_().count("<tr>") == bare._repr_html_().count("<tr>") == 11


def test_a_tree_shows_its_branches_and_is_a_table_away():
    tree = Benchmark(GAMES).tree()

    assert tree._repr_html_().count("<li>") == 4
    assert sorted(tree.to_frame()["answer"]) == ["crane", "crank", "plumb"]


def test_of_a_large_tree_only_the_second_guesses_are_shown():
    deep = Tree("slump", {clue: Tree("crank", {242: None}) for clue in range(150)})

    shown = Tree("crane", {0: deep, 242: None})._repr_html_()

    assert shown.count("<li>") == 2
    assert "150 answers, mean 2.00 more" in shown
