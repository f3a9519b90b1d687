import lzma

import pytest

from game.errors import InputError
from game.words import Vocabulary
from solver.checking import reader
from solver.checking.reader import read_certificates
from solver.optimal.certificate import prove, write_certificates

WORDS = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))


@pytest.mark.parametrize("name", ["a.proof", "a.proof.xz"])
def test_what_is_written_is_read(tmp_path, name):
    proofs = [prove(WORDS, "mount"), prove(WORDS)]

    write_certificates(tmp_path / name, proofs)

    assert read_certificates(tmp_path / name) == f"{proofs[0]}{proofs[1]}"
    packed = (tmp_path / name).read_bytes().startswith(b"\xfd7zXZ")
    assert packed == name.endswith(".xz")


@pytest.mark.parametrize(
    "data",
    [b"", b"clueproof", lzma.compress(b"\xff"), lzma.compress(b"clueproof")[:-1]],
)
def test_a_file_that_cannot_be_unpacked_is_refused(tmp_path, data):
    path = tmp_path / "a.xz"
    path.write_bytes(data)

    with pytest.raises(
        InputError, match=r"a\.xz': expected a certificate in UTF-8, pa"
    ):
        read_certificates(path)


def test_a_file_is_unpacked_up_to_a_size(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "LARGEST", 10 << 20)
    path = tmp_path / "a.xz"
    path.write_bytes(lzma.compress(bytes(11 << 20)))

    with pytest.raises(InputError, match="of at most 10,485,760 bytes"):
        read_certificates(path)


def test_text_that_is_not_unicode_is_refused(tmp_path):
    path = tmp_path / "a.proof"
    path.write_bytes(b"\xff")

    with pytest.raises(InputError, match=r"expected a certificate in UTF-8$"):
        read_certificates(path)
