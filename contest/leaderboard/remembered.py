"""Results that were computed before, by digest of what they were computed from.

They are in one file of the user's cache folder. It is used if nobody else may write to
it, it is whole, and the project's code is the same. The rows of the runs decide: a
result of other rows has another digest, and is computed again.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from contest.entries.digests import code_digest
from game.files import LARGEST, open_regular, read_bytes, replacing
from solver.matrix.cache import cache_folder

T = TypeVar("T")

_DIGEST = 32  # bytes before the contents, of which they are the SHA-256


class Remembered:
    """Results of earlier calls, in the folder whose results they are.

    Without a folder nothing is read or kept.
    """

    def __init__(self, whose: Path | None = None) -> None:
        self._path: Path | None = None
        self._before: dict[str, bytes] = {}
        self._now: dict[str, bytes] = {}
        if whose is not None:
            name = hashlib.sha256(os.fsencode(whose.resolve())).hexdigest()[:12]
            self._path = cache_folder() / f"remembered-{name}.msgpack"
            self._code = code_digest()
            self._before = _read(self._path, self._code)

    def value(self, kind: type[T], inputs: list[Any], compute: Callable[[], T]) -> T:
        """Return a result, from an earlier call if there was one.

        `kind` is its type, as msgspec has it. `inputs` are all that it depends on but
        the project's code; of files, digests. What `compute` raises is not kept.
        """
        (result,) = self.values(kind, [inputs], lambda _: [compute()])
        return result

    def values(
        self,
        kind: type[T],
        inputs: Sequence[list[Any]],
        compute: Callable[[list[int]], Iterable[T]],
    ) -> list[T]:
        """Return several results, each from an earlier call if there was one.

        `compute` gets the places in `inputs` of the results that are missing, and
        returns these in that order.
        """
        keys = [hashlib.sha256(json.dumps(own).encode()).hexdigest() for own in inputs]
        found: dict[int, T] = {}
        for place, key in enumerate(keys):
            with suppress(KeyError, msgspec.MsgspecError, RecursionError):
                found[place] = msgspec.msgpack.decode(self._before[key], type=kind)
                self._now[key] = self._before[key]
        missing = [place for place in range(len(keys)) if place not in found]
        computed = compute(missing) if missing else []
        for place, result in zip(missing, computed, strict=True):
            found[place] = result
            with suppress(UnicodeEncodeError):  # a lone surrogate: it is not kept
                self._now[keys[place]] = msgspec.msgpack.encode(result)
        return [found[place] for place in range(len(keys))]

    def keep(self) -> None:
        """Write the results that were asked for, and no others."""
        if self._path is None or self._now == self._before:
            return
        text = msgspec.msgpack.encode([self._code, self._now])
        if len(text) + _DIGEST > LARGEST:
            return
        with suppress(OSError), replacing(self._path) as file:
            file.write(hashlib.sha256(text).digest() + text)


def _read(path: Path, code: str) -> dict[str, bytes]:
    """Return the results in a file, none when it is not to be used."""
    try:
        if not _private(path):
            return {}
        data = read_bytes(path, links=False)
        if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            return {}
        made_by, found = msgspec.msgpack.decode(
            data[_DIGEST:], type=tuple[str, dict[str, bytes]]
        )
    except (OSError, msgspec.MsgspecError, RecursionError):
        return {}
    return found if made_by == code else {}


def _private(path: Path) -> bool:
    """Return whether this user alone may write to a file."""
    file = open_regular(path, links=False)
    try:
        facts = os.fstat(file)
    finally:
        os.close(file)
    return facts.st_uid == os.getuid() and not facts.st_mode & (
        stat.S_IWGRP | stat.S_IWOTH
    )
