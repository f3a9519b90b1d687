"""What tests of the page do in a browser."""

TAB, ENTER = "\ue004", "\ue007"
GOOD, PAID = "A good score is 36.9.", "quantile/p50 paid 36.6 and was right."
RECORDS = {"p05": 14.45, "p50": 36.9, "p95": 71.0}


def guess(browser, word, price=None):
    if price is not None:
        browser.run(f"$('#epsilon').value = '{price}'; $('#epsilon').oninput()")
    browser.type("body", word + ENTER)


def answer(browser, word):
    browser.type("body", word)
    browser.click("#answer")
    browser.click("#yes")
