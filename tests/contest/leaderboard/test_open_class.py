import json
import math
import re
import sys
from operator import eq

import pytest

from commands.evaluate import chat, verify
from commands.evaluate.leaderboard import update_leaderboard
from contest.leaderboard.open_class import next_open_number, open_row, open_rows
from contest.leaderboard.submission import SubmissionError
from contest.models.endpoint import Reply
from contest.models.games import named_setting, play_game
from contest.models.runs import FACTS, TRANSCRIPTS, ModelFacts, ModelRun
from contest.models.scripted import CARELESS
from contest.terminal.layout import WIDE
from game.clues import letterwise, to_text
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.words import Vocabulary

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def careful(setting):
    """Return a model that asks for a word at 29 nats, and answers what is likeliest."""
    words = setting.vocabulary.answers

    def reply(messages):
        if len(messages) == 2:
            return Reply(f"guess: {words[-1]} 29")
        seen = re.search(r"\(([.ic]+)\)", messages[-1]["content"])[1]
        texts = {word: to_text(letterwise(word, words[-1]), 5) for word in words}
        same = {word: sum(map(eq, text, seen)) for word, text in texts.items()}
        return Reply(f"guess: {max(same, key=same.get)} 0")

    return lambda number, seed: reply


def knowing(setting):
    """Return a model that asks for the secret, at 17 nats where words have prices."""

    def of(number, seed):
        secret = deal(setting, Draws(seed, number)).reveal()
        prices = (" 17", " 0") if setting.mode.priced else ("", "")
        return lambda messages: Reply(f"guess: {secret}{prices[len(messages) > 2]}")

    return of


@pytest.fixture
def open_run(results, words, monkeypatch):
    """Play an official run of the open class with few words, always with one seed."""
    monkeypatch.setattr("contest.models.runs.secrets.token_hex", lambda _: "5e" * 32)

    def play(number, make, game="wordpl", count=60):
        setting = named_setting(game, words)
        facts = ModelFacts(
            model=f"m{number}",
            address="http://127.0.0.1/v1",
            game=game,
            limit=setting.max_turns,
            words=words.digest,
            items=False,
            count=count,
            seed="",
            options={"temperature": 0.5},
            phrasings={"plain": "1"},
            open=number,
            date="2026-01-31",
        ).draw_seed()
        run = ModelRun.create(results / "open" / f"m{number}", facts)
        model = make(setting)
        run.play(
            lambda k: play_game(model(k, facts.seed), setting, facts.seed, k),
            *(1, math.inf, lambda: None),
        )
        return run.path

    return play


@pytest.mark.system
def test_an_open_run_below_all_leads_has_a_row_and_changes_nothing_else(
    results, documents, words, record, open_run
):
    record(results / "submissions" / "a", games=100, price=30.0)
    update_leaderboard(results, *documents, words)
    files = [*results.glob("*.csv"), documents[0], documents[1].with_suffix(".svg")]
    before, page = [file.read_bytes() for file in files], documents[1].read_text()
    open_run(1, careful)
    open_run(2, knowing)

    said = update_leaderboard(results, *documents, words).text(WIDE)

    row, refused = open_rows(results, words)
    assert row.adjusted > 0.6
    assert row.low < row.adjusted < row.high <= 1
    assert row.budget == 29
    assert "| p50: 50 % | **30** |" in page
    assert "uses more about the secret" in refused.refused
    assert [file.read_bytes() for file in files] == before
    start, head, tail = documents[1].read_text().partition("## Open class\n")
    table, room, end = tail.partition("## Room below")
    assert head not in page
    assert start + room + end == page
    cells = f"| wordpl, 20 guesses | `m1` | {100 * row.adjusted:.1f} % | "
    assert cells in table
    assert " % | 29.0 | 60 | " in table
    assert "\n`m2` is not ranked with `m2`: it uses more" in table
    assert "m2 is not ranked with m2: it uses more" in said


@pytest.mark.parametrize("game", ["classic", "fibble:1"])
def test_a_model_that_knows_the_secret_is_refused(open_run, words, game):
    path = open_run(3, knowing, game, 15)

    verified = verify._verify_open(path, words).facts

    assert verified.exit_status == 1
    assert "but m3 has no score: it uses more" in verified.result


def change_facts(**changes):
    def change(path):
        facts = json.loads((path / FACTS).read_text())
        (path / FACTS).write_text(json.dumps(facts | changes))

    return change


def change_record(old, new):
    def change(path):
        text = (path / TRANSCRIPTS).read_text()
        assert old in text
        (path / TRANSCRIPTS).write_text(text.replace(old, new))

    return change


def drop_last(path):
    lines = (path / TRANSCRIPTS).read_text().splitlines(keepends=True)
    (path / TRANSCRIPTS).write_text("".join(lines[:-1]))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(change_facts(model="n"), "a seed that was not drawn", id="model"),
        pytest.param(change_facts(seed="s"), "a seed that was not drawn", id="seed"),
        pytest.param(change_facts(open=0), "made with --official", id="number"),
        pytest.param(change_record(",29.0]", ",0.01]"), "do not follow", id="price"),
        pytest.param(drop_last, "has 3 games: expected each of 4 once", id="game"),
    ],
)
def test_a_run_that_was_altered_is_refused(open_run, words, change, expected):
    path = open_run(1, careful, count=4)
    assert open_row(path, words).games == 4
    change(path)

    with pytest.raises(SubmissionError, match=expected):
        open_row(path, words)


def test_a_number_that_is_used_twice_is_refused(results, words, open_run):
    path = open_run(4, careful, count=1)
    assert next_open_number(results) == 5
    path.rename(path.with_name("other"))
    open_run(4, careful, count=1)

    with pytest.raises(SubmissionError, match=r"2 runs .* number 4: .* and 5 for"):
        open_rows(results, words)


@pytest.mark.system
def test_the_seed_of_an_official_run_is_drawn_when_all_else_is_fixed(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(chat, "RESULTS", tmp_path)
    asked = ["--model", CARELESS, "--game", "classic", "--games", "2", "--official"]
    for _ in range(2):
        assert chat.main.main(asked, standalone_mode=False) == 0

    names = [path.name for path in sorted((tmp_path / "open").iterdir())]
    assert names == ["scripted-careless-classic-1", "scripted-careless-classic-2"]
    path = tmp_path / "open" / names[1]
    facts = json.loads((path / FACTS).read_text())
    assert facts["open"] == 2
    assert verify.main.main([str(path)], standalone_mode=False) == 0
    said = capsys.readouterr().out
    assert said.endswith("reproduced, the moves of 2 games\n")
    row = open_row(path, Vocabulary.load())
    assert (row.model, row.game, row.date) == (CARELESS, "classic", facts["date"])


@pytest.mark.parametrize("option", [["--seed", "s"], ["--items", "3"], ["--out", "x"]])
def test_an_official_run_takes_no_seed_or_folder_and_no_items(option):
    asked = ["--model", CARELESS, "--official", *option]

    with pytest.raises(InputError, match=f"{option[0]}: expected none with --official"):
        chat.main.main(asked, standalone_mode=False)
