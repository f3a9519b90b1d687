"""Replace the encoder, so that the move sent is not the move made.

What was sent is what counts, and it is judged like any move: invalid.
"""

import json

from _tools import Attack

EXPECT = "invalid"


class Mine(Attack):
    def attack(self):
        plain = json.JSONEncoder.iterencode

        def encoded(self, thing, **options):
            text = "".join(plain(self, thing, **options))
            yield text.replace(":9.5", ":-9.5").replace(",9.5", ",-9.5")

        json.JSONEncoder.iterencode = encoded
        return "slate", 9.5


ENTRIES = [Mine()]
