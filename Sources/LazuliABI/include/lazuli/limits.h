/*
 * What one decoding or encoding may cost.
 */
#ifndef LAZULI_LIMITS_H
#define LAZULI_LIMITS_H

#include "base.h"

LZL_BEGIN

/**
 * Limits of one instance. The plugin maps them to its library's knobs and answers
 * LZL_ERROR_LIMIT_EXCEEDED; the engine checks everything that it can see again.
 *
 * Every limit says the greatest value that is still allowed. LZL_UNLIMITED and LZL_UNLIMITED_32
 * switch one off. Zero: the host does not know this limit; the plugin takes a careful one of its own.
 */
typedef struct lzl_limits {
    uint32_t struct_size;
    /** Width and height, in pixels, as stored. */
    uint32_t maximum_side;
    /** Frames of an animation. */
    uint32_t maximum_frames;
    /** Scans or passes over one frame (progressive JPEG). */
    uint32_t maximum_passes;
    /** Width × height as stored; may be above the decoded pixels when reduced decoding is on offer. */
    uint64_t maximum_source_pixels;
    /** Width × height as configured (after the scale); with LZL_HEADER_ROWS_IN_ORDER of the surface, which may be a window. */
    uint64_t maximum_decoded_pixels;
    /** Pixel bytes of one frame as configured; with LZL_HEADER_ROWS_IN_ORDER of the surface. */
    uint64_t maximum_decoded_bytes;
    /** Memory that the plugin and its library may allocate for themselves. */
    uint64_t maximum_working_bytes;
    /** Input. */
    uint64_t maximum_encoded_bytes;
    /** All metadata together, decompressed. An item above it is left out with a WARNING. */
    uint64_t maximum_metadata_bytes;
    /** Processor time used inside of the instance's functions, in nanoseconds: waiting does not count. */
    uint64_t maximum_work_nanoseconds;
} lzl_limits;

LZL_END

#endif
