"""The checker of certificates in C, compared with the checker in Python."""

import hashlib
import re
import shutil
import subprocess

import pytest

from game import Hard, Vocabulary, classic
from game.word_files import DATA
from solver.checking.checker import check
from solver.optimal.certificate import prove
from solver.trees.objective import TOTAL, Objective
from tests.solver.samples import MODES, SMALL, THREE

WORDS = Vocabulary.load()


def of_samples(second, certificate, words=SMALL):
    return second(certificate, words.answers, words.guesses)


@pytest.mark.parametrize("hard", MODES)
@pytest.mark.parametrize("objective", ["total", "within-3", "within-4"])
@pytest.mark.parametrize(
    ("turn", "opening", "shown"),
    [
        ("", "sound", "sound"),
        ("", None, "any opening"),
        ("caird", "watch", "caird, watch"),
        ("caird", None, "caird, any opening"),
    ],
)
def test_it_accepts_what_is_proved(second, hard, objective, turn, opening, shown):
    clues = [(turn, classic("batch", turn))] if turn else []
    proof = prove(SMALL, opening, hard, 9, Objective.parse(objective), clues)

    status, text = of_samples(second, str(proof))

    assert status == 0, text
    assert text == (
        f"{shown}, hard mode {hard}, 9 guesses: "
        f"total {proof.total}, and no tree has less than {proof.total}\n"
    )


def test_an_opening_that_hard_mode_forbids_is_refused(second):
    head = f"clueproof certificate 1\nwords {SMALL.digest}\ngame nyt 6\n"
    body = "clues watch BGGGG\nopening {}\ntotal never\ngames 0\nclaims 0\n"

    for opening, line in [("found", 5), ("batch", 8)]:
        status, text = of_samples(second, head + body.format(opening))
        assert status == 1
        assert text.startswith(f"line {line}: ")


def test_several_certificates_stand_in_one_file(second):
    proofs = [prove(SMALL, opening, Hard.OFF, 9) for opening in ("sound", "mound")]

    status, text = of_samples(second, "".join(map(str, proofs)))

    assert status == 0
    assert [int(number) for number in re.findall(r"total (\d+)", text)] == [
        proof.total for proof in proofs
    ]


BLANK = Vocabulary(("mount", "count", "found"), ("mount", "count", "found", "zzzyx"))


@pytest.mark.parametrize("most", [1, 3, 4])
@pytest.mark.parametrize(
    ("turn", "hard"),
    [
        ("", Hard.OFF),
        pytest.param("", Hard.NYT, marks=pytest.mark.system),
        ("found", Hard.OFF),  # after FOUND, hard mode forbids the opening
    ],
)
def test_an_opening_with_one_clue_for_all_answers_is_accepted(second, turn, hard, most):
    clues = [(turn, classic("mount", turn))] if turn else []
    proof = prove(BLANK, "zzzyx", hard, most + len(clues), clues=clues)

    status, text = of_samples(second, str(proof), BLANK)

    assert check(str(proof), BLANK)[0].total == proof.total
    assert status == 0, text
    assert (proof.total == float("inf")) is (most < 3)


def test_too_high_a_total_of_an_opening_with_one_clue_is_refused(second):
    certificate = str(prove(BLANK, "zzzyx", Hard.OFF, 4))
    games = ["zzzyx,found,count", "zzzyx,found", "zzzyx,found,count,mount"]
    head, _, rest = certificate.partition("total ")
    claims = rest[rest.index("claims") :]
    worse = f"{head}total 9\ngames 3\n" + "\n".join(games) + f"\n{claims}"

    status, text = of_samples(second, worse, BLANK)

    assert (status, "the claims show no more than 8" in text) == (1, True)


@pytest.mark.system
def test_it_frees_what_it_allocates(build_second):
    checker = build_second("-fsanitize=address")
    proof = prove(SMALL, "sound", Hard.NYT, 9)

    assert of_samples(checker, str(proof))[0] == 0
    assert of_samples(checker, str(proof).replace("game nyt 9", "game no 9"))[0] == 1


def test_games_that_cannot_all_be_won_are_proved_so(second):
    proof = prove(THREE, "found", Hard.OFF, 1)

    status, text = of_samples(second, str(proof), THREE)

    assert (status, proof.total) == (0, float("inf"))
    assert f"total {1 << 40}" in text  # this total stands for infinity


@pytest.mark.parametrize(
    ("words", "old", "new", "line"),
    [
        (SMALL, "clueproof certificate 1", "clueproof certificate 2", 1),
        (SMALL, "game off 9", "game of 9", 3),
        (SMALL, "opening sound", "opening soundy", 4),
        (SMALL, "opening sound", "opening sound,waist", 4),
        (SMALL, "\nclaims", "\nclaim", None),
        (THREE, "BGGGB", "BGGG", 4),
        (THREE, "BGGGB", "BYYYY", 4),
        (THREE, "BGGGB", "GGGGG", 4),
        (THREE, "BGGGB", "bgggb", 4),
        (THREE, "clues found", "clues founb", 4),
        (THREE, "game off 9", "game off 1", 4),
        (THREE, "clues found BGGGB\n", "", 8),
        (THREE, "found,mount,count", "mount,count", 9),
        (THREE, "games 2\nfound,mount\n", "games 1\n", 8),
    ],
)
def test_the_first_wrong_line_is_named(second, words, old, new, line):
    after_a_clue = None, Hard.OFF, 9, TOTAL, [("found", classic("mount", "found"))]
    terms = ("sound", Hard.OFF, 9) if words is SMALL else after_a_clue
    certificate = str(prove(words, *terms))
    line = line or certificate[: certificate.index(old)].count("\n") + 2

    status, text = of_samples(second, certificate.replace(old, new, 1), words)

    assert (status, text.partition(":")[0]) == (1, f"line {line}")


def test_its_digest_of_words_is_sha_256_at_every_length_of_a_block(second):
    # Lists of 1 to 66 words have 7 to 400 bytes, so that every padding occurs.
    words = [a + b for a in "abcdefghijk" for b in "abcdef"]
    for n in range(1, len(words) + 1):
        data = "\n".join(words[:n]) + "\n\n" + "\n".join(words[:n])
        digest = hashlib.sha256(data.encode()).hexdigest()
        start = f"clueproof certificate 1\nwords {digest}\n"

        _, text = second(start, words[:n], words[:n])

        assert text.startswith("line 3: the certificate ends here"), n


@pytest.mark.system
@pytest.mark.skipif(shutil.which("xz") is None, reason="no xz")
@pytest.mark.parametrize(
    ("hard", "total"), [("off", 7920), ("nyt", 8122), ("strict", 8125)]
)
def test_it_proves_the_best_tree_from_salet(second, tmp_path, hard, total):
    packed = tmp_path / "salet.proof.xz"
    proof = prove(WORDS, "salet", Hard(hard))
    packed.with_suffix("").write_text(str(proof))
    subprocess.run(["xz", packed.with_suffix("")], check=True)
    unpacked = subprocess.run(["xz", "-dc", packed], capture_output=True, check=True)
    lists = [DATA / "answers-5.txt", DATA / "guesses-5.txt"]

    done = subprocess.run(
        [second.program, *lists, "-"], input=unpacked.stdout, capture_output=True
    )

    assert done.returncode == 0
    assert done.stdout.decode() == (
        f"salet, hard mode {hard}, 6 guesses: total {total}, "
        f"and no tree has less than {total}\n"
    )
