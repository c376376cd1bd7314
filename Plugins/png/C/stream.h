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
#define LZLPNG_STREAM_NO_MEMORY 3

lzlpng_stream *lzlpng_stream_create(void);
void lzlpng_stream_destroy(lzlpng_stream *stream);

/**
 * Decompresses until all input is taken or all room is filled, and moves both on. What was made before damage was met
 * is there. With room left and no input everything is out that can be made of the input so far.
 */
int lzlpng_stream_run(
    lzlpng_stream *stream, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *room);

/** What the damage is; never NULL. */
const char *lzlpng_stream_message(const lzlpng_stream *stream);

#endif
