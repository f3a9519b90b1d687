"""A language model at Wordle, Fibble or WORDPL, beside strategies."""

from __future__ import annotations

import math
import os
import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from msgspec.structs import replace
from tqdm import tqdm

from commands.cli import command, option, real_number, refuse_options, whole_number
from commands.command_lines import resume_command
from commands.options import FOLDER, ResumeOptions
from commands.results import columns
from contest.entries.home import RESULTS, require_checkout
from contest.leaderboard.open_class import OPEN, next_open_number
from contest.models.endpoint import Endpoint, EndpointError, Model, public_address
from contest.models.figures import Judge, item_figures
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

_FACTS = (
    *("model", "game", "games", "items", "limit", "seed", "out", "official"),
    *("temperature", "sampling_seed", "max_tokens"),
)
"""Options whose values a run holds."""

_OF_RUNS = (
    *("base_url", "model", "games", "items", "out", "resume", "temperature"),
    *(
        "official",
        "sampling_seed",
        "max_tokens",
        "tokens",
        "parallel",
        "timeout",
        "key_from",
    ),
)
"""Options that mean something for a run only."""


@dataclass(frozen=True)
class RequestOptions(ResumeOptions):
    """Options of the requests to an endpoint."""

    heading = "Requests"
    temperature: float | None = option(
        "--temperature",
        type=real_number("a temperature", 0, above=False),
        metavar="T",
        help="Sent with each request; by default the endpoint's.",
    )
    sampling_seed: int | None = option(
        "--sampling-seed", type=int, metavar="N", help="Seed that is sent likewise."
    )
    max_tokens: int | None = option(
        "--max-tokens",
        type=whole_number(1),
        metavar="N",
        help="Most tokens of a reply, sent likewise.",
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

    def fields(self) -> dict[str, float]:
        """Return the fields that are added to each request."""
        named = {
            "temperature": self.temperature,
            "seed": self.sampling_seed,
            "max_tokens": self.max_tokens,
        }
        return {name: value for name, value in named.items() if value is not None}

    def key(self) -> str:
        """Return the key; raise `InputError` when its variable has none."""
        key = os.environ.get(self.key_from, "").strip() if self.key_from else ""
        if self.key_from and not (key.isascii() and key.isprintable() and key):
            raise InputError(f"--key-from {self.key_from!r}: expected one with a key")
        return key


@command()
def main(
    *,
    base_url: str | None = option(
        "--base-url",
        metavar="URL",
        help="Address of an OpenAI-compatible endpoint, like http://127.0.0.1:8000/v1.",
    ),
    model: str | None = option(
        "--model",
        metavar="NAME",
        help=f"Name of the model there; {' and '.join(SCRIPTED)} need no address.",
    ),
    game: str = option(
        "--game",
        default="fibble:1",
        metavar="GAME",
        help="classic, fibble:K with K lies in each clue, or wordpl.",
    ),
    games: int = option(
        "--games", type=whole_number(1), default=70, metavar="N", help="Games to play."
    ),
    items: int | None = option(
        "--items",
        type=whole_number(1),
        metavar="N",
        help="Ask N single questions about positions instead, whose answers are exact.",
    ),
    limit: int | None = option(
        "--limit",
        type=whole_number(1, 1000),
        metavar="N",
        show_default="8; classic: 6; wordpl: 20",
        help="Guesses of a game.",
    ),
    seed: str | None = option(
        "--seed",
        metavar="TEXT",
        show_default="a fresh one",
        help="Names secrets and noise.",
    ),
    transcripts: Path | None = option(
        "--transcripts",
        type=FOLDER,
        metavar="FILE",
        help="Score games that were played elsewhere, one object of JSON a line.",
    ),
    out: Path | None = option(
        "--out",
        type=FOLDER,
        metavar="DIR",
        show_default="a new one",
        help="Folder of the run.",
    ),
    official: bool = option(
        "--official",
        is_flag=True,
        help="Play for the open class of the leaderboard, in results/open/.",
    ),
    requests: RequestOptions,
) -> int:
    """Let a language model play, and compare it with strategies on the same secrets."""
    words = Vocabulary.load()
    if transcripts is not None:
        refuse_options(_OF_RUNS, "none with --transcripts")
        setting = named_setting(game, words, limit or 0)
        lines = enumerate(read_records(transcripts))
        played = [read_played(each, setting, number) for number, each in lines]
        played.sort(key=lambda game: game.number)
        _show_figures(transcripts.name, played, setting, seed or "")
        return 0
    if requests.resume is not None:
        refuse_options(_FACTS, "none of what the run has with --resume")
        run = ModelRun.open(requests.resume)
    else:
        setting = named_setting(game, words, limit or 0)
        if items is not None:
            make_item(setting, "", 0)  # refuses games without items
        facts = ModelFacts(
            model=_check_model(model, base_url),
            address=public_address(base_url) if base_url else "",
            game=game,
            limit=setting.max_turns,
            words=words.digest,
            items=items is not None,
            count=items or games,
            seed=seed or secrets.token_hex(16),
            options=requests.fields(),
            phrasings=current_phrasings(),
        )
        requests.key()
        if official:
            run = _create_official(facts)
        else:
            run = ModelRun.create(out or choose_path(runs_folder(), "model-"), facts)
    facts = run.facts
    facts.check(words.digest)
    setting = named_setting(facts.game, words, facts.limit)
    player = _make_player(facts, base_url, requests, setting)
    failure = _play(run, player, setting, requests)
    records, again = run.records(), resume_command(run.path)
    if records and facts.items:
        print(f"{items_text(item_figures(records, setting, facts.seed), columns())}\n")
    elif records:
        played = [read_played(each, setting, 0) for each in records]
        _show_figures(facts.model, played, setting, facts.seed)
    if failure:
        raise InputError(f"{failure}; the run is not complete; go on with: {again}")
    print(again)
    return 0


def _create_official(facts: ModelFacts) -> ModelRun:
    """Make the folder of a run in the open class; its seed is drawn at last."""
    require_checkout()
    refuse_options(("items", "out", "seed"), "none with --official")
    number = next_open_number(RESULTS)
    fixed = replace(facts, open=number, date=time.strftime("%Y-%m-%d", time.gmtime()))
    name = re.sub(r"[^\w.-]+", "-", f"{facts.model}-{facts.game}").lstrip(".-")
    return ModelRun.create(RESULTS / OPEN / f"{name}-{number}", fixed.draw_seed())


def _check_model(model: str | None, base_url: str | None) -> str:
    """Return the name of a model; raise `InputError` when it has no endpoint."""
    if model is None:
        raise InputError("--model: expected a name, or --transcripts FILE")
    if bool(base_url) is (model in SCRIPTED):
        expected = "none with a scripted model" if base_url else "an address with it"
        raise InputError(f"--model {model!r:.40}: --base-url: expected {expected}")
    return model


def _make_player(
    facts: ModelFacts, base_url: str | None, requests: RequestOptions, setting: Setting
) -> Model:
    if not facts.address:
        return Scripted(facts.model, setting)
    address = base_url or facts.address
    if public_address(address) != facts.address:
        raise InputError(f"--base-url: expected {facts.address} as in the run")
    return Endpoint(
        address, facts.model, facts.options, requests.key(), requests.timeout
    )


def _play(
    run: ModelRun, player: Model, setting: Setting, requests: RequestOptions
) -> EndpointError | None:
    """Play what is left of a run, and return why it ended early, if it did."""
    done, make = len(run.records()), ask_item if run.facts.items else play_game
    with _bar("items" if run.facts.items else "games", run.facts.count, done) as bar:
        try:
            run.play(
                lambda number: make(player, setting, run.facts.seed, number),
                requests.parallel,
                requests.tokens or math.inf,
                bar.update,
            )
        except EndpointError as error:
            return error
    return None


def _show_figures(
    name: str, games: Sequence[CostedGame], setting: Setting, seed: str
) -> None:
    """Print the figures of games, beside those of the baselines."""
    if not games:
        raise InputError(f"no game in {name!r}: expected one or more")
    judge, baselines = Judge(setting), BASELINES[setting.mode]
    with _bar("rated", len(games) * (1 + len(baselines))) as bar:
        players = [judge.figures(name, games, bar.update)]
        for baseline in baselines:
            strategy = make_strategy(baseline, setting.mode)
            others = list(play_again(strategy, setting, seed, games))
            players.append(judge.figures(baseline, others, bar.update))
    print(players_text(players, ceiling(setting), columns()))
    if spread := judge.by_phrasing(games):
        print(f"\n{phrasings_text(spread, columns())}")
    print()


def _bar(what: str, total: int, done: int = 0) -> tqdm[NoReturn]:
    return tqdm(desc=what, total=total, initial=done, leave=False, disable=None)
