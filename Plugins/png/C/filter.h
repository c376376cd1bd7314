#ifndef LZLPNG_FILTER_H
#define LZLPNG_FILTER_H

#include <stddef.h>
#include <stdint.h>

#define LZLPNG_FILTER_COUNT 5

/**
 * Writes what a filter (0 to 4 as in PNG third edition, 9.2) makes of a row, and answers the sum of its
 * bytes' absolute values, as signed. `distance` is the bytes of a pixel, at least 1; `above` is all zeros for the first row.
 */
uint64_t lzlpng_filter(
    int filter, const uint8_t *row, const uint8_t *above, size_t count, size_t distance, uint8_t *target);

#endif
