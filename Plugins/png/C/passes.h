/* Where rows go once libpng has undone filters and depths. */
#ifndef LZLPNG_PASSES_H
#define LZLPNG_PASSES_H

#include <stddef.h>
#include <stdint.h>

/* Of Adam7. */
#define LZLPNG_PASSES 7

typedef struct lzlpng_target {
    uint8_t *pixels;
    size_t bytes_per_row;
    uint32_t width;
    uint32_t height;
    uint32_t bytes_per_pixel;
} lzlpng_target;

uint32_t lzlpng_bytes_per_pixel(uint32_t format);
uint32_t lzlpng_pass_width(uint32_t width, int pass);
uint32_t lzlpng_pass_height(uint32_t height, int pass);
int lzlpng_pass_is_empty(uint32_t width, uint32_t height, int pass);

/* Row `index` of a pass, as single pixels or as blocks which reach as far as the pass is coarse.
   Answers the end of the rows which have been written so far in this pass. */
uint32_t lzlpng_write_pass_row(
    const lzlpng_target *target, int pass, uint32_t index, const uint8_t *row, int as_blocks);

/* Lets every pixel known after `pass` stand for those around it which are not, from row `first` on. */
void lzlpng_fill_gaps(const lzlpng_target *target, int pass, uint32_t first);

/* The same after the pass before `pass`, for the rows around row `index` of `pass`; before that is written. The last
   row's reach down to the end. */
void lzlpng_fill_gaps_before_row(const lzlpng_target *target, int pass, uint32_t index);

#endif
