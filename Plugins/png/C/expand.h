#ifndef LZLPNG_EXPAND_H
#define LZLPNG_EXPAND_H

#include <CLazuliPNG.h>

/** How the pixels of a file become those of a surface. */
typedef struct lzlpng_expansion {
    void (*run)(const struct lzlpng_expansion *expansion, const uint8_t *row, uint8_t *to);
    uint32_t width;
    uint32_t format;
    uint8_t bit_depth;
    /** Samples of a pixel in the file. */
    uint8_t samples;
    uint8_t has_key;
    /** The colour that is transparent, by tRNS. */
    uint16_t key[3];
    /** For pixels of 8 bits and less that are an index or gray: the pixel that each stands for. */
    uint32_t table[256];
} lzlpng_expansion;

void lzlpng_expansion_begin(lzlpng_expansion *expansion, const lzlpng_picture *picture);

#endif
