/* Positions, the buckets that guesses make of them, and bounds by sets of answers. */
#include "words.h"

enum { CLUES = 59049, MOST_GUESSES = 1000, SETS = 512 };
#define NEVER ((int64_t)1 << 40)

/* A position: the answers and guesses that are left, in ascending order, and the turns left. */
typedef struct { int n, m, left; uint16_t *answers, *guesses; } State;

static int n_answers, n_guesses, right, hard;
/* step[k] is the cost of a guess that is made with k turns left. */
static int64_t steps[MOST_GUESSES + 3], *step = steps + 2;
static uint16_t *clues; /* for each guess, a row of clues: one for each answer, in base 3 */

/* The position of the claim that is being checked. A row of `clues` has the clues of a guess for
 * all answers of the position. The rows of the guesses that make the most buckets come first;
 * row[g] is the row of guess g. */
static struct { int n, row[WORDS], buckets[WORDS]; uint16_t *clues, all[WORDS]; } board;

/* Sets of answers of the position in `board`, each with a lower bound of its cost. Only the newest
 * SETS sets are kept. */
static struct { int n; uint16_t *members; int64_t worth[SETS]; } sets;

static const uint16_t *clues_of(int g) { return &clues[(size_t)g * n_answers]; }
static int clue_of(int g, int a) { return clues_of(g)[a]; }
static const uint16_t *row(int k) { return &board.clues[(size_t)k * board.n]; }

/* Returns the cost of n games if `soon` games end with the next guess, and the other games end one
 * guess later. `left` is the number of guesses left. */
static int64_t least(int n, int soon, int left) {
    if (left < (n > 0) || (left < 2 && n > soon)) return NEVER;
    return step[left] * n + step[left - 1] * (n - soon);
}

/* Returns the number of buckets that a guess makes of n answers. `clue` has the clues of the guess,
 * and `at` has the indices of the n answers in `clue`. If there are fewer than `need` buckets, the
 * result is some number below `need`. Otherwise `ends` is set to 1 if one of the n answers is the
 * guess, and to 0 if not. */
static int count_buckets(const uint16_t *clue, const uint16_t *at, int n, int need, int *ends) {
    static int seen[CLUES], stamp;
    int buckets = n;
    stamp++;
    for (int i = 0; i < n && buckets >= need; i++) {
        buckets -= seen[clue[at[i]]] == stamp;
        seen[clue[at[i]]] = stamp;
    }
    *ends = seen[right] == stamp;
    return buckets;
}

static void set_board(const State *s) {
    static int start[WORDS + 1], buckets[WORDS];
    int ends;
    memset(start, 0, sizeof start), release(board.clues), release(sets.members);
    board.n = s->n, sets.n = 0;
    board.clues = room(sizeof *board.clues * s->n * s->m);
    sets.members = room(sizeof *sets.members * s->n * SETS);
    for (int k = 0; k < s->m; k++) {
        buckets[k] = count_buckets(clues_of(s->guesses[k]), s->answers, s->n, 0, &ends);
        start[s->n - buckets[k] + 1]++;
    }
    for (int lost = 0; lost < s->n; lost++) start[lost + 1] += start[lost];
    for (int k = 0; k < s->m; k++) {
        int g = s->guesses[k], j = board.row[g] = start[s->n - buckets[k]]++;
        uint16_t *clue = (uint16_t *)row(j);
        board.buckets[j] = buckets[k];
        for (int i = 0; i < s->n; i++) clue[i] = clues_of(g)[s->answers[i]];
    }
    for (int i = 0; i < s->n; i++) board.all[i] = (uint16_t)i;
}

/* Keeps the set of the answers of `s` for the function `by_sets`, with `low`, a lower bound of the
 * cost of these answers. `at` has the indices of the answers in `board`. If only two guesses are
 * left in `s`, do not call this function: `low` then leaves out each guess that does not tell all
 * answers of `s` apart, but such a guess may tell apart all answers of a smaller set. */
static void remember(const State *s, const uint16_t *at, int64_t low) {
    int k = sets.n++ % SETS;
    for (int i = 0; i < board.n; i++) sets.members[i * SETS + k] = 0;
    for (int i = 0; i < s->n; i++) sets.members[at[i] * SETS + k] = 1;
    sets.worth[k] = low - s->n * (step[s->left] + step[s->left - 1] + step[s->left - 2]);
}

/* Returns a lower bound of the cost of the position `s`, from the sets with known bounds. The idea
 * of the bound: a guess divides a set into some number of buckets. The same guess divides the
 * answers of `s` into at most this number of buckets, plus one bucket for each answer of `s` that
 * is not in the set. `at` has the indices of the answers of `s` in `board`. */
static int64_t by_sets(const State *s, const uint16_t *at) {
    uint16_t shared[SETS] = {0};
    int64_t most = -NEVER, last_two = step[s->left - 1] + step[s->left - 2];
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < SETS; k++) shared[k] += sets.members[at[i] * SETS + k];
    for (int k = 0; k < SETS && k < sets.n; k++) {
        int64_t low = sets.worth[k] + last_two * shared[k];
        if (low > most) most = low;
    }
    return most + step[s->left] * s->n;
}

/* Returns a lower bound of the cost of the position `s`: the least bound over all guesses. After a
 * guess, in each bucket, one game ends with the next guess at best, and the other games end one
 * guess later at best. `at` has the indices of the answers of `s` in `board`. */
static int64_t by_guesses(const State *s, const uint16_t *at) {
    int64_t low = NEVER, base = step[s->left] * s->n, cost;
    for (int k = 0, need = 0, ends; k < s->m && low > least(s->n, 1, s->left); k++) {
        int j = hard ? board.row[s->guesses[k]] : k;
        while (need <= s->n && base + least(s->n - 1, need - 1, s->left - 1) >= low) need++;
        if (board.buckets[j] < need && !hard) break;
        int buckets = count_buckets(row(j), at, s->n, need, &ends);
        if (buckets < need || buckets <= !ends) continue; /* the guess gives no information */
        cost = base + least(s->n - ends, buckets - ends, s->left - 1);
        if (cost < low) low = cost;
    }
    if (!hard && s->left > 2 && low < NEVER) remember(s, at, low);
    return low;
}
