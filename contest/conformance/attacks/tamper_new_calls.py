"""Change files by calls that kernels have learned since these rules were written.

Whatever is newer than the rules is a call that this kernel lacks: wrong.
"""

from _tools import Attack, call, locked, ours

EXPECT = "wrong"
NEEDS = ("seccomp",)
WORDS = ours("data/answers-5.txt")
HERE, SIZE, NO_DUMP = -100, 24, 1 << 7


class Mine(Attack):
    def attack(self):
        path = bytes(WORDS)
        flags = NO_DUMP.to_bytes(8, "little") + bytes(16)
        locked(
            file_setattr=lambda: call("file_setattr", HERE, path, flags, SIZE, 0),
            setxattrat=lambda: call(
                "setxattrat", HERE, path, 0, b"user.x", bytes(16), 16
            ),
            future=lambda: call("future", 0, 0, 0),
        )


ENTRIES = [Mine()]
