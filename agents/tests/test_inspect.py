import math

import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="the extra 'inspect'")

from inspect_ai.model import (  # noqa: E402
    ChatMessageAssistant,
    ContentReasoning,
    ContentText,
    ModelOutput,
    ModelUsage,
    get_model,
)
from scripted import CARELESS, Scripted, play_game  # noqa: E402

from clueproof_agents.figures import adjusted_chance, regret_of  # noqa: E402
from clueproof_agents.items import make_item  # noqa: E402
from clueproof_agents.settings import named_setting  # noqa: E402
from game.draws import Draws  # noqa: E402
from game.errors import InputError  # noqa: E402
from game.hosts import deal  # noqa: E402
from game.words import Vocabulary  # noqa: E402
from solver.advice.noisy_costs import NoisyJudge  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # of the library
WORDS = Vocabulary.load()


def output_of(content, stop="stop"):
    message = ChatMessageAssistant(content=content)
    output = ModelOutput.from_message(message, stop_reason=stop)
    output.usage = ModelUsage()  # else a tokenizer is downloaded
    return output


def scripted(reply_to):
    """Return a model of Inspect; `reply_to` takes the messages as dicts."""

    def reply(messages, tools, tool_choice, config):
        said = reply_to([{"role": m.role, "content": m.text} for m in messages])
        return said if isinstance(said, ModelOutput) else output_of(said)

    return get_model("mockllm/model", custom_outputs=reply, memoize=False)


def run(task, reply_to, folder, status="success", **options):
    [log] = inspect_ai.eval(
        task,
        model=scripted(reply_to),
        log_dir=str(folder),
        display="none",
        **options,
    )
    assert log.status == status, log.error
    return log


def figures_of(log):
    [scores] = log.results.scores
    return {name: each.value for name, each in scores.metrics.items()}


@pytest.mark.parametrize("name", ["classic", "fibble:2", "wordpl"])
def test_the_figures_are_those_of_the_games_of_the_seed(tmp_path, name):
    setting = named_setting(name, WORDS)
    model = Scripted("scripted:illegal", setting)

    task = "clueproof_agents/inspect_tasks.py@games"
    values = {"game": name, "count": 6, "seed": 1}
    log = run(task, model, tmp_path, task_args=values)

    games = [play_game(model, setting, "1", k) for k in range(6)]
    won = [game.score for game in games if game.score < math.inf]
    chance, error = adjusted_chance(games, setting)
    judge, unit = NoisyJudge(setting), "nats" if name == "wordpl" else "guesses"
    figures = figures_of(log)
    assert figures.pop("legal") < 1
    paid = figures.pop(unit)
    assert paid == pytest.approx(sum(won) / len(won)) if won else math.isnan(paid)
    assert figures == pytest.approx(
        {
            "won": len(won) / 6,
            "adjusted": chance,
            "adjusted_stderr": error,
            "regret": sum(regret_of(game, judge) for game in games) / 6,
        }
    )


def test_items_are_those_of_the_seed(tmp_path):
    setting = named_setting("fibble:2", WORDS)
    model = Scripted(CARELESS, setting)

    task = "clueproof_agents/inspect_tasks.py@items"
    values = {"game": "fibble:2", "count": 4, "seed": 7}
    log = run(task, model, tmp_path, task_args=values)

    asked = [make_item(setting, "7", number) for number in range(4)]
    losses = [item.score(model(item.messages)).loss for item in asked]
    assert [s.scores["loss"].value for s in log.samples] == pytest.approx(losses)


def play_one(reply_to, folder, **options):
    """Return the sample of the first game of a seed, and its log."""
    task = "clueproof_agents/inspect_tasks.py@games"
    values = {"game": "classic", "count": 1, "seed": 1}
    log = run(task, reply_to, folder, task_args=values, **options)
    return log.samples[0], log


def test_parts_that_are_thoughts_are_no_reply(tmp_path):
    secret = deal(named_setting("classic", WORDS), Draws("1", 0)).reveal()
    parts = [ContentReasoning(reasoning="guess: slate"), ContentText(text=secret)]

    sample, _ = play_one(lambda _: output_of(parts), tmp_path)

    value = sample.scores["outcome"].value
    assert (value["won"], value["guesses"], value["legal"]) == (1.0, 1.0, 1.0)


def test_blank_replies_lose_and_say_so(tmp_path):
    sample, log = play_one(lambda _: "", tmp_path)

    score = sample.scores["outcome"]
    assert (score.value["won"], score.value["legal"]) == (0.0, 0.0)
    assert score.reason == "no_response"
    assert figures_of(log)["won"] == 0.0


def replies(*outputs):
    left = iter(outputs)
    return lambda _: next(left)


def test_a_refused_conversation_is_no_lost_game(tmp_path):
    said = replies(output_of("crane"), output_of("I cannot.", "content_filter"))

    sample, log = play_one(said, tmp_path)

    score = sample.scores["outcome"]
    assert math.isnan(score.value)
    assert score.reason == "refusal"
    assert score.metadata["guesses"] == ["crane"]
    assert log.results.scores[0].unscored_samples == 1


def test_a_refusal_is_an_error_where_inspect_is_told_so(tmp_path):
    said = replies(output_of("I cannot.", "content_filter"))

    sample, _ = play_one(said, tmp_path, status="error", fail_on_refusal=True)

    assert "refusal" in sample.error.message


def test_a_game_that_a_limit_ends_is_no_lost_game(tmp_path):
    sample, log = play_one(lambda _: "crane", tmp_path, message_limit=5)

    assert sample.limit.type == "message"
    assert sample.scores["outcome"].reason == "limit"
    assert sample.scores["outcome"].metadata["guesses"] == ["crane"]
    assert log.results.scores[0].unscored_samples == 1


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"count": 0}, "count 0: expected a whole number from 1"),
        ({"count": "many"}, "count 'many': expected a whole number"),
        ({"game": "chess"}, "game 'chess': expected classic, fibble:K"),
    ],
)
def test_a_mistake_says_what_was_expected(values, expected):
    from clueproof_agents.inspect_tasks import games

    with pytest.raises(InputError, match=expected):
        games(**values)
