"""Figures of a game that a language model has played."""

from __future__ import annotations

import math
from statistics import fmean

from clueproof_agents.chat import reward_of
from contest.statistics.adjusted.luck import Luck, adjust_values
from game.protocol import Move, Outcome
from game.record import Game
from solver.advice.noisy_costs import NoisyJudge
from solver.advice.ratings import Unit


def figures_of(game: Game, judge: NoisyJudge) -> dict[str, float]:
    """Return the figures of a finished game, by name.

    * ``"won"`` is 1 for a won game and 0 for a lost game.
    * ``"adjusted"`` is the luck-adjusted result: the value of the game minus the luck
      of all its clues, in chances to win. In WORDPL, the value is the exact chance that
      the final answer is right; in other games it is ``"won"``.
    * ``"reward"`` is the result of `reward_of`.
    * ``"nats"`` is the score of a won game of WORDPL, and ``"guesses"`` is the score of
      any other won game. The score of a lost game is NaN.
    * ``"regret"`` and ``"lost_chance"`` are the two results of `regrets_of`.

    `judge` rates the moves.

    Examples
    --------
    >>> from game import Mode, Setting, Turn, Vocabulary
    >>> words = Vocabulary(*[("mount", "count", "found", "farms")] * 2)
    >>> judge = NoisyJudge(Setting(words, Mode.CLASSIC, max_turns=3))
    >>> turns = (Turn("mount", math.inf, 80), Turn("count", math.inf, 242))
    >>> game = Game(Mode.CLASSIC, "count", turns, "count", Outcome.WON)
    >>> figures_of(game, judge)["guesses"]
    2.0
    """
    setting = judge.setting
    won = game.outcome is Outcome.WON
    regret, lost_chance = regrets_of(game, judge)
    return {
        "won": float(won),
        "adjusted": float(adjust_values(Luck.of([game], setting))[0]),
        "reward": reward_of(game, setting),
        "nats" if setting.mode.priced else "guesses": game.score if won else math.nan,
        "regret": regret,
        "lost_chance": lost_chance,
    }


def regrets_of(game: Game, judge: NoisyJudge) -> tuple[float, float]:
    """Return the mean loss of a guess in bits, and the chance to win that was lost.

    The loss of a guess in bits is the information that the best word at the same price
    gives, minus the information that the guess gives. Two kinds of moves have a loss of
    chance instead: the final answer of WORDPL, and, in a game without prices, the last
    two guesses that the limit allows. The second returned figure is the sum of the
    losses of chance. The first returned figure is NaN if no move has a loss in bits.
    The second returned figure is NaN if no move has a loss of chance. `judge` computes
    the losses.
    """
    priced = game.mode.priced
    # The judge chooses the unit of each cost. Costs in different units are not added.
    costs: dict[Unit, list[float]] = {Unit.BITS: [], Unit.CHANCES: []}
    for number, turn in enumerate(game.turns):
        found = not priced and turn.guess == game.answer
        move = Move(turn.guess, turn.epsilon)
        rating = judge.rate(game.turns[:number], move, turn.clue, found=found)
        costs[rating.unit].append(rating.cost)

    # A forfeited game of WORDPL has no final answer.
    if priced and game.outcome in (Outcome.WON, Outcome.WRONG):
        answer = Move(game.final, 0.0)
        rating = judge.rate(game.turns, answer, None, found=game.final == game.answer)
        costs[Unit.CHANCES].append(rating.cost)
    bits = costs[Unit.BITS]
    chances = costs[Unit.CHANCES]
    return fmean(bits) if bits else math.nan, sum(chances) if chances else math.nan
