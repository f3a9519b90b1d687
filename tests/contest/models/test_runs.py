import json
import threading

import pytest

from contest.models.endpoint import Endpoint, PlayerError, Reply
from contest.models.games import play_game
from contest.models.runs import ModelFacts, ModelRun, current_phrasings
from contest.models.scripted import CARELESS, Scripted
from contest.runs.facts import RunError
from tests.model_server import serve

KEY = "sk-1234567890"


def facts(count):
    return ModelFacts(
        model=CARELESS,
        address="http://127.0.0.1/v1",
        game="fibble:1",
        limit=6,
        words="few",
        items=False,
        count=count,
        seed="s",
        options={"temperature": 0.5},
        phrasings=current_phrasings(),
    )


def played(run, model, setting, jobs=1, budget=float("inf"), shown=None):
    """Play what is left of a run, and return the records without their times."""
    shown = [] if shown is None else shown
    run.play(
        lambda number: play_game(model, setting, "s", number),
        jobs,
        budget,
        lambda: shown.append(1),
    )
    return [{**record, "seconds": 0, "finish": 0} for record in run.records()]


def test_any_number_of_requests_at_a_time_gives_the_same_records(tmp_path, fibble):
    model = Scripted(CARELESS, fibble)
    one = ModelRun.create(tmp_path / "one", facts(12))
    shown = []
    records = played(one, model, fibble, shown=shown)
    with serve(model, ["429"]) as server:
        endpoint = Endpoint(server.url, CARELESS, key=KEY, backoff=0.0)
        many = ModelRun.create(tmp_path / "many", facts(12))
        assert played(many, endpoint, fibble, jobs=5) == records

    assert [record["game"] for record in records] == list(range(12))
    assert len(shown) == 12
    texts = [path.read_text() for path in tmp_path.rglob("*.json*")]
    assert len(texts) == 4
    assert KEY not in "".join(texts)


def test_a_run_goes_on_after_a_failure_and_half_a_line(tmp_path, fibble):
    good, calls = Scripted(CARELESS, fibble), []

    def failing(messages):
        calls.append(1)
        if len(calls) > 9:
            raise PlayerError("gone")
        return good(messages)

    run = ModelRun.create(tmp_path / "run", facts(8))
    with pytest.raises(PlayerError, match="gone"):
        played(run, failing, fibble)
    before = len(run.records())
    assert 0 < before < 8
    with (run.path / "transcripts.jsonl").open("a") as file:
        file.write('{"game": 7, "tu')

    again = ModelRun.open(run.path)
    assert again.facts == facts(8)
    shown = []
    records = played(again, good, fibble, jobs=2, shown=shown)

    assert len(shown) == 8 - before
    whole = ModelRun.create(tmp_path / "whole", facts(8))
    assert records == played(whole, good, fibble)


def test_other_games_are_completed_when_one_fails(tmp_path, fibble):
    good, barrier = Scripted(CARELESS, fibble), threading.Barrier(2)

    def make(number):
        barrier.wait(600)
        if number == 0:
            raise PlayerError("gone")
        return play_game(good, fibble, "s", number)

    run = ModelRun.create(tmp_path / "run", facts(2))
    with pytest.raises(PlayerError, match="gone"):
        run.play(make, 2, float("inf"), lambda: None)

    assert [record["game"] for record in run.records()] == [1]


def test_no_game_is_begun_after_the_budget_is_spent(tmp_path, fibble):
    model = Scripted(CARELESS, fibble)
    whole = ModelRun.create(tmp_path / "whole", facts(8))
    records = played(whole, model, fibble)
    spent = [record["read"] + record["written"] for record in records]
    run = ModelRun.create(tmp_path / "run", facts(8))

    assert played(run, model, fibble, budget=sum(spent[:3])) == records[:3]
    assert played(run, model, fibble, budget=sum(spent[:3]) + 1) == records[:4]
    assert played(run, model, fibble) == records


def test_a_budget_needs_counts(tmp_path, fibble):
    run = ModelRun.create(tmp_path / "run", facts(2))

    with pytest.raises(PlayerError, match="counts no tokens"):
        played(run, lambda _: Reply("Hm."), fibble, budget=1000)


def test_an_error_of_ours_is_raised(tmp_path, fibble):
    run = ModelRun.create(tmp_path / "run", facts(2))

    with pytest.raises(ZeroDivisionError):
        run.play(lambda number: 1 // 0, 2, float("inf"), lambda: None)


def test_a_folder_is_of_one_run_and_one_writer(tmp_path, fibble):
    run = ModelRun.create(tmp_path / "run", facts(1))
    with pytest.raises(RunError, match="expected a new folder"):
        ModelRun.create(tmp_path / "run", facts(1))
    with pytest.raises(RunError, match="no run of a model"):
        ModelRun.open(tmp_path)
    model = Scripted(CARELESS, fibble)

    def make(number):
        with pytest.raises(RunError, match="written by another run"):
            played(run, model, fibble)
        return play_game(model, fibble, "s", number)

    run.play(make, 1, float("inf"), lambda: None)
    assert len(run.records()) == 1


@pytest.mark.parametrize("change", [{"words": "other"}, {"phrasings": {"plain": "0"}}])
def test_words_and_phrasings_are_those_of_the_run(change):
    ours = facts(1)
    ours.check("few")

    changed = type(ours)(**{**json.loads(as_json(ours)), **change})

    with pytest.raises(RunError, match="other words or phrasings"):
        changed.check("few")


def as_json(run_facts):
    return json.dumps({n: getattr(run_facts, n) for n in run_facts.__struct_fields__})


def test_facts_of_another_form_are_refused(tmp_path):
    ModelRun.create(tmp_path / "run", facts(1))
    path = tmp_path / "run" / "model.json"
    path.write_text(path.read_text().replace('"limit"', '"limits"'))

    with pytest.raises(RunError, match="no run of a model"):
        ModelRun.open(tmp_path / "run")
