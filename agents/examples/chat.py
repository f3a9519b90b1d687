"""A language model at Wordle and WORDPL: ``python agents/examples/chat.py``.

The model here is a script, without a network: it reads the messages as a model would,
and replies in prose. Put a call of your model in the place of `reply_from_script`.
"""

import re

from clueproof_agents.chat import TextGame
from game import Draws, Mode, Rule, Setting, Vocabulary, deal, parse
from solver import Belief, clue_matrix, first_best, information

WORDS = Vocabulary.load()
PRICES = [13.0, 14.0, 11.0, 0.0]
_CLUE = re.compile(r"^([A-Z]+): .* \(([.ic]+)\)", re.MULTILINE)


def reply_from_script(messages: list[dict[str, str]]) -> str:
    """Reply to the messages of a game, as a chat model does."""
    is_priced = "WORD PRICE" in messages[0]["content"]
    rule = Rule.LETTERWISE if is_priced else Rule.CLASSIC
    matrix, belief = clue_matrix(WORDS, rule), Belief.uniform(len(WORDS.answers))
    turns = [_CLUE.search(m["content"]) for m in messages[2:] if m["role"] == "user"]
    for number, match in enumerate(filter(None, turns)):
        row = matrix[WORDS.guess_index[match[1].lower()]]
        price = PRICES[number] if is_priced else float("inf")
        belief = belief.update(row, parse(match[2], 5), price, 5)
    price = PRICES[len(turns)] if is_priced else float("inf")
    if price == 0 or len(belief.possible) < 3:
        word = WORDS.answers[belief.best]
    else:
        bits = information(matrix, belief.probabilities, price, WORDS.length)
        word = WORDS.guesses[first_best(bits)]
    if not is_priced:
        return f"After {len(turns)} clues I would like to try **{word.upper()}**."
    if price == 0:
        return f"<think>Is it {word}?</think>My final answer is {word}."
    return f"Let us see.\nGuess: {word.upper()} for {price} nats"


def main() -> None:
    """Play a game of each kind, and print what was said."""
    for mode, turns in ((Mode.CLASSIC, 6), (Mode.WORDPL, 20)):
        setting = Setting(WORDS, mode, max_turns=turns)
        chat = TextGame(deal(setting, Draws("1", 0)), setting)
        while chat.game is None:
            chat.reply(reply_from_script(chat.messages))
        for message in chat.messages:
            print(f"{message['role']}: {message['content']}")
        print(f"score {chat.game.score}\n")


if __name__ == "__main__":
    main()
