import lzma
import math
from zlib import crc32

import pytest

from game import Hard, InputError
from game.word_files import DATA
from solver.checking import claims, reader
from solver.checking.checker import check
from solver.checking.reader import CertificateError, read_certificates
from solver.optimal.certificate import prove, prove_worst, write_certificates
from tests.solver.samples import MODES, SMALL, THREE, WORDS

# The kernels of the search are compiled for half a minute.
pytestmark = pytest.mark.system


@pytest.fixture(scope="module")
def salet():
    return str(prove(WORDS, "salet"))


@pytest.fixture(scope="module")
def sound():
    return str(prove(SMALL, "sound"))


def changed(certificate, number, part, word):
    """Replace a word of a line by its index; a claim's check sum is made anew."""
    lines = certificate.splitlines()
    parts = lines[number - 1].split(" ")
    parts[part] = word
    if len(parts) == 5:
        parts[4] = f"{crc32(' '.join(parts[:4]).encode()) & 0xFFFF:04x}"
    lines[number - 1] = " ".join(parts)
    return "\n".join(lines)


def first_claim(certificate):
    lines = certificate.splitlines()
    return next(i for i, line in enumerate(lines, 2) if line.startswith("claims "))


@pytest.mark.parametrize("hard", MODES)
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

    # The total is one guess too low for the games of the tree.
    text = str(proof)
    forged = text.replace(f"total {proof.total}", f"total {proof.total - 1}")
    with pytest.raises(CertificateError, match="line 5: "):
        check(forged, SMALL)
    if (line := f"\n{opening},") in text:
        with pytest.raises(CertificateError, match="'batch': expected"):
            check(text.replace(line, f"\n{first[0]},batch,", 1), SMALL)


def test_the_official_words(salet):
    (theorem,) = check(salet, WORDS)

    assert theorem.total == 7920
    assert theorem.claims == len(salet.splitlines()) - first_claim(salet) + 1


def test_the_shipped_certificate_has_a_tree_that_wins_2298_games_within_four():
    text = read_certificates(DATA / "within-4.proof.xz")
    games, _ = text.split("claims 23074\n")

    assert games.count("\n") == 7 + len(WORDS.answers)
    # Games are checked first: without claims, only the bound is missing.
    with pytest.raises(CertificateError, match=r"line 6: .* the claims prove only"):
        check(f"{games}claims 0\n", WORDS)


def test_a_longest_game_as_short_as_possible():
    proofs = prove_worst(SMALL, "sound")

    # The first proof says that fewer guesses do not win every game. The second proof
    # has a tree with as many guesses as needed.
    fewer, best = check("".join(map(str, proofs)), SMALL)
    assert (fewer.total, fewer.max_guesses) == (math.inf, best.max_guesses - 1)
    assert proofs[1].tree.worst == best.max_guesses


def test_every_bound_that_is_too_high_is_named(sound):
    lines = sound.splitlines()
    assert len(lines) >= first_claim(sound)

    for line in range(first_claim(sound), len(lines) + 1):
        bound = int(lines[line - 1].split(" ")[3])
        forged = changed(sound, line, 3, str(bound + 1))
        with pytest.raises(CertificateError, match=f"line {line}: .* is proved"):
            check(forged, SMALL)


@pytest.mark.parametrize(
    ("line", "part"), [(3, 2), (5, 1), (6, 1), (0, 1), (1, 0), (1, 3)]
)
@pytest.mark.parametrize(
    "number", ["9" * 5000, "1" * 400, "-1", "\u0663", "1_0", "1e9"]
)
def test_numbers_that_nobody_counts_to_are_refused(sound, line, part, number):
    # 0 and 1 stand for the line of the number of claims, and for the first claim.
    line = line if line > 1 else first_claim(sound) + line - 1

    with pytest.raises(CertificateError, match=f"line {line}: ") as refused:
        check(changed(sound, line, part, number), SMALL)
    # The message quotes only the beginning of a number of 5,000 digits.
    assert len(str(refused.value)) < 150


def test_states_are_kept_up_to_a_size(salet, monkeypatch):
    monkeypatch.setattr(claims, "_MOST_WORDS", 1000)

    with pytest.raises(CertificateError, match="do not fit into memory"):
        check(salet, WORDS)


@pytest.mark.parametrize(
    ("line", "text", "expected"),
    [
        (1, "clueproof certificate 9", "expected 'clueproof certificate 1'"),
        (2, "words abc", "expected 'words"),
        (3, "game soft 6", "a hard mode"),
        *[(3, f"game off {n}", f"'{n}': expected 1 to 1000") for n in (0, 1001, 10**8)],
        (4, "opening zzzzz", "not a valid guess"),
        (5, "total many", "the number of guesses"),
        (5, "total 7921", "total 7921, but the games"),
        (6, "games x", "the number of games"),
        (7, "salet,zzzzz", "is no answer"),
        (7, "fuzzy,aback", "'fuzzy': expected 'salet'"),
        (9, "salet,fuzzy,abbey", "in another game"),
    ],
)
def test_a_line_that_is_wrong_is_named(salet, line, text, expected):
    lines = salet.splitlines()
    lines[line - 1] = text

    with pytest.raises(CertificateError, match=rf"line \d+: .*({expected})"):
        check("\n".join(lines), WORDS)


def test_lines_that_are_missing_are_named(salet):
    lines = salet.splitlines()
    fewer_games = [*lines[:5], "games 2314", *lines[7:]]

    with pytest.raises(CertificateError, match="ends here"):
        check("\n".join(lines[:-9]), WORDS)
    with pytest.raises(CertificateError, match="no game for"):
        check("\n".join(fewer_games), WORDS)


@pytest.mark.parametrize(
    ("better", "worse", "claimed"),
    [("sound,caird", "sound,sound", "sound"), (None, "sound", "-")],
)
def test_a_tree_that_is_not_best_is_refused(better, worse, claimed):
    proof = prove(SMALL, worse)
    assert prove(SMALL, better).total < proof.total
    # The worse tree is offered as the best tree of a wider choice of openings.
    forged = str(proof).replace(f"opening {worse}\n", f"opening {claimed}\n")

    with pytest.raises(CertificateError, match=r"line 5: .* prove only"):
        check(forged, SMALL)


def test_a_last_guess_that_is_said_to_need_more_is_named():
    claim = "- mount GGGGG 2"
    head, body, *_ = str(prove(THREE, "mount", max_guesses=2)).partition("claims ")
    forged = f"{head}{body}1\n{claim} {crc32(claim.encode()) & 0xFFFF:04x}\n"

    with pytest.raises(CertificateError, match="the claimed cost of 1 answer is 2"):
        check(forged, THREE)


def test_what_is_impossible_is_proved():
    (proof,) = prove_worst(SMALL, "sound", max_guesses=2)
    (theorem,) = check(str(proof), SMALL)

    assert proof.total == theorem.total == math.inf
    assert proof.max_guesses == theorem.max_guesses == 2
    with pytest.raises(InputError, match="opening 'sound,caird'"):
        prove(SMALL, "sound,caird", Hard.NYT)


@pytest.mark.parametrize("name", ["a.proof", "a.proof.xz"])
def test_what_is_written_is_read(tmp_path, name):
    proofs = [prove(THREE, "mount"), prove(THREE)]

    write_certificates(tmp_path / name, proofs)

    assert read_certificates(tmp_path / name) == f"{proofs[0]}{proofs[1]}"
    packed = (tmp_path / name).read_bytes().startswith(b"\xfd7zXZ")
    assert packed == name.endswith(".xz")


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.xz", b"", "in UTF-8, packed by xz"),
        ("a.xz", b"clueproof", "in UTF-8, packed by xz"),
        ("a.xz", lzma.compress(b"\xff"), "in UTF-8, packed by xz"),
        ("a.xz", lzma.compress(b"clueproof")[:-1], "in UTF-8, packed by xz"),
        ("a.xz", lzma.compress(bytes(11 << 20)), "of at most 10,485,760 bytes"),
        ("a.proof", b"\xff", "a certificate in UTF-8$"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    tmp_path, monkeypatch, name, data, expected
):
    monkeypatch.setattr(reader, "LARGEST", 10 << 20)
    path = tmp_path / name
    path.write_bytes(data)

    with pytest.raises(InputError, match=rf"{name}': expected .*{expected}"):
        read_certificates(path)
