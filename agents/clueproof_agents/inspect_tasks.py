"""Tasks of Inspect: ``inspect eval integrations/inspect_tasks.py@games``."""

from __future__ import annotations

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Metric, Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from clueproof_agents.chat import TextGame
from clueproof_agents.items import make_item
from clueproof_agents.settings import named_setting
from game.protocol import Outcome
from game.words import Vocabulary

METRICS: list[Metric] = [mean(), stderr()]


@task
def games(game: str = "fibble:1", count: int = 70, seed: str = "1") -> Task:
    """Return games of a seed; the score of a win is 1."""
    samples = [Sample(f"Game {k} of seed {seed}.", id=k) for k in range(count)]
    return Task(MemoryDataset(samples), solver=play(game, seed), scorer=won())


@task
def items(game: str = "fibble:1", count: int = 200, seed: str = "1") -> Task:
    """Return single questions of a seed; the score is the loss, 0 for exact answers."""
    setting = named_setting(game, Vocabulary.load())
    asked = [make_item(setting, seed, number) for number in range(count)]
    samples = [
        Sample(item.message, id=number, metadata={"kind": item.kind})
        for number, item in enumerate(asked)
    ]
    return Task(MemoryDataset(samples), solver=generate(), scorer=loss(game, seed))


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
        while chat.game is None:
            state = await generate(state)
            answer = chat.reply(state.output.completion)
            state.messages.append(ChatMessageUser(content=answer))
        state.store.set("won", chat.game.outcome is Outcome.WON)
        state.store.set("illegal", chat.illegal)
        return state

    return solve


@scorer(metrics=METRICS)
def won() -> Scorer:
    """Score a game that was played."""

    async def score(state: TaskState, target: Target) -> Score:
        illegal = state.store.get("illegal")
        value = float(state.store.get("won", default=False))
        return Score(value=value, metadata={"illegal": illegal})

    return score


@scorer(metrics=METRICS)
def loss(game: str, seed: str) -> Scorer:
    """Score the answer to the question whose number is the sample's id."""
    setting = named_setting(game, Vocabulary.load())

    async def score(state: TaskState, target: Target) -> Score:
        item = make_item(setting, seed, int(state.sample_id))
        scored = item.score(state.output.completion)
        return Score(value=scored.loss, metadata={"legal": scored.legal})

    return score
