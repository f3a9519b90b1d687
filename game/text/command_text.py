"""Text of a command with its words and options, quoted for the shell."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterable


def command_text(words: Iterable[object], /, **options: object) -> str:
    """Return the text of a command.

    An option with the value None or False is left out. The value True makes a flag. A
    tuple makes one option for each of its values.

    Examples
    --------
    >>> command_text(["report", "my run"], official=False, words="mine")
    "report 'my run' --words mine"
    """
    parts = [*map(str, words)]
    for name, value in options.items():
        for item in value if isinstance(value, tuple) else (value,):
            if item is True:
                parts.append(f"--{name.replace('_', '-')}")
            elif item is not None and item is not False:
                parts += [f"--{name.replace('_', '-')}", str(item)]
    return subprocess.list2cmdline(parts) if os.name == "nt" else shlex.join(parts)
