#include "expand.h"

#include <lazuli/lazuli.h>

#define HIDDEN __attribute__((visibility("hidden")))
#define GRAY 0
#define RGB 2
#define PALETTE 3
#define GRAY_ALPHA 4
#define RGB_ALPHA 6

static uint16_t big_endian(const uint8_t *at) { return (uint16_t)(at[0] << 8 | at[1]); }

/* (v · 255 + 32767) / 65535, without a division. */
static uint8_t to_8_bits(uint32_t value) { return (uint8_t)((value * 255 + 32895) >> 16); }

static uint32_t index_at(const uint8_t *row, uint32_t x, uint8_t depth) {
    uint32_t per_byte = 8u / depth;
    uint32_t shift = 8u - depth - (x % per_byte) * depth;
    return (uint32_t)row[x / per_byte] >> shift & ((1u << depth) - 1);
}

/* Of the same pixel 0, so that one line serves indices of all depths. */
#define EACH_INDEX(statement)                                                      \
    if (expansion->bit_depth == 8) {                                               \
        for (uint32_t x = 0; x < expansion->width; x++) {                          \
            uint32_t pixel = expansion->table[row[x]];                             \
            statement                                                              \
        }                                                                          \
    } else {                                                                       \
        for (uint32_t x = 0; x < expansion->width; x++) {                          \
            uint32_t pixel = expansion->table[index_at(row, x, expansion->bit_depth)]; \
            statement                                                              \
        }                                                                          \
    }

static void look_up_1(const lzlpng_expansion *expansion, const uint8_t *row, uint8_t *to) {
    EACH_INDEX(to[x] = (uint8_t)pixel;)
}

static void look_up_2(const lzlpng_expansion *expansion, const uint8_t *row, uint8_t *to) {
    EACH_INDEX(memcpy(to + 2 * x, &pixel, 2);)
}

static void look_up_4(const lzlpng_expansion *expansion, const uint8_t *row, uint8_t *to) {
    EACH_INDEX(memcpy(to + 4 * (size_t)x, &pixel, 4);)
}

static void copy(const lzlpng_expansion *expansion, const uint8_t *row, uint8_t *to) {
    memcpy(to, row, (size_t)expansion->width * expansion->samples);
}

/* Four bytes are read for three but at the end of the row. */
static void add_alpha(const lzlpng_expansion *expansion, const uint8_t *restrict row, uint8_t *restrict to) {
    static const uint8_t opaque[4] = {0, 0, 0, 0xff};
    uint32_t alpha;
    memcpy(&alpha, opaque, 4);
    for (uint32_t x = 1; x < expansion->width; x++) {
        uint32_t pixel;
        memcpy(&pixel, row, 4);
        pixel |= alpha;
        memcpy(to, &pixel, 4);
        to += 4;
        row += 3;
    }
    memcpy(to, row, 3);
    to[3] = 0xff;
}

static void add_key_alpha(const lzlpng_expansion *expansion, const uint8_t *row, uint8_t *to) {
    const uint16_t *key = expansion->key;
    for (uint32_t x = 0; x < expansion->width; x++, row += 3, to += 4) {
        memcpy(to, row, 3);
        int is_key = row[0] == (key[0] & 0xff) && row[1] == (key[1] & 0xff) && row[2] == (key[2] & 0xff);
        to[3] = is_key ? 0 : 0xff;
    }
}

static void spread_gray_alpha(const lzlpng_expansion *expansion, const uint8_t *row, uint8_t *to) {
    for (uint32_t x = 0; x < expansion->width; x++, row += 2, to += 4) {
        to[0] = to[1] = to[2] = row[0];
        to[3] = row[1];
    }
}

static void swap(const lzlpng_expansion *expansion, const uint8_t *row, uint8_t *to) {
    for (size_t sample = 0; sample < (size_t)expansion->width * expansion->samples; sample++) {
        uint16_t value = big_endian(row + 2 * sample);
        memcpy(to + 2 * sample, &value, 2);
    }
}

/* Red, green, blue and alpha of a pixel of 16 bits. */
static void load_deep(const lzlpng_expansion *expansion, const uint8_t *at, uint16_t pixel[4]) {
    uint32_t colors = expansion->samples < 3 ? 1 : 3;
    int is_key = expansion->has_key;
    for (uint32_t sample = 0; sample < colors; sample++) {
        pixel[sample] = big_endian(at + 2 * sample);
        if (pixel[sample] != expansion->key[sample]) is_key = 0;
    }
    if (colors == 1) pixel[1] = pixel[2] = pixel[0];
    int has_alpha = expansion->samples == 2 || expansion->samples == 4;
    pixel[3] = has_alpha ? big_endian(at + 2 * colors) : is_key ? 0 : 0xffff;
}

static void expand_deep(const lzlpng_expansion *expansion, const uint8_t *row, uint8_t *to) {
    uint16_t pixel[4];
    for (uint32_t x = 0; x < expansion->width; x++, row += 2 * expansion->samples) {
        load_deep(expansion, row, pixel);
        if (expansion->format == LZL_FORMAT_RGBA16) {
            memcpy(to, pixel, 8);
            to += 8;
        } else {
            for (uint32_t sample = 0; sample < 4; sample++) *to++ = to_8_bits(pixel[sample]);
        }
    }
}

/* Bytes as they lie in memory. */
static uint32_t pixel_of(uint8_t red, uint8_t green, uint8_t blue, uint8_t alpha, uint32_t format) {
    uint8_t bytes[4] = {red, green, blue, alpha};
    if (format == LZL_FORMAT_GRAYA8) bytes[1] = alpha;
    uint32_t pixel;
    memcpy(&pixel, bytes, 4);
    return format == LZL_FORMAT_GRAY8 ? red : pixel;
}

/* An index beyond the palette is black. */
static void fill_with_palette(lzlpng_expansion *expansion, const lzlpng_picture *picture) {
    for (uint32_t index = 0; index < 256; index++) {
        static const uint8_t black[3] = {0};
        const uint8_t *color = 3 * (size_t)index + 3 <= picture->palette_size ? picture->palette + 3 * index : black;
        uint8_t alpha = index < picture->transparency_size ? picture->transparency[index] : 0xff;
        expansion->table[index] = pixel_of(color[0], color[1], color[2], alpha, expansion->format);
    }
}

static void fill_with_gray(lzlpng_expansion *expansion) {
    uint32_t most = (1u << expansion->bit_depth) - 1;
    for (uint32_t index = 0; index <= most; index++) {
        uint8_t gray = (uint8_t)(index * (255 / most));
        uint8_t alpha = expansion->has_key && index == (expansion->key[0] & most) ? 0 : 0xff;
        expansion->table[index] = pixel_of(gray, gray, gray, alpha, expansion->format);
    }
}

static void take_key(lzlpng_expansion *expansion, const lzlpng_picture *picture) {
    if (picture->color_type == PALETTE) return;
    expansion->has_key = picture->transparency_size >= 2;
    for (size_t sample = 0; sample < 3 && 2 * sample + 2 <= picture->transparency_size; sample++) {
        expansion->key[sample] = big_endian(picture->transparency + 2 * sample);
    }
}

static void choose_deep(lzlpng_expansion *expansion) {
    int is_as_stored = expansion->format == LZL_FORMAT_GRAY16
        || (expansion->format == LZL_FORMAT_RGBA16 && expansion->samples == 4);
    expansion->run = is_as_stored ? swap : expand_deep;
}

static void choose_table(lzlpng_expansion *expansion) {
    int is_as_stored = expansion->bit_depth == 8 && expansion->format == LZL_FORMAT_GRAY8;
    if (is_as_stored) {
        expansion->run = copy;
        return;
    }
    switch (expansion->format) {
    case LZL_FORMAT_GRAY8: expansion->run = look_up_1; break;
    case LZL_FORMAT_GRAYA8: expansion->run = look_up_2; break;
    default: expansion->run = look_up_4; break;
    }
}

HIDDEN void lzlpng_expansion_begin(lzlpng_expansion *expansion, const lzlpng_picture *picture) {
    static const uint8_t samples[7] = {1, 0, 3, 1, 2, 0, 4};
    expansion->width = picture->width;
    expansion->format = picture->format;
    expansion->bit_depth = picture->bit_depth;
    expansion->samples = samples[picture->color_type];
    take_key(expansion, picture);
    if (picture->bit_depth == 16) return choose_deep(expansion);
    switch (picture->color_type) {
    case PALETTE:
        fill_with_palette(expansion, picture);
        return choose_table(expansion);
    case GRAY:
        fill_with_gray(expansion);
        return choose_table(expansion);
    case RGB: expansion->run = expansion->has_key ? add_key_alpha : add_alpha; break;
    case GRAY_ALPHA: expansion->run = picture->format == LZL_FORMAT_GRAYA8 ? copy : spread_gray_alpha; break;
    default: expansion->run = copy; break;
    }
}
