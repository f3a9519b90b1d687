"""Files of certificates, packed by xz where the name ends in ``.xz``."""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from pathlib import Path

from game.errors import InputError
from game.files import LARGEST, read_bytes
from solver.optimal.certificate import Proof


def write_certificates(path: Path, proofs: Iterable[Proof]) -> None:
    """Write the certificates of proofs.

    Examples
    --------
    >>> import tempfile
    >>> from game.words import Vocabulary
    >>> from solver.optimal.certificate import prove
    >>> proof = prove(Vocabulary(("mount", "found"), ("mount", "found")))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "proof.xz")
    ...     write_certificates(path, [proof])
    ...     read_certificates(path) == str(proof)
    True
    """
    text = "".join(map(str, proofs)).encode()
    path.write_bytes(lzma.compress(text) if path.suffix == ".xz" else text)


def read_certificates(path: Path) -> str:
    """Return the text of a file.

    Raises
    ------
    InputError
        When it is not text, or unpacks to more than `game.files.LARGEST` bytes.
    OSError
        When it cannot be read, or is larger.
    """
    data = read_bytes(path)
    expected = "a certificate in UTF-8"
    try:
        if path.suffix == ".xz":
            expected = (
                f"a certificate in UTF-8, packed by xz, of at most {LARGEST:,} bytes"
            )
            unpacker = lzma.LZMADecompressor(memlimit=LARGEST)
            data = unpacker.decompress(data, max_length=LARGEST)
            if not unpacker.eof:
                raise lzma.LZMAError
        return data.decode("utf-8-sig")
    except (UnicodeDecodeError, lzma.LZMAError):
        raise InputError(f"{str(path)!r}: expected {expected}") from None
