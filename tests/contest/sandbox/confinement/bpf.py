"""Interpreter of seccomp filters, which are programs of the classic BPF."""

import struct
from dataclasses import dataclass

PROCESSORS = {
    "x86_64": 0xC000003E,
    "aarch64": 0xC00000B7,
    # Processors for which the filter is not made:
    "i386": 0x40000003,
    "riscv64": 0xC00000F3,
    "none": 0xC000003F,
}
RESULTS = {0x7FFF0000: "allowed", 0x80000000: "killed"}
ERROR = 0x00050000  # the call fails; the errno is in the lower bits
MOST = 4096  # most instructions that the kernel accepts


@dataclass(frozen=True)
class Call:
    """A system call, as the kernel describes it to a filter."""

    number: int
    arguments: tuple = (0,) * 6
    processor: int = PROCESSORS["x86_64"]

    def data(self):
        number = self.number & 0xFFFFFFFF
        arguments = [value & 0xFFFFFFFF_FFFFFFFF for value in self.arguments]
        return struct.pack("<IIQ6Q", number, self.processor, 0, *arguments)


def run(program, call):
    """Run a filter on a call; return its answer, and each step with its branch."""
    data = call.data()
    accumulator = 0
    index = 0
    path = []
    while True:
        code, if_true, if_false, value = program[index]
        branch = None
        if code == 0x20:  # load a word of the data
            accumulator = struct.unpack_from("<I", data, value)[0]
        elif code == 0x54:  # and
            accumulator &= value
        elif code in (0x15, 0x35):  # jump if equal, if at least
            branch = accumulator == value if code == 0x15 else accumulator >= value
        elif code not in (0x05, 0x06):  # jump, return
            raise ValueError(f"code {code:#x} is not one that the filter needs")
        path.append((index, branch))
        if code == 0x06:
            return answer(value), path
        if branch is not None:
            index += if_true if branch else if_false
        index += 1 + (value if code == 0x05 else 0)


def answer(value):
    """Return the meaning of the number that a filter returns: a word, or an errno."""
    if value in RESULTS:
        return RESULTS[value]
    assert value & ~0xFFF == ERROR, hex(value)
    return value - ERROR


def branches(program):
    """Return all pairs of a step of a program and a branch of this step."""
    pairs = set()
    for index, (code, *_) in enumerate(program):
        ways = (True, False) if code in (0x15, 0x35) else (None,)
        pairs |= {(index, branch) for branch in ways}
    return pairs
