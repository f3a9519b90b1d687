/* Word lists, marks, hard mode, digests and messages, for check_certificate.c. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 10, WORDS = 60000 };

static char answer[WORDS][LETTERS + 1], guess[WORDS][LETTERS + 1];
static int length, strict, line; /* letters of a word; whether hard mode is strict; line number */

static int fail(const char *form, ...) {
    va_list values;
    va_start(values, form);
    printf("line %d: ", line), vprintf(form, values), puts("");
    exit(1);
}

/* The list of the memory blocks in use. When the program ends, `release_all` frees all blocks, also
 * if the function `fail` ends the program. */
typedef struct Block { struct Block *before, *after; } Block;
static Block blocks = {&blocks, &blocks};

static void *room(size_t size) {
    Block *block = calloc(1, sizeof *block + size + 1);
    if (!block) fail("not enough memory");
    *block = (Block){&blocks, blocks.after};
    blocks.after->before = block, blocks.after = block;
    return block + 1;
}

static void release(void *memory) {
    if (!memory) return;
    Block *block = (Block *)memory - 1;
    block->before->after = block->after, block->after->before = block->before;
    free(block);
}

static void release_all(void) {
    while (blocks.after != &blocks) release(blocks.after + 1);
}

static int mark(const char *secret, const char *word) {
    int marks[LETTERS] = {0}, rest[26] = {0}, clue = 0;
    for (int p = 0; p < length; p++)
        if (secret[p] == word[p]) marks[p] = 2;
        else rest[secret[p] - 'a']++;
    for (int p = 0; p < length; p++) {
        if (!marks[p] && rest[word[p] - 'a']-- > 0) marks[p] = 1;
        clue = 3 * clue + marks[p];
    }
    return clue;
}

static int permits(int word, int before, int clue) { /* whether hard mode allows the word */
    int missing[26] = {0}, most = 0;
    if (strict) return mark(guess[word], guess[before]) == clue;
    for (int p = length - 1; p >= 0; p--, clue /= 3) {
        if (clue % 3 == 2 && guess[word][p] != guess[before][p]) return 0;
        missing[guess[before][p] - 'a'] += clue % 3 > 0;
        missing[guess[word][p] - 'a'] -= 1;
    }
    for (int letter = 0; letter < 26; letter++) most |= missing[letter] > 0;
    return !most;
}

static int read_words(const char *path, char words[][LETTERS + 1]) {
    FILE *file = fopen(path, "r");
    char text[80];
    int n = 0, fits = file != NULL;
    while (fits && n < WORDS && fgets(text, sizeof text, file)) {
        int size = (int)strspn(text, "abcdefghijklmnopqrstuvwxyz");
        if (!length) length = size;
        fits = size == length && size > 1 && size <= LETTERS && strchr("\r\n", text[size]);
        if (fits) memcpy(words[n++], text, size);
    }
    if (!fits || !n || !feof(file)) printf("%s: expected words of one length\n", path), exit(2);
    fclose(file);
    return n;
}

static uint32_t turned(uint32_t x, int a, int b, int c) {
    return (x >> a | x << (32 - a)) ^ (x >> b | x << (32 - b)) ^ (x >> c | x << (32 - c));
}

static void sha256(const char *data, size_t size, char *hex) {
    uint32_t state[8], constants[64];
    for (int p = 2, k = 0; k < 64; p++) { /* constants: fractional parts of roots of primes */
        int d = 2;
        while (p % d) d++;
        if (d == p && k < 8) state[k] = (uint32_t)(uint64_t)(sqrt(p) * 4294967296.0);
        if (d == p) constants[k++] = (uint32_t)(uint64_t)(cbrt(p) * 4294967296.0);
    }
    size_t whole = (size + 72) / 64 * 64;
    unsigned char *bytes = calloc(1, whole);
    if (!bytes) abort();
    memcpy(bytes, data, size);
    bytes[size] = 0x80;
    for (int i = 0; i < 8; i++) bytes[whole - 1 - i] = (unsigned char)((uint64_t)size * 8 >> 8 * i);
    for (unsigned char *block = bytes; block < bytes + whole; block += 64) {
        uint32_t w[64] = {0}, s[8];
        for (int i = 0; i < 64; i++) w[i / 4] = w[i / 4] << 8 | block[i];
        for (int i = 16; i < 64; i++) { /* x >> 3 is x turned by 3 bits, without the bits x << 29 */
            uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (turned(a, 7, 18, 3) ^ a << 29)
                 + (turned(b, 17, 19, 10) ^ b << 22);
        }
        memcpy(s, state, sizeof s);
        for (int i = 0; i < 64; i++) {
            uint32_t one = s[7] + turned(s[4], 6, 11, 25) + ((s[4] & s[5]) ^ (~s[4] & s[6]));
            uint32_t two = turned(s[0], 2, 13, 22) + ((s[0] & (s[1] ^ s[2])) ^ (s[1] & s[2]));
            one += constants[i] + w[i];
            memmove(s + 1, s, 7 * sizeof *s);
            s[4] += one;
            s[0] = one + two;
        }
        for (int i = 0; i < 8; i++) state[i] += s[i];
    }
    for (int i = 0; i < 8; i++) sprintf(hex + 8 * i, "%08x", (unsigned)state[i]);
    free(bytes);
}

static unsigned check_sum(const char *string) { /* the lowest 16 bits of CRC-32 */
    uint32_t crc = ~(uint32_t)0;
    for (int bit = 0; *string; bit = 0, string++)
        for (crc ^= (unsigned char)*string; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1) * 0xEDB88320u;
    return ~crc & 0xFFFF;
}
