"""Prices that are no numbers, too small, too large, or different from their text."""

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
    """Guess hundreds of times at the least price, to learn more than the prices allow.
    Ten guesses of a game may cost less than 1 nat; the next such guess is invalid."""

    def attack(self):
        return "slate", 0.01

    def next_move(self, guess, epsilon, result):
        return ("slate", 0.01) if epsilon else ("zonal", 0)


CLASSIC = [0, -0.0, 3.0, -float("inf"), float("nan"), "inf", 10**308]


@expect("invalid", mode="classic", games=7)
class ClassicPrices(Attack):
    """Pay a price in classic Wordle, or a value that only looks like infinity."""

    def first_move(self):
        self.games += 1
        return "slate", CLASSIC[self.games - 1] if self.games else float("inf")

    def next_move(self, guess, epsilon, result):
        return guess, epsilon


@expect("crashed", "invalid")
class EnormousInteger(Attack):
    """Pay an integer that is too long to be written out. The referee survives it."""

    def __init__(self, digits):
        super().__init__()
        self.digits = digits

    def attack(self):
        return WRONG, 10**self.digits


class Cheap(float):
    __repr__ = __str__ = __format__ = lambda self, *_: "0.5"


@expect("wrong", moves="slate:9.5")
def float_that_prints_less(self):
    """Pay with a float that prints less than its value. The value counts."""
    return "slate", Cheap(9.5)


@expect("wrong", moves="slate:1.7e+308:")
class HugePrices(Attack):
    """Pay so much that sums, noise or text may overflow. These prices are legal."""

    def attack(self):
        self.left = [1e308, 2**1023, 0.01, 3546.0]
        return "slate", 1.7e308

    def next_move(self, guess, epsilon, result):
        return ("crane", self.left.pop()) if self.left else ("zonal", 0)


@expect("wrong")
def negative_zero(self):
    """Pay minus zero. This is zero, so that the word is the final answer."""
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
    """Pay with values of numpy: numbers that wrap round, NaN, dates and arrays. Numbers
    count by their value, and other values are invalid. No game is won."""
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
    """Pay with objects that are almost numbers."""
    return WRONG, ODD[self.games - 1]


@expect("invalid", reason="expected 0.01 or more")
def tiny_prices(self):
    """Pay tiny numbers, so that the clue would be free if they were rounded."""
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
