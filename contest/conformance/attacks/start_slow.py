"""Be so slow to import that no game ever begins.

The start has a limit of its own: no score.
"""

import time

EXPECT = "no start"
REASON = "not ready within"
START_TIMEOUT = 1.0

time.sleep(1e6)


class Mine:
    pass


ENTRIES = [Mine()]
