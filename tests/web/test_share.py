import math

import pytest

from game.clues import all_correct
from game.draws import Draws
from game.hard import Hard
from game.hosts import AbsurdleHost
from game.hosts import deal as dealt
from game.loop import Scripted, play
from game.protocol import MAX_MOVES, SPARE_TURNS, Mode, Setting
from game.text.deals import Deal, Kind, page_address
from game.text.share import share_text

NOISY = [("crane", 12.3), ("eerie", 0.1), ("sassy", 4.45)]
GUESSES = [(word, math.inf) for word in ("crane", "slump", "tight")]


def noisy(words, deal, final):
    setting = Setting(words)
    host = dealt(setting, Draws(deal.drawn, deal.game))
    return play(Scripted([*NOISY, (final or host.reveal(), 0.0)]), host, setting)


def classic(words, deal, solved):
    most = deal.boards + SPARE_TURNS
    setting = Setting(words, Mode.CLASSIC, most, boards=deal.boards, hard=deal.hard)
    host = dealt(setting, Draws(deal.drawn, deal.game))
    secrets = [(word, math.inf) for word in host.reveal().split(",")]
    moves = [*GUESSES, *secrets] if solved else [*GUESSES] * 5
    return play(Scripted(moves), host, setting)


def fibble(words, deal, solved):
    noise = {"channel": deal.channel, "given": deal.given}
    setting = Setting(words, Mode.FIBBLE, deal.most, **noise)
    host = dealt(setting, Draws(deal.drawn, deal.game))
    end = [(host.reveal(), math.inf)] if solved else GUESSES * 5
    return play(Scripted([*GUESSES, *end]), host, setting)


def cornered(words, deal, end):
    host, moves, clue = AbsurdleHost(words.answers), [], 0
    while clue != all_correct(5):
        moves.append((host.possible[0], math.inf))
        clue = host.reply(*moves[-1], len(moves) - 1)
    host.reset()
    return play(Scripted(moves), host, Setting(words, Mode.CLASSIC, MAX_MOVES))


CASES = [
    (Deal(Kind.WORDPL, day="2026-11-22"), noisy, ""),
    (Deal(Kind.WORDPL, seed="it's ~*é &", game=7), noisy, "slate"),
    (Deal(Kind.WORDPL, seed="0", size=0), noisy, ""),
    (Deal(Kind.CLASSIC, boards=3, seed="x-1.y_2"), classic, True),
    (Deal(Kind.CLASSIC, day="2026-02-28", size=6), classic, False),
    (Deal(Kind.CLASSIC, hard=Hard.NYT, seed="a b"), classic, True),
    (Deal(Kind.FIBBLE, channel="lies:1", day="2026-11-22"), fibble, True),
    (Deal(Kind.FIBBLE, channel="lies:0", seed="1"), fibble, False),
    (Deal(Kind.FIBBLE, seed="1", channel="lies:5", limit=9, given="random"), fibble, 0),
    (Deal(Kind.ABSURDLE), cornered, None),
]


@pytest.fixture(scope="module")
def games(words):
    """Return a deal and a finished game of each case."""
    return [(deal, how(words, deal, end)) for deal, how, end in CASES]


@pytest.mark.parametrize(
    ("address", "hints"), [("", 2), ("https://pages.example/clueproof/", 0)]
)
def test_the_text_to_share_is_that_of_the_terminal(
    engine, words, games, address, hints
):
    script = """
      const answers = new WordList(given.answers);
      return given.games.map(({ deal, moves, address }) => {
        const rules = { ...deal, limit: deal.most, answers, guesses: answers };
        const state = replay(rules, moves.map(([guess, epsilon]) =>
          ({ guess, epsilon: epsilon === "inf" ? Infinity : Number(epsilon) })));
        return shareText(rules, state, address, given.hints);
      });
    """
    given = {"answers": words.answers, "hints": hints}
    asked_ = [
        asked(*pair) | {"address": address and page_address(address, pair[0].size)}
        for pair in games
    ]
    texts = engine(script, given | {"games": asked_})

    assert texts == [share_text(deal, game, address, hints) for deal, game in games]


def asked(deal, game):
    """Return a game for the engine."""
    names = ("kind", "boards", "hard", "target", "day", "game", "size", "channel")
    names += ("most", "given")
    moves = [[turn.guess, str(turn.epsilon)] for turn in game.turns]
    if game.mode is Mode.WORDPL:
        moves.append([game.final, "0"])
    fields = {name: getattr(deal, name) for name in names}
    return {"deal": fields | {"seed": deal.drawn or ""}, "moves": moves}


def test_a_link_deals_the_game_of_its_name(engine, words):
    deals = [*(deal for deal, *_ in CASES), Deal(Kind.ABSURDLE, target="audio")]
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
        assert (fields["boards"], fields["hard"]) == (deal.boards, deal.hard)
        assert (fields["target"], fields["game"]) == (deal.target, deal.game)
        assert (fields["channel"], fields["given"]) == (deal.channel, deal.given)
        assert deal.kind is not Kind.FIBBLE or fields["limit"] == deal.most


def test_the_daily_puzzles_of_a_day_have_different_secrets(engine, words):
    deals = [Deal(Kind.WORDPL, day="2026-11-22")]
    deals += [Deal(Kind.CLASSIC, n, day="2026-11-22") for n in (1, 2, 4)]
    deals += [Deal(Kind.FIBBLE, day="2026-11-22", channel=f"lies:{k}") for k in (1, 2)]
    hosts = [
        dealt(Setting(words, Mode.CLASSIC, 9, boards=deal.boards), Draws(deal.drawn, 0))
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
