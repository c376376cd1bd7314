/* Decompression, by zlib. */
#include "stream.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#define HIDDEN __attribute__((visibility("hidden")))

struct lzlpng_stream {
    z_stream library;
    int answer;
};

HIDDEN lzlpng_stream *lzlpng_stream_create(void) {
    lzlpng_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    /* 0: the window is as large as the stream says, and nothing reaches beyond it. */
    if (inflateInit2(&stream->library, 0) == Z_OK) return stream;
    free(stream);
    return NULL;
}

HIDDEN void lzlpng_stream_destroy(lzlpng_stream *stream) {
    if (stream == NULL) return;
    inflateEnd(&stream->library);
    free(stream);
}

static uInt at_once(size_t count) { return count > UINT_MAX ? UINT_MAX : (uInt)count; }

HIDDEN int lzlpng_stream_run(
    lzlpng_stream *stream, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *room) {
    z_stream *library = &stream->library;
    uInt given = at_once(*input_count), free_room = at_once(*room);
    library->next_in = (z_const Bytef *)*input;
    library->avail_in = given;
    library->next_out = *output;
    library->avail_out = free_room;
    stream->answer = inflate(library, Z_SYNC_FLUSH);
    *input += given - library->avail_in;
    *input_count -= given - library->avail_in;
    *output += free_room - library->avail_out;
    *room -= free_room - library->avail_out;
    switch (stream->answer) {
    case Z_OK:
    case Z_BUF_ERROR: return LZLPNG_STREAM_GOES_ON;
    case Z_STREAM_END: return LZLPNG_STREAM_ENDED;
    case Z_MEM_ERROR: return LZLPNG_STREAM_NO_MEMORY;
    default: return LZLPNG_STREAM_DAMAGED;
    }
}

HIDDEN const char *lzlpng_stream_message(const lzlpng_stream *stream) {
    return stream->library.msg != NULL ? stream->library.msg : "it is no zlib stream";
}
