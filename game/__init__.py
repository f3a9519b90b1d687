"""The rules of Wordle and WORDPL: words, clues, noise, hosts and the loop."""
