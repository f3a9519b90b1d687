"""Files of strangers that were altered at random: read, or refused in one line."""

import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contest.leaderboard.submission import read
from contest.leaderboard.verification import check_replay
from contest.runs.folder import RunFolder
from game.errors import InputError
from game.words import Vocabulary
from solver.optimal.certificate import prove
from solver.optimal.checker import check
from solver.trees.text import from_csv, from_selby, to_csv, to_selby

WORDS = Vocabulary.load()
AT = tuple(word for word in WORDS.answers if word[1:3] == "at")
SMALL = Vocabulary(AT, AT)

# What an alteration puts in the place of some bytes.
PIECES = st.one_of(
    st.binary(max_size=6),
    st.sampled_from(
        [b"-1", b"1e999", b"NaN", b"null", b"9" * 5000, b"[" * 2000, b"\0", b"\n"]
    ),
    st.sampled_from(['"', "{}", ",", ":", " ", "inf", "é", "\ud7ff"]).map(str.encode),
)


@st.composite
def alterations(draw):
    """Draw a function that replaces a few parts of a file."""
    parts = draw(
        st.lists(
            st.tuples(st.floats(0, 1), st.integers(0, 12), PIECES),
            min_size=1,
            max_size=3,
        )
    )

    def altered(data):
        for where, length, piece in parts:
            start = int(where * len(data))
            data = data[:start] + piece + data[start + length :]
        return data

    return altered


@pytest.fixture(scope="module")
def certificate():
    return str(prove(SMALL)).encode()


@pytest.fixture
def a_record(record, tmp_path):
    return record(tmp_path / "one")


@pytest.mark.parametrize("name", ["run.json", "games.csv", "record.json", "times.csv"])
@given(alter=alterations())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_record(name, alter, a_record):
    file = a_record / name
    whole = file.read_bytes()
    try:
        file.write_bytes(alter(whole))
        with suppress(InputError):
            check_replay(read(a_record, WORDS))
        with suppress(InputError):  # a run has no seal
            RunFolder(a_record).facts()
        with suppress(InputError):
            list(RunFolder(a_record).rows())
    finally:
        file.write_bytes(whole)


@pytest.mark.system
@given(alter=alterations())
@settings(max_examples=60)
def test_a_certificate(alter, certificate):
    with suppress(InputError):
        check(alter(certificate).decode(errors="replace"), SMALL)


@pytest.mark.parametrize(
    ("reads", "writes"), [(from_selby, to_selby), (from_csv, to_csv)]
)
@given(alter=alterations())
@settings(max_examples=60)
def test_a_tree(reads, writes, alter):
    text = (
        "crane BBBBB1 slump BBYBY2 pudgy GGGGG3\n"
        "                   GGGGG2\n      GGGGG1\n"
        if reads is from_selby
        else "crane,slump,pudgy\ncrane,slump\ncrane\n"
    )
    assert writes(reads(text))

    with suppress(InputError):
        reads(alter(text.encode()).decode(errors="replace"))


@given(alter=alterations())
@settings(max_examples=60)
def test_a_word_list(alter):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "words.txt")
        file.write_bytes(alter("\n".join(WORDS.answers[:50]).encode()))
        with suppress(InputError):
            Vocabulary.from_files(file)
