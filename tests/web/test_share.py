import math
from dataclasses import replace

import pytest

from game import Draws, Hard, Scripted, Vocabulary, play
from game.clues import all_correct
from game.hosts import AbsurdleHost
from game.hosts import deal as dealt
from game.protocol import MAX_MOVES, SPARE_TURNS, Mode, Setting
from game.text.deals import Deal, page_address, usual_limit
from game.text.share import rows, share_text
from game.text.typed import read_clue, split_turns

NOISY = [("crane", 12.3), ("eerie", 0.1), ("sassy", 4.45)]
GUESSES = [(word, math.inf) for word in ("crane", "slump", "tight")]


def noisy(words, deal, final):
    setting = Setting(words)
    host = dealt(setting, Draws(deal.drawn, deal.game))
    return play(Scripted([*NOISY, (final or host.reveal(), 0.0)]), host, setting)


def exact(words, deal, solved):
    setting = replace(deal.setting, vocabulary=words)
    host = dealt(setting, Draws(deal.drawn, deal.game))
    secrets = [(word, math.inf) for word in host.reveal().split(",")]
    # 15 wrong guesses are more than any of these games allows.
    moves = [*GUESSES, *secrets] if solved else [*GUESSES] * 5
    return play(Scripted(moves), host, setting)


def cornered(words, deal, end):
    host = AbsurdleHost(words.answers)
    moves = []
    clue = 0
    while clue != all_correct(5):
        moves.append((host.possible[0], math.inf))
        clue = host.reply(*moves[-1], len(moves) - 1)
    host.reset()
    return play(Scripted(moves), host, Setting(words, Mode.CLASSIC, MAX_MOVES))


WORDS = Vocabulary.load()
OWN = Vocabulary(WORDS.answers[:9], WORDS.guesses)
PRICED = Setting(WORDS)


def of_boards(boards, words=WORDS, hard=Hard.OFF):
    return Setting(words, Mode.CLASSIC, boards + SPARE_TURNS, boards=boards, hard=hard)


def of_lies(lies, limit=0, given=""):
    channel = f"lies:{lies}"
    most = limit or usual_limit(channel)
    return Setting(WORDS, Mode.FIBBLE, most, channel=channel, given=given)


CASES = [
    (Deal(PRICED, day="2026-11-22"), noisy, ""),
    (Deal(PRICED, seed="it's ~*é &", game=7), noisy, "slate"),
    (Deal(Setting(OWN), seed="0"), noisy, ""),
    (Deal(of_boards(3), seed="x-1.y_2"), exact, True),
    (Deal(of_boards(1, Vocabulary.load(6)), day="2026-02-28"), exact, False),
    (Deal(of_boards(1, hard=Hard.NYT), seed="a b"), exact, True),
    (Deal(of_lies(1), day="2026-11-22"), exact, True),
    (Deal(of_lies(0), seed="1"), exact, False),
    (Deal(of_lies(5, 9, "random"), seed="1"), exact, 0),
    (Deal(of_boards(1), is_absurdle=True), cornered, None),
]


@pytest.fixture(scope="module")
def games(words):
    """Return a deal and a finished game of each case."""
    return [(deal, how(words, deal, end)) for deal, how, end in CASES]


def without_command(text):
    """Return a text to share as a page without an address has it."""
    lines = text.splitlines()
    return "\n".join(line for line in lines if not line.startswith("python "))


def shared(engine, answers, games, address="", hints=0):
    """Return the texts to share of games, as the engine writes them."""
    script = """
      const answers = new WordList(given.answers);
      return given.games.map(({ deal, moves, address }) => {
        const rules = { ...deal, limit: deal.most, answers, guesses: answers };
        const state = replay(rules, moves.map(([guess, epsilon]) =>
          ({ guess, epsilon: epsilon === "inf" ? Infinity : Number(epsilon) })));
        return shareText(rules, state, address, given.hints);
      });
    """
    asked_ = [
        asked(*pair) | {"address": address and page_address(address, pair[0].size)}
        for pair in games
    ]
    return engine(script, {"answers": answers, "hints": hints, "games": asked_})


@pytest.mark.parametrize(
    ("address", "hints"), [("", 2), ("https://pages.example/clueproof/", 0)]
)
def test_the_text_to_share_is_that_of_the_terminal(
    engine, words, games, address, hints
):
    texts = shared(engine, words.answers, games, address, hints)

    shared_ = [share_text(deal, game, address, hints) for deal, game in games]
    assert texts == (shared_ if address else list(map(without_command, shared_)))


HEBREW = ("שולחנ", "ספרימ", "כיתות", "שעונימ"[:5])


@pytest.mark.parametrize("boards", [1, 2])
def test_rows_run_from_the_right_where_words_do(engine, boards):
    hebrew = Vocabulary(HEBREW, HEBREW)
    deal = Deal(of_boards(boards, hebrew), seed="x")
    host = dealt(deal.setting, Draws(deal.drawn, deal.game))
    moves = [(word, math.inf) for word in (*HEBREW, *host.reveal().split(","))]
    game = play(Scripted(moves[: deal.setting.max_turns]), host, deal.setting)

    (found,) = shared(engine, HEBREW, [(deal, game)])

    assert found == without_command(share_text(deal, game))
    first = rows(game.turns)[0]
    assert first.count("\u2067") == first.count("\u2069") == boards
    if boards == 2:  # rows of a board that is solved have no clues
        return
    # The terminal reads what was shared.
    words = " ".join(turn.guess for turn in game.turns)
    _, clues = split_turns([share_text(deal, game), words], hebrew)
    seen = [read_clue(HEBREW[0], clue) for clue in clues]
    assert seen == [clue for turn in game.turns for clue in turn.clues]


def asked(deal, game):
    """Return a game for the engine."""
    names = ("kind", "target", "day", "game", "size", "most")
    of_setting = ("boards", "hard", "channel", "given")
    moves = [[turn.guess, str(turn.epsilon)] for turn in game.turns]
    if game.mode is Mode.WORDPL:
        moves.append([game.final, "0"])
    fields = {name: getattr(deal, name) for name in names}
    fields |= {name: getattr(deal.setting, name) for name in of_setting}
    return {"deal": fields | {"seed": deal.drawn or ""}, "moves": moves}


def test_a_link_deals_the_game_of_its_name(engine, words):
    deals = [
        *(deal for deal, *_ in CASES),
        Deal(of_boards(1), is_absurdle=True, target="audio"),
    ]
    script = """
      const words = new WordList(given.answers);
      return given.fragments.map((fragment) => {
        const found = parseDeal(fragment, "2000-01-01", words);
        return [found, writeDeal(found), nameDeal(found)];
      });
    """
    fragments = [deal.fragment for deal in deals]
    found = engine(script, {"answers": words.answers, "fragments": fragments})

    for deal, (fields, written, name) in zip(deals, found):
        assert (written, name) == (deal.fragment, deal.name)
        assert fields["seed"] == (deal.drawn or "")
        for rule in ("boards", "hard", "channel", "given"):
            assert fields[rule] == getattr(deal.setting, rule)
        assert (fields["target"], fields["game"]) == (deal.target, deal.game)
        assert deal.kind != "fibble" or fields["limit"] == deal.most


def test_the_daily_puzzles_of_a_day_have_different_secrets(engine, words):
    settings = [PRICED, *map(of_boards, (1, 2, 4)), *map(of_lies, (1, 2))]
    deals = [Deal(setting, day="2026-11-22") for setting in settings]
    hosts = [
        dealt(of_boards(deal.setting.boards, words), Draws(deal.drawn, 0))
        for deal in deals
    ]
    script = """
      const words = new WordList(given.answers);
      return given.fragments.map((text) =>
        replay({ ...parseDeal(text, "", words), answers: words }, []).secrets);
    """
    fragments = [deal.fragment for deal in deals]
    secrets = engine(script, {"answers": words.answers, "fragments": fragments})

    assert secrets == [host.reveal().split(",") for host in hosts]
    assert len(set().union(*secrets)) == 1 + 1 + 2 + 4 + 1 + 1


def test_a_day_that_does_not_exist_is_today(engine, words):
    script = """
      const words = new WordList(["crane"]);
      return given.map((day) => parseDeal(`day=${day}`, "2026-11-22", words).day);
    """
    days = ["2026-02-30", "2026-13-01", "soon", "2028-02-29"]

    assert engine(script, days) == [*["2026-11-22"] * 3, "2028-02-29"]


def test_an_address_is_shared_where_others_can_open_it(engine):
    script = "return given.map((text) => publicAddress(new URL(text)))"
    addresses = [
        "https://pages.example/site/#kind=classic",
        "http://127.0.0.1:8765/#kind=classic",
        "file:///home/me/site/index.html",
    ]

    assert engine(script, addresses) == ["https://pages.example/site/", "", ""]
