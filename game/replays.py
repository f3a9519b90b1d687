"""Replays of recorded games.

The secret follows from the seed. The clue of a move follows from the seed, the guess
and its price.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.draws import Draws
from game.hosts import Host, deal
from game.loop import Scripted, play
from game.protocol import Mode, Setting
from game.record import FORFEITED, Game


def replay(
    games: Iterable[Game],
    numbers: Iterable[int],
    seed: str,
    setting: Setting,
    *,
    whole_dictionary: bool = False,
) -> Iterator[Game]:
    """Yield the games that result if the moves of recorded games are played again.

    A replayed game equals the recorded game if `seed` and `setting` are the seed and
    the setting of the run in which the game was recorded. If the recorded game was
    forfeited, its turns are replayed, and the forfeit is taken from the record, because
    no host can repeat a crash.

    Parameters
    ----------
    games : iterable of Game
        The recorded games.
    numbers : iterable of int
        The numbers of these games in the run, counted from 0.
    seed, setting, whole_dictionary
        The seed and the rules of the run, as `game.draws.Draws` and `game.hosts.deal`
        take them.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> setting = Setting(Vocabulary.load())
    >>> script = Scripted([("trace", 9.0), ("crane", 0.0)])
    >>> game = play(script, deal(setting, Draws("1", 7)), setting)
    >>> list(replay([game], [7], "1", setting)) == [game]
    True
    """
    for game, number in zip(games, numbers, strict=True):
        draws = Draws(seed, number)
        host = deal(setting, draws, whole_dictionary=whole_dictionary)
        yield _replay(game, host, setting)


def _replay(game: Game, host: Host, setting: Setting) -> Game:
    """Return the game that results if the moves of `game` are played again.

    `host` answers the moves. The secret and the noise of `host` follow from the same
    seed as in the recorded game.
    """
    moves = [(turn.guess, turn.epsilon) for turn in game.turns]
    if game.mode is Mode.WORDPL and game.final:
        moves.append((game.final, 0.0))
    again = play(Scripted(moves), host, setting)

    # The forfeit is taken over only if all turns before it are the same and neither
    # game has a final word.
    followed = again.turns == game.turns and not (game.final or again.final)
    if not (followed and game.outcome in FORFEITED):
        return again
    return Game(again.mode, again.answer, again.turns, "", game.outcome, game.reason)
