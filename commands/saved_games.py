"""Games of a person at the terminal that were stopped, and go on from a file.

A `SavingPerson` stands between a game and the `Person` who is asked for its moves.
After every clue it writes the moves so far to a file in the user's folder for data. The
file's name is a digest of rules, words and the name of the game. When the same game is
started again, these moves are made without asking. The host replies to them as before,
so the person sees the same clues, and is asked for the next move.
"""

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


class _SavedGame(msgspec.Struct, array_like=True):
    """Contents of the file: words with prices, and the turns that had a hint.

    A word of a game without prices has null. Turns count from 0.
    """

    moves: list[tuple[str, float | None]]
    hinted: list[int]


class SavingPerson:
    """A person whose game is saved after every clue.

    `host` gives the clues of the game, and `name` tells it from others with the same
    setting, as a seed does.
    """

    def __init__(self, person: Person, host: Host, name: str) -> None:
        self.person = person
        self.host = host
        setting = person.setting
        text = ascii([setting.to_dict(), setting.vocabulary.digest, name])
        file = f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"
        self.path = user_data_path("clueproof", appauthor=False) / "games" / file
        self._moves: list[tuple[str, float | None]] = []
        self._written = b""

    def resume(self) -> bool:
        """Return whether a saved game goes on: its moves are then made first.

        They must be legal, and must not end the game: the file may be damaged.
        """
        try:
            saved = msgspec.json.decode(read_bytes(self.path), type=_SavedGame)
            moves = [
                Move(word, math.inf if price is None else price)
                for word, price in saved.moves
            ]
            trial = Round(self.host, self.person.setting)
            # A move that ends the game has no turn; an illegal one forfeits it.
            if not moves or any(trial.advance(move) is None for move in moves):
                return False
        except (OSError, msgspec.MsgspecError, RecursionError, Forfeit):
            return False
        self.person.make(moves)
        self.person.hinted.update(saved.hinted)
        return True

    def first_move(self) -> tuple[str, float]:
        """Start the game, or start it again after a guess was taken back."""
        self._moves = []
        return self.person.first_move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Save the game with the last move, and ask for the next one."""
        self._moves.append((guess, epsilon))
        self.save()
        return self.person.next_move(guess, epsilon, result)

    def save(self) -> None:
        """Write the file; of a game without a move there is none."""
        if not self._moves:
            self.forget()
            return
        # JSON has no infinity: the price of a game without prices becomes null.
        saved = _SavedGame(self._moves, sorted(self.person.hinted))
        self._written = msgspec.json.encode(saved)
        with suppress(OSError):  # a folder that cannot be written ends no game
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, self._written.decode())

    def forget(self) -> None:
        """Remove the file of a game that is over or given up.

        It stays where another terminal has gone on with the game meanwhile.
        """
        with suppress(OSError):
            if read_bytes(self.path) == self._written:
                self.path.unlink()
