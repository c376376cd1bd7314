#include "filter.h"

#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* Written so that compilers make vector code of the loops: no branches, no wider numbers than needed. */

static uint8_t magnitude(uint8_t value) {
    uint8_t negative = (uint8_t)-value;
    return value < negative ? value : negative;
}

static uint64_t sum(const uint8_t *bytes, size_t count) {
    uint64_t total = 0;
    while (count > 0) {
        size_t part = count < 4096 ? count : 4096;
        uint32_t partial = 0;
        for (size_t i = 0; i < part; i++) partial += magnitude(bytes[i]);
        total += partial;
        bytes += part;
        count -= part;
    }
    return total;
}

static uint8_t paeth(uint8_t left, uint8_t above, uint8_t corner) {
    int16_t by_left = (int16_t)(above - corner), by_above = (int16_t)(left - corner);
    int16_t by_corner = (int16_t)(by_left + by_above);
    by_left = (int16_t)(by_left < 0 ? -by_left : by_left);
    by_above = (int16_t)(by_above < 0 ? -by_above : by_above);
    by_corner = (int16_t)(by_corner < 0 ? -by_corner : by_corner);
    uint8_t second = by_above <= by_corner ? above : corner;
    return ((by_left <= by_above) & (by_left <= by_corner)) ? left : second;
}

static void filter_sub(
    const uint8_t *restrict row, size_t count, size_t distance, uint8_t *restrict target) {
    memcpy(target, row, distance);
    for (size_t i = distance; i < count; i++) target[i] = (uint8_t)(row[i] - row[i - distance]);
}

static void filter_up(const uint8_t *restrict row, const uint8_t *restrict above, size_t count, uint8_t *restrict target) {
    for (size_t i = 0; i < count; i++) target[i] = (uint8_t)(row[i] - above[i]);
}

static void filter_average(
    const uint8_t *restrict row, const uint8_t *restrict above, size_t count, size_t distance,
    uint8_t *restrict target) {
    for (size_t i = 0; i < distance; i++) target[i] = (uint8_t)(row[i] - above[i] / 2);
    for (size_t i = distance; i < count; i++) {
        target[i] = (uint8_t)(row[i] - (uint16_t)(row[i - distance] + above[i]) / 2);
    }
}

static void filter_paeth(
    const uint8_t *restrict row, const uint8_t *restrict above, size_t count, size_t distance,
    uint8_t *restrict target) {
    for (size_t i = 0; i < distance; i++) target[i] = (uint8_t)(row[i] - above[i]);
    for (size_t i = distance; i < count; i++) {
        target[i] = (uint8_t)(row[i] - paeth(row[i - distance], above[i], above[i - distance]));
    }
}

HIDDEN uint64_t lzlpng_filter(
    int filter, const uint8_t *row, const uint8_t *above, size_t count, size_t distance, uint8_t *target) {
    if (distance > count) distance = count;
    switch (filter) {
    case 0: memcpy(target, row, count); break;
    case 1: filter_sub(row, count, distance, target); break;
    case 2: filter_up(row, above, count, target); break;
    case 3: filter_average(row, above, count, distance, target); break;
    default: filter_paeth(row, above, count, distance, target); break;
    }
    return sum(target, count);
}
