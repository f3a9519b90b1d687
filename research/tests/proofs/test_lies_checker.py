"""The checker of play against lies, compared with brute force."""

import functools
from pathlib import Path

import numpy as np
import pytest

from game import Vocabulary, to_text
from game.word_files import DATA
from research.proofs.lies.checker import check_lies, lies_game
from research.proofs.lies.checker_kernel import ruled_guess
from research.proofs.lies.search import LiesSearch
from research.proofs.lies.sets import SetSearch, as_indices
from research.tests.proofs.lying import after
from solver.checking.reader import CertificateError, read_certificates
from tests.processes import python

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = sorted(DATA.glob("lies-*.txt"))
ALIKE = ("bate", "cate", "hate", "bite", "cite", "tact", "chit")
SMALL = Vocabulary(ALIKE, tuple(sorted({*ALIKE, "ache", "batt", "itch"})))
TINY = Vocabulary(ALIKE[::2], ALIKE[::2])


def needed(words, lies):
    """Return the least number of guesses that always find the secret, by brute force.

    An adversary puts `lies` lies into every clue, and chooses the lies so that the game
    is as long as possible.
    """
    clues = [to_text(c, words.length) for c in range(3**words.length)]

    @functools.cache
    def value(answers):
        if len(answers) < 2:
            return len(answers)
        return 1 + min(
            max(value(left) for left in buckets)
            for guess in words.guesses
            if (buckets := {after(answers, guess, c, lies) for c in clues}).isdisjoint(
                {answers}
            )
        )

    return value(frozenset(words.answers))


def certificate(words, lies, least, most, /, **changed):
    fields = {
        "words": words.digest,
        "lies": lies,
        "least": least,
        "family": words.answers[0],
        "sets": 0,
        "most": most,
        "list": ",".join(words.guesses),
        "good": 0,
        "poor": 100,
        "positions": 0,
    } | changed
    lines = [f"{name} {value}" for name, value in fields.items()]
    return "\n".join(["clueproof lies 1", *lines])


@pytest.mark.parametrize("lies", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "words",
    [TINY, pytest.param(SMALL, marks=pytest.mark.system)],
    ids=["tiny", "small"],
)
def test_bounds_enclose_the_value_by_brute_force(words, lies):
    exact = needed(words, lies)

    theorem = check_lies(certificate(words, lies, 1, len(words.answers)), words)
    assert theorem.least <= exact <= theorem.most
    with pytest.raises(CertificateError):
        check_lies(certificate(words, lies, 1, exact - 1), words)
    with pytest.raises(CertificateError, match="are shown"):
        check_lies(certificate(words, lies, exact + 1, 9), words)


@pytest.mark.parametrize(
    "lies", [1, *(pytest.param(k, marks=pytest.mark.system) for k in (2, 3, 4))]
)
def test_a_policy_that_is_listed_reaches_the_value_by_brute_force(lies):
    exact = needed(SMALL, lies)
    policy = policies(SMALL, lies, exact)

    text = certificate(SMALL, lies, 1, exact, positions=len(policy)) + "\n"
    assert check_lies(text + "\n".join(policy), SMALL).most == exact


def policies(words, lies, most):
    """Return the lines of a policy that always wins within `most` guesses.

    Brute force finds the policy. A line has the clues of a position and the guess.
    """
    clues = [to_text(c, words.length) for c in range(3**words.length)]

    @functools.cache
    def solve(answers, left):
        if len(answers) <= left:
            return {}
        if left == 1:
            return None
        for guess in words.guesses:
            lines = {(): guess}
            for clue in clues:
                rest = solve(after(answers, guess, clue, lies), left - 1)
                if rest is None:
                    break
                lines |= {(clue, *history): word for history, word in rest.items()}
            else:
                return lines
        return None

    policy = solve(frozenset(words.answers), most)
    return [" ".join((*history, word)) for history, word in policy.items()]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"words": "0" * 64}, "expected 'words"),
        ({"lies": 0}, "expected 1 to 4"),
        ({"least": 5}, "3 are shown"),
        ({"most": 2}, "expected 3 to"),
        ({"most": 3}, "are not won"),
        ({"family": "crane"}, "not a valid guess"),
        ({"family": "itch"}, "expected answers"),
        ({"family": "bate,bate"}, "each of them once"),
        ({"sets": "1\n3 bate,tact"}, "leaves no set that needs 2"),
        ({"sets": "1\n4 bate,cate,hate,bite"}, "leaves no set that needs 3"),
        ({"sets": "1\n3 bate,cate,itch"}, "expected answers"),
        ({"sets": "1\nbate cate"}, "expected the number of guesses"),
        ({"list": "bate,"}, "not a valid guess"),
        ({"good": 101}, "expected 0 to 100"),
        ({"poor": "x"}, "expected the number of poor"),
        ({"positions": "1\nwrong"}, "expected clues and a guess"),
        ({"positions": "1\nhello bate"}, "expected clues and a guess"),
        ({"positions": "2\nbate\nbate"}, "has a guess already"),
        ({"positions": "2\nbate\ncccc cate"}, "no game reaches"),
        ({"positions": "2\nbate"}, "ends here"),
        ({"positions": "0\nbate"}, "expected the end"),
    ],
    ids=str,
)
def test_a_fault_is_refused_with_its_reason(changed, reason):
    with pytest.raises(CertificateError, match=reason):
        check_lies(certificate(SMALL, 1, 3, 6, **changed), SMALL)


def test_a_guess_that_the_rule_takes_moves_to_the_front_of_the_list():
    game = lies_game(TINY, 1, list(TINY.guesses), (0, 100))
    everything = np.arange(len(TINY.answers), dtype=np.int32)
    before = game.listed.tolist()

    guess, _ = ruled_guess(game, everything, 2)

    before.remove(guess)
    assert game.listed.tolist() == [guess, *before]
    assert guess > 0


def test_the_command_refuses_a_file_that_is_no_certificate(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("crane", encoding="utf-8")

    done = [
        python("-m", "research.proofs.check", path, cwd=ROOT)
        for path in (file, tmp_path / "none.txt")
    ]

    assert [process.returncode for process in done] == [2, 2]
    assert "'crane': expected 'clueproof lies 1'" in done[0].stderr
    assert repr(str(tmp_path / "none.txt")) in done[1].stderr


def test_a_family_that_no_guess_splits_is_a_lower_bound():
    alike = ("robot", "worst", "worth", "roast", "mummy")
    words = Vocabulary(alike, alike)
    text = certificate(words, 3, 4, 5, family="robot,worst,worth,roast")

    assert check_lies(text, words).least == 4


@pytest.mark.system
@pytest.mark.parametrize("lies", [1, 2])
def test_sets_that_the_search_finds_prove_the_value_by_brute_force(lies):
    exact = needed(SMALL, lies)
    search = SetSearch(LiesSearch(SMALL, lies))
    everything = (1 << len(SMALL.answers)) - 1

    lines = [
        f"{n} {','.join(SMALL.answers[a] for a in as_indices(answers))}"
        for n, answers in search.lines(search.part(everything, exact), exact)
    ]

    sets = "\n".join([str(len(lines)), *lines])
    text = certificate(SMALL, lies, exact, len(SMALL.answers), sets=sets)
    assert check_lies(text, SMALL).least == exact
    assert not search.part(everything, exact + 1)


@pytest.mark.slow
@pytest.mark.parametrize("file", SHIPPED, ids=[file.stem for file in SHIPPED])
def test_shipped_certificates(file):
    theorem = check_lies(read_certificates(file), Vocabulary.load())

    assert file.name == f"lies-{theorem.lies}.txt"
