from contest.report.histogram import histograms


def rows(entry, *games):
    return [
        {
            "entry": entry,
            "answer": answer,
            "score": score,
            "outcome": outcome,
            "seconds": "0.25",
        }
        for answer, score, outcome in games
    ]


def test_entries_stand_one_below_the_other():
    one = rows("one", ("crane", "2.0", "won"), ("mummy", "4.0", "won"))
    two = rows("two", ("crane", "1.0", "won"), ("mummy", "4.0", "won"))

    assert histograms(one + two).splitlines() == [
        "entry  games  1  2  4  total  mean   sd  s/game",
        "one        2  0  1  1      6     3    1   0.250",
        "two        2  1  0  1      5   2.5  1.5   0.250",
        "",
        "most guesses, one: 4 mummy",
        "most guesses, two: 4 mummy",
    ]


def test_lost_games_are_counted_by_how_they_were_lost_and_have_no_mean():
    played = rows("bad", ("crane", "2.0", "won"), ("mummy", "inf", "invalid"))

    head, line, _, worst = histograms(played).splitlines()

    assert head.split() == [
        "entry",
        "games",
        "2",
        "invalid",
        "total",
        "mean",
        "sd",
        "s/game",
    ]
    assert line.split() == ["bad", "2", "1", "1", "inf", "inf", "inf", "0.250"]
    assert worst == "most guesses, bad: inf mummy"


def test_many_worst_words_are_cut_short():
    played = rows("x", *[(f"word{k}", "6.0", "won") for k in range(11)])

    assert histograms(played).endswith(" word7 and 3 more")


def test_a_run_without_rows():
    assert histograms([]) == "no entry has a score"
