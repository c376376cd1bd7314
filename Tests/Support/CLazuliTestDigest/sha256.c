#include "CLazuliTestDigest.h"

#include <string.h>

typedef struct constants {
    uint32_t start[8];
    uint32_t round[64];
} constants;

typedef unsigned __int128 wide;

/* The first 32 bits of the fractional part of the square or cube root. */
static uint32_t root_bits(uint32_t prime, int power) {
    wide target = (wide)prime << (32 * power);
    wide root = 0;
    for (int bit = 40; bit >= 0; bit--) {
        wide next = root | (wide)1 << bit;
        wide product = power == 2 ? next * next : next * next * next;
        if (next < (wide)1 << 36 && product <= target) root = next;
    }
    return (uint32_t)root;
}

static int is_prime(uint32_t number) {
    for (uint32_t factor = 2; factor * factor <= number; factor++) {
        if (number % factor == 0) return 0;
    }
    return 1;
}

static constants make_constants(void) {
    constants made;
    int count = 0;
    for (uint32_t number = 2; count < 64; number++) {
        if (!is_prime(number)) continue;
        if (count < 8) made.start[count] = root_bits(number, 2);
        made.round[count++] = root_bits(number, 3);
    }
    return made;
}

#define ROTATE(word, count) ((word) >> (count) | (word) << (32 - (count)))

static void expand(const uint8_t *block, uint32_t words[64]) {
    for (int index = 0; index < 16; index++, block += 4) {
        words[index] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    }
    for (int index = 16; index < 64; index++) {
        uint32_t early = words[index - 15], late = words[index - 2];
        words[index] = words[index - 16] + words[index - 7]
                       + (ROTATE(early, 7) ^ ROTATE(early, 18) ^ early >> 3)
                       + (ROTATE(late, 17) ^ ROTATE(late, 19) ^ late >> 10);
    }
}

static void mix(const constants *constants, uint32_t state[8], const uint8_t *block) {
    uint32_t words[64];
    expand(block, words);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int index = 0; index < 64; index++) {
        uint32_t first = h + (ROTATE(e, 6) ^ ROTATE(e, 11) ^ ROTATE(e, 25)) + ((e & f) ^ (~e & g))
                         + constants->round[index] + words[index];
        uint32_t second = (ROTATE(a, 2) ^ ROTATE(a, 13) ^ ROTATE(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void lzltest_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]) {
    constants constants = make_constants();
    uint32_t state[8];
    memcpy(state, constants.start, sizeof state);
    size_t whole = count / 64 * 64;
    for (size_t place = 0; place < whole; place += 64) mix(&constants, state, bytes + place);
    uint8_t rest[128] = {0};
    size_t left = count - whole;
    if (left > 0) memcpy(rest, bytes + whole, left);
    rest[left] = 0x80;
    size_t end = left < 56 ? 64 : 128;
    for (int index = 0; index < 8; index++) rest[end - 1 - index] = (uint8_t)((uint64_t)count * 8 >> (8 * index));
    for (size_t place = 0; place < end; place += 64) mix(&constants, state, rest + place);
    for (int index = 0; index < 32; index++) digest[index] = (uint8_t)(state[index / 4] >> (24 - index % 4 * 8));
}
