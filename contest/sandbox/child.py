"""The strategy's side of the channel: the program that its process runs.

Started by `contest.sandbox.remote` in a fresh interpreter. It takes one message at a
time, gives up its rights before it imports anything of the strategy, and answers each
message with one line. Nothing here is trusted by the referee.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

# Last, so that no file of the project is taken for a module of the library.
_ROOT = str(Path(__file__).resolve().parents[2])
sys.path.append(_ROOT)

from contest.sandbox import lockdown
from contest.sandbox.faults import described

if TYPE_CHECKING:
    from game.protocol import Strategy

Message = dict[str, Any]

_OURS = ("game", "solver", "strategies", "contest", "commands")
_ROOM = 1 << 16
_encode = json.JSONEncoder(separators=(",", ":")).encode


def main() -> None:
    """Serve one strategy until the channel is closed."""
    channel = socket.socket(fileno=int(sys.argv[1]))
    referee = int(sys.argv[2])
    # The worker that has started this process does not hear Ctrl-C.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    lockdown.die_with(referee)
    rights = json.loads(receive(channel))
    send(channel, {"id": rights["id"], "missing": confine(rights)})
    start = json.loads(receive(channel))
    try:
        strategy = make(start)
        kind = type(strategy)
        # The default name holds an address, another one in every process.
        unnamed = (object.__str__, object.__repr__) == (kind.__str__, kind.__repr__)
        name = start["expression"] if unnamed else str(strategy)
    except BaseException as error:  # noqa: BLE001 - a stranger's code may raise anything
        failed = described(error, start["path"])
        send(channel, {"id": start["id"], "failed": failed})
        return
    # One character more than the referee keeps shows that there were more.
    send(channel, {"id": start["id"], "name": name[:201]})
    while line := receive(channel):
        request = json.loads(line)
        move = serve(strategy, start["path"], request)
        send(channel, {"id": request["id"], **move})


def confine(rights: Message) -> list[str]:
    """Give up all rights that playing does not need; return what is missing."""
    missing = []
    files = partial(lockdown.restrict_files, rights["readable"], rights["writable"])
    steps: dict[str, Callable[[], None]] = {
        "limits": lockdown.limit_resources,
        "privileges": lockdown.no_new_privileges,
        "Landlock": files,
        "seccomp": lockdown.filter_calls,
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
    """Import, construct and prepare the strategy, and its co_loaded if any."""
    from contest.entries.entry import Entry, load_together
    from game.hard import Hard
    from game.protocol import Mode, Setting
    from game.words import Vocabulary

    random.seed(0)
    home = Path(start["checkout"]) if start["checkout"] else None
    entry = Entry(start["entry"], Path(start["path"]), start["expression"], home)
    if home is not None:
        move_to(home)
    made = load_together(entry, [entry.expression, *start["co_loaded"]])
    for strategy in made:
        if hasattr(strategy, "prepare"):
            words = Vocabulary.from_files(start["answers"], start["guesses"])
            mode = Mode(start["mode"])
            setting = Setting(
                *(words, mode, start["max_turns"], start["time_limit"]),
                boards=start["boards"],
                hard=Hard(start["hard"]),
            )
            strategy.prepare(setting)
    return made[0]


def move_to(checkout: Path) -> None:
    """Make another contest project's packages the ones that are found."""
    for name in list(sys.modules):
        if name.partition(".")[0] in _OURS:
            del sys.modules[name]
    sys.path[:] = [str(checkout), *(p for p in sys.path if p != _ROOT)]
    os.chdir(checkout)


def serve(strategy: Strategy, path: str, request: Message) -> Message:
    """Make one move; whatever goes wrong in it becomes part of the answer."""
    try:
        if "seed" in request:
            seed_generators(request["seed"])
            move = strategy.first_move()
        else:
            move = strategy.next_move(*request["turn"])
        return {"move": plain(move)}
    except BaseException as error:  # noqa: BLE001 - a stranger's code may raise anything
        return {"raised": described(error, path)}


def seed_generators(seed: int) -> None:
    """Make Python's and numpy's global generators a function of the game."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed)


def plain(move: Any) -> Any:  # noqa: ANN401 - whatever the strategy returned
    """Return a move as JSON can carry it: numpy's numbers become Python's."""
    if not isinstance(move, tuple | list) or len(move) != 2:
        return repr(move)[:80]
    guess, epsilon = move
    if hasattr(epsilon, "item") and not isinstance(epsilon, float | int):
        epsilon = epsilon.item()
    if not isinstance(epsilon, float | int):
        epsilon = repr(epsilon)[:80]
    return [guess if isinstance(guess, str) else [repr(guess)[:80]], epsilon]


def receive(channel: socket.socket) -> bytes:
    """Read one line; the referee sends one at a time."""
    line = channel.recv(_ROOM)
    while line and not line.endswith(b"\n"):
        part = channel.recv(_ROOM)
        if not part:
            return b""
        line += part
    return line


def send(channel: socket.socket, message: Message) -> None:
    """Write one line, in full."""
    channel.sendall(_encode(message).encode() + b"\n")


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # threads that a strategy left running do not hold up the referee
