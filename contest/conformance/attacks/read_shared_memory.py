"""Find memory that others share: /dev/shm, System V, message queues.

None can be opened, and none of this machine's can be removed: wrong.
"""

import os

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("Landlock", "seccomp")
IPC_STAT = 2


class Mine(Attack):
    def attack(self):
        locked(
            folder=lambda: os.listdir("/dev/shm"),
            create=lambda: open("/dev/shm/clueproof-attack", "w"),
            shmget=lambda: call("shmget", 4711, 4096, 0o1600),
            shmat=lambda: call("shmat", 0, 0, 0),
            shmctl=lambda: call("shmctl", 0, IPC_STAT, bytes(256)),
            msgget=lambda: call("msgget", 4711, 0o1600),
            semget=lambda: call("semget", 4711, 1, 0o1600),
            mq=lambda: call("mq_unlink", b"clueproof-attack"),
        )


ENTRIES = [Mine()]
