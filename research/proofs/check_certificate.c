/* A second checker of certificates of optimal play, independent of solver/checking.
 *
 *     cc -O2 -o check_certificate research/proofs/check_certificate.c -lm
 *     ./check_certificate data/answers-5.txt data/guesses-5.txt salet.proof
 *
 * This checker was written from docs/reference/files.md alone. If the last argument is "-", the
 * certificates are read from standard input, such as the output of `xz -dc`. The checker prints the
 * theorem of each certificate. If a line is wrong, the checker prints the number of the first wrong
 * line with the reason, and ends with exit status 1. Words have 2 to 10 of the letters a to z.
 * Certificates with openings of several words, or with weights of answers, can be checked only by
 * solver/checking. */
#include "buckets.h"

enum { SLOTS = 1 << 20 };

typedef struct Claim { State state; int64_t bound; int line; struct Claim *next; } Claim;
typedef struct { int length, words[MOST_GUESSES], answer; } Game;

static char text[1 << 16];
static int equal_steps, again, itself[WORDS];
static Claim *claims[SLOTS]; /* a list of claims for each value of a hash of their answers */

/* Returns the position after guess g with the clue `clue`. In hard mode, the new position has only
 * the guesses that are still allowed. Of these, a guess that gets the same clue from all remaining
 * answers is left out, unless only one answer remains. */
static State after(const State *s, int g, int clue) {
    State next = {0, hard ? 0 : s->m, s->left - 1, room(2 * s->n), s->guesses};
    if (hard) next.guesses = room(2 * s->m);
    for (int i = 0; i < s->n; i++)
        if (clue_of(g, s->answers[i]) == clue) next.answers[next.n++] = s->answers[i];
    for (int i = 0; hard && i < s->m; i++) {
        int word = s->guesses[i], splits = next.n == 1;
        for (int a = 1; a < next.n && !splits; a++)
            splits = clue_of(word, next.answers[a]) != clue_of(word, next.answers[0]);
        if (splits && permits(word, g, clue)) next.guesses[next.m++] = word;
    }
    return next;
}

/* Returns the first claim of a list, from `claim` on, that has the answers of `s`. If no claim has
 * these answers, the result is NULL. */
static Claim *next_same(Claim *claim, const State *s) {
    while (claim && (claim->state.n != s->n || memcmp(claim->state.answers, s->answers, 2 * s->n)))
        claim = claim->next;
    return claim;
}

static Claim **slot(const State *s) {
    uint64_t key = 0;
    for (int i = 0; i < s->n; i++) key = (key ^ key >> 29 ^ s->answers[i]) * 0x9E3779B97F4A7C15u;
    return &claims[(key >> 32) % SLOTS];
}

static Claim *add(Claim **at, const State *s, int64_t bound) {
    Claim *claim = room(sizeof *claim);
    *claim = (Claim){*s, bound, line, *at};
    claim->state.answers = memcpy(room(2 * s->n), s->answers, 2 * s->n);
    return *at = claim;
}

static int includes(const State *wide, const State *s) {
    int k = 0, i = 0;
    for (; i < s->m && k < wide->m && wide->guesses[k] <= s->guesses[i]; k++)
        i += wide->guesses[k] == s->guesses[i];
    return i == s->m;
}

/* Returns the highest bound that a claim proves for the position `s`, or 0 without such a claim. If
 * all guesses cost the same, a claim for a position with more guesses left also holds for a
 * position with fewer guesses left; and for n answers, more than n guesses are no better than n
 * guesses. */
static int64_t by_claims(const State *s) {
    int64_t low = 0;
    int enough = s->left < s->n ? s->left : s->n;
    for (Claim *c = next_same(*slot(s), s); c; c = next_same(c->next, s))
        if ((c->state.left == s->left || (equal_steps && c->state.left >= enough))
            && c->bound > low && (!hard || includes(&c->state, s))) low = c->bound;
    return low;
}

/* Returns a lower bound of the cost of guess g in the position `s`: the cost of g itself, plus a
 * bound for each bucket of g. The bounds of the largest buckets are improved first, until the sum
 * reaches `enough`. */
static int64_t cost(const State *s, int g, int64_t enough) {
    static int size[CLUES], end[CLUES], order[WORDS], large[WORDS];
    static uint16_t part[WORDS], words[WORDS];
    static int64_t lows[WORDS];
    const uint16_t *clue = row(board.row[g]);
    int64_t total = step[s->left] * s->n, low;
    int n = 0, m = 0, b, c;
    for (int i = 0; i < s->n; i++)
        if (!size[clue[i]]++) order[n++] = clue[i];
    for (int k = 0, stop = 0; k < n; k++) {
        c = order[k], end[c] = stop += size[c];
        if (c != right) total += least(size[c], 1, s->left - 1);
        for (b = m; b && size[large[b - 1]] < size[c]; b--) large[b] = large[b - 1];
        if (size[c] > 2) large[b] = c, m++;
    }
    if (n == 1 && *order != right) total = NEVER; /* g gives no information */
    for (int i = s->n - 1; i >= 0; i--) part[--end[clue[i]]] = (uint16_t)i;
    for (b = 0; b < m; b++) lows[b] = least(size[large[b]], 1, s->left - 1);
    for (int stage = 0; stage < 3; stage++) /* bounds of by_claims, by_sets, by_guesses */
        for (b = 0; b < m && total < enough; b++) {
            const uint16_t *at = &part[end[large[b]]];
            State bucket = {size[large[b]], s->m, s->left - 1, words, s->guesses};
            for (int i = 0; i < bucket.n; i++) words[i] = s->answers[at[i]];
            if (stage ? stage == 1 && !sets.n : !*slot(&bucket)) continue;
            if (hard) bucket = after(s, g, large[b]);
            low = !stage ? by_claims(&bucket) : (stage == 1 ? by_sets : by_guesses)(&bucket, at);
            if (low > lows[b]) total += low - lows[b], lows[b] = low;
            if (hard) release(bucket.answers), release(bucket.guesses);
        }
    for (int k = 0; k < n; k++) size[order[k]] = 0;
    return total;
}

static char *next(FILE *input) {
    if (!again && (line++, !fgets(text, sizeof text, input))) fail("the certificate ends here");
    again = 0, text[strcspn(text, "\n")] = 0;
    return text;
}

static char *field(FILE *input, const char *name) {
    size_t size = strlen(name);
    if (strncmp(next(input), name, size) || text[size] != ' ') fail("expected '%s'", name);
    return text + size + 1;
}

static int64_t number(const char *string, int64_t most) {
    size_t digits = strspn(string, "0123456789");
    int64_t value = strcmp(string, "never") ? strtoll(string, NULL, 10) : NEVER;
    if ((value < NEVER && (!digits || digits > 9 || string[digits])) || value > most)
        fail("'%.40s': expected a number", string);
    return value;
}

static int index_of(const char *word, char words[][LETTERS + 1], int n) {
    for (int i = 0; i < n; i++)
        if (!strcmp(words[i], word)) return i;
    return fail("'%.40s' is not in the list", word);
}

/* Sets the costs of guesses by the text `form` of an objective, such as "within-3". If the text is
 * empty, the cost of a game is its number of guesses. `guesses` is the most guesses of a game. */
static void read_objective(char *form, int guesses) {
    int64_t before = 0, cost, within = strncmp(form, "within-", 7) ? 0 : number(form + 7, 99);
    char *part = within ? NULL : strtok(form, ",");
    for (int k = equal_steps = 1; k <= guesses; k++, part = part ? strtok(NULL, ",") : NULL) {
        cost = !*form ? k : within ? k > within : part ? number(part, 999999999) : before;
        if (cost < before) fail("costs that fall");
        step[guesses + 1 - k] = cost - before, before = cost;
        equal_steps &= step[guesses + 1 - k] == step[guesses];
    }
}

static State follow(const State *s, int g, const char *marks) { /* the position after a clue */
    int clue = 0;
    if (strspn(marks, "BYG") != (size_t)length || marks[length]) fail("'%.40s': no clue", marks);
    while (*marks) clue = 3 * clue + (*marks == 'Y') + 2 * (*marks == 'G'), marks++;
    return after(s, g, clue);
}

static int64_t read_games(FILE *input, int n, int guesses, const State *start, const Game *first) {
    Game *games = room(n * sizeof *games);
    int64_t total = n ? 0 : NEVER;
    for (Game *game = games; game < games + n; game++) {
        for (char *word = strtok(next(input), ","); word; word = strtok(NULL, ",")) {
            if (game->length == guesses) fail("a game that is too long");
            game->words[game->length++] = index_of(word, guess, n_guesses);
        }
        if (!game->length || memcmp(game->words, first->words, first->length * sizeof(int)))
            fail("another opening");
        game->answer = index_of(guess[game->words[game->length - 1]], answer, n_answers);
        for (int k = 0; k == start->n || start->answers[k] != game->answer; k++)
            if (k == start->n) fail("'%s' does not fit the clues", answer[game->answer]);
        for (int t = 0; t < game->length; total += step[guesses - t++])
            for (int u = 0; hard && u < t; u++)
                if (!permits(game->words[t], game->words[u], clue_of(game->words[u], game->answer)))
                    fail("hard mode forbids '%s'", guess[game->words[t]]);
        for (Game *other = games; other < game; other++) {
            int t = 0; /* number of first turns with the same guess and clue in both games */
            for (int w; t < game->length && (w = game->words[t]) == other->words[t]; t++)
                if (clue_of(w, game->answer) != clue_of(w, other->answer)) break;
            if (t == game->length || game->words[t] != other->words[t]) fail("games of two trees");
        }
    }
    if (n && n < start->n) fail("%d games for %d answers", n, start->n);
    return total;
}

static void read_claims(FILE *input, int n, State start) {
    Claim **all = room(n * sizeof *all);
    for (int i = 0; i < n; i++) {
        char prior[12], word[12], marks[12], bound[12], sum[6], *end = strrchr(next(input), ' ');
        if (!end || (*end = 0, sprintf(sum, "%04x", check_sum(text)), strcmp(sum, end + 1)))
            fail("another check sum");
        if (sscanf(text, "%11s %11s %11s %11s", prior, word, marks, bound) < 4) fail("no claim");
        State s = !strcmp(prior, "-") ? start : all[number(prior, i - 1)]->state;
        if (strcmp(word, "-")) s = follow(&s, index_of(word, guess, n_guesses), marks);
        if (!s.n) fail("no answer is left");
        all[i] = add(slot(&s), &s, number(bound, NEVER));
    }
    for (int i = 0; i < n; i++) {
        const State *s = &all[i]->state;
        int64_t bound = all[i]->bound;
        line = all[i]->line;
        if (least(s->n, 1, s->left) < bound) set_board(s);
        for (int k = 0; least(s->n, 1, s->left) < bound && k < s->m; k++)
            if (cost(s, s->guesses[k], bound) < bound)
                fail("%d answers cost less with '%s', by the claims", s->n, guess[s->guesses[k]]);
    }
}

static void check(FILE *input, const char *digest, State start) {
    if (strcmp(next(input), "clueproof certificate 1")) fail("expected 'clueproof certificate 1'");
    if (strcmp(field(input, "words"), digest)) fail("other words");
    char *mode = field(input, "game"), *count = strchr(mode, ' '), *value;
    int64_t spent = 0, proved; /* cost of the guesses so far; proved lower bound for all games */
    Game first = {0}; /* the guesses that every game starts with */
    if (count) *count++ = 0;
    hard = (strict = !strcmp(mode, "strict")) || !strcmp(mode, "nyt");
    int most = start.left = count ? (int)number(count, MOST_GUESSES) : 0;
    if (most < 1 || (!hard && strcmp(mode, "off"))) fail("expected a hard mode, and guesses");
    again = strncmp(next(input), "objective ", 10) != 0;
    read_objective(again ? "" : text + 10, most);
    again = strncmp(next(input), "clues ", 6) != 0;
    for (char *word = strtok(again ? "" : text + 6, " "), *marks; word; word = strtok(NULL, " ")) {
        int g = first.words[first.length++] = index_of(word, guess, n_guesses);
        start = follow(&start, g, (marks = strtok(NULL, " ")) ? marks : "");
        if (!start.n || !start.left || itself[*start.answers] == g) fail("the game is over");
    }
    value = field(input, "opening");
    int opening = strcmp(value, "-") ? index_of(value, guess, n_guesses) : -1, same = 0;
    for (int k = 0; opening >= 0 && hard && k < first.length; k++) /* for each guess so far */
        if (!permits(opening, first.words[k], clue_of(first.words[k], *start.answers)))
            fail("hard mode forbids '%s'", guess[opening]);
    /* `same` counts the first answers that get the same clue to the opening as the first answer. */
    if (opening >= 0 && itself[*start.answers] != opening)
        for (same = 1; same < start.n; same++)
            if (clue_of(opening, start.answers[same]) != clue_of(opening, *start.answers)) break;
    const int is_any = opening < 0;
    for (int k = 0; k < first.length; k++) spent += step[most - k] * start.n;
    if (opening >= 0) first.words[first.length++] = opening;
    value = field(input, "total");
    int64_t total = number(value, NEVER);
    int n = (int)number(field(input, "games"), n_answers);
    if (read_games(input, n, most, &start, &first) != total) fail("another total");
    read_claims(input, (int)number(field(input, "claims"), 1 << 26), start);
    if (opening >= 0 && same == start.n) { /* the opening tells nothing: any guess may follow */
        spent += step[start.left] * start.n;
        State later = after(&start, opening, clue_of(opening, *start.answers));
        start = later, opening = -1;
    }
    set_board(&start);
    proved = spent + (opening < 0 ? by_claims(&start) : cost(&start, opening, total - spent));
    if (opening < 0 && proved < total) proved = spent + by_guesses(&start, board.all);
    if (proved < total) fail("the claims show no more than %lld", (long long)proved);
    for (int k = 0; k < first.length; k++) printf("%s, ", guess[first.words[k]]);
    printf("%shard mode %s, %d guesses: total %lld, and no tree has less than %lld\n",
           is_any ? "any opening, " : "", hard ? strict ? "strict" : "nyt" : "off", most,
           (long long)total, (long long)total);
}

int main(int argc, char **argv) {
    atexit(release_all);
    FILE *input = argc != 4 ? NULL : strcmp(argv[3], "-") ? fopen(argv[3], "r") : stdin;
    if (!input) return fputs("expected three files: ANSWERS GUESSES CERTIFICATE\n", stderr), 2;
    n_answers = read_words(argv[1], answer), n_guesses = read_words(argv[2], guess);
    clues = room(sizeof *clues * n_answers * n_guesses);
    State start = {n_answers, n_guesses, 0, room(2 * n_answers), room(2 * n_guesses)};
    char digest[65], *all = room((size_t)(n_answers + n_guesses + 1) * (length + 1)), *end = all;
    for (int i = 0; i < length; i++) right = 3 * right + 2;
    for (int a = 0; a < n_answers; start.answers[a] = a, a++) {
        itself[a] = index_of(answer[a], guess, n_guesses);
        end += sprintf(end, "%s\n", answer[a]);
    }
    for (int g = 0; g < n_guesses; start.guesses[g] = g, g++) {
        end += sprintf(end, "\n%s", guess[g]);
        for (int a = 0; a < n_answers; a++)
            clues[(size_t)g * n_answers + a] = mark(answer[a], guess[g]);
    }
    sha256(all, (size_t)(end - all), digest);
    do {
        memset(claims, 0, sizeof claims);
        check(input, digest, start);
    } while (fgets(text, sizeof text, input) && (again = 1, ++line));
}
