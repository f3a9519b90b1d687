"""Watch files change: inotify, fanotify, dnotify, and the words' folder.

Every one is refused: wrong.
"""

import fcntl
import os

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("Landlock", "seccomp")


class Mine(Attack):
    def prepare(self, setting):
        pass

    def attack(self):
        here = os.open(".", os.O_RDONLY)
        locked(
            inotify=lambda: call("inotify_init1", 0),
            fanotify=lambda: call("fanotify_init", 0, 0),
            dnotify=lambda: fcntl.fcntl(here, fcntl.F_NOTIFY, fcntl.DN_MODIFY),
            words=lambda: os.listdir(os.path.dirname(os.getcwd())),
        )
        os.close(here)


ENTRIES = [Mine()]
