import json
import math

import pytest

from contest.models.endpoint import Endpoint, Reply
from contest.models.games import (
    named_setting,
    play_again,
    play_game,
    read_played,
    read_records,
)
from contest.models.scripted import CARELESS, ILLEGAL, Scripted
from environments.phrasings import phrasing_names
from game.channels.lies import Lies
from game.clues import classic, parse
from game.errors import InputError
from game.protocol import Mode, Outcome
from game.replays import replay
from game.words import Vocabulary
from strategies import make_strategy
from tests.model_server import right_model, serve

CLASSIC = {
    "answer": "CRANE",
    "turns": [["slate", "..c.c"], ["crane", "ccccc"]],
}


def fits(secret, guess, clue):
    law = Lies(1).likelihoods(parse(clue, 5), math.inf, 5)
    return law[classic(secret, guess)] > 0


def test_a_right_model_wins_and_its_record_has_all_that_was_said(fibble):
    model = right_model(fibble.vocabulary.answers, fits)
    with serve(model) as server:
        record = play_game(Endpoint(server.url, "right"), fibble, "s", 4)

    record = json.loads(json.dumps(record))
    played = read_played(record, fibble, 4)
    assert played.game.outcome is Outcome.WON
    assert [played.game] == list(replay([played.game], [4], "s", fibble))
    assert played.phrasing == phrasing_names()[1]
    assert (played.number, played.illegal) == (4, 0)
    assert played.replies == len(played.game.turns) == len(record["finish"])
    assert played.tokens == 15 * played.replies
    assert played.seconds > 0
    said = [m["content"] for m in record["messages"] if m["role"] == "assistant"]
    assert said == [f"I think hard.\nguess: {turn.guess}" for turn in played.game.turns]


def test_a_model_that_never_moves_forfeits(fibble):
    record = play_game(lambda _: Reply("Hm."), fibble, "s", 0)

    played = read_played(record, fibble, 0)
    assert played.game.outcome is Outcome.INVALID
    assert (played.replies, played.illegal) == (3, 3)
    assert "read" not in record
    assert math.isnan(played.tokens)


@pytest.mark.parametrize("name", [CARELESS, ILLEGAL])
@pytest.mark.parametrize("game", ["classic", "fibble:2", "wordpl"])
def test_the_same_seed_gives_the_same_games_through_a_server(fibble, name, game):
    setting = named_setting(game, fibble.vocabulary)
    model = Scripted(name, setting)
    with serve(model, ["500", "cut"]) as server:
        endpoint = Endpoint(server.url, name, backoff=0.0)
        served = [play_game(endpoint, setting, "s", number) for number in (5, 2)]
    direct = [play_game(model, setting, "s", number) for number in (5, 2)]

    for record in (*served, *direct):
        del record["seconds"], record["finish"]
    assert served == direct
    assert served != [play_game(model, setting, "t", n) for n in (5, 2)]


def test_illegal_replies_are_counted(fibble):
    model = Scripted(ILLEGAL, fibble)

    games = [
        read_played(play_game(model, fibble, "s", k), fibble, k) for k in range(40)
    ]

    share = sum(g.illegal for g in games) / sum(g.replies for g in games)
    assert 0.15 < share < 0.35


def test_a_strategy_plays_the_same_secrets_and_noise(fibble):
    model = Scripted(CARELESS, fibble)
    games = [read_played(play_game(model, fibble, "s", k), fibble, k) for k in (7, 3)]

    again = list(play_again(make_strategy("entropy", fibble.mode), fibble, "s", games))

    assert [p.number for p in again] == [7, 3]
    assert [p.game.answer for p in again] == [p.game.answer for p in games]
    alone = [p.game for p in again]
    assert alone == list(replay(alone, [7, 3], "s", fibble))


def test_games_of_others_are_read():
    setting = named_setting("classic", Vocabulary.load())
    state = {
        "secret_word": "crane",
        "guess_history": [["slate", list("XXGXG")], ["crane", list("GGGGG")]],
        "rendered_board": "",
    }

    ours, theirs = (read_played(each, setting, 0) for each in (CLASSIC, state))

    assert ours == theirs or ours.game == theirs.game
    assert ours.game.outcome is Outcome.WON
    assert ours.game.score == 2
    assert math.isnan(ours.replies)
    lost = read_played({"answer": "crane", "turns": [["slate", "..c.c"]]}, setting, 0)
    assert lost.game.outcome is Outcome.OUT_OF_TURNS


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"answer": None}, "expected answer and turns"),
        ({"answer": "zzzzz"}, "not in the word list"),
        ({"turns": 3}, "expected answer and turns"),
        ({"turns": [["slate"]]}, "expected answer and turns"),
        ({"turns": [["slate", "cc"]]}, "'cc' is not a clue"),
        ({"turns": [["slate", "ccccc"]]}, "one that 'crane' can have"),
        ({"turns": [["zzzzz", "....."]]}, "not in the word list"),
        ({"turns": [["slate", "..c.c"]] * 7}, "expected 6 at most"),
        ({"outcome": "lost"}, "expected answer and turns"),
        ({"outcome": "out_of_turns"}, "where it is won"),
        ({"replies": "many"}, "expected answer and turns"),
    ],
)
def test_a_game_that_cannot_be_is_refused(change, expected):
    setting = named_setting("classic", Vocabulary.load())

    with pytest.raises(InputError, match=expected):
        read_played(CLASSIC | change, setting, 0)


def test_a_record_without_its_words_is_refused():
    with pytest.raises(InputError, match="missing required field `answer`"):
        read_played({}, named_setting("classic", Vocabulary.load()), 0)


def test_a_reply_with_a_separator_of_lines_is_in_one_record(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text('{"reply": "a\u2028b\x85c"}\n{"reply": ""}\n', encoding="utf-8")

    assert [record["reply"] for record in read_records(path)] == ["a\u2028b\x85c", ""]


def test_lines_that_are_no_objects_are_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text('{"answer": "crane"}\n[]\n')

    with pytest.raises(InputError, match="line 2: expected an object"):
        list(read_records(path))


@pytest.mark.parametrize("text", ["chess", "fibble:9", "fibble:x", "classic:1", ""])
def test_a_game_that_there_is_not_is_refused(text):
    with pytest.raises(InputError):
        named_setting(text, Vocabulary.load())


@pytest.mark.parametrize(
    ("text", "mode", "turns"),
    [
        ("classic", Mode.CLASSIC, 6),
        ("fibble", Mode.FIBBLE, 8),
        ("fibble:0", Mode.FIBBLE, 6),
        ("wordpl", Mode.WORDPL, 20),
    ],
)
def test_a_game_has_its_usual_number_of_guesses(text, mode, turns):
    setting = named_setting(text, Vocabulary.load())

    assert (setting.mode, setting.max_turns) == (mode, turns)
    assert named_setting(text, setting.vocabulary, 9).max_turns == 9
