"""Provenance of a run: versions, machine, commit, and the checkout that started it.

If somebody else wrote a run, its entries may be dangerous: for example, an entry may be
a program with any file as its argument. A run that is started from this checkout gets a
signature, made with a secret key, in the field `mark` of ``run.json``. If this
signature is valid, a user of this checkout chose the entries of the run.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import platform
import re
import secrets
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from contest.entries.digests import PACKAGES
from contest.entries.entry import Entry
from contest.entries.home import ROOT, STRATEGIES
from contest.sandbox.confinement.cgroups import memory_limit
from contest.sandbox.policy import runs_folder
from game.errors import InputError
from game.files import read_text
from game.text.formats import format_count

# Libraries that the project uses, but whose versions a run does not record.
_OTHERS = ("tqdm", "msgspec", "psutil", "platformdirs")
_MODULES = (".py", ".pyc", ".so")
_MOST_NAMED = 3  # largest number of changed files that a message names


class OfficialError(InputError):
    """The folder or its state does not allow an official run."""


def versions() -> dict[str, str]:
    """Return the versions that a run records: of Python and of some libraries.

    The keys are ``python`` and the names of the libraries.
    """
    libraries = {name: metadata.version(name) for name in PACKAGES}
    return {"python": platform.python_version()} | libraries


def machine() -> dict[str, Any]:
    """Return the facts about this machine that a run records.

    The facts are the architecture of the processor, the vector instructions of the
    processor, and how the memory of strategies is limited. These facts can explain why
    a run is not reproducible on another machine.
    """
    features = np.show_config("dicts")["SIMD Extensions"].get("found", [])
    return {
        "architecture": platform.machine(),
        "memory": memory_limit(),
        "vector": features,
    }


def check_official(entries: Iterable[Entry]) -> str:
    """Return the current commit if the checkout allows an official run.

    Raises `OfficialError` when a file of the project is not as committed; only the
    files of `entries` and the results may differ. Also raises `OfficialError` when a
    file in the root of the project would shadow a library.
    """
    # No file may take the place of a library.
    libraries = sys.stdlib_module_names | {*PACKAGES, *_OTHERS}
    for path in ROOT.iterdir():
        # A folder without __init__ never shadows a library.
        module = path.suffix in _MODULES or any(path.glob("__init__.*"))
        if module and path.name.partition(".")[0] in libraries:
            raise OfficialError(
                f"{path.name!r} has the name of a library", "another name"
            )
    # All files but the files of the entries and the results must be as committed.
    ours = {str(path) for entry in entries for path in (entry.path, *entry.files)}
    changed = []
    for line in _git("status", "--porcelain", "--untracked-files=all").splitlines():
        path = ROOT / line[3:].split(" -> ")[-1].strip('"')
        if str(path) not in ours and not path.is_relative_to(ROOT / "results"):
            changed.append(repr(line[3:]))
    if changed:
        are = "is" if len(changed) == 1 else "are"
        raise OfficialError(
            f"{', '.join(changed[:_MOST_NAMED])} {are} not as committed",
            "a checkout that differs from its commit only in the files of the entry",
            f"move or commit {format_count(len(changed), 'file')}",
        )
    return _git("rev-parse", "HEAD").strip()


def fixed_time(digests: Mapping[str, str], commit: str) -> int:
    """Return when the files of an entry were fixed, in seconds of Unix time.

    The files were fixed by the last commit on the main branch, up to `commit`, that
    changed one of the files. Of the dates of this commit and of all commits before it,
    the latest date is returned. `digests` has the digest of each file; the keys are the
    names of the files in ``strategies/``. Raises `OfficialError` unless `commit`
    belongs to this checkout's history and has files with these digests.
    """
    # A commit outside the history could have any date.
    if not _is_in_history(commit):
        raise OfficialError(
            f"commit {commit[:12]!r} is not in the history of this checkout",
            "the main branch with all its commits",
            "run git fetch --unshallow",
        )
    files = {f"{STRATEGIES.name}/{name}": digest for name, digest in digests.items()}
    for file, digest in files.items():
        if _committed_digest(commit, file) != digest:
            raise OfficialError(
                f"{file!r} has another text than in commit {commit[:12]!r}",
                "every file of the entry as it was committed before the round of the "
                "beacon",
            )

    # The author of a commit can choose an early date. So the dates of all earlier
    # commits count, too, and the latest of all these dates is returned.
    main = ("log", "--first-parent")
    last = _git(*main, "--max-count=1", "--format=%H", commit, "--", *files).strip()
    return max(map(int, _git("log", "--format=%ct", last).split()))


def _is_in_history(commit: str) -> bool:
    # `commit` comes from a recorded run that anybody may have written. A text that is
    # no hash of a commit could be an option of git.
    if not re.fullmatch("[0-9a-f]{40}", commit):
        return False
    try:
        _git("merge-base", "--is-ancestor", commit, "HEAD")
    except OfficialError:
        return False
    return True


def _committed_digest(commit: str, file: str) -> str:
    """Return the SHA-256 of a file in a commit, or "" if the commit lacks the file."""
    try:
        content = _run_git("cat-file", "blob", f"{commit}:{file}")
    except OfficialError:
        return ""
    return hashlib.sha256(content).hexdigest()


def _git(*arguments: str) -> str:
    return _run_git(*arguments).decode(errors="surrogateescape")


def _run_git(*arguments: str) -> bytes:
    try:
        return subprocess.run(
            ["git", "-C", str(ROOT), *arguments], check=True, capture_output=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        raise OfficialError(
            "an official run needs git and a git checkout", "both"
        ) from None


def read_secret(name: str, folder: Path | None = None) -> str:
    """Return a secret text of this checkout, which no strategy can read.

    The first call draws a random text and writes it to the file `name` in `folder`.
    Later calls return the text of this file. If `folder` is None, the file is in the
    folder of runs. If the folder cannot be written, each call draws a new text.
    """
    folder = folder or runs_folder()
    path = folder / name
    secret = secrets.token_hex(16)
    with suppress(OSError):  # the folder cannot be written
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with open(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
                file.write(secret)
        return read_text(path).strip() or secret
    return secret


def sign_entries(*named: object) -> str:
    """Return a signature of `named`, made with the secret key of this checkout.

    The signature is the field `mark` of a run. `named` has two values: the list of the
    names of the run's entries, and the folder of the other contest project that has
    these entries (an empty string if the entries are in this project).
    """
    text = json.dumps(named, sort_keys=True)
    return hmac.digest(read_secret("key").encode(), text.encode(), "sha256").hex()
