"""Web game: its state as a list of moves, replayed on demand."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from game.adversary import AbsurdleHost
from game.clues import MARKERS, parse, to_text
from game.draws import Draws
from game.errors import InputError
from game.hosts import Host, deal
from game.loop import play
from game.noise import keep_probability
from game.protocol import MAX_MOVES, Forfeit, Mode, Move, Setting, check_move
from game.record import Game, Turn, budget
from game.render import letter_marks, share_text
from game.wording import number
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.ties import ranking

CLASSIC_TURNS = 6
_TOP = 10  # words of a posterior that are shown


class Kind(StrEnum):
    """The games of the page."""

    WORDPL = "wordpl"
    CLASSIC = "classic"
    ABSURDLE = "absurdle"


_SHARED: dict[Kind, tuple[str, int | str]] = {
    Kind.WORDPL: ("WORDPL", ""),
    Kind.CLASSIC: ("Wordle", CLASSIC_TURNS),
    Kind.ABSURDLE: ("Absurdle", "∞"),
}  # name of the game, and the guesses allowed


class Pause(Exception):  # noqa: N818 - a state, not an error
    """All moves are replayed; the next one has not been made."""


class Played:
    """Strategy that replays a person's moves and records the clues.

    Parameters
    ----------
    moves : list of Move
        The moves so far.
    """

    def __init__(self, moves: list[Move]) -> None:
        self.moves = moves
        self.turns: list[Turn] = []

    def first_move(self) -> tuple[str, float]:
        """Return the first move."""
        return self._next()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Remember the clue and return the move that followed."""
        self.turns.append(Turn(guess, epsilon, parse(result, len(guess))))
        return self._next()

    def _next(self) -> Move:
        if len(self.turns) == len(self.moves):
            raise Pause
        return self.moves[len(self.turns)]


@dataclass(slots=True)
class Round:
    """A game of a person, without a time limit.

    Hosts are deterministic, so that a pending game is represented by its moves, which
    are replayed for every request.

    Parameters
    ----------
    kind : Kind
        Which game.
    vocabulary : Vocabulary
        The words.
    seed : str
        Seed of secret and noise.

    Examples
    --------
    >>> game = Round(Kind.WORDPL, Vocabulary.load(), "1")
    >>> game.move("crane", 12)
    >>> game.state()["over"], "secret" in game.state()
    (False, False)
    """

    kind: Kind
    vocabulary: Vocabulary
    seed: str
    moves: list[Move] = field(default_factory=list)
    given_up: bool = False

    @property
    def setting(self) -> Setting:
        """Words and rules."""
        if self.kind is Kind.WORDPL:
            return Setting(self.vocabulary)
        most = CLASSIC_TURNS if self.kind is Kind.CLASSIC else MAX_MOVES
        return Setting(self.vocabulary, Mode.CLASSIC, most)

    def move(self, guess: object, epsilon: object = math.inf) -> None:
        """Make a move.

        Parameters
        ----------
        guess : str
            The word.
        epsilon : float
            The price of its clue, in nats; 0 answers. Only WORDPL uses it.

        Raises
        ------
        InputError
            When the move is not legal or the game is over.
        """
        turns, game = self.played()
        if game or self.given_up:
            raise InputError("the game is over: expected a new one")
        if not isinstance(guess, str):
            raise InputError(f"guess {guess!r:.80}: expected a word")
        word = self.vocabulary.check_guess(guess[:80])
        if self.kind is not Kind.WORDPL:
            epsilon = math.inf
        elif epsilon == 0:
            self.vocabulary.check_answer(word)
        try:
            known = [(turn.guess, turn.clue) for turn in turns]
            prices = [turn.epsilon for turn in turns]
            move = check_move((word, epsilon), self.setting, known, prices)
            self.moves.append(move)
        except Forfeit as forfeit:
            raise InputError(forfeit.reason) from None

    def played(self) -> tuple[list[Turn], Game | None]:
        """Return the turns so far, and the game once its last move is made."""
        player = Played(self.moves)
        try:
            game = play(player, self._host(), self.setting)
        except Pause:
            return player.turns, None
        return list(game.turns), game

    def state(self) -> dict[str, Any]:
        """Return the public state of the game: the secret only when it is over."""
        turns, game = self.played()
        over = game is not None or self.given_up
        found: dict[str, Any] = {
            "kind": str(self.kind),
            "length": self.vocabulary.length,
            "most": CLASSIC_TURNS if self.kind is Kind.CLASSIC else None,
            "turns": [self._turn(turn) for turn in turns],
            "letters": letter_marks(turns),
            "budget": number(budget(turns)),
            "over": over,
        }
        return found | self._ending(turns, game) if over else found

    def posteriors(self) -> list[dict[str, Any]]:
        """Return the exact posterior before the first clue and after each.

        Returns
        -------
        list of dict
            ``bits`` of uncertainty, how many answers are ``left`` and the likeliest
            ``words`` with their probabilities.
        """
        turns, _ = self.played()
        matrix = clue_matrix(self.vocabulary, self.setting.rule)
        belief = Belief.uniform(len(self.vocabulary.answers))
        found = [self._posterior(belief)]
        for turn in turns:
            row = matrix[self.vocabulary.guess_index[turn.guess]]
            belief = belief.update(row, turn.clue, turn.epsilon, len(turn.guess))
            found.append(self._posterior(belief))
        return found

    def _host(self) -> Host:
        if self.kind is Kind.ABSURDLE:
            return AbsurdleHost(self.vocabulary.answers)
        return deal(self.setting, Draws(self.seed, 0))

    def _turn(self, turn: Turn) -> dict[str, Any]:
        found: dict[str, Any] = {"guess": turn.guess, "result": turn.result}
        if self.kind is Kind.WORDPL:
            keep = keep_probability(turn.epsilon, len(turn.guess))
            found |= {"epsilon": number(turn.epsilon), "keep": keep}
        return found

    def _posterior(self, belief: Belief) -> dict[str, Any]:
        chances = belief.probabilities
        top = ranking(chances)[:_TOP]
        words = self.vocabulary.answers
        return {
            "bits": belief.entropy,
            "left": len(belief.possible),
            "words": [[words[k], float(chances[k])] for k in top if chances[k] > 0],
        }

    def _ending(self, turns: list[Turn], game: Game | None) -> dict[str, Any]:
        secret = game.answer if game else self._reveal(turns)
        mark = MARKERS[self.setting.rule]
        truth = [to_text(mark(secret, t.guess), len(secret)) for t in turns]
        score = game.score if game else math.inf
        title, most = _SHARED[self.kind]
        return {
            "secret": secret,
            "final": game.final if game else "",
            "outcome": str(game.outcome) if game else "given_up",
            "truth": truth,
            "score": number(score),
            "share": share_text(title, turns, score, most),
        }

    def _reveal(self, turns: list[Turn]) -> str:
        """Return the secret; Absurdle has none yet, but words that fit the clues."""
        host = self._host()
        for place, turn in enumerate(turns):
            host.reply(turn.guess, turn.epsilon, place)
        return host.reveal()
