"""Makes moves in a browser, asks its worker, and computes expected beliefs."""

from contest.pages.play_page import pack_prior
from game import Rule, parse
from game.channels.response import RESPONSE
from solver import Belief, clue_matrix

# Keys, in the code of the browser's driver.
TAB = "\ue004"
ENTER = "\ue007"
BACKSPACE = "\ue003"
ESCAPE = "\ue00c"
LEADS = "The leads: 50 % of games won within 36.9 nats (quantile/p50)."
RECORDS = {"p05": 14.45, "p50": 36.9, "p95": 71.0}


def guess(browser, word, price=None):
    if price is not None:
        browser.run(f"$('#epsilon').value = '{price}'; $('#epsilon').oninput()")
    browser.type("body", word + ENTER)


def answer(browser, word):
    browser.type("body", word)
    browser.click("#answer")
    browser.click("#yes")


def give_up(browser):
    browser.click("#end")
    browser.click("#yes")


def streak(browser):
    return browser.run("return $('.streak').textContent")


def secret(browser):
    return browser.run("return state.secrets[0]")


def posterior(words, turns, channel=RESPONSE):
    """Return the belief after some turns.

    A turn is a guess, a price and a clue, which is a number.
    """
    rule = Rule.LETTERWISE if channel is RESPONSE else Rule.CLASSIC
    matrix = clue_matrix(words, rule)
    belief = Belief.uniform(len(words.answers))
    for guess, epsilon, clue in turns:
        row = matrix[words.guess_index[guess]]
        belief = belief.update(row, clue, epsilon, words.length, channel)
    return belief


def asked(words, turns, kind="classic", hard="off", **more):
    """Return a question to the worker; a turn is a guess, a clue and a price."""
    lists = {"answers": words.answers, "guesses": words.guesses, **pack_prior(words)}
    turns = [
        {"guess": guess, "epsilon": price, "clues": [parse(clue, words.length)]}
        for guess, clue, price in turns
    ]
    rules = {"kind": kind, "hard": hard, "boards": 1, "anyWord": kind != "wordpl"}
    return {**lists, **rules, "turns": turns, **more}
