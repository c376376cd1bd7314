#ifndef CLAZULI_KERNELS_H
#define CLAZULI_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Loops for what a processor may have beyond its base. Each answers false, and does nothing, where that is missing: the
 * caller has a loop of its own, with the same sums in the same order, so that pixels are the same on all of them.
 */

/** The source samples of one target sample: `count` from `first` on. */
typedef struct {
    ptrdiff_t first;
    ptrdiff_t count;
    /** Where its weights begin. */
    ptrdiff_t weights;
} lzlkernels_span;

/** Makes floats of `count` pixels of four bytes. */
bool lzlkernels_expand4(const uint8_t *row, float *target, size_t count);

/** Makes each of `count` pixels of four floats from its span; weights end with zeros up to a multiple of four. */
bool lzlkernels_reduce4(
    const float *row, const lzlkernels_span *spans, const float *weights, float *target, size_t count);

/** Adds `count` floats times `weight`, or begins with them. */
bool lzlkernels_add(const float *row, float weight, float *sums, bool is_first, size_t count);

#endif
