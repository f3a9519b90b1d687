"""Names of strategies that could do harm if they are printed or stored."""

from _tools import Attack, expect


@expect("wrong")
class Named(Attack):
    """Have a name that is a formula, a command for terminals, or text that no file can
    store. The name is sanitized and cut."""

    def __init__(self, name, times=1):
        super().__init__()
        self.name = name * times

    def __str__(self):
        return self.name

    __repr__ = __str__


@expect("no start", reason="SystemExit")
class ThatRaises(Attack):
    """Raise an exception instead of returning a name."""

    def __str__(self):
        raise SystemExit(0)


ENTRIES = {
    "formula": Named('=HYPERLINK("x")\x1b[2J\r\n\t\u202e,"'),
    "lone_surrogate": Named("\ud800\udfff\x00"),
    "long": Named("\U0001f600", 1_000_000),
    "of_another": Named("entropy"),
    "that_raises": ThatRaises(),
    "wide_formula": Named('\uff1dHYPERLINK("x")'),
}
