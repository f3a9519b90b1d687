"""G2: scores are computed from values that the referee parsed itself."""

from _tools import WRONG, expect, say


class Liar(float):
    __float__ = __add__ = __radd__ = __neg__ = __abs__ = lambda self, *_: -1000.0
    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = __bool__ = lambda self, *_: True
    __hash__ = __index__ = __int__ = lambda self: 0

    def __reduce__(self):
        return float, (-1000.0,)


@expect("wrong", moves="slate:9.5")
def float_that_lies(self):
    """Pay with a float that converts, compares, adds and hashes falsely. Only the
    number reaches the referee, so the outcome is ``wrong``, with a price of 9.5."""
    return "slate", Liar(9.5)


PRICES = [-1, -0.5, -5e-324, float("nan"), -float("nan")]
PRICES += [float("inf"), -float("inf"), 10**400]


@expect("invalid", games=8)
def prices_out_of_range(self):
    """Pay a negative price, NaN, infinity or an integer that is too large."""
    return WRONG, PRICES[self.games - 1]


@expect("crashed", reason="rules of the protocol")
def forged_id(self):
    """Reply to a request that the referee never sent."""
    say(b'{"id":999,"move":["zonal",0]}\n')


ENTRIES = {
    "float_that_lies": float_that_lies(),
    "prices_out_of_range": prices_out_of_range(),
    "forged_id": forged_id(),
}
