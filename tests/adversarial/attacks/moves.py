"""Moves that are malformed, that change when they are read, or that never end."""

import builtins
import json

from _tools import WRONG, Attack, expect


@expect("out_of_turns", mode="classic")
class ClassicEndless(Attack):
    """Go on guessing after the last turn of a classic game. The referee never asks."""

    def first_move(self):
        return "zonal", float("inf")

    def next_move(self, guess, epsilon, result):
        return guess, epsilon


@expect("invalid", "timeout", games=1)
class EndlessGame(Attack):
    """Guess without end, until the limit of 1,000 moves or of the game's time."""

    def attack(self):
        return "slate", 1.0

    def next_move(self, guess, epsilon, result):
        return ("slate", 1.0) if self.games else ("zonal", 0)


@expect("invalid")
def final_word_that_is_no_answer(self):
    """Give a final answer that is a valid guess but cannot be the secret."""
    return "aahed", 0


NESTED = [WRONG]
for _ in range(300):
    NESTED = [NESTED]
MOVES_MADE = [
    *((), {}, {WRONG: 0}, {WRONG, 0}, WRONG, 0.5, b"zonal", (WRONG,)),
    *((WRONG, 0, 0), iter((WRONG, 0)), [[WRONG, 0]], (0, WRONG), ([WRONG], 0)),
    *((b"zonal", 0), (None, None), (NESTED, NESTED)),
]


@expect("invalid", games=16)
class MalformedMoves(Attack):
    """Return objects that are no moves. Each is invalid, and the process goes on."""

    def first_move(self):
        self.games += 1
        return MOVES_MADE[self.games - 1] if self.games else (WRONG, 0)


class Pair(tuple):
    looks = 0

    def __len__(self):
        return 2

    def __iter__(self):
        type(self).looks += 1
        return iter((WRONG, 0) if self.looks % 2 else (WRONG, -1000.0))


@expect("invalid", "wrong")
def pair_that_lies(self):
    """Return a tuple that changes whenever it is read. The referee reads it once."""
    return Pair((WRONG, 9.5, 9.5))


class Anything(str):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0

    def lower(self):
        return self

    __contains__ = startswith = endswith = isalpha = __eq__
    casefold = strip = __str__ = lower


@expect("wrong")
def string_that_equals_all(self):
    """Guess a string that says it equals every string. Its letters are sent."""
    return Anything(WRONG), 0


WORDS = ["zzzzz", "", " zonal", "zonal ", "zonal\n", "zonal\0", "zon\u0430l"]
WORDS += ["\uff5a\uff4f\uff4e\uff41\uff4c", "zona\u0142", "crane\ud800", "zonal" * 90]
WORDS += ["../zo", "=1+1+", "\x1b[31m"]


@expect("invalid", games=14)
def words_that_are_none(self):
    """Guess texts that look like a word, or would be a word after a clean-up."""
    return WORDS[self.games - 1], 3.0


class Bomb:
    def __reduce__(self):
        return eval, ("__import__('os')._exit(9)",)

    def __deepcopy__(self, memo):
        raise SystemExit

    def __repr__(self):
        return "['zonal', 0]\n=1+1"


@expect("crashed", "invalid")
def pickled(self):
    """Hide code in a move that would run if the move is unpickled, copied or shown."""
    return (WRONG, Bomb()) if self.games == 1 else Bomb()


class Mute:
    def __repr__(self):
        raise MemoryError


@expect("crashed")
def mute(self):
    """Return an object that cannot be shown."""
    return WRONG, Mute()


@expect("crashed", "invalid", "wrong")
def patched_builtins(self):
    """Replace builtins, so that every check succeeds and every number is zero. This may
    break the process of the strategy, but it cannot make a price smaller."""
    builtins.sum = lambda *_: -1000.0
    builtins.isinstance = lambda *_: True
    builtins.float = lambda *_: 0.0
    builtins.len = lambda *_: 2
    return "slate", 9.5


@expect("invalid")
def patched_json(self):
    """Replace the JSON encoder, so that another move is sent. The sent move counts."""
    plain = json.JSONEncoder.iterencode

    def encoded(self, thing, **options):
        text = "".join(plain(self, thing, **options))
        yield text.replace(":9.5", ":-9.5").replace(",9.5", ",-9.5")

    json.JSONEncoder.iterencode = encoded
    return "slate", 9.5


ENTRIES = {
    "classic_endless": ClassicEndless(),
    "endless_game": EndlessGame(),
    "final_word_that_is_no_answer": final_word_that_is_no_answer(),
    "malformed_moves": MalformedMoves(),
    "pair_that_lies": pair_that_lies(),
    "string_that_equals_all": string_that_equals_all(),
    "words_that_are_none": words_that_are_none(),
    "pickle": pickled(),
    "repr": mute(),
    "patched_builtins": patched_builtins(),
    "patched_json": patched_json(),
}
