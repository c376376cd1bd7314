#include "filters.h"

#include <stdlib.h>
#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

static uint8_t paeth(int left, int above, int corner) {
    int to_left = abs(above - corner);
    int to_above = abs(left - corner);
    int to_corner = abs(left + above - 2 * corner);
    if (to_left <= to_above && to_left <= to_corner) return (uint8_t)left;
    return (uint8_t)(to_above <= to_corner ? above : corner);
}

static void add_above(uint8_t *row, const uint8_t *above, size_t count) {
    for (size_t at = 0; at < count; at++) row[at] = (uint8_t)(row[at] + above[at]);
}

static void add_left(uint8_t *row, size_t count, size_t unit) {
    for (size_t at = unit; at < count; at++) row[at] = (uint8_t)(row[at] + row[at - unit]);
}

static void add_average(uint8_t *row, const uint8_t *above, size_t count, size_t unit) {
    size_t at = 0;
    for (; at < unit && at < count; at++) row[at] = (uint8_t)(row[at] + above[at] / 2);
    for (; at < count; at++) row[at] = (uint8_t)(row[at] + (row[at - unit] + above[at]) / 2);
}

static void add_paeth(uint8_t *row, const uint8_t *above, size_t count, size_t unit) {
    size_t at = 0;
    for (; at < unit && at < count; at++) row[at] = (uint8_t)(row[at] + above[at]);
    for (; at < count; at++) {
        row[at] = (uint8_t)(row[at] + paeth(row[at - unit], above[at], above[at - unit]));
    }
}

#if defined(__SSE2__)
#include <emmintrin.h>

/* A pixel of 3 or 4 bytes in the low lanes; of 3 bytes the fourth is anything. */
static inline __m128i load(const uint8_t *from) {
    int32_t pixel;
    memcpy(&pixel, from, 4);
    return _mm_cvtsi32_si128(pixel);
}

static inline void store(uint8_t *to, __m128i pixel, size_t unit) {
    int32_t value = _mm_cvtsi128_si32(pixel);
    memcpy(to, &value, unit);
}

static inline __attribute__((always_inline)) void add_left_wide(uint8_t *row, size_t count, size_t unit) {
    __m128i left = _mm_setzero_si128();
    size_t at = 0;
    for (; at + 4 <= count; at += unit) {
        left = _mm_add_epi8(left, load(row + at));
        store(row + at, left, unit);
    }
    for (; at < count; at++) row[at] = (uint8_t)(row[at] + (at < unit ? 0 : row[at - unit]));
}

/* The mean rounded down: that rounded up, less what was rounded. */
static inline __attribute__((always_inline)) void add_average_wide(
    uint8_t *row, const uint8_t *above, size_t count, size_t unit) {
    const __m128i ones = _mm_set1_epi8(1);
    __m128i left = _mm_setzero_si128();
    size_t at = 0;
    for (; at + 4 <= count; at += unit) {
        __m128i up = load(above + at);
        __m128i rounded = _mm_and_si128(_mm_xor_si128(left, up), ones);
        __m128i mean = _mm_sub_epi8(_mm_avg_epu8(left, up), rounded);
        left = _mm_add_epi8(mean, load(row + at));
        store(row + at, left, unit);
    }
    for (; at < count; at++) {
        row[at] = (uint8_t)(row[at] + ((at < unit ? 0 : row[at - unit]) + above[at]) / 2);
    }
}

static inline __m128i absolute(__m128i value) { return _mm_max_epi16(value, _mm_sub_epi16(_mm_setzero_si128(), value)); }

static inline __m128i choose(__m128i mask, __m128i yes, __m128i no) {
    return _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no));
}

/* In lanes of 16 bits, as differences have a sign. */
static inline __attribute__((always_inline)) void add_paeth_wide(
    uint8_t *row, const uint8_t *above, size_t count, size_t unit) {
    const __m128i zero = _mm_setzero_si128();
    const __m128i bytes = _mm_set1_epi16(0xff);
    __m128i left = zero, corner = zero;
    size_t at = 0;
    for (; at + 4 <= count; at += unit) {
        __m128i up = _mm_unpacklo_epi8(load(above + at), zero);
        __m128i raw = _mm_unpacklo_epi8(load(row + at), zero);
        __m128i from_left = _mm_sub_epi16(up, corner);
        __m128i from_above = _mm_sub_epi16(left, corner);
        __m128i to_left = absolute(from_left);
        __m128i to_above = absolute(from_above);
        __m128i to_corner = absolute(_mm_add_epi16(from_left, from_above));
        __m128i least = _mm_min_epi16(to_left, _mm_min_epi16(to_above, to_corner));
        __m128i nearest = choose(_mm_cmpeq_epi16(least, to_above), up, corner);
        nearest = choose(_mm_cmpeq_epi16(least, to_left), left, nearest);
        left = _mm_and_si128(_mm_add_epi16(raw, nearest), bytes);
        corner = up;
        store(row + at, _mm_packus_epi16(left, zero), unit);
    }
    for (; at < count; at++) {
        int is_first = at < unit;
        row[at] = (uint8_t)(row[at] + paeth(is_first ? 0 : row[at - unit], above[at], is_first ? 0 : above[at - unit]));
    }
}

/* Answers whether there is a way of its own for pixels of that size. */
static int unfilter_wide(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, size_t unit) {
    if (unit != 3 && unit != 4) return 0;
    switch (filter * 2 + (unit == 4)) {
    case 2: add_left_wide(row, count, 3); return 1;
    case 3: add_left_wide(row, count, 4); return 1;
    case 6: add_average_wide(row, above, count, 3); return 1;
    case 7: add_average_wide(row, above, count, 4); return 1;
    case 8: add_paeth_wide(row, above, count, 3); return 1;
    case 9: add_paeth_wide(row, above, count, 4); return 1;
    default: return 0;
    }
}
#else
static int unfilter_wide(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, size_t unit) {
    (void)filter, (void)row, (void)above, (void)count, (void)unit;
    return 0;
}
#endif

HIDDEN int lzlpng_unfilter(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, size_t unit) {
    if (unfilter_wide(filter, row, above, count, unit)) return 1;
    switch (filter) {
    case 0: return 1;
    case 1: add_left(row, count, unit); return 1;
    case 2: add_above(row, above, count); return 1;
    case 3: add_average(row, above, count, unit); return 1;
    case 4: add_paeth(row, above, count, unit); return 1;
    default: return 0;
    }
}
