import json
import math
import re
import shutil

import pytest

from contest.entries import entry as entries
from contest.entries import names
from contest.leaderboard.figures import run_figures
from contest.leaderboard.leads import last_holders, leads, records
from contest.leaderboard.lines import Line
from contest.leaderboard.records import official_folders, read_history, read_lines
from contest.leaderboard.standings import Leaderboard, leaderboard
from contest.leaderboard.submission import read
from contest.leaderboard.verification import VERIFIED
from contest.pages.leaderboard import markdown_block, write_leaderboard
from contest.runs.facts import SEAL, RunError
from contest.runs.folder import RunFolder
from contest.runs.official import seal
from contest.statistics import summary
from contest.statistics.games import group_by_entry
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.summary import ColumnFigures, Statistic
from game.errors import InputError
from game.protocol import Mode
from game.words import Vocabulary
from solver.bounds.floors import floor
from tests.contest.conftest import repeated


def dated(path, day):
    seal = json.loads((path / SEAL).read_text())
    (path / SEAL).write_text(json.dumps(seal | {"sealed": f"{day}T00:00:00Z"}))
    repeated(path)


def page_block(found):
    return markdown_block(found, "leaderboard.svg", is_whole=True)


def test_every_line_is_marked_as_what_it_is(results, record, words):
    record(
        results / "official" / "one", entry="minimax", games=65, price=45.0, seed="t"
    )
    record(results / "submissions" / "two", entry="entropy", games=80, price=25.0)
    others = {"k_guesses": 65, "posterior_sampling": 6, "uniform_random": 6}
    for name, games in others.items():
        path = results / "official" / name
        record(path, entry=name, games=games, price=45.0, seed=name)

    found = leaderboard(results, words)

    kinds = [(line.kind, line.entry) for line in found.lines]
    assert kinds == [
        ("submission", "entropy"),
        ("published", "record, p50"),
        ("measured", "posterior_sampling"),
        ("measured", "k_guesses"),
        ("measured", "minimax"),
        ("measured", "uniform_random"),
        ("published", "record, p05"),
        ("published", "record, p95"),
        ("proved floor", "what no strategy with two paid clues can beat"),
        ("proved floor", "what no strategy can beat"),
    ]
    figures = found.lines[0].columns["p50"]
    assert figures.score == 25.0
    assert figures.low <= figures.high
    for name, share in PERCENTILES.items():
        assert found.lines[-1].columns[name].score == floor(words, share)
    _, p50, _ = found.columns
    rows = [(row.line.entry, row.rank, row.budget) for row in p50.rows]
    rows[3:] = sorted(rows[3:])  # estimates of six games each
    assert rows == [
        ("entropy", 1, 25.0),
        *(("k_guesses", 2, 45.0), ("minimax", 2, 45.0)),
        *(("posterior_sampling", None, 45.0), ("uniform_random", None, 45.0)),
    ]
    assert (p50.unreached, p50.lead.budget) == ([], 25.0)
    assert (p50.ahead, p50.second) == (pytest.approx(36.9 - 25), "published")


def test_each_column_has_its_proved_floors(results):
    words = Vocabulary.load()

    standings = leaderboard(results, words)
    found = {column.name: column.floors for column in standings.columns}

    two_clues = "what no strategy with two paid clues can beat"
    every = "what no strategy can beat"
    assert {name: set(floors) for name, floors in found.items()} == {
        "p05": {two_clues, every},
        "p50": {every},
        "p95": {every},
    }
    assert found["p05"][two_clues] > found["p05"][every]


def test_a_submission_takes_what_it_certifies_and_an_official_run_nothing(
    results, record, words
):
    record(results / "official" / "one", entry="minimax", games=80, seed="t")
    record(results / "submissions" / "two", games=80, price=30.0)

    found = leaderboard(results, words)

    # A clue that costs 30 nats is read right in nine games of ten, and p05 asks 14.8.
    for holders, target in ((found.leads, 36.85), (found.records, 35.05)):
        held = last_holders(holders)
        assert held["p50"].budget == 30.0
        assert (held["p50"].kind, held["p50"].run) == ("submission", "two")
        assert held["p50"].target == pytest.approx(target)
        assert held["p05"].kind == held["p95"].kind == "published"


@pytest.mark.parametrize(
    ("price", "lead", "prize"),
    [(35.0, 35.0, 35.0), (36.0, 36.0, 36.9), (36.85, 36.85, 36.9), (36.86, 36.9, 36.9)],
)
def test_a_lead_falls_by_a_margin_of_five_hundredths_and_a_record_by_5_percent(
    results, record, words, price, lead, prize
):
    record(results / "submissions" / "two", games=80, price=price)

    found = leaderboard(results, words)

    assert last_holders(found.leads)["p50"].budget == lead
    assert last_holders(found.records)["p50"].budget == prize


def test_the_best_entry_is_second_if_the_published_score_leads(results, record, words):
    record(results / "submissions" / "one", games=80, price=40.0)

    found = {column.name: column for column in leaderboard(results, words).columns}

    row = found["p50"].rows[0]
    assert (found["p50"].lead.budget, row.rank, row.budget) == (36.9, 1, 40.0)
    assert found["p50"].second == row.line.entry
    assert found["p50"].ahead == pytest.approx(3.1)


def test_an_entry_has_one_row_that_of_the_lead_or_of_most_games(results, record, words):
    record(results / "submissions" / "few", games=80, price=30.0)
    record(results / "submissions" / "few-2", games=96, price=34.0, seed="t")
    old = "minimax:Minimax(epsilon=40.0)"
    record(results / "official" / "one", entry=old, games=70, price=40.0, seed="u")
    record(results / "official" / "two", entry="minimax", price=45.0, seed="v")

    board = leaderboard(results, words)

    found = {column.name: column for column in board.columns}
    rows = [(row.rank, row.line.run, row.budget) for row in found["p50"].rows]
    assert rows == [(1, "few", 30.0), (None, "two", 45.0)]
    # Over what is shown: the best of the rows and the published score.
    assert found["p50"].ahead == pytest.approx(6.9)
    assert found["p50"].second == "published"
    assert found["p05"].rows[0].line.run == "few-2"
    led = [holder.run for holder in board.leads if holder.column == "p50"]
    assert led == ["", "few"]


@pytest.mark.parametrize("price", [8.0, 0.0])
def test_an_entry_that_knows_more_than_its_clues_takes_nothing(
    results, record, words, price
):
    # The entry knows the secret and wins every game: it asks for the secret, or it asks
    # for no clue.
    record(results / "submissions" / "two", games=80, price=price, knows=True)

    found = leaderboard(results, words)

    (line,) = (line for line in found.lines if line.kind == "submission")
    assert line.statistics["side_information"] >= 20
    figures = line.columns["p05"]
    assert all(math.isnan(x) for x in (figures.score, figures.low, figures.certified))
    assert {holder.kind for holder in found.leads + found.records} == {"published"}
    text = page_block(found)
    assert re.search(r"`entropy` is not ranked with `two`: the entry knows more", text)
    assert "\n| 1 |" not in text


@pytest.mark.parametrize(
    "spellings",
    [
        ["entropy", "entropy"],
        *(
            ["entropy:Entropy(epsilon=9)", f"entropy:Entropy({call})"]
            for call in ("9", "True", "epsilon=9.0", "epsilon=9, depth=1")
        ),
    ],
)
def test_e_values_of_the_runs_of_an_entry_and_of_its_file_multiply(
    results, record, words, spellings
):
    for games, entry in zip((8, 10), spellings, strict=True):
        path = results / "official" / f"run-{games}"
        seed = f"8.0{games}"
        record(path, entry=entry, games=games, price=8.0, knows=True, seed=seed)
        dated(path, f"2026-11-{games + 12}")
        lines = [line for line in leaderboard(results, words).lines if line.run]
        if len(lines) == 1:
            assert 20 <= lines[0].statistics["side_information"] < 1000
            assert lines[0].refused == ""

    assert len({line.key for line in lines}) == len({*spellings})
    for line in lines:
        assert line.statistics["side_information"] < 1000
        assert math.isnan(line.columns["p50"].score)
        assert re.fullmatch(
            r"knows more .* of [\d,]+ runs, in all runs of this file together",
            line.refused,
        )


@pytest.fixture
def three_files(tmp_path, monkeypatch):
    """Put three files into strategies/; `one` and `copied` have equal bytes."""
    folder = tmp_path / "strategies"
    folder.mkdir()
    for module in (entries, names):
        monkeypatch.setattr(module, "STRATEGIES", folder)
    code = "class Mine:\n    def __init__(self, x=1): ...\nENTRIES = [Mine(), Mine(2)]"
    for name, end in (("one", ""), ("copied", ""), ("other", "  # of another author")):
        (folder / f"{name}.py").write_text(f"{code}{end}\n")


@pytest.mark.parametrize(
    ("entry", "round", "shared"),
    [
        ("one:Mine(2)", 1, True),
        ("one:Mine()", 1, True),
        ("copied:Mine()", 1, True),
        ("one:Mine(2)", 2, False),
        ("other:Mine()", 1, False),
    ],
)
def test_entries_of_one_file_and_one_round_share_the_error_of_a_lead(
    results, record, words, three_files, entry, round, shared
):
    # One error of 5 % certifies after 20 games, and a third of the error does not.
    folder = results / "submissions"
    first = record(folder / "a", entry="one:Mine()", games=20)
    assert last_holders(leaderboard(results, words).leads)["p50"].run == "a"
    for name in ("b", "c"):
        record(folder / name, entry=entry, games=20, round=round, seed=name)

    board = leaderboard(results, words)

    assert board.computed[first].sharing == (3 if shared else 1)
    led = {holder.run for holder in board.leads if holder.column == "p50"}
    assert ("a" in led) != shared
    # All entries share the error. The figures of an entry with an error of its own are
    # as before.
    (line,) = (line for line in board.lines if line.run == "b")
    assert (line.columns["p50"].certified < math.inf) != shared


def test_a_withdrawn_submission_goes_on_sharing_the_error_of_its_round(
    results, record, words, three_files
):
    first = record(results / "submissions" / "a", entry="one:Mine()", games=20)
    rows = [f"gone-{k},2026-11-28,why,me,,{k},,{k // 2}\n" for k in (2, 3, 4)]
    header = "folder,date,reason,asked_by,p05,p50,p95,round\n"
    (results / "withdrawn.csv").write_text("".join([header, *rows]))

    board = leaderboard(results, words)

    # Two of the three are of round 1.
    assert board.computed[first].sharing == 3
    assert {holder.run for holder in board.leads} == {""}


@pytest.mark.parametrize(
    ("files", "refused"),
    [(("one", "copied"), True), (("copied", "one"), True), (("one", "other"), False)],
)
def test_e_values_multiply_over_files_with_equal_bytes(
    results, record, words, three_files, files, refused
):
    seeds = {"one": "one", "copied": "copied", "other": "b"}
    for number, name in enumerate(files, 11):
        path = results / "submissions" / name
        record(
            path,
            entry=f"{name}:Mine()",
            games=10,
            price=8.0,
            knows=True,
            seed=seeds[name],
        )
        dated(path, f"2026-11-{number}")

    lines = [line for line in leaderboard(results, words).lines if line.run]

    assert {line.entry for line in lines} == {f"{name}:Mine()" for name in files}
    for line in lines:
        assert 20 <= line.statistics["side_information"] < 1000
        assert (
            line.refused.endswith("in all runs of this file together")
            == bool(line.refused)
            == refused
        )
        assert math.isnan(line.columns["p50"].score) == refused


def test_a_run_that_is_void_by_itself_voids_later_runs_of_the_file(
    results, record, words
):
    path = record(results / "submissions" / "one", games=60, price=8.0, knows=True)
    dated(path, "2026-11-20")
    later = record(results / "official" / "two", entry="entropy:Entropy(epsilon=9.0)")
    dated(later, "2026-11-21")

    def refused():
        lines = [line for line in leaderboard(results, words).lines if line.run]
        assert max(x.statistics["side_information"] for x in lines) > 1000
        return {line.run: line.refused for line in lines}

    assert re.fullmatch(
        r"knows more .* of .*, in all runs of this file together", refused()["two"]
    )
    # A run that was not repeated could be anybody's.
    (path / VERIFIED).unlink()
    assert refused()["two"] == ""


def test_the_number_of_an_entrys_submission_cannot_be_chosen(results, record, words):
    folder = results / "submissions"
    first = record(folder / "a")
    record(folder / "b", seed="t")
    assert leaderboard(results, words).leads
    numbers_1 = dict.fromkeys(PERCENTILES, 1)

    first.rename(results / "away")
    record(folder / "d", entry="minimax", seed="v", changed=[("numbers", numbers_1)])
    with pytest.raises(
        InputError, match=r"submission 2 of .*: expected each number from 1 to 1"
    ):
        leaderboard(results, words)

    record(folder / "c", seed="u", changed=[("numbers", {"p50": 3})])
    with pytest.raises(
        InputError, match=r"submission 2 of .*: expected each number from 1 to 2"
    ):
        leaderboard(results, words)


def test_the_last_e_value_of_a_run_is_of_its_last_game(results, record, words):
    path = record(results / "official" / "one", games=5, price=8.0)

    (entry,) = run_figures(path, words).entries

    submission = read(path, words)
    played = zip(submission.rows, submission.games, strict=True)
    (games,) = group_by_entry(played, submission.facts.setting).values()
    assert entry.last_e_value == games.side_information[-1]
    assert len({*games.side_information}) == 5


def test_holders_whose_runs_are_gone_stand_as_they_were_recorded(
    results, record, documents, words, make_former
):
    make_former("two")
    path = record(results / "submissions" / "two", games=80, price=30.0)
    dated(path, "2026-11-20")
    write_leaderboard(results, *documents, words)
    shutil.rmtree(path)

    second, third = ([("numbers", {"p50": number})] for number in (2, 3))
    again = record(
        results / "submissions" / "three",
        games=80,
        price=30.0,
        seed="t",
        changed=second,
    )
    record(
        results / "submissions" / "four",
        entry="minimax",
        games=80,
        price=29.96,
        seed="u",
        changed=third,
    )
    found = leaderboard(results, words)

    # The same entry certifies its prize again; another one needs 5 % less.
    runs = ["", "two", "three"]
    assert [h.run for h in found.records if h.column == "p50"] == runs
    targets = [h.target for h in found.records if h.column == "p50"]
    assert targets[1:] == [pytest.approx(35.05)] * 2
    # Another lead has to be 0.05 lower.
    assert [h.run for h in found.leads if h.column == "p50"][:2] == ["", "two"]
    assert again.name in {line.run for line in found.lines}


@pytest.mark.parametrize(
    ("figures", "lead", "record"),
    [
        ({"budget": 30.0, "certified": math.inf}, None, None),
        ({"budget_low": 30.0, "certified": 30.0, "record": math.inf}, 30.0, None),
        ({"budget_low": 30.0, "certified": 30.0, "record": 31.0}, 30.0, 31.0),
    ],
)
def test_a_column_that_is_added_has_a_lead_when_a_run_certifies_one(
    monkeypatch, figures, lead, record
):
    monkeypatch.setitem(PERCENTILES, "p25", 0.25)
    line = Line(
        kind="submission",
        entry="mine",
        run="one",
        date="2026-11-28",
        statistics={"games": 80},
        columns={"p25": ColumnFigures(error_share=0.02, **figures)},
    )

    found = Leaderboard([line], leads([], [line]), records([], [line]))

    shown = found.columns
    assert [column.lead.budget for column in shown] == [lead] * bool(lead)
    for column in shown:
        assert (column.record and column.record.budget) == record
    row = "| p25: 25 % | **30** | `mine` | - | 29.95 or less |"
    assert (row in page_block(found)) == bool(lead)


def test_a_submission_that_was_not_repeated_takes_nothing(results, record, words):
    path = record(results / "submissions" / "two", games=80, price=30.0)
    (path / VERIFIED).unlink()

    found = leaderboard(results, words)

    assert {holder.kind for holder in found.leads + found.records} == {"published"}
    (line,) = (line for line in found.lines if line.kind == "submission")
    assert line.refused == "has a run that was not repeated by evaluate.py verify"


@pytest.mark.parametrize("linked", ["", "run.json", "games.csv", "verified.json"])
def test_a_link_in_the_results_is_refused(results, record, words, tmp_path, linked):
    path = record(results / "submissions" / "one", games=5) / linked
    path.rename(tmp_path / "away")
    path.symlink_to(tmp_path / "away")

    with pytest.raises(InputError, match=f"{linked or 'one'}' is a link"):
        leaderboard(results, words)
    with pytest.raises(InputError, match="is a link"):
        official_folders(results)


def test_a_run_that_is_there_twice_is_refused(results, record, words):
    path = record(results / "submissions" / "one", games=5)
    shutil.copytree(path, results / "submissions" / "two")

    for reader in (
        lambda: leaderboard(results, words),
        lambda: official_folders(results),
    ):
        with pytest.raises(InputError, match=r"two' has the seed of .*one'"):
            reader()


def test_records_are_taken_in_the_order_of_the_submissions(results, record, words):
    submissions = results / "submissions"
    runs = {"a": (34.0, "k_guesses", "03"), "b": (28.0, "entropy", "01")}
    runs["c"] = (27.0, "minimax", "02")
    for name, (price, entry, day) in runs.items():
        record(submissions / name, games=80, price=price, entry=entry, seed=name)
        dated(submissions / name, f"2026-11-{day}")

    found = leaderboard(results, words)

    # 27 is not 5 % less than 28, and 34 came too late.
    taken, led = (
        [(h.budget, h.run) for h in held if h.column == "p50"]
        for held in (found.records, found.leads)
    )
    assert taken == [(36.9, ""), (28.0, "b")]
    assert led == [*taken, (27.0, "c")]


def test_each_submission_has_its_share_of_the_error_budget(results, record, words):
    submissions = results / "submissions"
    for place, name in enumerate("abcd", 1):
        numbers = [("numbers", {"p50": place})]
        entry = ["entropy", "minimax", "k_guesses", "uniform_random"][place - 1]
        record(submissions / name, games=80, seed=name, entry=entry, changed=numbers)

    found = leaderboard(results, words)

    shares = {
        line.run: line.columns["p50"].error_share for line in found.lines if line.run
    }
    assert shares == {"a": 0.05 / 2, "b": 0.05 / 6, "c": 0.05 / 12, "d": 0.05 / 20}
    assert found.next_numbers == {"p05": 1, "p50": 5, "p95": 1}
    assert "| p50 | 4 | 4 % | 0.17 % |" in page_block(found)
    assert "| p05 | 0 | 0 % | 2.5 % |" in page_block(found)
    (line,) = (line for line in found.lines if line.run == "b")
    assert line.columns["p05"].record == math.inf  # it was not submitted to p05


def test_luck_that_one_submission_may_have_is_too_little_for_a_late_one(
    results, record, words
):
    # So many clues at 30 nats are evidence of 1 in 40, not of 1 in 10 ** 13.
    first = record(results / "submissions" / "one", games=72, price=30.0)

    def certified_by(numbers):
        facts = json.loads((first / "run.json").read_text())
        (first / "run.json").write_text(json.dumps(facts | {"numbers": numbers}))
        seal(RunFolder(first), [])
        (found,) = run_figures(first, words).entries
        return found.line.columns["p50"].record

    assert certified_by({"p50": 1}) == 30.0
    assert certified_by({"p50": 10**6}) == math.inf


@pytest.mark.parametrize("numbers", [{"p50": 1}, {"p05": 9, "p50": 2}])
def test_a_number_that_is_taken_is_refused(results, record, words, numbers):
    submissions = results / "submissions"
    record(submissions / "old", seed="a")
    record(
        submissions / "b", seed="b", entry="minimax", changed=[("numbers", {"p50": 2})]
    )
    record(
        submissions / "c", seed="c", entry="k_guesses", changed=[("numbers", numbers)]
    )

    both = r"and another run are both submission \d to p50: expected number 3"
    with pytest.raises(InputError, match=both):
        leaderboard(results, words)


def test_nothing_is_rewritten_when_a_record_is_bad(
    results, record, reseal, documents, words
):
    write_leaderboard(results, *documents, words)
    files = [*documents, results / "leaderboard.csv", results / "records.csv"]
    before = [file.read_bytes() for file in files]
    path = record(results / "official" / "two", knows=True)

    reseal(path, "run.json", '"seed": "s"', '"seed": "t"')

    with pytest.raises(InputError, match="game 0 of entropy: answer"):
        write_leaderboard(results, *documents, words)
    assert [file.read_bytes() for file in files] == before


@pytest.mark.parametrize("place", [0, 1])
def test_a_document_without_a_block_is_left_alone(results, documents, words, place):
    documents[place].write_text("nothing here\n")
    before = [document.read_text() for document in documents]

    with pytest.raises(InputError, match="expected a block"):
        write_leaderboard(results, *documents, words)

    assert [document.read_text() for document in documents] == before
    assert not (results / "leaderboard.csv").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,p05,p50\na,1,2\n", "expected the fields entry, p05, p50, p95"),
        ("entry,p05,p50,p95\na,1,low,3\n", "cannot read"),
        ("", "cannot read"),
    ],
)
def test_published_records_that_cannot_be_read_are_reported(
    results, words, text, message
):
    (results / "published.csv").write_text(text)

    with pytest.raises(InputError, match=message):
        leaderboard(results, words)
    for reader in (read_lines, read_history):
        if text or reader is read_lines:
            with pytest.raises(RunError, match=r"expected the file that evaluate"):
                reader(results / "published.csv")


@pytest.mark.parametrize(
    ("name", "mode", "message"),
    [
        ("one", Mode.CLASSIC, "games of classic: expected games of wordpl"),
        *(
            (name, Mode.WORDPL, "expected a name of letters")
            for name in ("=cmd()", "a b", "x](http:", "\uff1da")
        ),
    ],
)
def test_a_record_of_the_other_game_or_with_an_odd_name_is_refused(
    results, record, words, name, mode, message
):
    record(results / "official" / name, mode=mode)

    with pytest.raises(InputError, match=message):
        leaderboard(results, words)


def test_a_statistic_that_is_added_is_in_the_table(
    results, record, words, documents, monkeypatch
):
    added = Statistic("least", lambda games: float(games.sorted_scores[0]))
    monkeypatch.setattr(summary, "STATISTICS", (*summary.STATISTICS, added))
    record(results / "official" / "one", games=20, price=45.0)

    write_leaderboard(results, *documents, words)

    lines = read_lines(results / "leaderboard.csv")
    assert 45 in [line.statistics.get("least") for line in lines]


def test_an_entry_cannot_break_the_table(results, record, words):
    entry = "entropy:Entropy(opening='a|`b')"
    record(results / "official" / "one", entry=entry)

    found = leaderboard(results, words)

    assert r"`entropy, earlier`" in page_block(found)
