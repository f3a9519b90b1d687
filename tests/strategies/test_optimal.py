import pytest

from game import Hard, InputError, Mode, Outcome, Setting, Vocabulary
from game.word_files import DATA
from solver.trees.growth import grow
from solver.trees.notation import from_selby
from solver.trees.player import play_all
from strategies.entropy import Entropy
from strategies.optimal import Optimal, objection_to
from strategies.optimal_hard import OptimalHard

WORDS = Vocabulary.load()


@pytest.mark.parametrize(
    ("strategy", "hard", "total"),
    [
        (Optimal(), Hard.OFF, 7920),
        pytest.param(OptimalHard(), Hard.NYT, 8122, marks=pytest.mark.system),
    ],
)
def test_it_needs_as_many_guesses_as_are_proved(strategy, hard, total):
    setting = Setting(WORDS, Mode.CLASSIC, 6, hard=hard)
    assert not objection_to(from_selby((DATA / strategy.shipped).read_text()), setting)

    tree = grow(strategy, setting)

    assert tree.total == total
    assert {game.outcome for game in play_all(tree, setting)} == {Outcome.WON}


def test_after_other_guesses_it_plays_as_entropy_does():
    strategy = Optimal()
    strategy.prepare(Setting(WORDS, Mode.CLASSIC))
    entropy = Entropy()
    entropy.prepare(Setting(WORDS, Mode.CLASSIC))

    strategy.first_move(), entropy.first_move()

    after = ("crane", float("inf"), ".i...")
    assert strategy.next_move(*after) == entropy.next_move(*after)


YACHT = Vocabulary(("yacht",), ("yacht",))
NAMED = str(DATA / Optimal.shipped)


@pytest.mark.parametrize(
    ("tree", "setting", "said"),
    [
        ("", Setting(YACHT, Mode.CLASSIC), "not in the word"),
        (NAMED, Setting(YACHT, Mode.CLASSIC), "not in the word"),
        ("", Setting(WORDS, Mode.CLASSIC, hard=Hard.NYT), "hard mode: guess"),
        (NAMED, Setting(WORDS, Mode.CLASSIC, boards=2), "2 boards: a tree plays on"),
        ("", Setting(WORDS, Mode.CLASSIC, 4), "the tree does not find 'apple'"),
    ],
)
def test_a_tree_for_another_game_is_refused(tree, setting, said):
    with pytest.raises(InputError, match=f"is not for this game: .*{said}"):
        Optimal(tree).prepare(setting)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "No such file"),
        (b"\xff", "not a file of UTF-8 text"),
        (b"salet BBBBB1\n", "line 1"),
    ],
)
def test_a_file_that_is_no_tree_is_named(tmp_path, monkeypatch, data, said):
    if data:
        (tmp_path / "mine.tree").write_bytes(data)
    monkeypatch.setattr("strategies._parameters.DATA", tmp_path)

    with pytest.raises(InputError, match=f"tree 'mine.tree'.*{said}"):
        Optimal("mine.tree").prepare(Setting(WORDS, Mode.CLASSIC))
