"""Certificates with one fault each, which the checker has to refuse."""

import random
import string
from functools import cache
from zlib import crc32

import pytest

from game import Hard, Vocabulary, classic
from solver.checking.checker import check
from solver.checking.reader import CertificateError
from solver.optimal.certificate import prove
from solver.trees.objective import TOTAL, Objective
from tests.solver.samples import ALIKE, MODES, SMALL

WEIGHTED = Vocabulary(ALIKE, SMALL.guesses, tuple(range(1, len(ALIKE) + 1)))
MOST = 9  # with so many guesses, every game is won in hard mode, too


def other_character(lines, draw):
    """Replace one character of a line of a certificate that is not a game.

    Games are left alone, because another guess may be as good. `lines` are the lines of
    the certificate, and `draw` is a `random.Random`.
    """
    line = draw.choice([i for i, text in enumerate(lines) if "," not in text])
    text = lines[line]
    at = draw.randrange(len(text))
    new = draw.choice([c for c in string.printable[:90] if c != text[at]])
    lines[line] = text[:at] + new + text[at + 1 :]


def game_line(lines, draw):
    return draw.choice([i for i, text in enumerate(lines) if "," in text])


def other_answer(lines, draw):
    """Replace the answer at the end of a game by another answer."""
    line = game_line(lines, draw)
    *before, answer = lines[line].split(",")
    others = [word for word in ALIKE if word != answer]
    lines[line] = ",".join([*before, draw.choice(others)])


def longer_game(lines, draw):
    """Add a guess to a game: a line with guesses, which ends with the answer."""
    line = game_line(lines, draw)
    *before, answer = lines[line].split(",")
    lines[line] = ",".join([*before, draw.choice(SMALL.guesses), answer])


def missing_line(lines, draw):
    """Remove a random line of the certificate `lines`."""
    del lines[draw.randrange(len(lines))]


def line_twice(lines, draw):
    """Repeat a random line of the certificate `lines`."""
    line = draw.randrange(len(lines))
    lines.insert(line, lines[line])


def higher_bound(lines, draw):
    """Raise the bound of a claim, and correct its check sum."""
    first = next(i for i, text in enumerate(lines) if text.startswith("claims "))
    line = draw.randrange(first + 1, len(lines))
    *state, bound, _ = lines[line].split(" ")
    body = " ".join([*state, str(int(bound) + draw.choice((1, 2, 10, 1000)))])
    lines[line] = f"{body} {crc32(body.encode()) & 0xFFFF:04x}"


def other_total(lines, draw):
    """Change the total number of guesses that the certificate claims."""
    line = next(i for i, text in enumerate(lines) if text.startswith("total "))
    total = int(lines[line].split(" ")[1])
    lines[line] = f"total {total + draw.choice((-100, -2, -1, 1, 2, 100))}"


def other_clues(lines, draw):
    """Replace one character of the line ``clues``, which states the position."""
    line = next(i for i, text in enumerate(lines) if text.startswith("clues "))
    text = lines[line]
    at = draw.randrange(len("clues "), len(text))
    new = draw.choice([c for c in "BYG 0bc" if c != text[at]])
    lines[line] = text[:at] + new + text[at + 1 :]


VALUES = ("0", "1", "1001", "999999999", "-", "never", "", "off", "22222", "zzzzz", "é")


def other_field(lines, draw):
    """Replace a field of a random line, mostly of one of the first seven lines.

    If the line is a claim, its check sum is corrected.
    """
    line = draw.randrange(draw.choice((7, len(lines))))
    parts = lines[line].split(" ")
    *body, check_sum = parts if len(parts) == 5 else [*parts, ""]
    body[draw.randrange(len(body))] = draw.choice((*VALUES, *lines[-1].split(" ")))
    text = " ".join(body)
    made = f" {crc32(text.encode()) & 0xFFFF:04x}" if check_sum else ""
    lines[line] = text + made


FAULTS = (
    other_character,
    other_answer,
    longer_game,
    missing_line,
    line_twice,
    higher_bound,
    other_total,
)


def true(theorem, words):
    """Return whether the total in `theorem` is the total that a new proof gives."""
    opening = theorem.opening[0] if theorem.opening else None
    terms = opening, theorem.hard, theorem.max_guesses, theorem.objective
    return theorem.total == prove(words, *terms).total


@cache
def proved(words, hard, objective, opening, clues):
    """Return a certificate that the checker accepts, of an opening or of a position.

    The position is `clues`: guesses with their clues.
    """
    certificate = str(prove(words, opening, hard, MOST, objective, clues))
    check(certificate, words)
    return certificate


def refused(
    hard, fault, seeds, words=SMALL, objective=TOTAL, second=None, problem=("sound", ())
):
    certificate = proved(words, hard, objective, *problem)
    for seed in seeds:
        lines = certificate.splitlines()
        fault(lines, random.Random(seed))
        mutant = "\n".join(lines)
        assert mutant != certificate.rstrip()
        if second:
            status, said = second(mutant, words.answers, words.guesses)
            assert status == 1, f"seed {seed}: {said}:\n{mutant}"
        try:
            (theorem,) = check(mutant, words)
        except CertificateError:
            continue
        if objective != TOTAL and true(theorem, words):
            # The change made a lost game longer, or made another bound that is true.
            continue
        pytest.fail(f"seed {seed}: accepted:\n{mutant}")


@pytest.mark.parametrize("hard", MODES)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_certificate_with_a_fault_is_refused(fault, hard):
    refused(hard, fault, range(5))


@pytest.mark.parametrize("hard", MODES)
@pytest.mark.parametrize("fault", [*FAULTS[1:], other_clues])
def test_a_certificate_of_a_position_with_a_fault_is_refused(fault, hard, second):
    clues = (("caird", classic("batch", "caird")),)
    refused(hard, fault, range(20), second=second, problem=(None, clues))


@pytest.mark.system
@pytest.mark.parametrize("objective", ["within-3", "1,2,4,8,16,32"])
@pytest.mark.parametrize("words", [SMALL, WEIGHTED])
@pytest.mark.parametrize("fault", FAULTS)
def test_another_objective_with_a_fault_is_refused(fault, words, objective):
    refused(Hard.OFF, fault, range(3), words, Objective.parse(objective))


@pytest.mark.parametrize(
    ("hard", "objective"),
    [
        ("off", "total"),
        pytest.param("off", "within-3", marks=pytest.mark.system),
        pytest.param("nyt", "total", marks=pytest.mark.system),
    ],
)
def test_another_field_is_refused_or_leaves_a_true_theorem(hard, objective):
    terms = Hard(hard), MOST, Objective.parse(objective)
    certificate = str(prove(SMALL, "sound", *terms))
    for seed in range(150):
        lines = certificate.splitlines()
        other_field(lines, random.Random(seed))
        try:
            (theorem,) = check("\n".join(lines), SMALL)
        except CertificateError:
            continue
        assert true(theorem, SMALL), seed


@pytest.mark.slow
@pytest.mark.parametrize("hard", Hard)
@pytest.mark.parametrize("fault", FAULTS)
def test_both_checkers_refuse_ten_thousand_certificates_with_a_fault(
    fault, hard, second
):
    refused(hard, fault, range(5, 485), second=second)
