"""Read the answer from the frames that an exception drags along.

No frame of the referee is among them: wrong.
"""

import sys

from _tools import Attack, secret_in

EXPECT = "wrong"


class Mine(Attack):
    def attack(self):
        try:
            raise ValueError
        except ValueError as error:
            trace = error.__traceback__
        frames = [trace.tb_frame, *sys._current_frames().values()]
        while frames:
            frame = frames.pop()
            if found := secret_in(frame.f_locals):
                return found, 0
            if frame.f_back is not None:
                frames.append(frame.f_back)
        return None


ENTRIES = [Mine()]
