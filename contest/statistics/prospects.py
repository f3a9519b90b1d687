"""How near an entry is to a lead, in a sentence about one ranking.

Every entry is described in the ranking in which it is nearest to the lead. A ranking in
which the entry takes the lead is nearest. Otherwise the distance is the entry's budget
minus the budget that takes the lead, in nats. So an entry with smaller budgets in all
rankings is never further away.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from contest.statistics.games import Games
from contest.statistics.quantiles import PERCENTILES, at_most
from game.protocol import Outcome
from game.text.formats import format_count, format_score, percent_with_error

_SHARES = {"p50": "half"}
_MOST = 1_000_000  # the sentence asks for no more games than this


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """How near an entry is to the lead of a ranking.

    Parameters
    ----------
    column : str
        The name of the ranking.
    target : float
        The largest budget that takes the lead.
    budget : float
        The smallest budget whose luck-adjusted chance to win reaches the target
        probability, or ``inf``.
    certified : float
        The smallest budget that the games certify, or ``inf``.
    more_games : float
        How many games a run needs to certify the target in nine of ten runs. The number
        is 0 if the games played already certify the target. The number is also 0 if
        `budget` is above the target.
    text : str
        A sentence that says how near the entry is to the lead.
    """

    column: str
    target: float
    budget: float
    certified: float
    more_games: float
    text: str


def prospect_of(games: Games, targets: Mapping[str, float]) -> Prospect:
    """Return how near an entry is to the nearest lead.

    `targets` has, for each ranking, the largest budget that takes the lead.
    """
    column = min(targets, key=lambda name: _distance(games, name, targets[name]))
    return prospect_in(games, column, targets[column])


def prospect_in(games: Games, column: str, target: float) -> Prospect:
    """Return how near an entry is to the lead of the ranking `column`.

    `target` is the largest budget that takes the lead.
    """
    budget = games.curve.crossing(PERCENTILES[column])
    certified = games.certified(column)
    more_games = 0.0
    if at_most(certified, target):
        text = (
            f"these games certify {format_score(certified)} nats for {column}; a "
            f"budget of {format_score(target)} nats takes the lead"
        )
    elif at_most(budget, target):
        more_games = games.games_to_certify(column, target)
        text = _text_of_excess(games, column, target, more_games)
    elif budget < math.inf:
        share = _SHARES.get(column, f"{100 * PERCENTILES[column]:g} %")
        text = (
            f"wins {share} of its games within {format_score(budget)} nats; a budget "
            f"of {format_score(target)} nats takes the lead of {column}: "
            f"{format_score(budget - target)} nats to go"
        )
    else:
        text = _text_of_losses(games)
    return Prospect(
        column=column,
        target=target,
        budget=budget,
        certified=certified,
        more_games=more_games,
        text=text,
    )


def _text_of_excess(games: Games, column: str, target: float, more_games: float) -> str:
    """Return a sentence for an entry whose estimate takes the lead.

    The entry's games do not certify the lead yet. `target` is the largest budget that
    takes the lead of the ranking `column`. `more_games` is the number of games that
    certify this budget in nine of ten runs.
    """
    chance = percent_with_error(*games.curve.at(target))
    wins = (
        f"wins {chance} of its games within {format_score(target)} nats, a budget that "
        f"takes the lead of {column}"
    )
    if more_games > _MOST:
        return f"{wins}: too close to {100 * PERCENTILES[column]:g} % to be certified"
    return f"{wins}: ask for about {more_games:,.0f} games to certify this budget"


def _text_of_losses(games: Games) -> str:
    """Return a sentence for an entry that wins too few games for any lead.

    The sentence has the entry's chance to win without a limit on the cost.
    """
    if not games.count(Outcome.WON):
        return f"wins none of {format_count(len(games), 'game')}"
    chance = percent_with_error(*games.curve.at(math.inf))
    least = 100 * min(PERCENTILES.values())
    return (
        f"wins {chance} of its games at any price; every ranking asks for {least:g} % "
        "or more"
    )


def _distance(games: Games, column: str, target: float) -> tuple[bool, float]:
    """Return the sort key of a ranking; the smallest key is nearest to the lead.

    `target` is the largest budget that takes the lead. A ranking in which the games
    certify `target` comes before all other rankings.
    """
    certified = games.certified(column)
    if at_most(certified, target):
        return False, certified - target
    return True, games.curve.crossing(PERCENTILES[column]) - target


def always_text(games: Games) -> str:
    """Return a sentence for an entry that pays the same sum in every game.

    The sentence has this sum and the chance to win. Return an empty string for an entry
    with games of different costs, for an entry that pays nothing, and for an entry that
    won no game.
    """
    if not games.count(Outcome.WON):
        return ""
    limits = games.curve.limits
    if len(limits) != 1 or not math.isfinite(limits[0]) or not limits[0]:
        return ""
    chance, _ = games.curve.at(limits[0])
    share = f"{100 * chance:.3g} %"
    return f"always pays {format_score(limits[0])} nats and wins {share} of its games"
