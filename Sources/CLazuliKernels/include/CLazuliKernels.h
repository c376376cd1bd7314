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

/** What one target row takes of four source rows. */
typedef struct {
    float *sums;
    float weights[4];
    /** Whether they are its first. */
    bool begins;
} lzlkernels_share;

/** Adds to each of `share_count` target rows what it takes of four source rows of `count` floats. */
bool lzlkernels_share4(
    const float *const rows[4], const lzlkernels_share *shares, size_t share_count, size_t count);

/** The same of bytes. */
bool lzlkernels_share4_bytes(
    const uint8_t *const rows[4], const lzlkernels_share *shares, size_t share_count, size_t count);

/**
 * Makes bytes of straight alpha of pixels of four floats, whose colours are multiplied by alpha; says how many of
 * `count` it made.
 */
size_t lzlkernels_contract4(const float *row, uint8_t *target, size_t count);

#endif
