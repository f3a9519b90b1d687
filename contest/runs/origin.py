"""Origin of runs: those that were started here have a mark, made with a secret key.

A run from elsewhere names entries that its writer chose: a program with any file as
its argument, say. Those of a run with a mark were typed here.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
from contextlib import suppress
from pathlib import Path

from contest.sandbox.policy import runs_folder
from game.files import read_text


def read_secret(name: str, folder: Path | None = None) -> str:
    """Return a secret text of this checkout, drawn once, which no strategy can read.

    It is kept in `folder`, by default that of the runs; another one is drawn each time
    where nothing can be kept.
    """
    folder = folder or runs_folder()
    path, secret = folder / name, secrets.token_hex(16)
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
