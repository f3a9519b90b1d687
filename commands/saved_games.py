"""Games that are kept in the user's folder for data, and go on after Ctrl-C."""

from __future__ import annotations

import hashlib
import math
from contextlib import suppress

import msgspec
from platformdirs import user_data_path

from commands.human_player import Person
from game.files import read_bytes, write_whole
from game.hosts import Host
from game.loop import Round
from game.protocol import Forfeit, Move


class _Kept(msgspec.Struct, array_like=True):
    """Moves of a game, and the numbers of those that a hint was asked for."""

    moves: list[tuple[str, float | None]]  # without a price: null
    hinted: list[int]


class SavingPerson:
    """A person whose moves are kept: a game with the same setting and name goes on.

    `host` gives the clues; saved moves are only taken if they are a game of it that is
    not over. The file is removed by `forget`, once the game is over or given up.
    """

    def __init__(self, person: Person, host: Host, name: str) -> None:
        self.person = person
        self.host = host
        setting = person.setting
        text = ascii([setting.to_dict(), setting.vocabulary.digest, name])
        file = f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"
        self.path = user_data_path("clueproof", appauthor=False) / "games" / file
        self._moves: list[tuple[str, float | None]] = []
        self._saved = b""

    def resume(self) -> bool:
        """Return whether the game goes on: its moves are then played without asking."""
        game = Round(self.host, self.person.setting)
        try:
            kept = msgspec.json.decode(read_bytes(self.path), type=_Kept)
            moves = [
                Move(word, math.inf if price is None else price)
                for word, price in kept.moves
            ]
            if not moves or None in map(game.advance, moves):
                return False
        except (OSError, msgspec.MsgspecError, RecursionError, Forfeit):
            return False  # none, or damaged
        self.person.make(moves)
        self.person.hinted.update(kept.hinted)
        return True

    def first_move(self) -> tuple[str, float]:
        """Start the game, or start it again after a guess was taken back."""
        self._moves = []
        return self.person.first_move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Keep the last move, and ask for the next one."""
        self._moves.append((guess, epsilon))
        self.save()
        return self.person.next_move(guess, epsilon, result)

    def save(self) -> None:
        """Keep the moves of the game; without any, nothing is kept."""
        if not self._moves:
            self.forget()
            return
        kept = _Kept(self._moves, sorted(self.person.hinted))
        self._saved = msgspec.json.encode(kept)
        with suppress(OSError):  # nothing can be kept here
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, self._saved.decode())

    def forget(self) -> None:
        """Keep the game no longer, unless another terminal has gone on with it."""
        with suppress(OSError):
            if read_bytes(self.path) == self._saved:
                self.path.unlink()
