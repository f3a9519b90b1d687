import math
from collections import Counter
from importlib.metadata import version

import numpy as np
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
from scripted import Scripted, play_game  # noqa: E402

from clueproof_agents.chat import TextGame  # noqa: E402
from clueproof_agents.figures import figures_of  # noqa: E402
from clueproof_agents.items import KINDS, make_item  # noqa: E402
from clueproof_agents.phrasings import load_phrasing  # noqa: E402
from clueproof_agents.settings import named_setting  # noqa: E402
from game.draws import Draws  # noqa: E402
from game.errors import InputError  # noqa: E402
from game.hosts import deal  # noqa: E402
from game.words import Vocabulary  # noqa: E402
from solver.advice.noisy_costs import NoisyJudge  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # the library gives warnings
WORDS = Vocabulary.load()


def output_of(content, stop="stop"):
    message = ChatMessageAssistant(content=content)
    output = ModelOutput.from_message(message, stop_reason=stop)
    output.usage = ModelUsage()  # without it, a tokenizer is downloaded
    return output


def scripted(reply_to):
    """Return a model of Inspect whose replies are the results of `reply_to`.

    The argument of `reply_to` is the list of messages, each a dict.
    """

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


def means_of(log, metric="mean"):
    """Return the metric `metric` of each figure in a log of Inspect, by name."""
    return {each.name: each.metrics[metric].value for each in log.results.scores}


@pytest.mark.parametrize("name", ["classic", "fibble:2", "wordpl"])
def test_the_figures_are_those_of_the_games_of_the_seed(tmp_path, name):
    setting = named_setting(name, WORDS)
    model = Scripted(setting, illegal=True)

    task = "clueproof_agents/inspect_tasks.py@games"
    values = {"game": name, "count": 6, "seed": 1}
    log = run(task, model, tmp_path, task_args=values)

    games = [play_game(model, setting, "1", k) for k in range(6)]
    judge = NoisyJudge(setting)
    known = [figures_of(game, judge) for game in games]
    means = means_of(log)
    assert means.pop("legal") < 1
    errors = means_of(log, "stderr")
    for figure, mean in means.items():
        values = np.array([each[figure] for each in known])
        values = values[~np.isnan(values)]
        if len(values):
            assert mean == pytest.approx(values.mean())
        if len(values) > 1:
            error = values.std(ddof=1) / math.sqrt(len(values))
            assert errors[figure] == pytest.approx(error)
    assert means.keys() == known[0].keys()
    [first, *_] = log.samples
    score = first.scores["outcome"]
    assert first.target == games[0].answer
    assert score.answer == (games[0].final or games[0].turns[-1].guess).upper()
    assert all(turn.guess.upper() in score.explanation for turn in games[0].turns)
    assert first.metadata["phrasing"] == load_phrasing("brief").label
    assert log.eval.task_version == version("clueproof-agents")
    assert len(log.eval.metadata["phrasings"]) == 3
    said = first.messages[0].text + first.messages[1].text
    assert "seed" not in said


SECRETS = {}
for number in range(3):
    chat = TextGame.of(named_setting("classic", WORDS), "1", number)
    host = deal(named_setting("classic", WORDS), Draws("1", number))
    SECRETS[chat.messages[0]["content"]] = host.reveal()


def alternate(how):
    """Return a model that wins every other try of each of three games.

    If `how` is ``"refused"`` or ``"limit"``, the first try of game 0 ends in that way.
    """
    tries = Counter()

    def reply(messages):
        rules = messages[0]["content"]
        tries[rules] += len(messages) == 2
        number = [*SECRETS].index(rules) + tries[rules]
        if how and number == 1:
            return output_of("", "content_filter") if how == "refused" else "fuzzy"
        return SECRETS[rules] if number % 2 else "Hm."

    return reply


@pytest.mark.parametrize("epochs", [1, 2, 4])
@pytest.mark.parametrize("how", ["", "refused", "limit"])
def test_epochs_with_games_that_are_broken_off(tmp_path, epochs, how):
    task = "clueproof_agents/inspect_tasks.py@games"
    values = {"game": "classic", "count": 3, "seed": 1}
    options = {"epochs": epochs, "max_samples": 1, "message_limit": 9}
    log = run(task, alternate(how), tmp_path, task_args=values, **options)

    # The tries of games 0 and 2 are won, lost, won, lost. The tries of game 1 are lost,
    # won, lost, won.
    tries = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]], float)[:, :epochs]
    if how:
        tries[0, 0] = np.nan
    games = [np.nanmean(row) for row in tries if not np.isnan(row).all()]
    error = np.std(games, ddof=1) / math.sqrt(len(games))
    for figure in ("won", "adjusted", "reward"):
        assert means_of(log)[figure] == pytest.approx(np.mean(games), abs=1e-6)
        assert means_of(log, "stderr")[figure] == pytest.approx(error, abs=1e-6)
        assert epochs != 4 or how or np.mean(games) == 0.5


def test_items_are_those_of_the_seed(tmp_path):
    setting = named_setting("fibble:2", WORDS)
    model = Scripted(setting, illegal=True)

    task = "clueproof_agents/inspect_tasks.py@items"
    values = {"game": "fibble:2", "count": 8, "seed": 7}
    log = run(task, model, tmp_path, task_args=values)

    asked = [make_item(setting, "7", number) for number in range(8)]
    scores = [item.score(model(item.messages)) for item in asked]
    means = means_of(log)
    legal = np.mean([score.legal for score in scores])
    assert means.pop("legal") == legal < 1
    assert [*means] == [*KINDS]
    for kind, mean in means.items():
        losses = [s.loss for s, item in zip(scores, asked) if item.kind == kind]
        assert mean == pytest.approx(np.mean(losses))
    for sample, item, score in zip(log.samples, asked, scores):
        logged = sample.scores["loss"]
        assert sample.target == item.target
        assert logged.answer == score.answer
        assert item.target in logged.explanation
        assert (logged.reason is None) is score.legal


def play_one(reply_to, folder, **options):
    """Let a model of Inspect play game 0; return the sample and the log of the task.

    `reply_to` returns the reply to a list of messages. `folder` is for the log.
    """
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
    assert means_of(log)["won"] == 0.0


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
