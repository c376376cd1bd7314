/* giflib as a decoder of single frames, whose bytes are all there. */
#ifndef CLAZULI_GIF_H
#define CLAZULI_GIF_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** One decoder of giflib, used for frame after frame. */
typedef struct lzlgif_frames lzlgif_frames;

/** NULL when there is no memory. */
__attribute__((visibility("hidden"))) lzlgif_frames *lzlgif_create(void);

/**
 * Begins a frame. `data` are its sub-blocks as the file has them, each behind its length; they stay until
 * the last row. Answers 0, or giflib's code when it refuses (a code size above 8).
 */
__attribute__((visibility("hidden"))) int lzlgif_begin(
    lzlgif_frames *frames, uint16_t width, uint16_t height, uint8_t code_size, const uint8_t *data, size_t count);

/**
 * Decodes the next `width` indices. Answers 0, or giflib's code when the data end too early or are
 * damaged; the frame is over then.
 */
__attribute__((visibility("hidden"))) int lzlgif_row(lzlgif_frames *frames, uint8_t *row, uint16_t width);

/** Accepts NULL. */
__attribute__((visibility("hidden"))) void lzlgif_destroy(lzlgif_frames *frames);

#endif
