"""Tasks of the library Inspect, which evaluates language models.

Run ``inspect eval clueproof_agents/games`` or ``inspect eval clueproof_agents/items``.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    ModelOutput,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from clueproof_agents.chat import TextGame, describe
from clueproof_agents.figures import figures_of
from clueproof_agents.items import kinds_of, make_item
from clueproof_agents.phrasings import load_phrasing, phrasing_names, phrasing_of
from clueproof_agents.settings import named_setting
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.record import Game
from game.spelling import upper
from game.text.formats import number
from game.words import Vocabulary
from solver.advice.noisy_costs import NoisyJudge

_NO_MOVE = {"content_filter": "refusal", "model_length": "limit"}
"""For each `stop_reason` that shows that a model gave no reply: a reason of a score.

A key is a `stop_reason` of a `ModelOutput` of Inspect. The value is the `reason` that
the `Score` of Inspect then has.
"""


@task
def games(game: str = "fibble:1", count: int = 70, seed: str | int = "1") -> Task:
    """Return the task in which a model plays games.

    `game` is the kind of game, such as ``"classic"`` or ``"fibble:1"`` (one lie in each
    clue). `count` is the number of games. The secrets follow from `seed`.
    """
    setting = named_setting(game, Vocabulary.load())
    samples = []
    for k in range(_check_count(count)):
        rules, start = (
            m["content"] for m in TextGame.of(setting, str(seed), k).messages
        )
        said: list[ChatMessage] = [
            ChatMessageSystem(content=rules),
            ChatMessageUser(content=start),
        ]
        secret = deal(setting, Draws(str(seed), k)).reveal()
        phrasing = load_phrasing(phrasing_of(k)).label
        facts = {"game": k, "seed": str(seed), "phrasing": phrasing}
        samples.append(Sample(said, target=secret, id=k, metadata=facts))
    return Task(
        MemoryDataset(samples),
        solver=play(game, str(seed)),
        scorer=outcome(game),
        **_versions(),
    )


@task
def items(game: str = "fibble:1", count: int = 200, seed: str | int = "1") -> Task:
    """Return the task in which a model answers single questions about positions.

    `game` is the kind of game, such as ``"classic"`` or ``"fibble:1"`` (one lie in each
    clue). `count` is the number of questions. The questions follow from `seed`. The
    score of an answer is its loss, which is 0 for the exact answer.
    """
    setting = named_setting(game, Vocabulary.load())
    samples = []
    for k in range(_check_count(count)):
        item = make_item(setting, str(seed), k)
        phrasing = load_phrasing(item.phrasing).label
        facts = {"kind": item.kind, "phrasing": phrasing}
        samples.append(Sample(item.message, target=item.target, id=k, metadata=facts))
    return Task(
        MemoryDataset(samples),
        solver=generate(),
        scorer=loss(game, str(seed)),
        **_versions(),
    )


def _versions() -> dict[str, Any]:
    """Return the arguments `version` and `metadata` of `Task`.

    `version` is the version of `clueproof-agents`. The metadata have the version of
    `clueproof`, and the name, version and digest of each phrasing.
    """
    names = phrasing_names()
    phrasings = [load_phrasing(name).label for name in names]
    return {
        "version": version("clueproof-agents"),
        "metadata": {"clueproof": version("clueproof"), "phrasings": phrasings},
    }


@solver
def play(game: str, seed: str) -> Solver:
    """Return the solver of Inspect in which a model plays the game of a sample.

    `game` is the kind of game. The secret follows from `seed` and from the number of
    the game, which is the id of the sample.
    """
    setting = named_setting(game, Vocabulary.load())

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        chat = TextGame.of(setting, seed, int(state.sample_id))

        # If Inspect breaks the game off, this reason stays: a limit was reached.
        state.store.set("reason", "limit")
        while chat.game is None:
            state = await generate(state)
            if reason := _reason_of(state.output):
                state.store.set("reason", reason)
                return state
            # This text leaves out all parts of the reply that are thoughts.
            answer = chat.reply(state.output.message.text)
            state.messages.append(ChatMessageUser(content=answer))
            state.store.set("guesses", [turn.guess for turn in chat.turns])
            state.store.set("illegal", chat.illegal)
        replies = sum(message["role"] == "assistant" for message in chat.messages)
        state.store.set("replies", replies)
        state.store.set("game", chat.game.to_row())
        is_blank = not state.output.message.text.strip()
        state.store.set("reason", "no_response" if is_blank else "")
        return state

    return solve


@scorer(metrics={"*": [mean(), stderr()]})
def outcome(game: str) -> Scorer:
    """Return the scorer of Inspect for games of the kind `game`.

    A game that was not played to its end gets no score.
    """
    setting = named_setting(game, Vocabulary.load())
    judge = NoisyJudge(setting)

    async def score(state: TaskState, target: Target) -> Score:
        guesses: list[str] = state.store.get("guesses", [])
        illegal = state.store.get("illegal", 0)
        answer = " ".join(map(upper, guesses))
        reason = state.store.get("reason") or None
        row = state.store.get("game")

        # A game that was broken off is neither won nor lost.
        if row is None:
            facts = {"guesses": guesses, "illegal": illegal}
            return Score.unscored(reason=reason, answer=answer, metadata=facts)
        played = Game.from_row(row)
        figures = figures_of(played, judge)
        figures["legal"] = 1 - illegal / state.store.get("replies")
        if not illegal or figures["won"]:
            reason = None
        return Score(
            value=dict(figures),
            answer=upper(played.final) or answer,
            explanation=_explain(played),
            reason=reason,
            metadata={"game": row, "illegal": illegal},
        )

    return score


@scorer(metrics={"*": [mean(), stderr()]})
def loss(game: str, seed: str) -> Scorer:
    """Return the scorer of Inspect for the answers to single questions.

    `game` is the kind of game. The question follows from `seed` and from the number of
    the question, which is the id of the sample. A score has a loss for each kind of
    question; the loss is NaN for every kind other than the kind of the answered
    question. The value ``"legal"`` of a score is 1 if the reply has a legal answer, and
    otherwise 0.
    """
    setting = named_setting(game, Vocabulary.load())

    async def score(state: TaskState, target: Target) -> Score:
        if reason := _reason_of(state.output):
            return Score.unscored(reason=reason)

        # The question follows from its number, so that the log need not store the
        # exact answer.
        item = make_item(setting, seed, int(state.sample_id))
        scored = item.score(state.output.message.text)
        if not scored.legal:
            is_blank = not state.output.message.text.strip()
            reason = "no_response" if is_blank else "invalid_response_format"
        losses = dict.fromkeys(kinds_of(setting), float("nan"))
        return Score(
            value={**losses, item.kind: scored.loss, "legal": float(scored.legal)},
            answer=scored.answer,
            explanation=(
                f"Exact answer: {item.target}. "
                f"Loss of this reply: {scored.loss:.4f} {item.unit}."
            ),
            reason=reason or None,
        )

    return score


def _reason_of(output: ModelOutput) -> str:
    """Return the reason why a model's output has no reply, such as ``"limit"``.

    If the output has a reply, the text is empty.
    """
    return "limit" if output.empty else _NO_MOVE.get(output.stop_reason, "")


def _explain(game: Game) -> str:
    """Return a game as text: its turns, and how it ended."""
    end = f"Secret: {upper(game.answer)}. Outcome: {game.outcome}."
    if game.final and game.mode.priced:
        end += f" Final answer: {upper(game.final)}."
    if game.reason:
        end += f" {game.reason}."
    return "\n".join(
        [*map(describe, game.turns), f"{end} Score: {number(game.score)}."]
    )


def _check_count(count: int) -> int:
    """Return `count`; raise `InputError` if `count` is not a whole number from 1 on."""
    if type(count) is not int or count < 1:
        raise InputError(f"count {count!r:.40}", "a whole number from 1 on")
    return count
