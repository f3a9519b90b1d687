import json

import pytest

from contest.models.games import ask_item, named_setting, play_game
from contest.models.runs import ModelFacts, ModelRun, current_phrasings
from contest.models.scripted import CARELESS, Scripted
from game.words import Vocabulary
from integrations.every_eval_ever_export import export

pytestmark = [
    pytest.mark.system,
    pytest.mark.filterwarnings("default"),  # of the library
]


@pytest.mark.parametrize("items", [False, True])
def test_an_export_is_valid_and_has_the_figures(tmp_path, items):
    types = pytest.importorskip("every_eval_ever.eval_types", reason="needs 3.12")
    words = Vocabulary.load()
    setting = named_setting("classic", words)
    facts = ModelFacts(
        model=CARELESS,
        address="",
        game="classic",
        limit=6,
        words=words.digest,
        items=items,
        count=3,
        seed="s",
        options={"temperature": 0.5},
        phrasings=current_phrasings(),
    )
    run, model = ModelRun.create(tmp_path / "run", facts), Scripted(CARELESS, setting)
    make = ask_item if items else play_game
    run.play(lambda k: make(model, setting, "s", k), 1, float("inf"), lambda: None)

    data = json.loads(json.dumps(export(run.path, "us")))

    log = types.EvaluationLog.model_validate(data)
    assert log.model_info.id == f"us/{CARELESS}"
    names = [r.metric_config.metric_id for r in log.evaluation_results]
    assert names[0] == f"clueproof.{'likeliest_loss' if items else 'won_luck_adjusted'}"
    assert log.evaluation_results[0].score_details.uncertainty.num_samples > 0
