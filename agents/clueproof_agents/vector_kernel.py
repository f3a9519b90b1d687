"""Kernel of the vectorised environment: one guess in each of many games."""

from solver.numeric.decorators import kernel


@kernel
def advance(matrix, letters, marks, right, loss, actions, secrets, *state):
    """Make a guess in each game; where one was over, its board is cleared instead.

    `actions` and `secrets` are the guess and the answer of each game, columns and rows
    of the clue `matrix`; `letters` and `marks` are those of each guess and clue.
    `right` is the clue of a right guess, `loss` what a lost game costs. `state` are the
    boards, of shape (n_games, n_turns, 2, n_letters), turns, whether games are over and
    won, and rewards, which are written.
    """
    boards, turns, over, won, rewards = state
    rows, length = boards.shape[1], boards.shape[3]
    for k in range(actions.size):
        if over[k]:
            boards[k] = 0
            turns[k], rewards[k], over[k], won[k] = 0, 0.0, False, False
            continue
        guess, row = actions[k], turns[k]
        clue = matrix[guess, secrets[k]]
        for p in range(length):
            boards[k, row, 0, p] = letters[guess, p]
            boards[k, row, 1, p] = marks[clue, p]
        turns[k] = row + 1
        won[k] = clue == right
        over[k] = won[k] or row + 1 == rows
        rewards[k] = -1.0 - loss if over[k] and not won[k] else -1.0
