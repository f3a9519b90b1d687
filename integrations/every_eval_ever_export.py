"""Export of a run with a model to the schema of Every Eval Ever.

``python -m integrations.every_eval_ever_export RUN DEVELOPER > FILE.json`` needs no
package; `every_eval_ever validate FILE.json` checks the file.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from commands.cli import project
from contest.models.figures import Figures, Judge, item_figures
from contest.models.games import read_played
from contest.models.runs import ModelFacts, ModelRun
from game.words import Vocabulary

SCHEMA = "0.3.0"


def export(path: Path, developer: str) -> dict[str, Any]:
    """Return the results of a run as an object of JSON."""
    run = ModelRun.open(path)
    facts, records = run.facts, run.records()
    setting = facts.setting(Vocabulary.load())
    if facts.items:
        results = [
            _result(facts, f"{each.kind}_loss", each.loss, each.error, each.items, 10.0)
            for each in item_figures(records, setting, facts.seed)
        ]
    else:
        games = [read_played(record, setting, 0) for record in records]
        results = _results_of(facts, Judge(setting).figures(facts.model, games))
    now = str(time.time())
    name = facts.model if "/" in facts.model else f"{developer}/{facts.model}"
    return {
        "schema_version": SCHEMA,
        "evaluation_id": f"clueproof-{facts.game}/{name.replace('/', '_')}/{now}",
        "retrieved_timestamp": now,
        "source_metadata": {
            "source_type": "evaluation_run",
            "source_organization_name": developer,
            "evaluator_relationship": "third_party",
        },
        "eval_library": {"name": "clueproof", "version": project()["version"]},
        "model_info": {"name": facts.model, "id": name, "developer": developer},
        "evaluation_results": results,
    }


def _results_of(facts: ModelFacts, figures: Figures) -> list[dict[str, Any]]:
    won, games = figures.adjusted, figures.games
    unknown = float("nan")
    return [
        _result(facts, "won_luck_adjusted", won.mean, won.error, games),
        _result(facts, "won", figures.won, unknown, games),
        _result(facts, "legal_replies", figures.legal, unknown, games),
        _result(facts, "cost_bits", figures.cost, unknown, games, 10.0),
    ]


def _result(
    facts: ModelFacts,
    metric: str,
    value: float,
    error: float,
    count: int,
    most: float = 1.0,
) -> dict[str, Any]:
    """Return a figure; those that may exceed 1 are losses, and better if lower."""
    uncertainty: dict[str, Any] = {"num_samples": count}
    if error == error:
        uncertainty["standard_error"] = {"value": error, "method": "analytic"}
    details = {name: json.dumps(text) for name, text in facts.phrasings.items()}
    return {
        "evaluation_name": f"clueproof {facts.game}",
        "source_data": {"dataset_name": "clueproof", "source_type": "other"},
        "metric_config": {
            "metric_id": f"clueproof.{metric}",
            "lower_is_better": most > 1,
            "score_type": "continuous",
            "min_score": 0.0,
            "max_score": most,
        },
        "score_details": {"score": value, "uncertainty": uncertainty},
        "generation_config": {
            "generation_args": {"temperature": facts.options.get("temperature")},
            "additional_details": details | {"seed": facts.seed},
        },
    }


if __name__ == "__main__":
    print(json.dumps(export(Path(sys.argv[1]), sys.argv[2]), indent=1))
