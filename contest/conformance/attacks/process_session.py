"""Leave the session, change priority, core or scheduler, outlive the referee.

Every one is refused: wrong.
"""

import os

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)
DEATH_SIGNAL, DUMPABLE = 1, 4


class Mine(Attack):
    def attack(self):
        locked(
            session=os.setsid,
            group=os.setpgrp,
            nice=lambda: os.setpriority(os.PRIO_PROCESS, 0, 19),
            cores=lambda: os.sched_setaffinity(0, {0}),
            scheduler=lambda: os.sched_setscheduler(
                0, os.SCHED_IDLE, os.sched_param(0)
            ),
            immortal=lambda: call("prctl", DEATH_SIGNAL, 0, 0, 0, 0),
            hidden=lambda: call("prctl", DUMPABLE, 0, 0, 0, 0),
        )


ENTRIES = [Mine()]
