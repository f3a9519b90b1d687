"""Messages that the channel does not allow, or that only a forger sends."""

from random import getrandbits, randrange

from _tools import Attack, expect, request, say

FORGED = (
    *(b"NaN", b"-Infinity", b"1e999", b"9" * 4000, b"true", b'{"a":[[]]}'),
    *(b"[" * 400 + b"]" * 400, b'"\\ud800"'),
)


class Forged(Attack):
    """Send a message, with the number of the request in place of ID."""

    def __init__(self, message, times=1):
        super().__init__()
        self.message = message * times

    def attack(self):
        say(self.message.replace(b"ID", b"%d" % request()["id"]) + b"\n")


@expect("crashed", reason="rules of the channel")
class Refused(Forged):
    """Send what is no JSON, no text, no object, too long, too deep, or for another."""


@expect("crashed")
class FalseReason(Forged):
    """Report an exception that never happened, whose text is an object or a formula.
    Whatever it is, it becomes one harmless line."""


@expect("crashed", "invalid", "wrong")
class DuplicateKeys(Forged):
    """Send an object in which each key comes twice: one of them is judged."""


@expect("crashed", reason="rules of the channel", games=6)
def nested_move(self):
    """Forge a move that can be decoded, but nests too deep to be shown or compared. It
    never gets as far as that, and the referee's stack holds."""
    depth = randrange(300, 1000)
    nest = b"[" * depth + b"]" * depth
    forms = (b'"move":[%s,0]', b'"move":["zonal",%s]', b'"raised":%s')
    say(b'{"id":%d,%s}\n' % (request()["id"], forms[randrange(3)] % nest))


@expect("crashed", "invalid", games=8)
def odd_values(self):
    """Send moves that only a forged message can hold, like NaN or 4,000 digits."""
    # Which one comes next must outlive the process: the game's seed decides.
    say(b'{"id":%d,"move":["zonal",%s]}\n' % (request()["id"], FORGED[getrandbits(3)]))


ENTRIES = {
    "byte_order_mark": Refused(b"\xef\xbb\xbf{}"),
    "deep_nesting": Refused(b"[", 4000),
    "duplicate_keys": DuplicateKeys(
        b'{"id":1,"move":["slate",-5],"id":ID,"move":["zonal",0],"raised":1}'
    ),
    "false_reason": FalseReason(b'{"id":ID,"raised":{"a":["\\u001b[2J\\n=1+1"]}}'),
    "false_reason_formula": FalseReason(b'{"id":ID,"raised":"=cmd()|A1\\r\\n\\u202e"}'),
    "id_of_another_type": Refused(b'{"id":ID.0,"move":["zonal",0]}'),
    "malformed": Refused(b"[[[["),
    "nested_move": nested_move(),
    "not_an_object": Refused(b"[]\n{}"),
    "not_text": Refused(b"\xff\xfe\x00"),
    "odd_values": odd_values(),
    "oversized": Refused(b"x", 5000),
    "quoted_like_python": Refused(b"{'id': 2}"),
}
