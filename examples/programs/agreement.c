/* A player of WORDPL and classic Wordle. It guesses the answer that explains the most marks
 * of all clues so far. agreement.py says why. Protocol: docs/guide/protocol.md.
 *
 *     cc -O2 -o agreement_c agreement.c
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ODDS = 16, /* an answer that explains one mark more is 16 times as probable */
    LETTER_PRICE = 2773, /* thousandths of a nat: 1000 times the natural logarithm of ODDS */
    FARTHEST = 6, /* an answer that explains over 6 marks less than the best has no weight */
    PERCENT = 95, /* the final answer must have at least 95 % of the total weight */
    LONGEST = 9,  /* largest number of letters in a word */
    PATH = 4096   /* largest number of bytes in the path of a file */
};
static const char OPENING[] = "slate";

typedef char Word[LONGEST + 1];

static Word *answers, opening;
static int *explained, count, length, priced;

/* Return the value of a field of a message, or NULL if the message has no such field. A text in
 * a message cannot look like the name of a field, because quotes in a text are escaped. */
static const char *field(const char *message, const char *name)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    const char *start = strstr(message, quoted);
    return start ? start + strlen(quoted) : NULL;
}

/* Copy a string of JSON without its quotes and escapes; return the text after the string. */
static const char *text(const char *json, char *copy, size_t size)
{
    char *end = copy + size - 4;
    for (json++; *json && *json != '"' && copy < end; json++) {
        if (*json == '\\' && *++json == 'u') { /* \u00e9 is é, two bytes of UTF-8 */
            unsigned code = 0;
            sscanf(json + 1, "%4x", &code);
            json += 4;
            if (code >= 0x800) *copy++ = (char)(0xe0 | code >> 12);
            if (code >= 0x80) {
                *copy++ = (char)(code < 0x800 ? 0xc0 | code >> 6 : 0x80 | (code >> 6 & 63));
                code = 0x80 | (code & 63);
            }
            *copy++ = (char)code;
        } else {
            *copy++ = *json;
        }
    }
    *copy = '\0';
    return json + 1;
}

/* Read a file with one word on each line. Return the number of words, or -1 if a word is too
 * long or has other letters than a to z. */
static int read_words(const char *path, Word **words)
{
    FILE *file = fopen(path, "r");
    char line[256];
    int number = 0;
    *words = NULL;
    while (file && fgets(line, sizeof line, file)) {
        int letters = (int)strcspn(line, " ,\n"); /* a weight may follow the word */
        if (letters == 0) continue;
        if (letters > LONGEST || !islower((unsigned char)line[0])) number = -1;
        if (number < 0) break;
        if ((number & (number - 1)) == 0) /* double the memory at 1, 2, 4, 8, ... words */
            *words = realloc(*words, sizeof(Word) * (number ? 2 * number : 1));
        memcpy((*words)[number], line, letters);
        (*words)[number++][letters] = '\0';
    }
    if (file) fclose(file);
    return number;
}

/* Read the first message: the rules of the game and the words. Return NULL. If this program
 * cannot play the game, return a text that says what it expected. */
static const char *prepare(const char *message)
{
    char mode[16], path[PATH];
    Word *guesses;
    text(field(message, "mode"), mode, sizeof mode);
    priced = strcmp(mode, "wordpl") == 0;
    if ((!priced && strcmp(mode, "classic") != 0) || atoi(field(message, "boards")) != 1)
        return "expected WORDPL or classic Wordle with one board";
    text(field(field(message, "guesses"), "path"), path, sizeof path);
    int allowed = read_words(path, &guesses);
    text(field(field(message, "answers"), "path"), path, sizeof path);
    count = read_words(path, &answers);
    if (count <= 0 || allowed <= 0) return "expected words of the letters a to z";
    explained = calloc(count, sizeof *explained);
    length = (int)strlen(answers[0]);
    strcpy(opening, answers[0]);
    for (int g = 0; g < allowed; g++)
        if (strcmp(guesses[g], OPENING) == 0) strcpy(opening, OPENING);
    free(guesses);
    return NULL;
}

/* Write the marks of a guess for one answer: c correct, i included elsewhere, . absent.
 * WORDPL marks each letter for itself; classic Wordle counts the letters of the answer. */
static void mark(const char *guess, const char *answer, char *marks)
{
    int left[256] = {0}; /* for each letter, its number of copies in the answer; in classic
                          * Wordle, copies that the guess has in the same place do not count */
    for (int i = 0; i < length; i++)
        if (priced || guess[i] != answer[i]) left[(unsigned char)answer[i]]++;
    for (int i = 0; i < length; i++) {
        int *others = &left[(unsigned char)guess[i]];
        marks[i] = guess[i] == answer[i] ? 'c' : *others > 0 ? 'i' : '.';
        if (!priced && marks[i] == 'i') --*others;
    }
}

/* Count the marks of a clue that each answer explains. Return the answer with the most marks of
 * all clues; if several answers have the most, return the first. */
static int best_answer(const char *guess, const char *clue)
{
    int best = 0;
    for (int a = 0; a < count; a++) {
        Word marks;
        mark(guess, answers[a], marks);
        for (int i = 0; i < length; i++) explained[a] += marks[i] == clue[i];
        if (explained[a] > explained[best]) best = a;
    }
    return best;
}

/* Return the weight of an answer that explains `behind` marks less than the best answer. */
static long long weight(int behind)
{
    long long product = behind <= FARTHEST;
    for (int k = behind; k < FARTHEST; k++) product *= ODDS;
    return product;
}

/* Return whether the best answer is probable enough to be the final answer. */
static int certain(int best)
{
    long long total = 0;
    for (int a = 0; a < count; a++) total += weight(explained[best] - explained[a]);
    return 100 * weight(0) >= PERCENT * total;
}

/* Reply to each line of JSON from the referee with one line, until the referee closes the input. */
int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        int id = atoi(field(line, "id"));
        const char *turn = field(line, "turn"), *word = opening;
        double price = LETTER_PRICE * length / 1000.0;
        if (field(line, "protocol")) {
            const char *failed = prepare(line);
            printf("{\"id\":%d,\"%s\":\"%s\"}\n", id, failed ? "failed" : "name",
                   failed ? failed : "Agreement in C");
            fflush(stdout);
            continue;
        }
        if (turn) { /* ["slate",13.865,"c.i.."]: the last move and its clue */
            char guess[64], clue[64];
            const char *rest = text(turn + 1, guess, sizeof guess);
            text(strchr(rest + 1, ',') + 1, clue, sizeof clue);
            int best = best_answer(guess, clue);
            word = answers[best];
            if (certain(best)) price = 0;
        } else { /* a game begins */
            memset(explained, 0, count * sizeof *explained);
        }
        if (priced)
            printf("{\"id\":%d,\"move\":[\"%s\",%.10g]}\n", id, word, price);
        else
            printf("{\"id\":%d,\"move\":[\"%s\",null]}\n", id, word);
        fflush(stdout);
    }
    return 0;
}
