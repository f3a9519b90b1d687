"""Messages that the protocol does not allow, or that no honest strategy sends."""

from random import getrandbits, randrange

from _tools import Attack, expect, request, say

FORGED = (
    *(b"NaN", b"-Infinity", b"1e999", b"9" * 4000, b"true", b'{"a":[[]]}'),
    *(b"[" * 400 + b"]" * 400, b'"\\ud800"'),
)


class Forged(Attack):
    """Send a message. ID in the message is replaced by the id of the request."""

    def __init__(self, message, times=1):
        super().__init__()
        self.message = message * times

    def attack(self):
        say(self.message.replace(b"ID", b"%d" % request()["id"]) + b"\n")


@expect("crashed", reason="rules of the protocol")
class Refused(Forged):
    """Send a message that is no JSON, no text, no object, too long, nested too deep, or
    a reply to another request."""


@expect("crashed")
class FalseReason(Forged):
    """Report an exception that never happened, with an object or a formula as its text.
    The report becomes one harmless line."""


@expect("crashed", "invalid", "wrong")
class DuplicateKeys(Forged):
    """Send an object in which each key comes twice. One of the two values is judged."""


@expect("crashed", reason="rules of the protocol", games=6)
def nested_move(self):
    """Forge a move that can be decoded, but is nested too deep to be shown or compared.
    The referee refuses the move before, and its stack does not overflow."""
    depth = randrange(300, 1000)
    nest = b"[" * depth + b"]" * depth
    forms = (b'"move":[%s,0]', b'"move":["zonal",%s]', b'"raised":%s')
    say(b'{"id":%d,%s}\n' % (request()["id"], forms[randrange(3)] % nest))


@expect("crashed", "invalid", games=8)
def odd_values(self):
    """Send moves that only a forged message can have, like NaN or 4,000 digits."""
    # The process may end after each move, so it cannot count. The random generator,
    # which the referee seeds for every game, chooses the move.
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
