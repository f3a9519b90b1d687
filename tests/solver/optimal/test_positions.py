"""Optimal trees of positions, against a search through all trees."""

import random

import pytest

from game import InputError, Vocabulary, classic
from game.hard import Hard, objection
from solver.checking.checker import check
from solver.checking.reader import CertificateError
from solver.optimal.certificate import prove, prove_worst
from solver.trees.notation import from_selby, to_selby
from solver.trees.objective import TOTAL, Objective
from tests.solver.reference import fewest_guesses
from tests.solver.samples import MODES, THREE, WORDS

# The kernels of the search are compiled for half a minute.
pytestmark = pytest.mark.system

# Words with a letter twice or three times have the clues that are hardest to mark.
LETTERS = ("eerie", "geese", "belle", "elite", "level", "repel", "refer", "merge")
MOST = 5


def random_position(seed, hard):
    """Return a few words that repeat letters, and one or two turns of a game."""
    draw = random.Random(seed)
    answers = draw.sample(LETTERS, 7)
    words = Vocabulary(
        tuple(sorted(answers)), tuple(sorted({*answers, *WORDS.guesses[seed::1500]}))
    )
    history = []
    secret = draw.choice(answers)
    for guess in draw.sample([w for w in words.guesses if w != secret], 3):
        if len(history) < 2 and not objection(guess, history, hard):
            history.append((guess, classic(secret, guess)))
    return words, tuple(history)


@pytest.mark.parametrize("hard", MODES)
@pytest.mark.parametrize("aim", ["total", "within-3", "1,2,4,8"])
@pytest.mark.parametrize("seed", range(6))
def test_the_tree_of_a_position_costs_least_and_its_certificate_is_checked(
    seed, aim, hard
):
    words, clues = random_position(seed, hard)
    objective = Objective.parse(aim)
    costs = [objective.cost(guesses) for guesses in range(1, MOST + 1)]
    fitting = words.after(clues).answers

    proof = prove(words, None, hard, MOST, objective, clues)

    # The guesses that were played count in the cost of each game.
    spent = len(fitting) * costs[len(clues) - 1]
    assert proof.total == spent + fewest_guesses(words, hard, MOST, clues, costs)
    (theorem,) = check(str(proof), words)
    assert theorem.total == proof.total
    assert theorem.clues == clues
    if proof.tree:
        games = sorted(proof.tree.games(), key=lambda game: game[-1])
        assert [game[-1] for game in games] == list(fitting)
        assert sum(objective.cost(len(game)) for game in games) == proof.total
        assert from_selby(to_selby(proof.tree)) == proof.tree


@pytest.mark.parametrize("seed", range(3))
def test_the_guesses_left_limit_the_tree(seed):
    words, clues = random_position(seed, Hard.OFF)
    proofs = prove_worst(words, "", Hard.OFF, 9, clues)
    longest = proofs[-1].max_guesses

    assert max(map(len, proofs[-1].tree.games())) == longest
    assert fewest_guesses(words, Hard.OFF, longest - 1, clues) == float("inf")
    assert [proof.max_guesses for proof in proofs[:-1]] == [longest - 1] * (
        longest - 1 > len(clues)
    )


def test_an_opening_after_the_clues_is_played_whatever_its_clue():
    words, clues = random_position(1, Hard.OFF)
    best = prove(words, None, Hard.OFF, 9, clues=clues)

    totals = {}
    for guess in words.guesses:
        proof = prove(words, guess, Hard.OFF, 9, clues=clues)
        (theorem,) = check(str(proof), words)
        totals[guess] = theorem.total

    assert min(totals.values()) == best.total < max(totals.values())


@pytest.mark.parametrize(
    ("clues", "reason"),
    [
        ([("found", 0)], "no answer is left after 'found'"),
        ([("found", 242)], "guess 'found' is right: expected a game that goes on"),
        ([("found", 78)] * 3, "3 clues in a game of 3 guesses: expected fewer"),
        ([("found", 78), ("mount", 242)], "'mount' is right"),
        ([("founb", 78)], "'founb' is not a valid guess"),
    ],
)
def test_a_position_without_a_next_guess_is_refused(clues, reason):
    with pytest.raises(InputError, match=reason):
        prove(THREE, None, Hard.OFF, 3, TOTAL, clues)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("BGGGB", "BGGG", "expected 5 marks"),
        ("BGGGB", "BYYYY", "no answer fits the clues"),
        ("BGGGB", "GGGGG", "'found' is right"),
        ("BGGGB", "bgggb", "expected valid guesses and clues"),
        ("found ", "founb ", "expected valid guesses and clues"),
        ("clues found", "clues  found", "expected valid guesses and clues"),
        ("game off 6", "game off 1", "1 clue in a game of 1 guess"),
    ],
)
def test_a_certificate_of_no_position_is_refused_at_its_line(old, new, reason):
    certificate = str(prove(THREE, clues=[("found", classic("mount", "found"))]))

    with pytest.raises(CertificateError, match=f"line 4: .*{reason}"):
        check(certificate.replace(old, new), THREE)
