#include "passes.h"
#include <lazuli/lazuli.h>
#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* Adam7 (PNG third edition, 8.1): where the pixels of a pass lie, and how far apart. */
static const uint8_t first_x[LZLPNG_PASSES] = {0, 4, 0, 2, 0, 1, 0};
static const uint8_t first_y[LZLPNG_PASSES] = {0, 0, 4, 0, 2, 0, 1};
static const uint8_t step_x[LZLPNG_PASSES] = {8, 8, 4, 4, 2, 2, 1};
static const uint8_t step_y[LZLPNG_PASSES] = {8, 8, 8, 4, 4, 2, 2};
/* What a pixel stands for until later passes come. */
static const uint8_t block_width[LZLPNG_PASSES] = {8, 4, 4, 2, 2, 1, 1};
static const uint8_t block_height[LZLPNG_PASSES] = {8, 8, 4, 4, 2, 2, 1};

HIDDEN uint32_t lzlpng_bytes_per_pixel(uint32_t format) {
    switch (format) {
    case LZL_FORMAT_GRAY8: return 1;
    case LZL_FORMAT_GRAYA8:
    case LZL_FORMAT_GRAY16: return 2;
    case LZL_FORMAT_RGBA16: return 8;
    default: return 4;
    }
}

static uint32_t count(uint32_t side, uint32_t first, uint32_t step) {
    return side <= first ? 0 : (side - first - 1) / step + 1;
}

HIDDEN uint32_t lzlpng_pass_width(uint32_t width, int pass) {
    return count(width, first_x[pass], step_x[pass]);
}

HIDDEN uint32_t lzlpng_pass_height(uint32_t height, int pass) {
    return count(height, first_y[pass], step_y[pass]);
}

HIDDEN int lzlpng_pass_is_empty(uint32_t width, uint32_t height, int pass) {
    return lzlpng_pass_width(width, pass) == 0 || lzlpng_pass_height(height, pass) == 0;
}

#define SCATTER(type)                                    \
    for (uint32_t i = 0; i < width; i++) {               \
        memcpy(to, from, sizeof(type));                  \
        to += (size_t)step * sizeof(type);               \
        from += sizeof(type);                            \
    }

static void scatter(uint8_t *to, const uint8_t *from, uint32_t width, uint32_t step, uint32_t size) {
    switch (size) {
    case 1: SCATTER(uint8_t) break;
    case 2: SCATTER(uint16_t) break;
    case 4: SCATTER(uint32_t) break;
    default: SCATTER(uint64_t) break;
    }
}

/* One line through the blocks of a pass row. */
static void fill_blocks(const lzlpng_target *target, int pass, uint8_t *to, const uint8_t *from) {
    uint32_t size = target->bytes_per_pixel;
    for (uint32_t x = first_x[pass]; x < target->width; x += step_x[pass]) {
        uint32_t left = target->width - x;
        uint32_t width = left < block_width[pass] ? left : block_width[pass];
        for (uint32_t i = 0; i < width; i++) memcpy(to + (size_t)(x + i) * size, from, size);
        from += size;
        if (left <= step_x[pass]) break;
    }
}

HIDDEN uint32_t lzlpng_write_pass_row(
    const lzlpng_target *target, int pass, uint32_t index, const uint8_t *row, int as_blocks) {
    uint64_t y = first_y[pass] + (uint64_t)index * step_y[pass];
    if (y >= target->height) return target->height;
    uint8_t *to = target->pixels + y * target->bytes_per_row;
    if (!as_blocks) {
        uint8_t *first = to + (size_t)first_x[pass] * target->bytes_per_pixel;
        scatter(first, row, lzlpng_pass_width(target->width, pass), step_x[pass], target->bytes_per_pixel);
        return (uint32_t)y + 1;
    }
    uint64_t end = y + block_height[pass];
    if (end > target->height) end = target->height;
    for (uint64_t line = y; line < end; line++) {
        fill_blocks(target, pass, target->pixels + line * target->bytes_per_row, row);
    }
    return (uint32_t)end;
}

static void fill_gaps(const lzlpng_target *target, int pass, uint64_t first, uint64_t end) {
    size_t size = target->bytes_per_pixel;
    uint32_t width = block_width[pass];
    uint32_t height = block_height[pass];
    for (uint64_t y = (first + height - 1) / height * height; y < end; y += height) {
        uint8_t *row = target->pixels + y * target->bytes_per_row;
        for (uint32_t x = 0; x < target->width; x++) {
            if (x % width != 0) memcpy(row + x * size, row + (x - x % width) * size, size);
        }
        for (uint64_t line = y + 1; line < y + height && line < end; line++) {
            memcpy(target->pixels + line * target->bytes_per_row, row, target->width * size);
        }
    }
}

HIDDEN void lzlpng_fill_gaps(const lzlpng_target *target, int pass, uint32_t first) {
    fill_gaps(target, pass, first, target->height);
}

/* A row of a pass lies in one row of blocks of the pass before. */
HIDDEN void lzlpng_fill_gaps_before_row(const lzlpng_target *target, int pass, uint32_t index) {
    uint64_t first = (uint64_t)index * step_y[pass];
    uint64_t end = index + 1 < lzlpng_pass_height(target->height, pass) ? first + step_y[pass] : target->height;
    fill_gaps(target, pass - 1, first, end < target->height ? end : target->height);
}
