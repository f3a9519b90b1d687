"""Rebuild the table of Linux system call numbers from the kernel's headers.

``python -m research.builders.build_system_calls`` needs the preprocessor of gcc and
Debian's package linux-libc-dev. It writes the table to ``contest/sandbox/confinement``,
beside the code that reads the table.

The numbers of x86-64 come from ``asm/unistd_64.h``. The numbers of aarch64 come from
the generic header, ``asm-generic/unistd.h``, with the options that ``asm/unistd.h`` of
aarch64 selects. Linux never changes the number of a system call; a newer kernel adds
rows to the table.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

TARGET = (
    Path(__file__).resolve().parents[2] / "contest/sandbox/confinement/system_calls.csv"
)

# These options are copied from asm/unistd.h of aarch64, because Debian installs this
# header on aarch64 only.
SELECTED = (
    *("RENAMEAT", "NEW_STAT", "SET_GET_RLIMIT", "TIME32_SYSCALLS", "SYS_CLONE3"),
    "MEMFD_SECRET",
)
HEADERS = {
    "x86_64": ("asm/unistd_64.h", ()),
    "aarch64": ("asm-generic/unistd.h", SELECTED),
}
# These names of the generic header are counts and bases, not system calls.
NO_CALLS = ("syscalls", "arch_specific_syscall")


def main() -> None:
    """Write the table of system call numbers to its file."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    TARGET.write_text(table())


def table() -> str:
    """Return the table of system call numbers as CSV.

    The first line is a comment that names the headers. The second line has the names of
    the columns. Then every system call has a row, with its number on each processor.
    """
    columns = {machine: numbers(*header) for machine, header in HEADERS.items()}
    names = sorted({name for column in columns.values() for name in column})
    rows = [
        ",".join([name, *(str(column.get(name, "")) for column in columns.values())])
        for name in names
    ]
    source = f"# Linux {version()}, asm/unistd_64.h and asm-generic/unistd.h"
    return "\n".join([source, ",".join(["name", *HEADERS]), *rows, ""])


def numbers(header: str, selected: tuple[str, ...]) -> dict[str, int]:
    """Return the numbers of the system calls that a C header defines, by name.

    `selected` names groups of optional system calls. For each name, the macro
    ``__ARCH_WANT_<name>`` is defined.
    """
    options = [f"-D__ARCH_WANT_{name}" for name in selected]
    values = macros(header, *options)
    calls = {}
    for name, value in values.items():
        if name.startswith("__NR_") and name[5:] not in NO_CALLS:
            # A few calls, such as fcntl, have the name of another macro as their value.
            calls[name[5:]] = int(values.get(value, value))
    return calls


def version() -> str:
    """Return the version of the kernel to which the headers belong."""
    values = macros("linux/version.h")
    parts = ("MAJOR", "PATCHLEVEL", "SUBLEVEL")
    return ".".join(values[f"LINUX_VERSION_{part}"] for part in parts)


def macros(header: str, *options: str) -> dict[str, str]:
    """Return the macros without parameters that a C header defines: name to value.

    `options` are options of the preprocessor.

    Raises
    ------
    OSError
        If there is no preprocessor.
    subprocess.CalledProcessError
        If there is no such header.
    """
    text = subprocess.run(
        ["cpp", "-dM", *options],
        input=f"#include <{header}>\n",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return dict(re.findall(r"^#define (\w+) (\S+)$", text, re.MULTILINE))


if __name__ == "__main__":
    main()
