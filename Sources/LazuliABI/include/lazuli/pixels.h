/*
 * Pixel memory and colour, as they cross the boundary.
 */
#ifndef LAZULI_PIXELS_H
#define LAZULI_PIXELS_H

#include "base.h"

LZL_BEGIN

/*
 * Formats. Rows from the top, samples interleaved in the order of the name, 16-bit samples in the
 * machine's byte order, "straight" alpha unless the name says premultiplied. A decoder that is asked
 * for another format than the native one rounds to nearest: 16 to 8 bits is (v·255 + 32767) / 65535,
 * premultiplying is (c·a + 127) / 255.
 */
#define LZL_FORMAT_NONE 0u
/** 4 bytes: red, green, blue, alpha; straight. */
#define LZL_FORMAT_RGBA8 1u
/** 4 bytes: red, green, blue, each already multiplied by alpha, and alpha. */
#define LZL_FORMAT_RGBA8_PREMULTIPLIED 2u
/** 8 bytes; straight. */
#define LZL_FORMAT_RGBA16 3u
/** 1 byte. */
#define LZL_FORMAT_GRAY8 4u
/** 2 bytes: gray, alpha; straight. */
#define LZL_FORMAT_GRAYA8 5u
/** 2 bytes. */
#define LZL_FORMAT_GRAY16 6u
/** 4 bytes: cyan, magenta, yellow, black as the file stores them (YCCK already undone); see LZL_HEADER_INVERTED_CMYK. */
#define LZL_FORMAT_CMYK8 7u

/* The bit for a format in a set of formats: 1 << format. */
#define LZL_FORMAT_BIT_RGBA8 0x02u
#define LZL_FORMAT_BIT_RGBA8_PREMULTIPLIED 0x04u
#define LZL_FORMAT_BIT_RGBA16 0x08u
#define LZL_FORMAT_BIT_GRAY8 0x10u
#define LZL_FORMAT_BIT_GRAYA8 0x20u
#define LZL_FORMAT_BIT_GRAY16 0x40u
#define LZL_FORMAT_BIT_CMYK8 0x80u

/**
 * Pixel memory of the host: heap, or shared with another process.
 *
 * `byte_length` is the authority: a plugin writes nothing outside `pixels[0 ..< byte_length]`,
 * whatever the other members say, and refuses a surface that is too small for them with
 * LZL_ERROR_INVALID_ARGUMENT. Bytes between the end of a row and the next row are left alone.
 * Aligned to 64 bytes; `bytes_per_row` is a multiple of the format's sample size.
 */
typedef struct lzl_surface {
    uint32_t struct_size;
    /** LZL_FORMAT_… */
    uint32_t format;
    uint8_t *pixels;
    uint64_t byte_length;
    uint32_t width;
    uint32_t height;
    uint64_t bytes_per_row;
} lzl_surface;

/** A rectangle in pixels, its origin at the top left. */
typedef struct lzl_rectangle {
    uint32_t x;
    uint32_t y;
    uint32_t width;
    uint32_t height;
} lzl_rectangle;

/* `lzl_color.flags`: what the file says of its colours. None set: it says nothing. */
#define LZL_COLOR_SRGB 1u
#define LZL_COLOR_ICC 2u
#define LZL_COLOR_GAMMA 4u
#define LZL_COLOR_CHROMATICITIES 8u
#define LZL_COLOR_CICP 16u

/**
 * Colour information as the file reports it, unjudged; the engine decides what wins
 * (CICP, then ICC, then sRGB, then gamma and chromaticities; PNG third edition, 4.3). 64 bytes, frozen.
 */
typedef struct lzl_color {
    /** LZL_COLOR_… */
    uint32_t flags;
    /** The rendering intent, 0 to 3, with LZL_COLOR_SRGB. */
    uint32_t rendering_intent;
    /** The file's gamma times 100 000, as in PNG's gAMA (45455 for 1/2.2). */
    uint32_t gamma;
    /** White, red, green, blue: x and y each, times 100 000, as in PNG's cHRM. */
    uint32_t chromaticities[8];
    /** ITU-T H.273: primaries, transfer, matrix, full range flag. */
    uint8_t cicp[4];
    /** Bytes of the ICC profile, fetched as LZL_METADATA_ICC. */
    uint64_t icc_size;
    uint64_t reserved;
} lzl_color;

LZL_ASSERT(sizeof(lzl_color) == 64);

LZL_END

#endif
