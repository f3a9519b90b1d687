"""What the browser keeps: one schema for all that is read, whoever wrote it."""

import json

import pytest

from tests.web.playing import guess, secret

DAILY = "5 kind=classic&day=2026-11-22"
VERSION_1 = {
    "games": [
        {
            "name": DAILY,
            "moves": [["crane", "Infinity"]],
            "givenUp": True,
            "hinted": [0],
        },
        {
            "name": "5 kind=wordpl&seed=1",
            "moves": [["crane", "12.5"]],
            "givenUp": False,
        },
    ],
    "results": {"5 classic 1 off": {"2026-11-22": "lost", "2026-11-21": 3}},
    "late": {"5 fibble 1 off lies:2 random": {"2026-11-20": 4}},
    "choices": {"contrast": True, "practice wordpl": "kind=wordpl&seed=1"},
}
MISFITS = [None, 7, "text", True, [], [None], [[]], {}, {"games": {}}]
SCRIPT = "return given.map((kept) => readKept(JSON.stringify(kept)))"


def test_what_fits_no_schema_is_left_out(engine):
    paths = ("games", "results", "late", "choices")
    kept = [*MISFITS, *({path: value} for path in paths for value in MISFITS)]
    game = {"name": DAILY, "moves": [["crane", "Infinity"], ["moist"], ["slump", "1"]]}
    fields = ("name", "moves", "givenUp", "hinted", "began", "score")
    kept += [{"games": [game | {field: {"x": 1}}]} for field in fields]
    kept += [{"results": {"5 classic 1 off": {"2026-13-40": 3, "2026-11-22": -1}}}]

    read = engine(SCRIPT, kept)

    games = [one.pop("games") for one in read]
    assert all(one == {"version": 2, "choices": {}} for one in read)
    assert [game["name"] for of_one in games for game in of_one] == [DAILY] * 5
    crane = ["crane", "Infinity"]
    moves = [game["moves"] for of_one in games for game in of_one]
    assert moves == [[], [crane], [crane], [crane], [crane]]
    texts = engine("return ['', '{', null].map((text) => readKept(text).games)")
    assert texts == [[], [], []]


def test_the_shape_of_version_1_loses_nothing(engine):
    (read,) = engine(SCRIPT, [VERSION_1])

    assert read["choices"] == VERSION_1["choices"]
    found = {
        g["name"]: (len(g["moves"]), g["score"], g["began"]) for g in read["games"]
    }
    assert found == {
        DAILY: (1, "lost", "2026-11-22"),
        "5 kind=wordpl&seed=1": (1, None, ""),
        "5 kind=classic&day=2026-11-21": (0, 3, "2026-11-21"),
        "5 kind=fibble&lies=2&given=random&day=2026-11-20": (0, 4, ""),
    }
    assert engine(SCRIPT, [read]) == [read]


@pytest.mark.parametrize("kept", [*MISFITS, {"games": None, "choices": None}])
def test_the_page_starts_and_plays_whatever_is_stored(opened, kept):
    page = opened("kind=classic&seed=1")
    page.run("localStorage.setItem('clueproof', arguments[0])", json.dumps(kept))
    page.driver.refresh()

    guess(page, "crane")
    page.driver.refresh()

    assert page.run("return state.turns.length") == 1


def test_a_word_that_is_none_is_no_turn(opened):
    page = opened("kind=classic&seed=1")
    moves = [["crane", "Infinity"], ["zzzzz", "Infinity"], ["moist", "Infinity"]]
    kept = {"games": [{"name": "5 kind=classic&seed=1", "moves": moves}]}
    page.run("localStorage.setItem('clueproof', arguments[0])", json.dumps(kept))

    page.driver.refresh()

    assert page.run("return state.turns.map((turn) => turn.guess)") == ["crane"]


def test_a_full_storage_is_said_and_ends_no_game(opened):
    page = opened("kind=classic&seed=1")
    page.run("Storage.prototype.setItem = () => { throw new Error('full'); }")

    guess(page, "crane")
    assert page.text("#message").startswith("Your browser does not store this game")
    page.click("[data-kind=wordpl]")
    page.run("history.back()")
    page.wait("document.body.dataset.kind === 'classic'")
    assert page.run("return state.turns.length") == 1
    guess(page, secret(page))
    assert not page.run("return $('#ending').hidden")


def test_what_a_full_storage_did_not_take_drops_no_move_of_another_tab(opened):
    page = opened("kind=classic&seed=1")
    page.run(
        "const { setItem } = Storage.prototype;"
        "Storage.prototype.setItem = () => { throw new Error('full'); };"
        "window.empty = () => { Storage.prototype.setItem = setItem; };"
    )
    guess(page, "crane")
    other = {"name": "5 kind=classic&seed=2", "moves": [["moist", "Infinity"]]}
    page.run(
        "empty(); localStorage.setItem('clueproof', arguments[0])",
        json.dumps({"games": [other]}),
    )

    guess(page, "slump")

    moves = (
        "readKept(localStorage.clueproof).games.map((game) => game.moves.map(String))"
    )
    assert page.run(f"return {moves}") == [
        ["moist,Infinity"],
        ["crane,Infinity", "slump,Infinity"],
    ]
