"""Replays of recorded games: the clues of many are drawn at once, then each is played.

The secret and the clue of every move follow from the seed, the guess and its price.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from game.channels.channel import Floats
from game.channels.named import channel_of
from game.clues import Clue, from_marks
from game.draws import Draws, answer_indices, noise
from game.hosts import check_place, given_guess
from game.loop import Scripted, play
from game.marking import Bytes, letters, marks
from game.protocol import Mode, Setting
from game.record import FORFEITED, Game, Turn
from game.spelling import fold

_TOGETHER = 1 << 12  # games whose clues are drawn at once


@dataclass(frozen=True, slots=True)
class _DrawnHost:
    """Host of a game that is over, whose clues were drawn beforehand."""

    number: int
    secrets: list[str]
    first: str
    clues: list[Clue] = field(default_factory=list)

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue of a turn."""
        return self.clues[turn]

    def accepts(self, word: str) -> bool:
        """Return whether a word is one of the secrets."""
        return word in self.secrets

    def reveal(self) -> str:
        """Return the secrets, separated by commas."""
        return ",".join(self.secrets)


def replay(
    games: Sequence[Game],
    numbers: Sequence[int],
    seed: str,
    setting: Setting,
    *,
    whole_dictionary: bool = False,
) -> Iterator[Game]:
    """Play the moves of recorded games of a run again.

    A game equals the recorded one when seed and setting are those it was played with.
    One that was forfeited is replayed up to the forfeit, which is then taken from the
    record: no host can repeat a crash.

    Parameters
    ----------
    games : sequence of Game
        The recorded games.
    numbers : sequence of int
        Their numbers in the run, from 0.
    seed, setting, whole_dictionary
        Of the run, as `game.draws.Draws` and `game.hosts.deal` take them.

    Examples
    --------
    >>> from game.hosts import deal
    >>> from game.words import Vocabulary
    >>> setting = Setting(Vocabulary.load())
    >>> script = Scripted([("trace", 9.0), ("crane", 0.0)])
    >>> game = play(script, deal(setting, Draws("1", 7)), setting)
    >>> list(replay([game], [7], "1", setting)) == [game]
    True
    """
    for start in range(0, len(games), _TOGETHER):
        part = games[start : start + _TOGETHER]
        hosts = _deal(
            numbers[start : start + _TOGETHER], seed, setting, whole_dictionary
        )
        _draw_clues(hosts, part, seed, setting)
        for game, host in zip(part, hosts, strict=True):
            yield _replay(game, host, setting)


def _deal(
    numbers: Sequence[int], seed: str, setting: Setting, whole_dictionary: bool
) -> list[_DrawnHost]:
    """Return the hosts of numbered games, without clues."""
    answers = setting.vocabulary.answers
    if whole_dictionary:
        for number in numbers:
            check_place(number, len(answers))
        places = [[number] for number in numbers]
    else:
        drawn = answer_indices(seed, numbers, len(answers), setting.boards)
        places = drawn.tolist()
    return [
        _DrawnHost(
            number,
            [answers[place] for place in row],
            given_guess(setting, Draws(seed, number)),
        )
        for number, row in zip(numbers, places, strict=True)
    ]


def _draw_clues(
    hosts: Sequence[_DrawnHost], games: Sequence[Game], seed: str, setting: Setting
) -> None:
    """Add the clue of each turn of each game, whose guesses need not be legal."""
    # All games at the same turn: their noise is drawn in one pass.
    for turn in range(max((len(game.turns) for game in games), default=0)):
        pairs = zip(hosts, games, strict=True)
        played = [(host, game.turns[turn]) for host, game in pairs if game.turns[turn:]]
        shown = _true_marks(played, setting)
        if setting.mode is not Mode.CLASSIC:
            numbers = [host.number for host, _ in played]
            uniforms = noise(seed, numbers, turn, setting.vocabulary.length)
            shown = _noisy_marks(played, shown, uniforms, setting)
        for (host, _), row in zip(played, shown.tolist(), strict=True):
            host.clues.append(from_marks(row))


def _noisy_marks(
    played: Sequence[tuple[_DrawnHost, Turn]],
    true: Bytes,
    uniforms: Floats,
    setting: Setting,
) -> Bytes:
    """Return the marks that the channel shows for the true ones, price by price."""
    prices = np.array([turn.epsilon for _, turn in played])
    shown = true.copy()

    # A channel takes one price at a time.
    for price in np.unique(prices):
        at = prices == price
        shown[at] = channel_of(setting).draw(true[at], float(price), uniforms[at])
    return shown


def _true_marks(played: Sequence[tuple[_DrawnHost, Turn]], setting: Setting) -> Bytes:
    """Return the true marks of turns, shape (n_turns, n_boards * n_letters)."""
    words = setting.vocabulary
    guesses = []
    for host, turn in played:
        guess = fold(turn.guess) if host.clues or not host.first else host.first
        # A guess that is not in the list is refused before its clue.
        guesses.append(guess if guess in words.guess_index else words.guesses[0])
    secrets = letters("".join(s for h, _ in played for s in h.secrets), words.length)
    shown = letters("".join(guesses), words.length).repeat(setting.boards, axis=0)
    return marks(secrets, shown, setting.rule).reshape(len(played), -1)


def _replay(game: Game, host: _DrawnHost, setting: Setting) -> Game:
    """Play the moves of a recorded game again."""
    moves = [(turn.guess, turn.epsilon) for turn in game.turns]
    if game.mode is Mode.WORDPL and game.final:
        moves.append((game.final, 0.0))
    again = play(Scripted(moves), host, setting)

    # The forfeit is taken over only if all turns before it are the same, and both games
    # have no final word.
    followed = again.turns == game.turns and not (game.final or again.final)
    if not (followed and game.outcome in FORFEITED):
        return again
    return Game(again.mode, again.answer, again.turns, "", game.outcome, game.reason)
