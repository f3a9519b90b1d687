"""Games as chat messages for language models."""

from __future__ import annotations

from clueproof_agents.phrasings import PLAIN, load_phrasing, phrasing_of
from clueproof_agents.replies import parse_reply
from clueproof_agents.settings import MOST
from game.draws import Draws
from game.errors import InputError
from game.hosts import Host, deal
from game.loop import Round
from game.protocol import Forfeit, Move, Outcome, Setting
from game.record import Game, Turn, budget
from game.spelling import upper
from game.text.formats import number

TRIES = 3
"""A game is lost if this number of replies in a row have no legal move."""

_NAMES = {".": "absent", "i": "present", "c": "correct"}


class TextGame:
    """A game as messages, each a dict of ``"role"`` and ``"content"``.

    `messages` has all messages so far, for the next call of a model. `host` holds the
    secret and gives the clues; `game.deal` makes a host. `setting` has the rules.
    `illegal` is the number of replies without a legal move in the game so far.
    `phrasing` is the name of the texts that explain the rules, such as ``"plain"``.

    Examples
    --------
    >>> from game import Draws, Mode, Vocabulary, deal
    >>> setting = Setting(Vocabulary.load(), Mode.CLASSIC, max_turns=6)
    >>> chat = TextGame(deal(setting, Draws("1", 0), "crane"), setting)
    >>> print(chat.reply("I try SLATE."))
    SLATE: absent absent correct absent correct (..c.c). Guesses left: 5.
    >>> print(chat.reply("Guess: Crane"))
    CRANE is right. The game is over: score 2.
    """

    def __init__(self, host: Host, setting: Setting, *, phrasing: str = PLAIN) -> None:
        if setting.boards > 1:
            raise InputError(f"boards {setting.boards}", "1 in a text game")
        self._round = Round(host, setting)
        self._failed = 0
        self.illegal = 0
        self.setting = setting
        texts = load_phrasing(phrasing)
        self.messages = [
            {"role": "system", "content": texts.rules_of(setting)},
            {"role": "user", "content": texts.start},
        ]

    @classmethod
    def of(cls, setting: Setting, seed: str, number: int) -> TextGame:
        """Return the game with the number `number`, whose secret follows from `seed`.

        The phrasing (the wording of the messages) changes from one number to the next.
        """
        host = deal(setting, Draws(seed, number))
        return cls(host, setting, phrasing=phrasing_of(number))

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The guesses so far, with their clues."""
        return tuple(self._round.turns)

    @property
    def game(self) -> Game | None:
        """The finished game with its score, or None while the game goes on."""
        return self._round.result() if self._round.is_over else None

    def reply(self, text: str) -> str:
        """Take the reply of a model, and return the message that answers the reply.

        After a reply without a legal move, the message asks the model again. After
        `TRIES` such replies in a row, the game is forfeited. `InputError` is raised if
        the game was over before the reply.
        """
        if self._round.is_over:
            raise InputError("a reply after the end of the game", "a new game")

        # A move that the rules forbid counts like a reply that states no move.
        try:
            move = parse_reply(text, self.setting)
            self._round.advance(move)
            self._failed = 0
            answer = self._answer(move)
        except (InputError, Forfeit) as error:
            self._failed += 1
            self.illegal += 1
            answer = f"That is not a move: {error}."
            if self._failed == TRIES:
                self._round.forfeit(Forfeit(Outcome.INVALID, str(error)))
                answer += " The game is lost."
        self.messages.append({"role": "assistant", "content": text})
        self.messages.append({"role": "user", "content": answer})
        return answer

    def _answer(self, move: Move) -> str:
        word = upper(move.guess)
        turns = self._round.turns
        game = self.game
        if game is not None and game.outcome is Outcome.WON:
            return f"{word} is right. The game is over: score {number(game.score)}."
        if game is not None:
            return (
                f"{word} is not right. The game is lost: "
                f"the secret was {upper(game.answer)}."
            )
        paid = f" Paid: {number(budget(turns))}." if self.setting.mode.priced else ""
        left = self.setting.max_turns - len(turns)
        return f"{describe(turns[-1])}.{paid} Guesses left: {left}."


def describe(turn: Turn) -> str:
    """Return a turn as text: the guess, and the marks of its clue in words.

    Examples
    --------
    >>> describe(Turn("crane", float("inf"), 191))
    'CRANE: correct present absent absent correct (ci..c)'
    """
    marks = " ".join(_NAMES[mark] for mark in turn.result)
    return f"{upper(turn.guess)}: {marks} ({turn.result})"


def reward_of(game: Game, setting: Setting) -> float:
    """Return the reward of a finished game, from 0 to 1; a lost game has 0.

    A won game of WORDPL that cost x nats has ``max(0, 1 - x / 100)``. In other games, a
    win by the first guess has 1. Each further guess lowers the reward by 1 divided by
    the limit of guesses. The environments of Gymnasium return these rewards on another
    scale.

    Examples
    --------
    >>> from game import Mode, Vocabulary
    >>> turns = (Turn("slate", 12.5, 20),)
    >>> game = Game(Mode.WORDPL, "crane", turns, "crane", Outcome.WON)
    >>> reward_of(game, Setting(Vocabulary.load()))
    0.875
    """
    if game.outcome is not Outcome.WON:
        return 0.0
    if setting.mode.priced:
        return max(0.0, 1 - game.score / MOST)
    return 1 - (game.score - 1) / setting.max_turns
