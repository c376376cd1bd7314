#ifndef LZLPNG_STREAM_H
#define LZLPNG_STREAM_H

#include <stddef.h>
#include <stdint.h>

/** A zlib stream that comes in pieces. */
typedef struct lzlpng_stream lzlpng_stream;

#define LZLPNG_STREAM_GOES_ON 0
/** The end, and its check sum was right. */
#define LZLPNG_STREAM_ENDED 1
#define LZLPNG_STREAM_DAMAGED 2

lzlpng_stream *lzlpng_stream_create(void);
void lzlpng_stream_destroy(lzlpng_stream *stream);

/** So much room is enough for what was made before damage is met; in less, some of it may be lost. */
#define LZLPNG_STREAM_ROOM ((size_t)66 << 10)

/**
 * Decompresses a piece of the input, and moves input and output on. What was made before damage was met is there. Some
 * input is kept back until more comes; with `is_end` none is. When it takes nothing and makes nothing, nothing more
 * comes for now.
 */
int lzlpng_stream_run(
    lzlpng_stream *stream, const uint8_t **input, size_t *input_count, int is_end, uint8_t **output, size_t *room);

/** Of an ended stream, whether input that was taken stands behind it. */
int lzlpng_stream_has_rest(const lzlpng_stream *stream);

/** What the damage is; never NULL. */
const char *lzlpng_stream_message(const lzlpng_stream *stream);

#endif
