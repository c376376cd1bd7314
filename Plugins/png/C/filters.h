#ifndef LZLPNG_FILTERS_H
#define LZLPNG_FILTERS_H

#include <stddef.h>
#include <stdint.h>

/**
 * Undoes the filter of a row of `count` bytes in place (PNG third edition, 9.2). `above` is the row before it, zeros
 * for the first; `unit` the bytes of a whole pixel, at least 1. Answers 0 for a filter that there is not.
 */
int lzlpng_unfilter(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, size_t unit);

#endif
