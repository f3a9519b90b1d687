"""Program of a strategy's process.

Started by `contest.sandbox.remote` in a fresh interpreter. It confines itself before it
imports any of the strategy's code, and answers each message with one line. The referee
trusts none of its output.
"""

from __future__ import annotations

import faulthandler
import io
import json
import os
import random
import shutil
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

# Last, so that no file of the project shadows a module of the standard library.
_ROOT = str(Path(__file__).resolve().parents[2])
sys.path.append(_ROOT)

from contest.sandbox.confinement import lockdown
from contest.sandbox.wire import receive, send


def separate(connection: socket.socket, life: int) -> bool:
    """Enter new namespaces, if that is allowed and possible; return whether it did."""
    request = json.loads(receive(connection))
    reply = {"id": request["id"]}
    try:
        if not request["namespaces"]:
            raise lockdown.Missing("left out")
        pid = lockdown.enter_namespaces(life)
    except lockdown.Missing as error:
        send(connection, reply | {"shared": str(error)})
        return False
    except OSError as error:  # too late to go on without
        send(connection, reply | {"failed": str(error)})
        os._exit(1)
    if pid:
        send(connection, reply | {"shared": "", "pid": pid})
        os._exit(0)
    return True


if __name__ == "__main__":
    CONNECTION = socket.socket(fileno=int(sys.argv[1]))
    REFEREE, LIFE = int(sys.argv[2]), int(sys.argv[3])
    # The worker that started this process blocks Ctrl-C and SIGTERM.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    lockdown.die_with(REFEREE)
    # Before the imports below, whose memory each fork would copy.
    APART = separate(CONNECTION, LIFE)
    os.close(LIFE)

from contest.entries.entry import Entry
from contest.entries.loading import load_together
from contest.sandbox.inspection import described, state
from contest.sandbox.workdir import furnish
from game.protocol import Setting, Strategy
from game.words import Vocabulary

Message = dict[str, Any]

_BREAKPOINT = (
    "breakpoint() needs a terminal: expected python interactive.py watch ENTRY --debug"
)
_OURS = ("game", "solver", "strategies", "contest", "commands")


def main(connection: socket.socket, referee: int) -> None:
    """Serve one strategy until the connection is closed.

    `referee` is the number of the referee's process, as seen from here.
    """
    rights = json.loads(receive(connection))
    lockdown.die_with(referee)
    lockdown.end_first()
    if not referee:
        lockdown.hide_processes()
    names = ("scratch", "kernels", "checkout", "ignored")
    reply = {"id": rights["id"]}
    try:
        limited = furnish(*map(rights.get, names), apart=not referee)
    except (OSError, shutil.Error) as error:
        send(connection, reply | {"failed": str(error)})
        return
    missing = confine(rights, limited=limited)
    send(connection, reply | {"limited": limited, "missing": missing})
    start = json.loads(receive(connection))
    if start["log"]:
        assert isinstance(sys.stdout, io.TextIOWrapper)
        sys.stdout.reconfigure(line_buffering=True)
        with suppress(OSError, RuntimeError):
            faulthandler.register(signal.SIGUSR1, 2)  # where it is, when asked
    sys.breakpointhook = no_debugger
    try:
        strategy = make(start)
        cls = type(strategy)
        # The default name contains an address, which differs between processes.
        unnamed = (object.__str__, object.__repr__) == (cls.__str__, cls.__repr__)
        name = start["expression"] if unnamed else str(strategy)
    except BaseException as error:  # untrusted code may raise anything
        failed = described(error, start["path"])
        send(connection, {"id": start["id"], "failed": failed})
        return
    # One character more than the referee keeps, so that it sees the truncation.
    send(connection, {"id": start["id"], "name": name[:201]})
    while line := receive(connection):
        request = json.loads(line)
        move = serve(strategy, start["path"], request, log=start["log"])
        send(connection, {"id": request["id"], **move})


def no_debugger(*_: object, **__: object) -> None:
    """Refuse `breakpoint`, which cannot ask anybody here."""
    raise RuntimeError(_BREAKPOINT)


def confine(rights: Message, *, limited: bool) -> list[str]:
    """Give up all rights that playing does not need; return what is missing."""
    missing = []
    files = partial(lockdown.restrict_files, rights["readable"], rights["writable"])
    steps: dict[str, Callable[[], None]] = {
        "limits": lockdown.limit_resources,
        "privileges": lockdown.no_new_privileges,
        "Landlock": files,
        "seccomp": partial(lockdown.filter_calls, on_a_disk=not limited),
    }
    for name, step in steps.items():
        try:
            if name in rights["without"]:
                raise lockdown.Missing("left out")
            step()
        except (lockdown.Missing, OSError, ValueError, ImportError) as error:
            missing.append(f"{name}: {error}")
    return missing


def make(start: Message) -> Strategy:
    """Import, construct and prepare the strategy and its co-loaded entries."""
    random.seed(0)
    home = Path(start["checkout"]) if start["checkout"] else None
    entry = Entry(start["entry"], Path(start["path"]), start["expression"], home)
    if home is not None:
        move_to(home)
    strategies = load_together(entry, [entry.expression, *start["co_loaded"]])
    for strategy in strategies:
        if hasattr(strategy, "prepare"):
            words = Vocabulary.from_files(*start["words"])
            strategy.prepare(Setting.from_dict(start["setting"], words))
    return strategies[0]


def move_to(checkout: Path) -> None:
    """Import from another contest project's packages instead of ours."""
    for name in list(sys.modules):
        if name.partition(".")[0] in _OURS:
            del sys.modules[name]
    sys.path[:] = [str(checkout), *(p for p in sys.path if p != _ROOT)]
    os.chdir(checkout)


def serve(
    strategy: Strategy, path: str, request: Message, *, log: bool = False
) -> Message:
    """Make one move; an exception becomes the reply, and is printed for a log.

    Or describe the strategy's variables, which only `watch` asks for.
    """
    if "state" in request:
        return {"state": state(strategy, path)}
    try:
        if "seed" in request:
            sys.last_traceback = None  # of an earlier game
            seed_generators(request["seed"])
            move = strategy.first_move()
        else:
            move = strategy.next_move(*request["turn"])
        return {"move": encodable(move)}
    except BaseException as error:  # untrusted code may raise anything
        if log:
            show_traceback(error)
        return {"raised": described(error, path)}


def show_traceback(error: BaseException) -> None:
    """Print an exception with the frames of the strategy alone, and keep them."""
    with suppress(BaseException):  # its methods are untrusted code too
        frames = error.__traceback__ and error.__traceback__.tb_next
        sys.last_traceback = frames  # for `state`
        traceback.print_exception(type(error), error, frames)


def seed_generators(seed: int) -> None:
    """Seed the global generators of Python and numpy."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed)


def encodable(move: Any) -> Any:
    """Return a move that JSON can encode: numpy scalars become Python numbers."""
    if not isinstance(move, tuple | list) or len(move) != 2:
        return repr(move)[:80]
    guess, epsilon = move
    if hasattr(epsilon, "item") and not isinstance(epsilon, float | int):
        epsilon = epsilon.item()
    if not isinstance(epsilon, float | int):
        epsilon = (epsilon if isinstance(epsilon, str) else repr(epsilon))[:80]
    return [guess if isinstance(guess, str) else [repr(guess)[:80]], epsilon]


if __name__ == "__main__":
    main(CONNECTION, 0 if APART else REFEREE)
    sys.stdout.flush()
    os._exit(0)  # without waiting for threads of the strategy
