"""Command `review`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from commands.display.reviewed import classic_text, noisy_text
from commands.framework.cli import argument, command, option, refuse_options
from commands.framework.options import UnpricedOptions
from commands.framework.results import Facts, Result
from commands.person.terminal import progress
from game.channels.named import channel_of, likelihood
from game.clues import all_correct, classic, parse
from game.errors import InputError
from game.hard import Hard, Known, check_turns
from game.noise import read_price
from game.protocol import SPARE_TURNS, Mode, Setting, objection_to_price
from game.record import Turn
from game.text.formats import format_count
from game.text.typed import (
    join_title,
    read_clue,
    read_clues,
    sample_word,
    split_turns,
    typed_prices,
)
from game.words import Vocabulary
from solver.advice.contradictions import unlisted_note
from solver.advice.costs import Judge
from solver.advice.noisy_costs import NoisyJudge
from solver.advice.position import check_word
from solver.advice.ratings import Rating, Unit
from solver.advice.review import review_classic, review_noisy


class _MoveFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A rated move of a game.

    `best` is the best word, and `cost` says how much worse the move is than that word.
    `luck` is the luck of the move's clue. Cost and luck are in the unit `unit`:
    ``guesses``, ``bits`` or ``chances``.
    """

    guess: str
    price: float
    clue: str
    best: str
    unit: Unit
    cost: float
    luck: float

    @classmethod
    def of(cls, turn: Turn, rating: Rating) -> _MoveFacts:
        """Return the rated move of a turn, from the turn and its rating."""
        return cls(
            guess=turn.guess,
            price=turn.epsilon,
            clue=turn.result,
            best=rating.best,
            unit=rating.unit,
            cost=rating.cost,
            luck=rating.luck,
        )


class _ReviewFacts(Facts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: the rated moves of a game.

    If a classic game is not rated in guesses, `why` has the reason.
    """

    mode: Mode
    moves: list[_MoveFacts]
    why: str = ""


@dataclass(frozen=True)
class _ReviewOptions(UnpricedOptions):
    """The game to rate, its rules and its words."""

    game: tuple[str, ...] = argument(
        "game",
        nargs=-1,
        required=True,
        metavar="GAME...",
        help="The guesses with dots between them, like salet.crony.whiff; or each "
        "guess with its clue, like salet=.....; or a result that Wordle lets you "
        "share, and then the guesses. In WORDPL each guess with price and clue, like "
        "salet=10:..i.., then the final answer.",
    )
    answer: str | None = option(
        "--answer",
        metavar="WORD",
        show_default="the last guess; in WORDPL unknown",
        help="The secret.",
    )


@command()
def main(*, options: _ReviewOptions) -> Result[_ReviewFacts]:
    """Rate each guess of a finished game, and the luck of each clue.

    The cost of a guess is how much worse the guess is than the best guess. In classic
    Wordle, cost and luck are in guesses, or in bits if an exact search would take too
    long. In WORDPL and Fibble, cost and luck are in bits. Two moves are rated by the
    chance to win instead, in percentage points: in WORDPL the final answer and the
    guess before, in Fibble the last two guesses that --limit allows.
    """
    refuse_options(("given",), "no --given, because GAME has the first guess")
    texts = join_title(options.game)
    if not texts[1:] and texts != [*options.game]:
        raise InputError(
            f"{texts[0]!r} without guesses",
            "the guesses after the result, like salet.crony.whiff",
        )
    vocabulary = options.vocabulary(sample_word(texts))
    guesses, clues = split_turns(texts, vocabulary)
    game = typed_prices(guesses, clues) or texts

    # If the turns have prices, the game is WORDPL, even without ``--mode``.
    is_priced = any(":" in text.partition("=")[2] for text in game)
    mode = Mode.WORDPL if is_priced else options.mode
    setting = options.make_setting(vocabulary, mode)
    if mode is Mode.CLASSIC:
        return _review_classic(guesses, clues, vocabulary, options)

    # If clues may be wrong, there is no hard mode.
    if options.hard is not Hard.OFF:
        raise InputError(f"--hard {options.hard}", f"off in {mode}")

    # WORDPL ends with a final answer. Fibble ends with a guess whose marks are all
    # right: that guess is taken for the secret, unless --answer names the secret.
    answer = options.answer
    final = ""
    if is_priced:
        turns, final = _read_priced(game, vocabulary)
    else:
        known = read_clues(guesses, clues, vocabulary)
        turns = [Turn(word, math.inf, clue) for word, clue in known]
        if turns[-1].clue == all_correct(vocabulary.length):
            answer = answer or turns[-1].guess
    return _review_noisy(setting, turns, final, answer)


def _review_noisy(
    setting: Setting, turns: Sequence[Turn], final: str, answer: str | None
) -> Result[_ReviewFacts]:
    """Return the review of a game of WORDPL or Fibble.

    `final` is the final answer, or an empty string. `answer` is the secret, or None if
    the secret is unknown.
    """
    secret = None if answer is None else setting.vocabulary.check_answer(answer)
    if secret and not fits(setting, turns, secret):
        raise InputError(f"{answer!r}", "a secret that fits the clues")
    review = review_noisy(NoisyJudge(setting), turns, final, secret)
    moves = [_MoveFacts.of(rated.turn, rated.rating) for rated in review.turns]

    # The final answer gets no clue, and so has no luck.
    if review.answer is not None:
        answer_move = _MoveFacts(
            guess=final,
            price=0.0,
            clue="",
            best=review.answer.best,
            unit=review.answer.unit,
            cost=review.answer.cost,
            luck=0.0,
        )
        moves.append(answer_move)
    return Result(_ReviewFacts(mode=setting.mode, moves=moves), noisy_text(review))


def _review_classic(
    guesses: Sequence[str],
    clues: Sequence[str],
    vocabulary: Vocabulary,
    options: _ReviewOptions,
) -> Result[_ReviewFacts]:
    """Return the review of a game of classic Wordle, with notes on the words.

    `clues` has the typed clue of each guess; if no clues were typed, it is empty.
    """
    known = _read_classic(guesses, clues, options.answer, vocabulary)
    check_turns(known, options.hard)

    notes = [unlisted_note(vocabulary, guess) for guess, _ in known]
    if options.answer is None and not clues:
        last = known[-1][0].upper()
        notes.insert(
            0,
            f"The secret: {last}, the last guess. --answer WORD names another secret.",
        )

    progress("thinking...")
    review = review_classic(_make_judge(known, vocabulary, options), known)
    moves = [_MoveFacts.of(rated.turn, rated.rating) for rated in review.turns]
    facts = _ReviewFacts(mode=Mode.CLASSIC, moves=moves, why=review.why)
    return Result(facts, "\n\n".join([*filter(None, notes), classic_text(review)]))


def _make_judge(
    known: Sequence[Known], vocabulary: Vocabulary, options: _ReviewOptions
) -> Judge:
    """Return a judge, which computes the best guess of each turn of a classic game.

    `known` has the guesses and clues of the game. The secret of the game may be in no
    list.
    """
    # The usual limit of guesses applies. If the game took more guesses, there is no
    # limit.
    limit = 1 + SPARE_TURNS
    is_limited = len(known) <= limit

    # A secret that is in no list counts as a valid guess.
    secret = check_word(vocabulary, options.answer or known[-1][0])
    guesses = dict.fromkeys((*vocabulary.guesses, secret))
    return Judge(
        replace(vocabulary, guesses=tuple(guesses)),
        options.hard,
        limit=limit if is_limited else None,
    )


def _read_priced(game: Sequence[str], vocabulary: Vocabulary) -> tuple[list[Turn], str]:
    """Return the turns of a typed WORDPL game, and its final answer.

    `game` has the typed words, such as ``crane=10:ci..c``. If the game has no final
    answer, an empty string is returned. Raises `InputError` if the game cannot be
    understood, or breaks the rules.
    """
    *guesses, last = game
    final = "" if "=" in last else vocabulary.check_answer(last)
    turns: list[Turn] = []
    for text in guesses if final else game:
        turn = _read_turn(text, vocabulary)
        if error := objection_to_price(turn.epsilon, [t.epsilon for t in turns]):
            raise replace(error, what=f"{text!r}: {error.what}")
        turns.append(turn)
    return turns, final


def _read_turn(text: str, vocabulary: Vocabulary) -> Turn:
    """Return a turn of WORDPL from a text like crane=10:ci..c."""
    word, _, rest = text.partition("=")
    price, colon, clue = rest.partition(":")
    if not colon:
        raise InputError(f"{text!r}", "WORD=PRICE:CLUE, like crane=10:ci..c")
    epsilon = read_price(price)
    if epsilon == 0:
        raise InputError(f"{text!r}", "a finite price above 0")
    guess = vocabulary.check_guess(word)
    return Turn(guess, epsilon, parse(clue, vocabulary.length))


def fits(setting: Setting, turns: Sequence[Turn], secret: str) -> bool:
    """Return whether a game on one board can have its clues if its secret is `secret`.

    `turns` has the guesses and the clues of the game.
    """
    # If a right guess ends the game, the last guess may be the secret. Such a turn
    # fits, whatever its likelihood is.
    ends = channel_of(setting).ends
    return all(
        likelihood(turn, secret, setting) > 0
        or (ends and turn.guess == secret and turn is turns[-1])
        for turn in turns
    )


def _read_classic(
    guesses: Sequence[str],
    typed: Sequence[str],
    answer: str | None,
    vocabulary: Vocabulary,
) -> list[Known]:
    """Return the guesses and clues of a typed game of classic Wordle.

    `typed` has the typed clue of each guess; it is empty if the clues shall follow from
    the secret. `answer` is the secret; None means that the last guess is the secret.
    Raises `InputError` if the words cannot be understood.
    """
    if not guesses or (typed and len(typed) != len(guesses)):
        raise InputError(
            f"{format_count(len(guesses), 'word')} and "
            f"{format_count(len(typed), 'clue')}",
            "WORD=CLUE for each guess, or words and --answer",
        )

    # Without typed clues, the clues follow from the secret. Typed clues must agree with
    # the secret.
    guesses = [check_word(vocabulary, guess) for guess in guesses]
    secret = check_word(vocabulary, answer or guesses[-1])
    true_clues = [classic(secret, guess) for guess in guesses]
    pairs = zip(guesses, typed, strict=False)
    clues = [read_clue(guess, clue) for guess, clue in pairs] or true_clues
    if answer is not None and clues != true_clues:
        raise InputError(f"--answer {answer!r}", "a word that fits the clues")

    # A game ends with the secret, so that no guess can follow it.
    right = all_correct(vocabulary.length)
    for guess, clue in zip(guesses[:-1], clues, strict=False):
        if clue == right:
            raise InputError(
                f"guesses after the right guess {guess!r}", "the right guess last"
            )
    return list(zip(guesses, clues, strict=True))
