"""Player of a strategy written in Python, in the strategy's confined process.

The player speaks the protocol of ``docs/guide/protocol.md``, as any program does.
"""

from __future__ import annotations

import faulthandler
import importlib
import inspect
import io
import json
import math
import os
import random
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from contest.entries.entry import Entry
from contest.entries.loading import IMPORT_RULE, load
from contest.sandbox.reasons import mask_process
from contest.sandbox.wire import (
    infinite_if_null,
    null_if_infinite,
    receive_line,
    send_message,
)
from game.noise import EpsilonError, check_epsilon
from game.protocol import Setting, Strategy
from game.words import Vocabulary

_Message = dict[str, Any]

_BREAKPOINT = (
    "breakpoint() needs a terminal: expected python interactive.py watch ENTRY --debug"
)
_FAULT = 200  # largest number of characters that describe an exception
# Largest number of characters that are kept of a strategy's text before masking.
_READ = 2000
_FILE_NAME = 60  # largest number of characters of a file's name in a message
_OURS = ("game", "solver", "strategies", "contest", "commands")
# Modules of a contest project that have the classes `Setting` and `Vocabulary`.
_SETTING_MODULES = ("game.protocol", "game.words")
_STARTS_PROCESSES = {"multiprocessing", "subprocess"}
_ROOT = str(Path(__file__).resolve().parents[2])


def play_games(connection: socket.socket, start: _Message) -> None:
    """Construct a strategy, and answer the referee's requests with its moves.

    The function returns when `connection` is closed, or if the strategy cannot be
    constructed. `start` has the name, file, call and checkout of the entry. The item
    ``log`` of `start` says whether to keep the output of the strategy.
    """
    if start["log"]:
        assert isinstance(sys.stdout, io.TextIOWrapper)
        sys.stdout.reconfigure(line_buffering=True)
        with suppress(OSError, RuntimeError):
            faulthandler.register(signal.SIGUSR1, 2)  # SIGUSR1 prints a traceback
    sys.breakpointhook = _refuse_debugger
    hello = json.loads(receive_line(connection))
    try:
        strategy = make_strategy(start, hello)
        name = _name_strategy(strategy, start["expression"])
    except BaseException as error:  # untrusted code may raise anything
        failed = describe_error(error, start["path"])
        send_message(connection, {"id": hello["id"], "failed": failed})
        return
    send_message(connection, {"id": hello["id"], "name": name[:200]})
    while line := receive_line(connection):
        request = json.loads(line)
        move = _answer_request(strategy, start["path"], request, log=start["log"])
        send_message(connection, {"id": request["id"], **move})


def _refuse_debugger(*_: object, **__: object) -> None:
    """Raise `RuntimeError` in place of a debugger, as there is no terminal."""
    raise RuntimeError(_BREAKPOINT)


def make_strategy(start: _Message, hello: _Message) -> Strategy:
    """Import, construct and prepare a strategy.

    `start` has the name, file, call and checkout of the entry. `hello` is the first
    message of the protocol: it has the setting and the paths of the word files.
    """
    random.seed(0)
    home = Path(start["checkout"]) if start["checkout"] else None
    entry = Entry(start["entry"], Path(start["path"]), start["expression"], home)
    if home is not None:
        _enter_checkout(home)
    strategy = load(entry)
    if hasattr(strategy, "prepare"):
        files = (hello[name]["path"] for name in ("answers", "guesses"))
        facts = {k: infinite_if_null(v) for k, v in hello["setting"].items()}
        setting_class, words_class = _find_classes(home)
        words = words_class.from_files(*files)
        strategy.prepare(setting_class.from_dict(facts, words))
    return strategy


def _find_classes(home: Path | None) -> tuple[type[Setting], type[Vocabulary]]:
    """Return the classes `Setting` and `Vocabulary` for the method `prepare`.

    If the strategy comes from another contest project, in the folder `home`, and that
    project has these classes, its classes are returned. Otherwise the classes of this
    project are returned.
    """
    if home is not None:
        with suppress(ImportError, AttributeError):
            protocol, words = map(importlib.import_module, _SETTING_MODULES)
            return protocol.Setting, words.Vocabulary
    return Setting, Vocabulary


def _name_strategy(strategy: Strategy, expression: str) -> str:
    """Return ``str(strategy)``, or `expression` if the strategy defines no name.

    Python's default name contains an address, which differs between processes.
    """
    cls = type(strategy)
    is_default = (object.__str__, object.__repr__) == (cls.__str__, cls.__repr__)
    return expression if is_default else str(strategy)


def describe_error(error: BaseException, path: str) -> str:
    r"""Describe an exception, with the innermost line of the strategy's file.

    Untrusted code raised `error`, and may define the ``__str__`` of `error`. `path` is
    the strategy's file; the description has the name of the file without its folder.
    Texts that differ between processes, like addresses, are masked.

    Examples
    --------
    >>> describe_error(ValueError("two\nlines"), "mine.py")
    'ValueError: two'
    """
    try:
        text = str(error)
        summary = text.splitlines()[0] if text else ""
        frames = [*traceback.walk_tb(error.__traceback__)]
        lines = [line for frame, line in frames if frame.f_code.co_filename == path]
        modules = {str(frame.f_globals.get("__name__")) for frame, _ in frames}
    except BaseException:  # the methods of an exception are untrusted code, too
        summary = ""
        lines = []
        modules = set()
    name = type(error).__name__
    text = _mask(f"{name}: {summary}" if summary else name)
    end = _place(path, lines[-1]) if lines else ""

    # If the strategy imports a missing module or starts a process, Python's message
    # does not say what to do. So a hint follows the message.
    if isinstance(error, ModuleNotFoundError):
        end = f"; {IMPORT_RULE}{end}"
    elif _STARTS_PROCESSES & {module.partition(".")[0] for module in modules}:
        end = f"; strategies start no processes{end}"
    return text[: _FAULT - len(end)] + end


def _place(path: str, line: int) -> str:
    """Return the name of a file and a line number in parentheses.

    The text stands at the end of the message about an exception.
    """
    return f" ({os.path.basename(path)[-_FILE_NAME:]}, line {line})"


def _mask(text: str) -> str:
    """Return a text of the strategy; parts that differ between processes are masked.

    Such parts are, for example, addresses and process numbers. Mask a text before you
    cut the text, because half an address could not be recognised.
    """
    threads = threading.enumerate()
    numbers = {
        os.getpid(),
        os.getppid(),
        *(thread.native_id or 0 for thread in threads),
    }
    return mask_process(text[:_READ], numbers)


def _enter_checkout(checkout: Path) -> None:
    """Make later imports use the packages in `checkout`, the folder of another project.

    Packages of this project may have the same names as packages in `checkout`. So the
    modules of this project are removed from ``sys.modules``, and the folder of this
    project is removed from ``sys.path``. `checkout` becomes the current folder.
    """
    for name in list(sys.modules):
        # The modules ``clueproof.*`` of an installed package stay, because this module
        # is one of them.
        if name == "clueproof" or name.partition(".")[0] in _OURS:
            del sys.modules[name]
    sys.path[:] = [str(checkout), *(p for p in sys.path if p != _ROOT)]
    os.chdir(checkout)


def _answer_request(
    strategy: Strategy, path: str, request: _Message, *, log: bool = False
) -> _Message:
    """Return the reply to a request for a move.

    The reply has the strategy's move, or a description of the exception that the
    strategy raised. `path` is the strategy's file. If `log` is set, the traceback of
    the exception is printed.
    """
    try:
        if "seed" in request:
            seed_generators(request["seed"])
            move = _find_method(strategy, "first_move")()
        else:
            guess, epsilon, result = request["turn"]
            next_move = _find_method(strategy, "next_move")
            move = next_move(guess, infinite_if_null(epsilon), result)
        return _encode_move(move)
    except BaseException as error:  # untrusted code may raise anything
        if log:
            _show_traceback(error)
        return {"raised": describe_error(error, path)}


def _find_method(strategy: Strategy, name: str) -> Callable[..., Any]:
    """Return the method `name` of a strategy.

    Raises `TypeError` if the strategy has a property with this name.
    """
    found = inspect.getattr_static(type(strategy), name, None)
    if isinstance(found, property) and inspect.isfunction(found.fget):
        code = found.fget.__code__
        place = _place(code.co_filename, code.co_firstlineno)
        raise TypeError(f"{name} is a property: remove @property{place}")
    method: Callable[..., Any] = getattr(strategy, name)
    return method


def _show_traceback(error: BaseException) -> None:
    """Print an exception with its traceback, without the frame of our own code."""
    with suppress(BaseException):  # the methods of an exception are untrusted code, too
        frames = error.__traceback__ and error.__traceback__.tb_next
        traceback.print_exception(type(error), error, frames)


def seed_generators(seed: int) -> None:
    """Seed the global generators of Python and numpy."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed)


def _encode_move(move: Any) -> _Message:
    """Return the reply that has the move of a strategy.

    In the reply, numpy scalars are numbers of Python. If JSON cannot express the move,
    the reply has the reason why the move is invalid.
    """
    if objection := _objection_to_types(move):
        return {"invalid": objection}
    guess, epsilon = move
    if hasattr(epsilon, "item") and not isinstance(epsilon, float | int):
        epsilon = epsilon.item()
    if not isinstance(epsilon, float | int):
        price = _quote(epsilon)
        return {"invalid": f"epsilon {price}: expected a float, such as float(price)"}
    if not guess.isalpha():  # the reason of the forfeit will quote this text
        guess = _mask(guess)
    if isinstance(epsilon, float):
        epsilon = float.__pos__(epsilon)  # turns a subclass of float into float
        if not math.isfinite(epsilon):
            try:
                epsilon = null_if_infinite(check_epsilon(epsilon))
            except EpsilonError as error:
                return {"invalid": str(error)}
    return {"move": [guess, epsilon]}


def _objection_to_types(move: Any) -> str:
    """Return an objection if `move` is not a pair whose first value is a text.

    If `move` is such a pair, an empty string is returned.
    """
    if inspect.iscoroutine(move):
        move.close()  # a coroutine that is never awaited prints a warning
        return f"{move.__name__} is a coroutine: write def, not async def"
    if inspect.isgenerator(move):
        return f"{move.__name__} is a generator: write return, not yield"
    if not isinstance(move, tuple | list) or len(move) != 2:
        return f"move {_quote(move)}: expected (guess, epsilon)"
    guess, epsilon = move
    if isinstance(guess, str):
        return ""
    if isinstance(epsilon, str):
        return f"move {_quote(move)}: expected the word first: (guess, epsilon)"
    return f"guess {_quote(guess)}: expected a word"


def _quote(value: Any) -> str:
    """Return the repr of a strategy's value for a message.

    Parts that differ between processes are masked, and a long text is cut.
    """
    return _mask(repr(value))[:80]
