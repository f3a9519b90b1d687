import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="the extra 'inspect'")

from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402
from scripted import CARELESS, Scripted, play_game  # noqa: E402

from clueproof_agents.inspect_tasks import games, items  # noqa: E402
from clueproof_agents.items import make_item  # noqa: E402
from clueproof_agents.settings import named_setting  # noqa: E402
from game.protocol import Outcome  # noqa: E402
from game.words import Vocabulary  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("default"),  # of the library
]


def scripted(model):
    """Return a model of Inspect that replies as a scripted one."""

    def reply(messages, tools, tool_choice, config):
        plain = [{"role": m.role, "content": m.text} for m in messages]
        output = ModelOutput.from_content("mock", model(plain))
        output.usage = ModelUsage()  # else a tokenizer is downloaded
        return output

    return get_model("mockllm/model", custom_outputs=reply)


def run(task, model, folder):
    [log] = inspect_ai.eval(
        task, model=scripted(model), log_dir=str(folder), display="none"
    )
    assert log.status == "success", log.error
    return log


def test_games_are_those_of_the_command(tmp_path):
    setting = named_setting("classic", Vocabulary.load())
    model = Scripted(CARELESS, setting)

    log = run(games(game="classic", count=4, seed="s"), model, tmp_path)

    played = [play_game(model, setting, "s", k) for k in range(4)]
    won = [float(game.outcome is Outcome.WON) for game in played]
    scores = [sample.scores["won"].value for sample in log.samples]
    assert scores == won
    assert log.results.scores[0].metrics["mean"].value == sum(won) / 4


def test_items_are_those_of_the_command(tmp_path):
    setting = named_setting("fibble:2", Vocabulary.load())
    model = Scripted(CARELESS, setting)

    log = run(items(game="fibble:2", count=4, seed="s"), model, tmp_path)

    asked = [make_item(setting, "s", number) for number in range(4)]
    losses = [item.score(model(item.messages)).loss for item in asked]
    assert [s.scores["loss"].value for s in log.samples] == pytest.approx(losses)
