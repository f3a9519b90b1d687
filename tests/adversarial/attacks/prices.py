"""Prices that are no numbers, too small, too large, or not what they say."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
from _tools import WRONG, Attack, expect


@expect(
    "invalid",
    reason="epsilon 0.01: expected 1 or more after 10 guesses for less",
    moves="slate:0.01:",
)
class CheapPrices(Attack):
    """Ask hundreds of times for the least price, to learn what a clue does not say. Ten
    guesses of a game may cost less than 1 nat: the next one is invalid."""

    def attack(self):
        return "slate", 0.01

    def next_move(self, guess, epsilon, result):
        return ("slate", 0.01) if epsilon else ("zonal", 0)


CLASSIC = [0, -0.0, 3.0, -float("inf"), float("nan"), "inf", 10**308]


@expect("invalid", mode="classic", games=7)
class ClassicPrices(Attack):
    """Buy classic clues at prices, or for what reads like infinity and is not."""

    def first_move(self):
        self.games += 1
        return "slate", CLASSIC[self.games - 1] if self.games else float("inf")

    def next_move(self, guess, epsilon, result):
        return guess, epsilon


@expect("crashed", "invalid")
class EnormousInteger(Attack):
    """Pay an integer too long to be written out, which is no fault of ours."""

    def __init__(self, digits):
        super().__init__()
        self.digits = digits

    def attack(self):
        return WRONG, 10**self.digits


class Cheap(float):
    __repr__ = __str__ = __format__ = lambda self, *_: "0.5"


@expect("wrong", moves="slate:9.5")
def float_that_prints_less(self):
    """Pay with a float whose text says less than its value, which is what counts."""
    return "slate", Cheap(9.5)


@expect("wrong", moves="slate:1.7e+308:")
class HugePrices(Attack):
    """Pay so much that sums, noise or text overflow. These prices are legal."""

    def attack(self):
        self.left = [1e308, 2**1023, 0.01, 3546.0]
        return "slate", 1.7e308

    def next_move(self, guess, epsilon, result):
        return ("crane", self.left.pop()) if self.left else ("zonal", 0)


@expect("wrong")
def negative_zero(self):
    """Pay minus nothing. It is nothing, and so a final answer."""
    return WRONG, -0.0


NUMPY = [
    np.int8(-128),
    np.uint8(44),  # 300, wrapped round
    np.float16(9.5),
    np.float64("nan"),
    np.bool_(True),
    np.datetime64("2020-01-01"),
    np.complex64(3),
    np.array([9.5]),
]


@expect("invalid", "wrong", games=8)
def numpy_numbers(self):
    """Pay with numpy's numbers that wrap round, are no numbers, or say what they are
    not. Those that are numbers count as such, the others are invalid; none is a win."""
    return WRONG, NUMPY[self.games - 1]


class Index:
    def __index__(self):
        return 0

    __float__ = __int__ = __index__


class Item:
    def item(self):
        return self


ODD = [
    *(True, False, "3", b"3", None, [3], {"a": 3}, 3j),
    *(Decimal("0.5"), Fraction(1, 2), Index(), Item(), object(), float),
]


@expect("invalid", games=14)
def prices_of_odd_types(self):
    """Pay with what is almost a number."""
    return WRONG, ODD[self.games - 1]


@expect("invalid", reason="expected 0.01 or more")
def tiny_prices(self):
    """Pay the smallest numbers there are, hoping that they round to a free clue."""
    return "slate", (5e-324, 1e-300, 2.3e-308, 1e-17)[self.games % 4]


ENTRIES = {
    "cheap_prices": CheapPrices(),
    "classic_prices": ClassicPrices(),
    "enormous_integer": EnormousInteger(5000),
    "long_integer": EnormousInteger(3900),
    "float_that_prints_less": float_that_prints_less(),
    "huge_prices": HugePrices(),
    "negative_zero": negative_zero(),
    "numpy_numbers": numpy_numbers(),
    "prices_of_odd_types": prices_of_odd_types(),
    "tiny_prices": tiny_prices(),
}
