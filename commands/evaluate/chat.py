"""A language model at Wordle, Fibble or WORDPL, beside strategies."""

from __future__ import annotations

import math
import os
import re
import secrets
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from commands.cli import command, option, real_number, refuse_options, whole_number
from commands.command_lines import resume_command
from commands.options import FOLDER, ResumeOptions
from commands.results import Facts, Result
from commands.terminal import progress_bar
from contest.entries.home import RESULTS, require_checkout
from contest.leaderboard.open_class import OPEN, next_open_number
from contest.models.endpoint import Endpoint, EndpointError, Model, public_address
from contest.models.figures import Figures, Interval, ItemFigures, Judge, item_figures
from contest.models.games import (
    CostedGame,
    ask_item,
    named_setting,
    play_again,
    play_game,
    read_played,
    read_records,
)
from contest.models.runs import ModelFacts, ModelRun, current_phrasings
from contest.models.scripted import SCRIPTED, Scripted
from contest.runs.folder import choose_path
from contest.sandbox.policy import runs_folder
from contest.terminal.models import items_text, phrasings_text, players_text
from environments.items import make_item
from game.errors import InputError
from game.protocol import Mode, Setting
from game.words import Vocabulary
from solver.bounds.ceilings import ceiling
from strategies import make_strategy

BASELINES = {
    Mode.CLASSIC: ("posterior_sampling", "entropy", "optimal"),
    Mode.FIBBLE: ("posterior_sampling", "entropy", "fibble"),
    Mode.WORDPL: ("posterior_sampling", "entropy", "quantile/p50"),
}
"""Strategies that play the same secrets; the first plays random consistent words."""


def _field(text: str) -> tuple[str, Any]:
    """Return the name and the value of a field: JSON, or the text itself."""
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise InputError(f"{text!r}: expected NAME=VALUE")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


@dataclass(frozen=True)
class ModelOptions:
    """Options whose values a run holds."""

    model: str | None = option(
        "--model",
        metavar="NAME",
        help=f"Name of the model there; {' and '.join(SCRIPTED)} need no address.",
    )
    game: str = option(
        "--game",
        default="fibble:1",
        metavar="GAME",
        help="classic, fibble:K with K lies in each clue, or wordpl.",
    )
    games: int = option(
        "--games", type=whole_number(1), default=70, metavar="N", help="Games to play."
    )
    items: int | None = option(
        "--items",
        type=whole_number(1),
        metavar="N",
        help="Ask N single questions about positions instead, whose answers are exact.",
    )
    limit: int | None = option(
        "--limit",
        type=whole_number(1, 1000),
        metavar="N",
        show_default="8; classic: 6; wordpl: 20",
        help="Guesses of a game.",
    )
    seed: str | None = option(
        "--seed",
        metavar="TEXT",
        show_default="a fresh one",
        help="Names secrets and noise.",
    )
    out: Path | None = option(
        "--out",
        type=FOLDER,
        metavar="DIR",
        show_default="a new one",
        help="Folder of the run.",
    )
    field: tuple[tuple[str, Any], ...] = option(
        "--field",
        type=_field,
        multiple=True,
        metavar="NAME=VALUE",
        help="Sent with each request, like temperature=0.5, seed=7 or max_tokens=999; "
        "may be given again.",
    )
    official: bool = option(
        "--official",
        is_flag=True,
        help="Play for the open class of the leaderboard, in results/open/.",
    )


@dataclass(frozen=True)
class RequestOptions(ResumeOptions):
    """Options of the requests to an endpoint."""

    heading = "Requests"
    base_url: str | None = option(
        "--base-url",
        metavar="URL",
        help="Address of an OpenAI-compatible endpoint, like http://127.0.0.1:8000/v1.",
    )
    tokens: int | None = option(
        "--tokens",
        type=whole_number(1, 1 << 53),
        metavar="N",
        help="Budget of the run: no game is begun after N tokens were spent.",
    )
    parallel: int = option(
        "--parallel",
        type=whole_number(1, 1000),
        default=4,
        metavar="N",
        help="Requests at the same time.",
    )
    timeout: float = option(
        "--timeout",
        type=real_number("seconds", 0, 1e6),
        default=300.0,
        metavar="S",
        help="Seconds of an attempt; there are several.",
    )
    key_from: str | None = option(
        "--key-from",
        metavar="VARIABLE",
        help="Environment variable with the key that is sent; it is never written.",
    )

    def key(self) -> str:
        """Return the key; raise `InputError` when its variable has none."""
        key = os.environ.get(self.key_from, "").strip() if self.key_from else ""
        if self.key_from and not (key.isascii() and key.isprintable() and key):
            raise InputError(f"--key-from {self.key_from!r}: expected one with a key")
        return key

    def model(self, facts: ModelFacts, setting: Setting) -> Model:
        """Return the model of a run."""
        key, address = self.key(), self.base_url or facts.address
        if facts.model in SCRIPTED:
            return Scripted(facts.model, setting)
        if public_address(address) != facts.address:
            raise InputError(f"--base-url: expected {facts.address} as in the run")
        return Endpoint(address, facts.model, facts.options, key, self.timeout)


class ChatFacts(Facts, frozen=True, kw_only=True):
    """Figures of players, the model first, or of items; and why a run ended early.

    `phrasings` are luck-adjusted shares of games won, by the phrasing of the rules.
    """

    run: str
    failure: str
    ceiling: float
    players: list[Figures]
    phrasings: dict[str, Interval]
    items: list[ItemFigures]

    def text(self, width: int) -> str:
        """Return the tables, and the command that shows them again."""
        parts = [items_text(self.items, width)] if self.items else []
        if self.players:
            parts.append(players_text(self.players, self.ceiling, width))
        if self.phrasings:
            parts.append(phrasings_text(self.phrasings, width))
        return "\n\n".join([*parts, resume_command(Path(self.run)) if self.run else ""])


@command()
def main(
    *,
    transcripts: Path | None = option(
        "--transcripts",
        type=FOLDER,
        metavar="FILE",
        help="Score games that were played elsewhere, one object of JSON a line.",
    ),
    options: ModelOptions,
    requests: RequestOptions,
) -> Result[ChatFacts]:
    """Let a language model play, and compare it with strategies on the same secrets."""
    words, of_run = Vocabulary.load(), {each.name for each in fields(ModelOptions)}
    failure, items, records = "", list[ItemFigures](), list[CostedGame]()
    if transcripts is not None:
        others = of_run - {"game", "limit", "seed"}
        others |= {each.name for each in fields(RequestOptions)}
        refuse_options(others, "none with --transcripts")
        name, path, seed = transcripts.name, "", options.seed or ""
        setting = named_setting(options.game, words, options.limit or 0)
        lines = read_records(transcripts)
        records = [read_played(each, setting, k) for k, each in enumerate(lines)]
    else:
        if requests.resume is not None:
            refuse_options(of_run, "none of what the run has with --resume")
            run = ModelRun.open(requests.resume)
        else:
            run = _new_run(options, requests, words)
        run.facts.check(words.digest)
        setting = named_setting(run.facts.game, words, run.facts.limit)
        failure = _play(run, setting, requests)
        name, path, seed = run.facts.model, str(run.path), run.facts.seed
        if run.facts.items:
            items = item_figures(run.records(), setting, seed)
        else:
            records = [read_played(each, setting, 0) for each in run.records()]
    if failure:
        again = resume_command(Path(path))
        failure = f"{failure}; the run is not complete; go on with: {again}"
        sys.stderr.write(f"evaluate.py: error: {failure}\n")
    elif not (items or records):
        raise InputError(f"no game in {name!r}: expected one or more")
    judge = Judge(setting)
    facts = ChatFacts(
        exit_status=2 if failure else 0,
        run=path,
        failure=failure,
        ceiling=ceiling(setting),
        players=_rate_players(judge, name, seed, records) if records else [],
        phrasings=judge.by_phrasing(records),
        items=items,
    )
    return Result(facts, facts.text)


def _create_official(facts: ModelFacts) -> ModelRun:
    """Make the folder of a run in the open class; its seed is drawn at last."""
    require_checkout()
    refuse_options(("items", "out", "seed"), "none with --official")
    number = next_open_number(RESULTS)
    fixed = replace(facts, open=number, date=time.strftime("%Y-%m-%d", time.gmtime()))
    name = re.sub(r"[^\w.-]+", "-", f"{facts.model}-{facts.game}").lstrip(".-")
    return ModelRun.create(RESULTS / OPEN / f"{name}-{number}", fixed.draw_seed())


def _new_run(
    options: ModelOptions, requests: RequestOptions, words: Vocabulary
) -> ModelRun:
    """Make the folder of a new run; raise `InputError` when it cannot be played."""
    model, base_url = options.model, requests.base_url
    if model is None:
        raise InputError("--model: expected a name, or --transcripts FILE")
    if bool(base_url) is (model in SCRIPTED):
        expected = "none with a scripted model" if base_url else "an address with it"
        raise InputError(f"--model {model!r:.40}: --base-url: expected {expected}")
    setting = named_setting(options.game, words, options.limit or 0)
    if options.items is not None:
        make_item(setting, "", 0)  # refuses games without items
    facts = ModelFacts(
        model=model,
        address=public_address(base_url) if base_url else "",
        game=options.game,
        limit=setting.max_turns,
        words=words.digest,
        items=options.items is not None,
        count=options.items or options.games,
        seed=options.seed or secrets.token_hex(16),
        options=dict(options.field),
        phrasings=current_phrasings(),
    )
    requests.key()
    if options.official:
        return _create_official(facts)
    return ModelRun.create(options.out or choose_path(runs_folder(), "model-"), facts)


def _play(run: ModelRun, setting: Setting, requests: RequestOptions) -> str:
    """Play what is left of a run, and return why it ended early, if it did."""
    facts, player = run.facts, requests.model(run.facts, setting)
    make, what = (ask_item, "items") if facts.items else (play_game, "games")
    budget = requests.tokens or math.inf
    with progress_bar(what, facts.count, len(run.records())) as bar:
        try:
            run.play(
                lambda number: make(player, setting, facts.seed, number),
                *(requests.parallel, budget, bar.update),
            )
        except EndpointError as error:
            return str(error)
    return ""


def _rate_players(
    judge: Judge, name: str, seed: str, games: Sequence[CostedGame]
) -> list[Figures]:
    """Return the figures of games, and those of the baselines on the same secrets."""
    baselines = BASELINES[judge.setting.mode]
    total = len(games) * (1 + len(baselines))
    with progress_bar("rated games", total) as bar:
        players = [judge.figures(name, games, bar.update)]
        for baseline in baselines:
            strategy = make_strategy(baseline, judge.setting.mode)
            others = list(play_again(strategy, judge.setting, seed, games))
            players.append(judge.figures(baseline, others, bar.update))
    return players
