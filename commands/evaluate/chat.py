"""A language model at Wordle, Fibble or WORDPL, beside strategies."""

from __future__ import annotations

import math
import os
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from commands.cli import command, option, real_number, refuse_options, whole_number
from commands.command_lines import resume_command
from commands.options import FOLDER, ResumeOptions
from commands.results import Facts, Result
from commands.terminal import progress_bar
from contest.entries.digests import entry_digest
from contest.entries.entry import Entry, resolve
from contest.entries.home import RESULTS, require_checkout
from contest.entries.names import PROGRAM
from contest.leaderboard.open_class import OPEN, next_open_number
from contest.models.endpoint import Endpoint, Model, PlayerError, public_address
from contest.models.figures import Figures, Interval, ItemFigures, Judge, item_figures
from contest.models.games import (
    CostedGame,
    Record,
    ask_item,
    named_setting,
    play_again,
    play_game,
    read_played,
    read_records,
)
from contest.models.programs import ProgramPlayer
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
        help=f"Name of the model at the address, or of the program in tables; "
        f"{' and '.join(SCRIPTED)} need no address.",
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
    """Options of the player, which a run does not hold."""

    heading = "Player"
    base_url: str | None = option(
        "--base-url",
        metavar="URL",
        help="Address of an OpenAI-compatible endpoint, like http://127.0.0.1:8000/v1.",
    )
    program: str | None = option(
        "--program",
        metavar="COMMAND",
        help="Program of your own that plays instead, with network and without sandbox;"
        " the command is recorded.",
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
        help="Requests, or processes of a program, at the same time.",
    )
    timeout: float = option(
        "--timeout",
        type=real_number("seconds", 0, 1e6),
        default=300.0,
        metavar="S",
        help="Seconds of an attempt, of which there are several; of a program, CPU "
        "seconds of a game, which has three times that by the clock.",
    )
    key_from: str | None = option(
        "--key-from",
        metavar="VARIABLE",
        help="Environment variable with the key that is sent; it is never written.",
    )

    @contextmanager
    def player(
        self, facts: ModelFacts, setting: Setting
    ) -> Iterator[Callable[[int], Record]]:
        """Return what makes the numbered records of a run, as long as the block lasts.

        A program is not taken from the run, whose facts others may have written.
        """
        if not facts.program:
            make = ask_item if facts.items else play_game
            yield partial(make, self.model(facts, setting), setting, facts.seed)
            return
        entry, began_with = self.entry(setting.mode), (facts.address, facts.program)
        if entry is None or (entry.text, entry_digest(entry)) != began_with:
            command = facts.address.removeprefix(PROGRAM)
            raise InputError(
                f"--program: expected {command!r}, with the files that the run began "
                "with"
            )
        with ProgramPlayer(entry, setting, facts.seed, self.timeout) as player:
            yield player.play_game

    def entry(self, mode: Mode) -> Entry | None:
        """Return the program that plays, None for a model."""
        if self.program is None:
            return None
        others = ("base_url", "items", "field", "tokens", "key_from")
        refuse_options(others, "none with --program")
        return resolve(f"{PROGRAM}{self.program}", mode)

    def address(self, model: str | None) -> str:
        """Return the address of a new run's model; empty where it is scripted."""
        if model is None:
            expected = "a name, --program COMMAND or --transcripts FILE"
            raise InputError(f"--model: expected {expected}")
        if bool(self.base_url) is (model in SCRIPTED):
            expected = "an address with it"
            if self.base_url:
                expected = "none with a scripted model"
            raise InputError(f"--model {model!r:.40}: --base-url: expected {expected}")
        self.key()
        return public_address(self.base_url) if self.base_url else ""

    def key(self) -> str:
        """Return the key; raise `InputError` when its variable has none."""
        key = os.environ.get(self.key_from, "").strip() if self.key_from else ""
        if self.key_from and not (key.isascii() and key.isprintable() and key):
            raise InputError(f"--key-from {self.key_from!r}: expected one with a key")
        return key

    def model(self, facts: ModelFacts, setting: Setting) -> Model:
        """Return the model of a run."""
        if facts.model in SCRIPTED:
            return Scripted(facts.model, setting)
        key, address = self.key(), self.base_url or facts.address
        if public_address(address) != facts.address:
            raise InputError(f"--base-url: expected {facts.address} as in the run")
        return Endpoint(address, facts.model, facts.options, key, self.timeout)


class ChatFacts(Facts, frozen=True, kw_only=True):
    """Figures of players, the model first, or of items; and why a run ended early.

    `phrasings` are luck-adjusted shares of games won, by the phrasing of the rules.
    """

    run: str = ""
    failure: str = ""
    ceiling: float = math.nan
    players: list[Figures] = msgspec.field(default_factory=list)
    phrasings: dict[str, Interval] = msgspec.field(default_factory=dict)
    items: list[ItemFigures] = msgspec.field(default_factory=list)

    def text(self, width: int) -> str:
        """Return the tables, and the command that shows them again."""
        parts = [items_text(self.items, width)] if self.items else []
        if self.players:
            parts.append(players_text(self.players, self.ceiling, width))
        if self.phrasings:
            parts.append(phrasings_text(self.phrasings, width))
        return "\n\n".join([*parts, resume_command(Path(self.run)) if self.run else ""])


_OF_RUN = {each.name for each in fields(ModelOptions)}
_OF_PLAYER = {each.name for each in fields(RequestOptions)}


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
    """Let a language model or a program play, beside strategies on the same secrets."""
    words = Vocabulary.load()
    if transcripts is not None:
        refuse_options(_OF_RUN - {"game", "limit", "seed"}, "none with --transcripts")
        refuse_options(_OF_PLAYER, "none with --transcripts")
        setting = named_setting(options.game, words, options.limit or 0)
        lines = enumerate(read_records(transcripts))
        games = [read_played(line, setting, number) for number, line in lines]
        if not games:
            raise InputError(f"no game in {transcripts.name!r}: expected one or more")
        facts = _score_games(games, setting, transcripts.name, options.seed or "")
    else:
        run = _open_run(options, requests, words)
        setting = run.facts.setting(words)
        facts = _score_run(run, setting, _play(run, setting, requests))
    return Result(facts, facts.text)


def _open_run(
    options: ModelOptions, requests: RequestOptions, words: Vocabulary
) -> ModelRun:
    """Return the run to resume, or a new one."""
    if requests.resume is None:
        return _new_run(options, requests, words)
    refuse_options(_OF_RUN, "none of what the run has with --resume")
    run = ModelRun.open(requests.resume)
    run.facts.check(words.digest)
    return run


def _new_run(
    options: ModelOptions, requests: RequestOptions, words: Vocabulary
) -> ModelRun:
    """Make the folder of a new run; raise `InputError` when it cannot be played."""
    setting = named_setting(options.game, words, options.limit or 0)
    if options.items is not None:
        make_item(setting, "", 0)  # refuses games without items
    entry = requests.entry(setting.mode)
    facts = ModelFacts(
        model=options.model or (entry.path.stem if entry else ""),
        address=entry.text if entry else requests.address(options.model),
        game=options.game,
        limit=setting.max_turns,
        words=words.digest,
        items=options.items is not None,
        count=options.items or options.games,
        seed=options.seed or secrets.token_hex(16),
        options=dict(options.field),
        phrasings={} if entry else current_phrasings(),
        program=entry_digest(entry) if entry else "",
    )
    if options.official:
        return _create_official(facts)
    return ModelRun.create(options.out or choose_path(runs_folder(), "model-"), facts)


def _create_official(facts: ModelFacts) -> ModelRun:
    """Make the folder of a run in the open class; its seed is drawn at last."""
    require_checkout()
    refuse_options(("items", "out", "seed"), "none with --official")
    number = next_open_number(RESULTS)
    date = time.strftime("%Y-%m-%d", time.gmtime())
    fixed = replace(facts, open=number, date=date)
    name = re.sub(r"[^\w.-]+", "-", f"{facts.model}-{facts.game}").lstrip(".-")
    return ModelRun.create(RESULTS / OPEN / f"{name}-{number}", fixed.draw_seed())


def _play(run: ModelRun, setting: Setting, requests: RequestOptions) -> str:
    """Play what is left of a run, and return why it ended early, if it did."""
    count, what = len(run.records()), "items" if run.facts.items else "games"
    if count >= run.facts.count:
        return ""
    budget, bar = (
        requests.tokens or math.inf,
        progress_bar(what, run.facts.count, count),
    )
    with requests.player(run.facts, setting) as make, bar:
        try:
            run.play(make, requests.parallel, budget, bar.update)
        except PlayerError as error:
            again = resume_command(run.path)
            failure = f"{error}; the run is not complete; go on with: {again}"
            sys.stderr.write(f"evaluate.py: error: {failure}\n")
            return failure
    return ""


def _score_run(run: ModelRun, setting: Setting, failure: str) -> ChatFacts:
    """Return the figures of a run, which a failure may have ended early."""
    facts, records = run.facts, run.records()
    if facts.items:
        scored = ChatFacts(items=item_figures(records, setting, facts.seed))
    else:
        games = [read_played(record, setting, 0) for record in records]
        scored = _score_games(games, setting, facts.model, facts.seed)
    status = 2 if failure else 0
    return replace(scored, run=str(run.path), failure=failure, exit_status=status)


def _score_games(
    games: Sequence[CostedGame], setting: Setting, name: str, seed: str
) -> ChatFacts:
    """Return the figures of games, and those of the baselines on the same secrets."""
    if not games:
        return ChatFacts()
    judge, baselines = Judge(setting), BASELINES[setting.mode]
    with progress_bar("rated games", len(games) * (1 + len(baselines))) as bar:
        players = [judge.figures(name, games, bar.update)]
        for baseline in baselines:
            strategy = make_strategy(baseline, setting.mode)
            others = list(play_again(strategy, setting, seed, games))
            players.append(judge.figures(baseline, others, bar.update))
    return ChatFacts(
        ceiling=ceiling(setting), players=players, phrasings=judge.by_phrasing(games)
    )
