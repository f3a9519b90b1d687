"""Launcher of a strategy's process.

`contest.sandbox.process` starts the launcher in a fresh interpreter. The launcher
confines its own process before any of the strategy's code runs. Then it plays a
strategy written in Python, or replaces itself by a program. From then on the referee
trusts no output of the process.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

# The folder that contains the package `contest`, or the installed package around it.
# This folder is last in the path, so that no file of the project shadows a module of
# the standard library.
FOLDERS = Path(__file__).resolve().parents
sys.path.append(str(next(f for f in FOLDERS if not (f / "__init__.py").exists())))

from contest.sandbox.confinement import lockdown
from contest.sandbox.wire import receive_line, send_message
from contest.sandbox.workdir import fill_folder

_ENVIRONMENT = ("HOME", "TMPDIR", "LANG", "OMP_NUM_THREADS", "PYTHONHASHSEED")


def _receive_start(
    connection: socket.socket, referee: int, life: int
) -> dict[str, Any]:
    """Confine this process as the referee asks, and return facts of the strategy.

    The returned dict has the name, file, call and checkout of the strategy, and whether
    to keep a log. The referee sends two requests over `connection`, and gets one reply
    to each request. The first request is to enter namespaces. The second request has
    the rights of the process (`contest.sandbox.policy.make_messages`). `referee` is the
    process number of the referee. `life` is the reading end of a pipe; the referee
    keeps the other end of the pipe open as long as the strategy may run.
    """
    # The worker that started this process may block signals like SIGINT, and a new
    # process inherits the blocked signals. So all signals are unblocked here.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())

    # First request: enter namespaces. If that works, `_enter_namespaces` forks, and
    # only the new process runs the code below.
    lockdown.die_with(referee)
    if _enter_namespaces(connection, life):
        referee = 0  # the parent's number as seen from inside the namespace
    os.close(life)

    # Second request: the rights. `die_with` is called again because a fork resets it.
    rights: dict[str, Any] = json.loads(receive_line(connection))
    lockdown.die_with(referee)
    lockdown.prefer_kill()
    if not referee:
        lockdown.hide_processes()

    # The working folder gets links to compiled kernels, and a copy of a checkout.
    names = ("scratch", "kernels", "checkout", "ignored")
    reply = {"id": rights["id"]}
    in_memory = not referee and "memory" not in rights["without"]
    try:
        limited = fill_folder(*(rights[name] for name in names), in_memory=in_memory)
    except (OSError, shutil.Error) as error:
        send_message(connection, reply | {"failed": str(error)})
        sys.exit(1)

    # After `give_up_rights` this process can only play. If the entry is a program, the
    # arguments of execve are put into memory first, because the filter of system calls
    # allows execve only with arguments at these addresses.
    start = None
    if rights["command"]:
        environment = {name: os.environ.get(name, "") for name in _ENVIRONMENT}
        start = lockdown.Start(rights["command"], environment)
    missing = give_up_rights(rights, limited=limited, start=start)
    send_message(connection, reply | {"limited": limited, "missing": missing})
    if start is not None:
        start_program(start, connection)
    facts: dict[str, Any] = rights["start"]
    return facts


def start_program(start: lockdown.Start, connection: socket.socket) -> None:
    """Replace this process by the program of `start`.

    The program has `connection` as its standard input and its standard output.
    """
    try:
        connection.set_inheritable(False)
        os.dup2(connection.fileno(), 0)
        os.dup2(connection.fileno(), 1)
        start.run()
    except OSError as error:
        failed = f"the program cannot be started: {error.strerror}"
        hello = json.loads(receive_line(connection))
        send_message(connection, {"id": hello["id"], "failed": failed})
        os._exit(1)


def _enter_namespaces(connection: socket.socket, life: int) -> bool:
    """Read a request of the referee, and enter new namespaces if the request says so.

    Return whether this process is in new namespaces: False if the request leaves
    namespaces out, or if the system refuses them. `life` is the reading end of a pipe
    that the referee keeps open as long as the strategy may run.
    """
    request = json.loads(receive_line(connection))
    reply = {"id": request["id"]}
    try:
        if not request["namespaces"]:
            raise lockdown.Missing("left out")
        pid = lockdown.enter_namespaces(life)
    except lockdown.Missing as error:
        send_message(connection, reply | {"shared": str(error)})
        return False
    except OSError as error:  # this process can no longer go on without namespaces
        send_message(connection, reply | {"failed": str(error)})
        os._exit(1)
    if pid:
        send_message(connection, reply | {"shared": "", "pid": pid})
        os._exit(0)
    return True


def give_up_rights(
    rights: dict[str, Any], *, limited: bool, start: lockdown.Start | None = None
) -> list[str]:
    """Give up all rights that playing does not need.

    `rights` is the referee's request: it lists the files that the process may read,
    write and execute, and the protections to leave out. `limited` says whether the
    kernel limits the size of the working folder. If the strategy is a program, `start`
    starts the program later. Return the protections that this machine lacks, each with
    the reason.
    """
    missing = []
    paths = (rights["readable"], rights["writable"], rights["executable"])
    files = partial(lockdown.restrict_files, *paths)
    steps: dict[str, Callable[[], None]] = {
        "limits": partial(lockdown.limit_resources, on_a_disk=not limited),
        "privileges": lockdown.drop_privileges,
        "Landlock": files,
        "seccomp": partial(lockdown.filter_calls, on_a_disk=not limited, start=start),
    }
    for name, step in steps.items():
        try:
            if name in rights["without"]:
                raise lockdown.Missing("left out")
            step()
        except (lockdown.Missing, OSError, ValueError, ImportError) as error:
            missing.append(f"{name}: {error}")
    return missing


if __name__ == "__main__":
    CONNECTION = socket.socket(fileno=int(sys.argv[1]))
    START = _receive_start(CONNECTION, int(sys.argv[2]), int(sys.argv[3]))

    # The player is imported after the forks, so that no fork copies its memory.
    from contest.sandbox.python_player import play_games

    play_games(CONNECTION, START)
    sys.stdout.flush()
    os._exit(0)  # does not wait for threads of the strategy
