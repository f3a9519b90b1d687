"""Sandbox policy of a process: its inputs, limits, environment and readable paths."""

from __future__ import annotations

import os
import re
import site
import struct
import sys
import sysconfig
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from contest.entries.digests import IGNORED_NAMES, checkout_files, file_digest
from contest.entries.entry import Entry
from contest.entries.home import RESULTS, ROOT
from contest.sandbox.confinement.system_calls import TABLE
from contest.sandbox.limits import Limits
from contest.sandbox.wire import null_if_infinite
from contest.sandbox.workdir import CHECKOUT, KERNELS
from game.files import real_path
from game.protocol import Setting
from game.words import Vocabulary
from solver.matrix.cache import cache_folder, kernel_folder

PROTOCOL = 1
"""Version of the messages that ``docs/guide/protocol.md`` describes."""

_TEMPORARY = "clueproof-"
"""Prefix of the names of the referee's folders; no such folder belongs to an entry."""


def runs_folder() -> Path:
    """Return the folder of new runs and of the secret keys of this checkout.

    The environment variable ``CLUEPROOF_RUNS`` names the folder. Without the variable,
    the folder is ``results/runs``.
    """
    return Path(os.environ.get("CLUEPROOF_RUNS") or RESULTS / "runs").resolve()


_SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/share", "/lib", "/lib64", "/etc/ld.so.cache")
_DEVICES = ("/dev/null", "/dev/urandom")
# The launcher reads the table of system calls; Node does not start without openssl.cnf.
_FOR_PROGRAMS = (str(TABLE), "/etc/ssl/openssl.cnf")
_SEGMENT = struct.Struct("<I4xQ16xQ16x")  # segment of an ELF file: kind, offset, length
# Kind of a segment that has the path of a loader; largest length of this path in bytes.
_LOADER, _LONGEST_LOADER = 3, 4096
_MAPS = "/proc/self/maps"  # threadpoolctl, a part of scikit-learn, reads this file


@dataclass(frozen=True, slots=True)
class SandboxPolicy:
    """Inputs and limits of a strategy's process.

    `words` are the paths of the file of answers and of the file of guesses. `without`
    names protections to leave out, so that a test can imitate a machine without these
    protections. The names are ``namespaces``, ``memory``, ``limits``, ``privileges``,
    ``Landlock`` and ``seccomp``. If ``memory`` is left out, the working folder is on
    the disk. `log` says whether to keep the output and the tracebacks of the strategy.
    `started` is the path of a copy of the entry's project, with the files that the
    strategy wrote at its first start (`contest.runs.workers.first_start`); it is an
    empty string if there was no first start.
    """

    entry: Entry
    words: tuple[str, str]
    setting: Setting
    limits: Limits = Limits()
    without: tuple[str, ...] = ()
    log: bool = False
    started: str = ""

    def __reduce__(self) -> tuple[Callable[..., SandboxPolicy], tuple[Any, ...]]:
        """Pickle the names of the word files in place of the vocabulary.

        A worker then reads the words once, and not again with every chunk of games.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return _restore_policy, (values | {"setting": self.setting.to_dict()},)


def _restore_policy(values: dict[str, Any]) -> SandboxPolicy:
    vocabulary = _vocabulary(*values["words"])
    setting = Setting.from_dict(values["setting"], vocabulary)
    return SandboxPolicy(**values | {"setting": setting})


_vocabulary = cache(Vocabulary.from_files)


def make_environment(scratch: Path) -> dict[str, str]:
    """Return the environment variables of a strategy's process.

    The variables limit libraries to one thread, name the folders for files, and contain
    no secrets. `scratch` is the working folder of the process.
    """
    libraries = ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM", "NUMBA")
    inherited = {k: os.environ[k] for k in ("SYSTEMROOT", "LANG") if k in os.environ}
    return inherited | {
        **{f"{name}_NUM_THREADS": "1" for name in libraries},
        "NUMBA_THREADING_LAYER": "workqueue",
        "NUMBA_CACHE_DIR": str(scratch / KERNELS),
        "CLUEPROOF_CACHE": str(cache_folder()),
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
    }


def make_messages(
    policy: SandboxPolicy, scratch: Path
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the two messages that start a strategy; its working folder is `scratch`.

    The first message tells the launcher how to confine the process, and what to start.
    The second message is the first message of the protocol: it has the setting, and the
    paths and digests of the word files. Raises `InputError` for a checkout that is too
    large to copy into the folder.
    """
    setting = policy.setting.to_dict()
    words = ({"path": path, "sha256": file_digest(Path(path))} for path in policy.words)
    hello = {
        "protocol": PROTOCOL,
        "setting": {k: null_if_infinite(v) for k, v in setting.items()},
        **dict(zip(("answers", "guesses"), words, strict=True)),
    }
    return _make_launch_message(policy, scratch), hello


def _make_launch_message(policy: SandboxPolicy, scratch: Path) -> dict[str, Any]:
    entry = policy.entry
    path = entry.path
    checkout = ""
    if entry.checkout is not None:
        checkout_files(entry.checkout)
        # The strategy gets a copy of the checkout, and may write to the copy.
        copy = scratch / CHECKOUT / entry.checkout.name
        path = copy / path.relative_to(entry.checkout)
        checkout = str(copy)
    return {
        "scratch": str(scratch),
        "kernels": "" if entry.is_program else str(kernel_folder()),
        "readable": list_readable(policy),
        "executable": list_executable(entry),
        "command": entry.command,
        "writable": [str(scratch), "/dev/null"],
        "without": policy.without,
        "checkout": policy.started or str(entry.checkout or ""),
        "ignored": IGNORED_NAMES,
        "start": {
            "entry": entry.text,
            "path": str(path),
            "checkout": checkout,
            "expression": entry.expression,
            "log": policy.log,
        },
    }


def list_readable(policy: SandboxPolicy) -> list[str]:
    """Return the paths of files and folders that the process of an entry may read.

    A strategy in Python may read Python and its packages, the packages of this project,
    the word files and the entry's files. A program may read the libraries of the
    system, the word files and its own files.
    """
    if policy.entry.is_program:
        libraries = _find_libraries(policy.entry.command[0])
        files = [str(p) for p in policy.entry.files if not _touches_results(p)]
        return [*_SYSTEM, *_DEVICES, *_FOR_PROGRAMS, *policy.words, *libraries, *files]
    python = sysconfig.get_paths()
    ours = [str(ROOT / name) for name in _OURS]
    ours += [str(ROOT / "contest" / name) for name in _SHOWN]
    libraries = [sys.prefix, sys.base_prefix, *site.getsitepackages()]
    libraries += [python["stdlib"], python["platstdlib"], *_SYSTEM, *_DEVICES, _MAPS]
    entry = policy.entry
    files = [] if entry.checkout is not None else _find_own_files(entry.path)
    # A link in the cache folder may lead to kernels in another folder.
    caches = [str(cache_folder()), str(kernel_folder())]
    return [*libraries, *ours, *caches, *policy.words, *files]


def list_executable(entry: Entry) -> list[str]:
    """Return the files that the process of an entry may execute.

    For a program, the files are the program and, if the program has a dynamic loader,
    this loader. For a strategy in Python, the list is empty.
    """
    programs = entry.command[:1]
    return [*programs, *filter(None, map(_find_loader, programs))]


def _find_loader(program: str) -> str:
    """Return the path of the dynamic loader that a program names.

    Return an empty string if the program names no loader, or if the loader is not in a
    folder of system libraries. A process may read every file that it may execute. So
    without this condition a program could name any file as its loader, and then read
    the file.
    """
    with suppress(OSError, ValueError, OverflowError, struct.error):  # malformed file
        path = real_path(_read_loader(program))
        if path.is_file() and any(map(path.is_relative_to, map(real_path, _SYSTEM))):
            return str(path)
    return ""


def _read_loader(program: str) -> str:
    """Return the path of the dynamic loader that an ELF file names.

    Return an empty string if the file names no loader, or if it is no ELF file of 64
    bits.
    """
    with open(program, "rb") as file:
        header = file.read(64)
        if header[:5] != b"\x7fELF\2":
            return ""
        start, count = struct.unpack_from("<32xQ16xH", header)
        file.seek(start)
        table = file.read(_SEGMENT.size * count)
        for kind, offset, length in _SEGMENT.iter_unpack(table):
            if kind == _LOADER:
                file.seek(offset)
                path = file.read(min(length, _LONGEST_LOADER)).rstrip(b"\0")
                return os.fsdecode(path)
    return ""


def _find_libraries(command: str) -> list[str]:
    """Return the paths of the libraries of an interpreter, such as Node.

    `command` is the path of the interpreter. The list is empty if the interpreter is
    not in a folder of the environment variable PATH.
    """
    if str(Path(command).parent) not in os.get_exec_path():
        return []
    homes = {path.parent.parent for path in (Path(command), Path(command).resolve())}
    paths = [home / name for home in homes for name in ("lib", "pyvenv.cfg")]
    return [str(path) for path in paths if path.exists()]


# The parts of the project (`_OURS`) and of its package `contest` (`_SHOWN`) that a
# strategy's process imports or reads. In a checkout `clueproof` is one folder of many;
# if the project is installed, `clueproof` is the package that contains all other parts.
_OURS = ("game", "solver", "strategies", "data", "clueproof", "__init__.py")
_SHOWN = ("__init__.py", "entries", "sandbox")


def _find_own_files(path: Path) -> list[str]:
    """Return what a strategy may read in the folder of its own file, `path`.

    The returned paths are files of Python, and files and folders whose names begin with
    the name of the strategy. The strategy may not read the whole folder, because the
    folder may contain the results of this run, and thus the seed.
    """
    # The stem must be a whole word of a file's name: without this condition, r.py could
    # read the folder results.
    name = re.compile(rf"{re.escape(path.stem)}(?![^\W_])")
    # Landlock grants access to the target of a link, which could be any file.
    beside = [p for p in path.parent.iterdir() if not p.is_symlink()]
    related = [p for p in beside if p.suffix == ".py" or name.match(p.name)]
    related = [p for p in related if not p.name.startswith(_TEMPORARY)]
    return [str(p) for p in related if not _touches_results(p)]


def _touches_results(path: Path) -> bool:
    """Return whether a path contains a folder of results or lies in such a folder.

    A strategy may read the files and folders whose names begin like the name of the
    strategy. Without this check, the strategy ``proj.py`` beside the checkout ``proj``
    could read the whole checkout.
    """
    secret = (RESULTS, runs_folder())
    real = path.resolve()
    return any(s.is_relative_to(real) or real.is_relative_to(s) for s in secret)
