"""Sets that five guesses cannot find, and a tree, where any guess may be the answer."""

import re
from functools import cache

import numpy as np
import pytest

from game import Rule, Vocabulary, classic
from game.word_files import DATA
from research.proofs.any_guess import find_family, make_family
from research.proofs.any_guess_kernel import can_find
from solver import Benchmark, clue_matrix

SETS = DATA / "any-guess-sets-5.txt"
TREE = DATA / "any-guess-5.csv"
WORDS = Vocabulary.load().guesses


@pytest.fixture(scope="module")
def rows():
    return np.asarray(clue_matrix(Vocabulary(WORDS, WORDS), Rule.CLASSIC))


def by_definition(guesses):
    """Return a function that says whether guesses can find every word of a set.

    The function tries all `guesses`, so its results are right by definition. Its
    arguments are a set of words and the number of guesses left.
    """

    @cache
    def find(words, left):
        if len(words) <= 1 or left == 0:
            return len(words) <= left
        for guess in guesses:
            buckets = {}
            for word in words:
                if word != guess:
                    buckets.setdefault(classic(word, guess), set()).add(word)
            if (
                all(
                    find(frozenset(b), left - 1) for b in buckets.values() if b != words
                )
                and set(words) not in buckets.values()
            ):
                return True
        return False

    return find


def test_parts_of_a_family_are_decided_as_by_the_definition(rows):
    family = find_family(WORDS)[:9]
    guesses = [*(WORDS[a] for a in family), "fjord", "bumph", "glyph", "chuck", "dwarf"]
    numbers = [WORDS.index(word) for word in guesses]
    decide = make_family(rows[numbers][:, family], list(range(9)))
    find = by_definition(guesses)
    answers = set()
    for part in range(1, 1 << 9, 5):
        words = frozenset(WORDS[a] for i, a in enumerate(family) if part >> i & 1)
        for left in (2, 3):
            answer = find(words, left)
            answers.add(answer)

            assert can_find(decide, np.uint64(part), left) == answer

    assert answers == {True, False}


def test_the_sets_make_as_many_openings_impossible_as_is_said(rows):
    impossible = set()
    for line in SETS.read_text(encoding="utf-8").splitlines():
        words = [WORDS.index(word) for word in line.split()]
        same = (rows[:, words] == rows[:, words[:1]]).all(axis=1)
        same[words] = False
        impossible.update(np.flatnonzero(same).tolist())

    said = (DATA.parent / "docs/findings/optimal.md").read_text(encoding="utf-8")
    assert f"| impossible | {len(impossible):,} |" in said
    assert WORDS.index("lants") not in impossible


@pytest.mark.system
def test_five_guesses_cannot_find_a_set_of_the_file(rows):
    family = find_family(WORDS)
    line = max(SETS.read_text(encoding="utf-8").splitlines(), key=len)
    words = [WORDS.index(word) for word in line.split()]
    part = sum(1 << family.index(a) for a in words)

    assert not can_find(make_family(rows, family), np.uint64(part), 5)


def test_the_shipped_tree_finds_every_guess_in_as_many_guesses_as_is_said():
    said = (DATA / "SOURCES.md").read_text(encoding="utf-8")
    row = re.search(rf"`{TREE.name}` \| TARES \| ([\d,]+) \|", said)

    found = Benchmark.read_csv(TREE)

    assert f"{found.total:,}" == row[1]
    assert found.tree().total == found.total
    assert {game[0] for game in found.games} == {"tares"}
    assert sorted(game[-1] for game in found.games) == list(WORDS)
