"""Tasks of Inspect: ``inspect eval clueproof_agents/games``, or ``/items``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import (
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    mean,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from clueproof_agents.chat import TextGame
from clueproof_agents.figures import GameRecord, adjusted_chance, regret_of
from clueproof_agents.items import make_item
from clueproof_agents.settings import named_setting
from game.errors import InputError
from game.words import Vocabulary
from solver.advice.noisy_costs import NoisyJudge

_NO_MOVE = {"content_filter": "refusal", "model_length": "limit"}
"""Reasons of Inspect's scores, by why a model stopped without a reply to read."""


@task
def games(game: str = "fibble:1", count: int = 70, seed: str | int = "1") -> Task:
    """Return games of a seed, numbered from 0."""
    named_setting(game, Vocabulary.load())
    ids = range(_check_count(count))
    samples = [Sample(f"Game {k} of seed {seed}.", id=k) for k in ids]
    return Task(
        MemoryDataset(samples),
        solver=play(game, str(seed)),
        scorer=outcome(game),
        metrics=[figures(game)],
    )


@task
def items(game: str = "fibble:1", count: int = 200, seed: str | int = "1") -> Task:
    """Return single questions of a seed; the score is the loss, 0 for exact answers."""
    setting = named_setting(game, Vocabulary.load())
    samples = []
    for number in range(_check_count(count)):
        item = make_item(setting, str(seed), number)
        kind = {"kind": item.kind}
        samples.append(Sample(item.message, id=number, metadata=kind))
    scored = loss(game, str(seed))
    return Task(MemoryDataset(samples), solver=generate(), scorer=scored)


@solver
def play(game: str, seed: str) -> Solver:
    """Play the game whose number is the sample's id."""
    setting = named_setting(game, Vocabulary.load())

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        chat = TextGame.of(setting, seed, int(state.sample_id))
        rules, start = (message["content"] for message in chat.messages)
        state.messages = [
            ChatMessageSystem(content=rules),
            ChatMessageUser(content=start),
        ]
        # Until the game is over the score says why it is not: a limit, by default.
        state.store.set("reason", "limit")
        while chat.game is None:
            state = await generate(state)
            if state.output.stop_reason in _NO_MOVE:
                state.store.set("reason", _NO_MOVE[state.output.stop_reason])
                return state
            # Without parts that are thoughts, of which a reply may have several.
            answer = chat.reply(state.output.message.text)
            state.messages.append(ChatMessageUser(content=answer))
            state.store.set("guesses", [turn.guess for turn in chat.turns])
            state.store.set("illegal", chat.illegal)
        replies = sum(message["role"] == "assistant" for message in chat.messages)
        record = GameRecord.of(chat.game, replies=replies, illegal=chat.illegal)
        state.store.set("game", record.to_dict())
        is_blank = not state.output.message.text.strip()
        state.store.set("reason", "no_response" if is_blank else "")
        return state

    return solve


@metric
def figures(game: str) -> Metric:
    """Compute the figures of games: won, without luck, legal, paid, and regret."""
    setting = named_setting(game, Vocabulary.load())
    unit = "nats" if setting.mode.priced else "guesses"

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        values = [each.score.as_dict() for each in scores]
        records = [
            GameRecord.from_dict((each.score.metadata or {})["game"]) for each in scores
        ]
        played = [record.game(setting) for record in records]
        chance, error = adjusted_chance(played, setting)
        return {
            "won": _mean_of(values, "won"),
            "adjusted": chance,
            "adjusted_stderr": error,
            "legal": _mean_of(values, "legal"),
            unit: _mean_of(values, unit),
            "regret": _mean_of(values, "regret"),
        }

    return compute


@scorer(metrics=[])
def outcome(game: str) -> Scorer:
    """Score a game that was played to its end; others are not scored."""
    setting = named_setting(game, Vocabulary.load())
    unit = "nats" if setting.mode.priced else "guesses"
    judge = NoisyJudge(setting)

    async def score(state: TaskState, target: Target) -> Score:
        kept = state.store.get("game")
        reason = state.store.get("reason") or None
        if kept is None:
            names = ("guesses", "illegal")
            known = {name: state.store.get(name) for name in names}
            return Score.unscored(reason=reason, metadata=known)
        record = GameRecord.from_dict(kept)
        played = record.game(setting)
        paid = played.score if math.isfinite(played.score) else math.nan
        value = {
            "won": float(math.isfinite(played.score)),
            "legal": 1 - record.illegal / record.replies,
            unit: paid,
            "regret": regret_of(played, judge),
        }
        if not record.illegal or value["won"]:
            reason = None
        return Score(value=value, reason=reason, metadata={"game": kept})

    return score


@scorer(metrics=[mean(), stderr()])
def loss(game: str, seed: str) -> Scorer:
    """Score the answer to the question whose number is the sample's id."""
    setting = named_setting(game, Vocabulary.load())

    async def score(state: TaskState, target: Target) -> Score:
        if state.output.empty or state.output.stop_reason in _NO_MOVE:
            reason = "limit"
            if not state.output.empty:
                reason = _NO_MOVE[state.output.stop_reason]
            return Score.unscored(reason=reason)
        item = make_item(setting, seed, int(state.sample_id))
        scored = item.score(state.output.message.text)
        is_blank = not state.output.message.text.strip()
        problem = "no_response" if is_blank else "invalid_response_format"
        return Score(
            value=scored.loss,
            reason=None if scored.legal else problem,
            metadata={"legal": scored.legal},
        )

    return score


def _check_count(count: int) -> int:
    """Return a number of samples; raise `InputError` for what is none."""
    if type(count) is not int or count < 1:
        raise InputError(f"count {count!r:.40}", "a whole number from 1 on")
    return count


def _mean_of(values: Sequence[dict[str, Any]], name: str) -> float:
    """Return the mean of a figure over the games that have it, NaN if none does."""
    known = [float(v[name]) for v in values if not math.isnan(v[name])]
    return sum(known) / len(known) if known else math.nan
