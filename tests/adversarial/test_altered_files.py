"""Files and messages of others that were altered at random: read, or refused."""

import re
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.adversarial import fuzz
from tests.adversarial.readers import READERS, REFUSED, SNIPPETS, Reader, altered

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


@pytest.fixture
def traced():
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize(
    ("read", "status", "said"),
    [
        (bytes.decode, 0, "3 inputs in .*no fault"),
        ({}.__getitem__, 1, "KeyError: .*a fault"),
        # 20 MB are more than the reader may take.
        (lambda data: bytes(20 << 20), 1, "20,97.,... bytes.*a fault"),
    ],
    ids=["no fault", "error", "memory"],
)
def test_a_fuzzer_tells_errors_that_are_meant_from_faults(capsys, read, status, said):
    assert fuzz.fuzz("a", Reader(b"", read), [b"data"] * 3) == status

    assert re.search(said, capsys.readouterr().out, re.DOTALL)


@pytest.mark.usefixtures("traced")
def test_a_reader_can_be_fuzzed(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["fuzz", "tree.csv", "--inputs", "300"])

    assert fuzz.main() == 0

    assert "tree.csv: 300 inputs in" in capsys.readouterr().out
