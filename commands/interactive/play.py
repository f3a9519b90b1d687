"""Command `play`."""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass, fields
from functools import partial

from commands.display.games import reveal_text
from commands.framework.cli import (
    OneOf,
    command,
    count_option,
    is_given,
    option,
    refuse_options,
)
from commands.framework.command_lines import review_command, typed_command
from commands.framework.options import (
    BOARDS,
    HARD,
    STRATEGY,
    TODAY,
    FibbleOptions,
    WordOptions,
    day,
    seed_option,
)
from commands.framework.results import terminal_width
from commands.interactive._absurdle import play_absurdle
from commands.person.human_player import spelling
from commands.person.terminal import (
    has_colour,
    hinting_entry,
    moves_text,
    new_person,
    play_with_person,
    show,
    site_address,
)
from contest.entries.home import STANDINGS
from game.channels.named import channel_of
from game.draws import Draws
from game.errors import InputError
from game.hard import Hard
from game.hosts import deal
from game.loop import play
from game.protocol import MAX_MOVES, SPARE_TURNS, Mode, Move, Outcome, Setting
from game.record import Game
from game.spelling import upper
from game.text.deals import ABSURDLE, TITLES, Deal
from game.text.formats import format_count, number
from game.text.render import board
from game.text.share import share_text
from game.words import Vocabulary
from solver.advice.insights import likely_line, mark_chances

_OF_SECRETS = (
    *("answer", "daily", "seed", "game", "boards", "hard"),
    *(field.name for field in fields(FibbleOptions)),
)
"""Names of options that Absurdle does not take."""


@dataclass(frozen=True)
class _PlayOptions(FibbleOptions, WordOptions):
    """Options that choose the game and its secret."""

    kind: str = option(
        "--mode",
        "kind",
        type=OneOf(TITLES),
        default="wordpl",
        help="The game; in Absurdle there is no secret, and every clue leaves as many "
        "answers as possible.",
    )
    strategy: str = STRATEGY
    challenge: str | None = option(
        "--challenge",
        metavar="WORD",
        help="In Absurdle: the word that you must make the last possible answer.",
    )
    boards: int | None = BOARDS
    hard: Hard = HARD
    answer: str | None = option(
        "--answer",
        metavar="WORD[,WORD]",
        help="The secret, or one secret for each board.",
    )
    daily: str | None = option(
        "--daily",
        metavar="[DATE]",
        is_flag=False,
        flag_value=TODAY,
        type=day,
        help="The puzzle of a day, like 2026-11-22. Without a date: today's puzzle.",
    )
    seed: str | None = seed_option("a fresh one")
    game: int | None = count_option(
        "--game",
        "The number of the game; a seed has a game for each number.",
        least=0,
        show_default="0",
    )

    moves: str | None = option(
        "--moves",
        metavar="WORD=PRICE,...",
        help="Moves that are made first, to continue a game. In games without prices: "
        "WORD,...",
    )

    def read_setting(self) -> tuple[Setting, str | None]:
        """Return the setting of the game, and the secret that ``--answer`` names.

        For several boards, the secret has a word for each board, separated by commas.
        Without ``--answer``, the secret is None.
        """
        mode = Mode(self.kind)
        boards = self.boards
        secret = None
        vocabulary = self.vocabulary(self.answer)

        # Each board has one secret. Without prices, any valid guess may be a secret.
        if self.answer is not None:
            check = vocabulary.check_answer if mode.priced else vocabulary.check_guess
            chosen = [check(word) for word in self.answer.split(",")]
            if len(chosen) != (boards or len(chosen)):
                expected = f"{format_count(boards or 1, 'word')}, one per board"
                raise InputError(f"--answer {self.answer!r}", expected)
            secret = ",".join(chosen)
            boards = len(chosen)
            if mode is Mode.FIBBLE and secret not in vocabulary.answer_index:
                # Add the secret to the answers, because notes and the final text need
                # its posterior probability.
                answers = (*vocabulary.answers, secret)
                vocabulary = Vocabulary(answers, vocabulary.guesses)
        # The limit of guesses grows by one guess for each board.
        count = boards or 1
        turns = count + SPARE_TURNS if mode is Mode.CLASSIC else MAX_MOVES
        rules = {"max_turns": turns, "boards": count, "hard": self.hard}
        return self.make_setting(vocabulary, mode, **rules), secret

    def deal(self, setting: Setting) -> Deal:
        """Return the game that the options choose by a day, by a seed or by its secret.

        Raises `InputError` if the options contradict each other.
        """
        if self.daily is not None:
            for name in ("answer", "seed", "game"):
                if getattr(self, name) is not None:
                    raise InputError("--daily", f"no --{name} with it")
            return Deal(setting, day=self.daily)
        if self.answer is not None:
            return Deal(setting)
        seed = secrets.token_hex(6) if self.seed is None else self.seed
        return Deal(setting, seed=seed, game=self.game or 0)

    def draws(self, dealt: Deal) -> Draws:
        """Return the random numbers from which the secret and the noise are drawn."""
        # If the user names the secret, only the noise is drawn: from --seed, or from a
        # fresh seed.
        names = (dealt.drawn, self.seed, secrets.token_hex(6))
        name = next(name for name in names if name is not None)
        return Draws(name, self.game or 0)


@command()
def main(*, options: _PlayOptions) -> int:
    """Play WORDPL; with --mode, Wordle, Fibble or Absurdle."""
    if options.kind == ABSURDLE:
        refuse_options(_OF_SECRETS, "a --mode other than absurdle")
        asked = options.strategy if is_given("strategy") else None
        return play_absurdle(options, options.challenge, asked, options.moves)
    refuse_options(["challenge"], "--mode absurdle with it")
    # Find a mistake in --strategy before the game starts.
    hinting_entry(options.strategy, Mode(options.kind))

    setting, secret = options.read_setting()
    dealt = options.deal(setting)
    draws = options.draws(dealt)
    secret = secret or ",".join(dealt.secrets) or None

    # `deal` ignores the weights of answers. So draw the secrets here, with
    # probabilities that are proportional to the weights.
    weights = setting.vocabulary.weights
    if secret is None and setting.mode is Mode.CLASSIC and weights:
        answers = setting.vocabulary.answers
        drawn = draws.answers(len(answers), setting.boards, weights)
        secret = ",".join(answers[index] for index in drawn.argmax(axis=1))
    host = deal(setting, draws, secret)

    # If clues may lie, a line tells the likeliest answers after each turn. If the user
    # names the secret, the secret may be missing in the list of answers. Then the hints
    # also allow for valid guesses that are not in this list.
    is_exact = setting.mode is Mode.CLASSIC
    person = new_person(
        setting,
        options.strategy,
        note=(lambda _: "") if is_exact else partial(likely_line, setting),
        doubt=None if is_exact else partial(mark_chances, setting),
        any_word=options.answer is not None,
    )

    if host.first:
        person.make([Move(host.first, math.inf)])
    if options.moves:
        person.make(person.read_moves(options.moves))
    show(f"{_welcome_text(dealt)}\n")

    def end(game: Game) -> str:
        rate = review_command(game, options.hard, **options.named)
        return _farewell_text(game, dealt, len(person.hinted), rate)

    # The command that continues the game has the seed: the seed fixes the secret.
    named = {} if options.daily else {"seed": draws.seed, "game": draws.game}
    return play_with_person(
        lambda: play(person, host, setting),
        end,
        lambda: f"The {_secret_text(host.reveal())}.",
        lambda: typed_command(**named, moves=moves_text(person.turns)),
    )


def _welcome_text(dealt: Deal) -> str:
    """Return the text that is shown before the first move of a game."""
    setting = dealt.setting
    # The introduction has no example word, because that word might be the secret.
    length = setting.vocabulary.length
    boards = setting.boards
    goal = f"find the word of {length} letters"
    if boards > 1:
        goal = f"find the {boards} words of {length} letters, one on each board,"
    more = f"{spelling('help', setting)} lists the commands."
    title = TITLES[dealt.kind] + (f", {dealt.name}" if dealt.day else "")
    if not setting.mode.priced:
        goal += f" in {setting.max_turns} guesses"
        if setting.mode is Mode.FIBBLE:
            goal += f".\n{channel_of(setting).about(length)[:-1]}"
        return f"{title}: {goal}.\nType a word; {more}"
    return (
        f"{title}: {goal}, and pay little.\nClues may lie; the more you pay for a "
        "clue, the likelier it is true.\n"
        f"Type a word and a price. With the price 0, the word is your final answer.\n"
        f"{more}"
    )


def _farewell_text(game: Game, dealt: Deal, hints: int, rate: str) -> str:
    """Return a text: how a game ended, the command that rates it, and a text to share.

    `hints` is the number of turns in which the person asked for a hint. `rate` is the
    command, or an empty string.
    """
    setting = dealt.setting
    secret = upper(game.answer)
    won = game.outcome is Outcome.WON
    if not game.mode.priced:
        end = f"The {_secret_text(secret)}."
        if won and setting.boards == 1:
            end = f"Well done, it was {secret}!"
        elif won:
            end = f"Well done, the {_secret_text(secret)}!"
        picture = board(game.turns, colour=has_colour(), columns=terminal_width())
        if game.mode is Mode.FIBBLE:
            picture = reveal_text(game, setting)
        end = f"{picture}\n\n{end}"
    else:
        end = "Right, it was" if won else "No, the word was"
        end = f"{end} {secret}{'!' if won else '.'} Your score: {number(game.score)}"
        # Imported here, as the statistics would delay the first prompt by 0.5 s.
        from contest.leaderboard.records import LEADS, leads_sentence, read_standing

        lines = [end, "", reveal_text(game, setting)]
        if setting.vocabulary == Vocabulary.load():  # the words of the contest
            lines.append(leads_sentence(read_standing(STANDINGS / LEADS).values()))
        end = "\n".join(lines)

    if game.reason:
        end += f" ({game.reason})"
    if rate:
        end += f"\n\nrate the game with\n{rate}"
    return f"\n{end}\n\n{share_text(dealt, game, site_address(), hints)}"


def _secret_text(secret: str) -> str:
    """Return ``word was CRANE``, or ``words were ...`` for several secrets."""
    *others, last = upper(secret).split(",")
    if not others:
        return f"word was {last}"
    return f"words were {', '.join(others)} and {last}"
