"""Provenance of a run: versions, machine, commit, and the checkout that started it.

A run from elsewhere names entries that its writer chose: a program with any file as
its argument, say. Those of a run with a mark, made with a secret key, were typed here.
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

_OTHERS = ("tqdm", "msgspec", "psutil", "platformdirs")  # libraries in use
_MODULES = (".py", ".pyc", ".so")
_MOST_NAMED = 3  # files that prevent an official run


class OfficialError(InputError):
    """A place or a state that does not allow an official run."""


def versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries that a run records."""
    libraries = {name: metadata.version(name) for name in PACKAGES}
    return {"python": platform.python_version()} | libraries


def machine() -> dict[str, Any]:
    """Return the architecture, its vector features, and what limits memory.

    They are recorded to explain a run that cannot be reproduced.
    """
    features = np.show_config("dicts")["SIMD Extensions"].get("found", [])
    return {
        "architecture": platform.machine(),
        "memory": memory_limit(),
        "vector": features,
    }


def check_official(entries: Iterable[Entry]) -> str:
    """Return the current commit, after checks that allow an official run.

    Raises `OfficialError` when the project is not a clean checkout, except for the
    entries and results, or when a file in its root would shadow a library.
    """
    # A file that takes the place of a library.
    libraries = sys.stdlib_module_names | {*PACKAGES, *_OTHERS}
    for path in ROOT.iterdir():
        # A folder without this file, like the site's, never shadows a library.
        module = path.suffix in _MODULES or any(path.glob("__init__.*"))
        if module and path.name.partition(".")[0] in libraries:
            raise OfficialError(
                f"{path.name!r} could be taken for a library", "no such file"
            )
    # Everything but the entries and results must be as committed.
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
            "a clean checkout, with no changes but the entry",
            f"move or commit {format_count(len(changed), 'file')}",
        )
    return _git("rev-parse", "HEAD").strip()


def fixed_time(digests: Mapping[str, str], commit: str) -> int:
    """Return when the files of an entry were fixed, in seconds of Unix time.

    That is the time of the merge, the last commit up to `commit` on the main branch
    that changed one of the files. `digests` are by the names of the files in
    strategies/. Raises `OfficialError` unless `commit` belongs to this checkout's
    history and has files with these digests.
    """
    # A commit beside the history could bear any date.
    if not _is_in_history(commit):
        raise OfficialError(
            f"commit {commit[:12]!r} is not in the history of this checkout",
            "the main branch with all its commits",
            "git fetch --unshallow",
        )
    files = {f"{STRATEGIES.name}/{name}": digest for name, digest in digests.items()}
    for file, digest in files.items():
        if _committed_digest(commit, file) != digest:
            raise OfficialError(
                f"{file!r} is not as in commit {commit[:12]!r}",
                "each file of the entry committed, before the beacon's round",
            )

    # The author of a commit chooses its date, but it is never older than the commits
    # before it.
    main = ("log", "--first-parent")
    last = _git(*main, "--max-count=1", "--format=%H", commit, "--", *files).strip()
    return max(map(int, _git("log", "--format=%ct", last).split()))


def _is_in_history(commit: str) -> bool:
    # It comes from the record of a run, and could be an option of git.
    if not re.fullmatch("[0-9a-f]{40}", commit):
        return False
    try:
        _git("merge-base", "--is-ancestor", commit, "HEAD")
    except OfficialError:
        return False
    return True


def _committed_digest(commit: str, file: str) -> str:
    """Return the SHA-256 of a file in a commit, or nothing if it has no such file."""
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
            "an official run needs a git checkout", "one, and git"
        ) from None


def read_secret(name: str, folder: Path | None = None) -> str:
    """Return a secret text of this checkout, drawn once, which no strategy can read.

    It is kept in `folder`, by default the folder of the runs; another one is drawn each
    time where nothing can be kept.
    """
    folder = folder or runs_folder()
    path = folder / name
    secret = secrets.token_hex(16)
    with suppress(OSError):  # nothing can be kept here
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with open(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
                file.write(secret)
        return read_text(path).strip() or secret
    return secret


def sign_entries(*named: object) -> str:
    """Return the mark of a run, whose entries are `named` as in its facts."""
    text = json.dumps(named, sort_keys=True)
    return hmac.digest(read_secret("key").encode(), text.encode(), "sha256").hex()
