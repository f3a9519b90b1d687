"""Files of a site in a folder, with a list by which the next site knows them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from game.files import read_text, replace_file

LIST = "SHA256SUMS"
"""List of the files of a site and their digests, as ``sha256sum --check`` reads it."""


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files by their names in the folder, with a list of them.

    Other files that the list in the folder names are removed, unless somebody has
    changed them since.
    """
    for name, digest in _listed(folder):
        path = folder / name
        is_left = name not in files and path.is_file()
        if is_left and _digest(path.read_bytes()) == digest:
            path.unlink()
    lines = "".join(f"{_digest(data)}  {name}\n" for name, data in files.items())
    for name, data in {**files, LIST: lines.encode()}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        with replace_file(folder / name) as file:
            file.write(data)


def _listed(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the digest of each file in the list of an earlier site."""
    if (folder / LIST).is_file():
        for line in read_text(folder / LIST).splitlines():
            digest, _, name = line.partition("  ")
            if (folder / name).resolve().is_relative_to(folder.resolve()):
                yield name, digest


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
