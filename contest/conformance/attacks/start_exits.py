"""End the process while it is being imported.

No score, and the reason says how it ended.
"""

import os

EXPECT = "no start"
REASON = "exited with status 4"

os._exit(4)


class Mine:
    pass


ENTRIES = [Mine()]
