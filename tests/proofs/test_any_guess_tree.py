import re

from game.word_files import DATA
from game.words import Vocabulary
from solver.trees.benchmark import Benchmark

SHIPPED = DATA / "any-guess-5.csv"


def test_the_shipped_tree_finds_every_guess_in_as_many_guesses_as_is_said():
    said = (DATA / "SOURCES.md").read_text(encoding="utf-8")
    row = re.search(rf"`{SHIPPED.name}` \| TARES \| ([\d,]+) \|", said)

    found = Benchmark.read_csv(SHIPPED)

    assert f"{found.total:,}" == row[1]
    assert found.tree().total == found.total
    assert {game[0] for game in found.games} == {"tares"}
    assert sorted(game[-1] for game in found.games) == list(Vocabulary.load().guesses)
