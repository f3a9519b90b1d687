"""Mistakes on the command line: one line that quotes them, and exit status 2."""

import shlex

import pytest

import interactive

# The command line, and what the message says.
MISTAKES = r"""
play --mode clasic | Invalid value for '--mode': 'clasic': expected | did you mean
play --answer craen | 'craen' | did you mean 'crane'?
play --answer '' | --answer '': expected a value
watch '' | '': expected an entry
fibble --mode fibble --channel '' | --channel '': expected a value
play --strategy entorpy | did you mean 'entropy'?
play --challenge crane | --challenge: expected --mode absurdle with it
play --mode absurdle --seed 1 | --seed: expected a --mode other than absurdle
play --daily 2026-02-30 | '--daily': '2026-02-30': expected a date like 2026
play --daily --seed 1 | --daily: expected no --seed with it
play --size 12 | '--size': '12': expected a whole number from 2 up to 11
play --mode classic --boards 100 | '--boards': '100': expected a whole | from 1 up to 32
score --jobs 1001 | from 1 up to 1,000
play 'a\nb' | unexpected extra argument (a b): expected [OPTIONS]
play --answer cranes | 'cranes' is not a possible answer, only a valid guess
play --size 5 --answer cranes | 'cranes' is not a possible answer, with 6 letters
play --boards 3 --answer crane,slate | expected 3 words
watch entropy --answer crane --game 1 | expected no --game
watch entropy --guess sorae | 'sorae' is not a valid guess
watch entropy --game worst | --game 'worst': expected --run with it
watch entropy --game last | 'last' | up to 1,000,000,000, or crashed, lost, worst
watch entropy --step | --step: expected a terminal
watch --run absent | no run in 'absent' | as `evaluate.py runs` lists them
watch entropy --answer fabulous --guess salet | 'salet' | with 5 letters | 30,343 words
watch bayesian_random --depth 2 | takes no parameter 'depth'
review mouth.crony --answer youth --hard nyt | hard mode: guess
review whiff.salet --answer whiff | guesses after the right guess
review salet=..c.. whiff=ccccc | 'salet' would have been '.....', not
review salet=10:..... crony=..... | 'crony=.....': expected WORD=PRICE:CLUE
review salet=x:..... whiff | 'x' is not a price: expected a number
review salet.crony.whifff | 'whifff' is not a valid guess, with 6 letters | 'whiff'
review salet=0.001:..... whiff | expected 0.01 or more
review salet=10:..... whiff --hard nyt | expected off in wordpl
review salet=i.... whiff=ccccc --mode fibble --given salet | expected no --given
watch entropy --run absent --game lost --from . | --from: expected not to be given
watch entropy --run absent --game 1 --start-timeout 9 | --start-timeout: expected not
watch entropy --debug --timeout 9 | --timeout: expected not to be given with --debug
site --answers a.txt | cannot read 'a.txt'
site --out 'THIS FILE' | File exists: expected a new folder
web --port 70000 | '70000': expected a whole number from 0 up to 65,535
tree crane --words mien | no words 'mien': expected one of original,
tree crane --words original --answers a.txt | 'original': expected no --answers or
tree crane --words original --size 6 | size 6: expected 5, the length of words
tree crane --words nyt-2309-12972 | 'nyt-2309-12972': expected a .txt file with
prove --check a.txt --hard nyt | --hard: expected --all with it
prove --all --check a.txt | expected one of: --all, --check FILE
tree | expected a WORD; prove --all
tree salet=..x | '..x' is not a clue: expected 5 marks
tree salet=..... crony | 2 words and 1 clue: expected a clue for each word, as WORD=CLUE
tree sound,batch --hard nyt | 'sound,batch'
tree salet=ccccc | guess 'salet' is right: expected a game that goes on
tree salet=..i.. crony=i..i. --hard nyt | hard mode: guess 'crony' must use the 'L'
tree salet=..i.. crony=i..i. --max-guesses 2 | 2 clues in a game of 2 guesses:
tree SOUND --objective mean | 'mean': expected total, within-2 | like 1,2,3,5,8; or
tree SOUND --objective 1,2,3,4,5,6,7 | the number of guesses in a
tree SOUND --out best.png | expected a name that ends in
tree SOUND --out . | '.': expected a file, not a folder
tree SOUND --out none/x.tree | expected a file in an existing folder
prove --check none.txt | none.txt
entorpy | 'entorpy' | did you mean 'entropy'
leaderboard now | unexpected extra argument (now)
entropy entropy | 'entropy' | twice
"entropy:Entropy(opening=salet)" | after the colon | y='text'
README.md | file 'README.md': expected a .py or .toml file | program:./README.md
k_guesses --mode classic | 'k_guesses' | classic
entropy --official --seed mine | 'mine'
entropy --lies 1 | --lies 1: expected --mode fibble with it
fibble --mode fibble --channel x | 'x': expected lies:...
fibble --mode fibble --limit 1001 | '1001': expected a whole number from 1 up to 1,000
fibble --mode fibble --given xxxxx | 'xxxxx'
--from none strategies.mine | expected the folder of a contest project
--games many | 'many' | whole number
--timeout nan | 'nan' | seconds
--guesses x.txt | 'x.txt' | --answers
score entropy --scheduler here | 'here' | address like
score entropy --scheduler tcp://a:9 --jobs 2 | --jobs: expected not to be given
certify --column p50 --record 9 | 0 entries | expected one
certify entropy --record 9 | no --column: expected p05 or p50 or p95
certify entropy --column p50 --size 6 | no --record
certify entropy --column p5 --record 9 | 'p5' | p05 or p50
certify entropy --column p50 --record 20 | 'p50' | no strategy wins 50% | 19
certify entropy --column p50 --record 9 --mode classic | no option '--mode'
compare | 0 entries | expected two or more
compare entropy k_guesses --games 1 | '1' | from 2 up
score --resume absent | 'absent' | no run
runs nowhere | no run 'nowhere' | one of the folders that `evaluate.py runs`
runs lastt | no run 'lastt' | did you mean 'last'?
play --boards 4 | --boards 4 | --mode classic with it
review Wordle 216 3/6 | 'Wordle 216 3/6' without guesses | like salet.crony.whiff
runs run --out none/page.html | expected a file in an existing folder
runs --out page.html | --out: expected a RUN, or last
"""


@pytest.mark.parametrize("mistake", MISTAKES.strip().splitlines())
def test_a_mistake_is_one_line_that_quotes_it(here, tmp_path, mistake):
    line, *quoted = mistake.split(" | ")
    line = line.replace("\\n", "\n").replace("THIS FILE", __file__)
    command, *arguments = shlex.split(line)
    ours = command in interactive.SCRIPT.files()

    done = here("interactive.py" if ours else "evaluate.py", command, *arguments)

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    for text in quoted:
        assert text in done.stderr
    assert not list(tmp_path.iterdir())  # nothing is started
