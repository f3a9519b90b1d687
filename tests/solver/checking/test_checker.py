import math
from zlib import crc32

import pytest

from game.errors import InputError
from game.hard import Hard
from game.words import Vocabulary
from solver.checking import checker
from solver.checking.checker import check
from solver.checking.reader import CertificateError
from solver.optimal.certificate import prove, prove_worst

WORDS = Vocabulary.load()
ALIKE = tuple(w for w in WORDS.answers if w[1:3] == "at" or w[2:] == "und")
SMALL = Vocabulary(ALIKE, tuple(sorted({*ALIKE, *WORDS.guesses[::99]})))


@pytest.fixture(scope="module")
def salet():
    return str(prove(WORDS, "salet"))


def changed(certificate, number, words):
    """Replace words of a line by their places; a claim's check sum is made anew."""
    lines = certificate.splitlines()
    parts = lines[number - 1].split(" ")
    for place, word in words.items():
        parts[place] = word
    if len(parts) == 5:
        parts[4] = f"{crc32(' '.join(parts[:4]).encode()) & 0xFFFF:04x}"
    lines[number - 1] = " ".join(parts)
    return "\n".join(lines)


def first_claim(certificate):
    lines = certificate.splitlines()
    return next(i for i, line in enumerate(lines, 2) if line.startswith("claims "))


@pytest.mark.parametrize("hard", Hard)
@pytest.mark.parametrize("max_guesses", [4, 6])
@pytest.mark.parametrize("opening", [None, "sound"])
def test_what_is_proved_is_accepted(opening, max_guesses, hard):
    proof = prove(SMALL, opening, hard, max_guesses)

    (theorem,) = check(str(proof), SMALL)

    assert (",".join(theorem.opening) or None, theorem.hard) == (opening, hard)
    assert theorem.total == proof.total


@pytest.mark.parametrize("opening", ["sound,caird", "caird,sound,pound", "bound,bound"])
def test_several_first_guesses_are_proved(opening):
    proof = prove(SMALL, opening)

    (theorem,) = check(str(proof), SMALL)
    assert ",".join(theorem.opening) == opening
    assert theorem.total == proof.total

    first = opening.split(",")
    for game in proof.tree.games():
        assert list(game[: len(first)]) == first[: len(game)]

    forged = str(proof).replace(f"total {proof.total}", f"total {proof.total - 1}")
    with pytest.raises(CertificateError, match="line 5: "):
        check(forged, SMALL)


def test_a_game_with_another_second_guess_is_refused():
    lines = str(prove(SMALL, "sound,caird")).splitlines()
    line = next(n for n, text in enumerate(lines) if text.startswith("sound,caird,"))
    lines[line] = lines[line].replace(",caird,", ",batch,")

    with pytest.raises(CertificateError, match="'batch': expected 'caird'"):
        check("\n".join(lines), SMALL)


def test_a_tree_that_is_not_best_after_two_guesses_is_refused():
    good, bad = prove(SMALL, "sound,caird"), prove(SMALL, "sound,sound")
    assert good.total < bad.total
    lines = str(bad).splitlines()
    forged = "\n".join(lines).replace("opening sound,sound", "opening sound")

    with pytest.raises(CertificateError, match=r"line 5: .* no more than"):
        check(forged, SMALL)


@pytest.mark.parametrize("most", ["0", "1001", "999999999"])
def test_a_game_has_a_guess_and_at_most_1000(most):
    forged = str(prove(SMALL, "sound")).replace("game off 6", f"game off {most}")

    with pytest.raises(CertificateError, match=f"line 3: '{most}': expected 1 to 1000"):
        check(forged, SMALL)


def test_hard_mode_has_one_first_guess():
    with pytest.raises(InputError, match="opening 'sound,caird'"):
        prove(SMALL, "sound,caird", Hard.NYT)


def test_the_official_words(salet):
    (theorem,) = check(salet, WORDS)

    assert theorem.total == 7920
    assert theorem.claims == len(salet.splitlines()) - first_claim(salet) + 1


def test_what_is_impossible_is_proved():
    proof = prove(SMALL, "sound", max_guesses=2)

    assert proof.total == math.inf
    assert check(str(proof), SMALL)[0].total == math.inf


def test_a_longest_game_as_short_as_possible():
    proofs = prove_worst(SMALL, "sound")

    fewer, best = check("".join(map(str, proofs)), SMALL)
    assert (fewer.total, fewer.max_guesses) == (math.inf, best.max_guesses - 1)
    assert proofs[1].tree.worst == best.max_guesses


def test_no_tree_is_short_enough():
    (proof,) = prove_worst(SMALL, "sound", max_guesses=2)

    assert (proof.total, proof.max_guesses) == (math.inf, 2)


@pytest.mark.parametrize("place", range(5))
def test_a_damaged_claim_is_named(salet, place):
    line = first_claim(salet) + 7
    lines = salet.splitlines()
    parts = lines[line - 1].split(" ")
    parts[place] = "7"
    lines[line - 1] = " ".join(parts)

    with pytest.raises(CertificateError, match=f"line {line}: .* is damaged"):
        check("\n".join(lines), WORDS)


def test_every_bound_that_is_too_high_is_named():
    certificate = str(prove(SMALL, "sound"))
    first = first_claim(certificate)
    lines = certificate.splitlines()
    assert len(lines) >= first

    for line in range(first, len(lines) + 1):
        bound = int(lines[line - 1].split(" ")[3])
        forged = changed(certificate, line, {3: str(bound + 1)})
        with pytest.raises(CertificateError, match=f"line {line}: .* is shown"):
            check(forged, SMALL)


def test_a_last_guess_that_is_said_to_need_more_is_named():
    words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    lines = str(prove(words, "mount", max_guesses=2)).splitlines()
    claim = "- mount GGGGG 2"
    lines = [
        f"claims {int(line.split()[1]) + 1}" if line.startswith("claims ") else line
        for line in lines
    ]
    lines.append(f"{claim} {crc32(claim.encode()) & 0xFFFF:04x}")

    with pytest.raises(CertificateError, match="1 answers are said to cost 2"):
        check("\n".join(lines), words)


def test_a_total_that_is_too_high_is_named(salet):
    forged = salet.replace("total 7920", "total 7921")

    with pytest.raises(CertificateError, match="line 5: total 7921, but the games"):
        check(forged, WORDS)


def test_a_tree_that_is_not_best_is_refused():
    better, worse = prove(SMALL, None), prove(SMALL, "sound")
    assert better.total < worse.total
    forged = str(worse).replace("opening sound", "opening -")

    with pytest.raises(CertificateError, match=r"line 5: .* no more than"):
        check(forged, SMALL)


def test_a_game_that_breaks_the_rules_is_named(salet):
    line = next(i for i, x in enumerate(salet.splitlines(), 1) if x.count(",") == 3)
    words = salet.splitlines()[line - 1].split(",")
    lines = salet.splitlines()
    lines[line - 1] = ",".join([words[0], "fuzzy", *words[2:]])

    with pytest.raises(CertificateError, match=r"line \d+: .* in another game"):
        check("\n".join(lines), WORDS)


@pytest.mark.parametrize(
    ("line", "text", "expected"),
    [
        (1, "clueproof certificate 9", "expected 'clueproof certificate 1'"),
        (2, "words abc", "expected 'words"),
        (3, "game soft 6", "a hard mode"),
        (4, "opening zzzzz", "not a valid guess"),
        (5, "total many", "how many guesses"),
        (6, "games x", "how many games"),
        (7, "salet,zzzzz", "is no answer"),
    ],
)
def test_what_cannot_be_read_is_named(salet, line, text, expected):
    lines = salet.splitlines()
    lines[line - 1] = text

    with pytest.raises(CertificateError, match=f"line {line}: .*{expected}"):
        check("\n".join(lines), WORDS)


def test_a_certificate_that_ends_early_is_refused(salet):
    half = "\n".join(salet.splitlines()[:-9])

    with pytest.raises(CertificateError, match="ends here"):
        check(half, WORDS)


def test_games_of_a_tree_that_are_missing_are_named(salet):
    lines = salet.splitlines()
    del lines[6]
    lines[5] = "games 2314"

    with pytest.raises(CertificateError, match="no game for"):
        check("\n".join(lines), WORDS)


@pytest.mark.parametrize(
    ("line", "places"), [(3, [2]), (5, [1]), (6, [1]), (0, [1]), (1, [0, 3])]
)
@pytest.mark.parametrize(
    "number", ["9" * 5000, "1" * 400, "-1", "\u0663", "1_0", "1e9"]
)
def test_numbers_that_nobody_counts_to_are_refused(salet, line, places, number):
    line = line if line > 1 else first_claim(salet) + line - 1
    for place in places:
        with pytest.raises(CertificateError, match=f"line {line}: ") as refused:
            check(changed(salet, line, {place: number}), WORDS)
        assert len(str(refused.value)) < 150


def test_states_are_kept_up_to_a_size(salet, monkeypatch):
    monkeypatch.setattr(checker, "_MOST_WORDS", 1000)

    with pytest.raises(CertificateError, match="larger states than fit"):
        check(salet, WORDS)
