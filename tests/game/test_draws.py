from game.draws import Draws


def test_numbers_are_the_same_on_every_machine():
    draws = Draws("1", 17)

    # Every recorded run depends on these numbers, so that they must never change.
    assert (draws.answer(2315), draws.strategy()) == (992, 2732290904)
    first, *_, last = draws.noise(0, 5)
    assert (first, last) == (0.8550706687442177, 0.802915216452212)


def test_numbers_do_not_depend_on_the_order_in_which_they_are_drawn():
    once = Draws("seed", 3)
    again = Draws("seed", 3)
    again.noise(9, 9), again.answer(7)

    assert (once.noise(2, 5) == again.noise(2, 5)).all()
    assert once.answer(2315) == again.answer(2315)


def test_seed_game_and_turn_each_change_the_noise():
    noises = {
        tuple(Draws(seed, game).noise(turn, 5))
        for seed in ("1", "2")
        for game in range(3)
        for turn in range(3)
    }

    assert len(noises) == 2 * 3 * 3


def test_every_letter_of_the_longest_words_has_noise_of_its_own():
    noise = Draws("1", 17).noise(0, 11)

    assert (noise[:5] == Draws("1", 17).noise(0, 5)).all()
    # An eleventh letter leaves the noise of the first ten letters as it was.
    assert len(set(noise)) == 11
    assert noise[9] == Draws("1", 17).noise(0, 10)[9] == 0.7008381141266108


def test_answers_are_drawn_as_often_as_their_weights_say():
    drawn = [Draws("1", game).answers(3, 1, (1, 0, 3)) for game in range(400)]
    places = [int(row[0].argmax()) for row in drawn]

    # A weight of 3 of 4. The tolerance is over four standard errors.
    assert 0.65 < places.count(2) / 400 < 0.85
    assert places.count(1) == 0
    every = Draws("1", 0).answers(3, 3, (1, 5, 3)).argmax(axis=1)
    assert sorted(every.tolist()) == [0, 1, 2]
