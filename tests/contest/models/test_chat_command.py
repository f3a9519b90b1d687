import json
import re
import sys
from pathlib import Path

import pytest

from contest.models.endpoint import Reply
from contest.models.games import named_setting
from contest.models.scripted import CARELESS, Scripted
from game.words import Vocabulary
from tests.model_server import serve

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
PAGE = Path(__file__).resolve().parents[3] / "docs" / "guide" / "models.md"
KEY = "sk-1234567890"
CLASSIC = ("--game", "classic", "--games", 3, "--seed", "s")


def table(done):
    """Return the tables that a command printed, without the player, times and paths."""
    lines = done.stdout.split("won %:")[0].splitlines()
    return [line.split()[1:-1] for line in lines] + [done.stdout.count("phrasings")]


@pytest.mark.system
def test_the_same_seed_gives_the_same_table_and_the_key_is_nowhere(
    here, tmp_path, monkeypatch
):
    monkeypatch.setenv("MY_KEY", KEY)
    model = Scripted(CARELESS, named_setting("classic", Vocabulary.load()))
    direct = here("evaluate.py", "chat", "--model", CARELESS, *CLASSIC)
    assert direct.returncode == 0, direct.stderr
    with serve(model, ["429"]) as server:
        place = ("--base-url", server.url, "--model", "m", "--key-from", "MY_KEY")
        fields = ("--field", "seed=7", "--field", "effort=low")
        served = here("evaluate.py", "chat", *place, *CLASSIC, *fields, "--out", "run")
        again = here("evaluate.py", "chat", "--resume", "run", "--key-from", "MY_KEY")
    assert served.returncode == again.returncode == 0, served.stderr
    lines = direct.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:6]] == [
        *(CARELESS, "posterior_sampling", "entropy", "optimal"),
        "ceiling",
    ]
    assert table(served) == table(again) == table(direct)
    assert {headers["Authorization"] for _, headers, _ in server.requests} == {
        f"Bearer {KEY}"
    }
    assert {(body["seed"], body["effort"]) for *_, body in server.requests} == {
        (7, "low")
    }
    said = "".join(path.read_text() for path in (tmp_path / "run").iterdir())
    assert KEY not in said + served.stdout + served.stderr
    scored = here(
        *("evaluate.py", "chat", "--transcripts", "run/transcripts.jsonl"),
        *("--game", "classic", "--seed", "s"),
    )
    assert table(scored) == table(direct)


@pytest.mark.system
def test_a_run_that_fails_shows_what_there_is_and_how_to_go_on(here):
    calls = []

    def model(messages):
        calls.append(1)
        return Reply("guess: crane" if len(calls) < 12 else 1 / 0, 1, 1)

    with serve(model) as server:
        place = ("--base-url", server.url, "--model", "m", "--parallel", 1)
        done = here("evaluate.py", "chat", *place, *CLASSIC, "--timeout", 2)
    assert done.returncode == 2
    assert done.stdout.splitlines()[1].split()[:2] == ["m", "1"]
    assert "the run is not complete; go on with: " in done.stderr
    folder = done.stderr.split("--resume ")[1].split()[0]
    lines = Path(folder, "transcripts.jsonl").read_text().splitlines()
    assert [json.loads(line)["game"] for line in lines] == [0]


def test_items_are_asked_and_scored_again(here):
    few = ("--game", "fibble:2", "--items", 8, "--seed", "s", "--out", "run")
    done = here("evaluate.py", "chat", "--model", CARELESS, *few)
    again = here("evaluate.py", "chat", "--resume", "run")

    assert done.returncode == again.returncode == 0, done.stderr
    assert done.stdout == again.stdout
    assert done.stdout.splitlines()[1].split()[:3] == ["likeliest", "2", "100.0"]


@pytest.mark.system
def test_the_items_of_the_page_are_what_its_command_prints(here):
    page = PAGE.read_text(encoding="utf-8")
    (line,) = re.findall(
        r"^python (evaluate.py chat .* --items 200 --seed 1)$", page, re.M
    )
    done = here(*line.split())

    table, _, _ = done.stdout.partition("\n\n")
    assert f"```text\n{table}\n```" in page


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "--model: expected a name"),
        (("--model", "m"), "expected an address"),
        (("--model", CARELESS, "--base-url", "http://a"), "expected none"),
        (("--model", "m", "--base-url", "ftp://a"), "expected an address like"),
        (("--model", CARELESS, "--game", "chess"), "game 'chess': expected classic"),
        (("--model", CARELESS, "--key-from", "NOT_SET"), "expected one with a key"),
        (("--model", CARELESS, "--game", "wordpl", "--items", 1), "items of wordpl"),
        (("--model", CARELESS, "--field", "x"), "'x': expected NAME=VALUE"),
        (("--transcripts", "none.jsonl"), "none.jsonl"),
        (("--transcripts", "x", "--model", "m"), "none with --transcripts"),
        (("--resume", "."), "no run of a model"),
        (("--resume", ".", "--games", "3"), "none of what the run has"),
    ],
)
def test_a_mistake_is_one_line(here, arguments, expected):
    done = here("evaluate.py", "chat", *arguments)

    assert done.returncode == 2
    assert expected in done.stderr
    assert done.stderr.count("\n") == 1
