"""Files and messages of others that were altered at random: read, or refused."""

import re
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.adversarial.readers import READERS, REFUSED, SNIPPETS, altered
from tests.conftest import ROOT

PARTS = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 12),
        st.one_of(st.binary(max_size=6), st.sampled_from(SNIPPETS)),
    ),
    min_size=1,
    max_size=3,
)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=pytest.mark.system if name == "certificate" else ())
        for name in READERS
    ],
)
def reader(request, tmp_path_factory):
    return READERS[request.param](tmp_path_factory.mktemp("reader"))


def test_the_example_is_accepted(reader):
    reader.read(reader.example)


@given(parts=PARTS)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_altered_is_read_or_refused(reader, parts):
    with suppress(*REFUSED):
        reader.read(altered(reader.example, parts))


def test_other_files_are_refused(reader):
    with pytest.raises(REFUSED):
        reader.read(b"\x00[")


@pytest.mark.system
@pytest.mark.parametrize(
    ("read", "status", "said"),
    [
        ("lambda data: data.decode()", 0, "3 inputs in .*no fault"),
        ("lambda data: {}[data]", 1, "KeyError: .*a fault"),
        ("lambda data: bytes(20 << 20)", 1, "20,97.,... bytes.*a fault"),
    ],
)
def test_a_fuzzer_tells_errors_that_are_meant_from_faults(read, status, said):
    program = (
        "import tracemalloc\n"
        "from tests.adversarial import fuzz, readers\n"
        f"reader = readers.Reader(b'', {read})\n"
        "tracemalloc.start()\n"
        "fuzzer = fuzz.Fuzzer('a', reader, 3)\n"
        "while True: fuzzer(b'data')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )

    assert done.returncode == status, done.stderr
    assert re.search(said, done.stdout, re.DOTALL)


@pytest.mark.system
def test_a_reader_can_be_fuzzed():
    done = subprocess.run(
        [sys.executable, "-m", "tests.adversarial.fuzz", "tree.csv", "--inputs", "300"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )

    assert done.returncode == 0, done.stderr
    assert "tree.csv: 300 inputs in" in done.stdout
