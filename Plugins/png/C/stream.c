/*
 * Decompression, by ISA-L. On damaged streams what it makes before it meets the damage depends on where its input is cut.
 * So input is cut here, at the same places however it comes: an image looks the same however it was loaded.
 */
#include "stream.h"

#include <stdlib.h>
#include <string.h>

#include <isa-l/igzip_lib.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* Pieces double from the one to the other: so the first rows of a small picture come as its bytes do. */
#define SMALLEST_PIECE ((size_t)32)
#define LARGEST_PIECE ((size_t)4096)

struct lzlpng_stream {
    struct inflate_state library;
    int answer;
    /* More may come of what was taken in. */
    int has_more;
    /* Of the next piece so many bytes are there, and so many make it whole. */
    size_t gathered;
    size_t piece_size;
    uint8_t piece[LARGEST_PIECE];
};

HIDDEN lzlpng_stream *lzlpng_stream_create(void) {
    lzlpng_stream *stream = malloc(sizeof *stream);
    if (stream == NULL) return NULL;
    isal_inflate_init(&stream->library);
    stream->library.crc_flag = ISAL_ZLIB;
    stream->answer = ISAL_DECOMP_OK;
    stream->has_more = 0;
    stream->gathered = 0;
    stream->piece_size = SMALLEST_PIECE;
    return stream;
}

HIDDEN void lzlpng_stream_destroy(lzlpng_stream *stream) { free(stream); }

static uint32_t at_once(size_t count) { return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count; }

/* Answers whether there is a piece to decompress. */
static int gather(lzlpng_stream *stream, const uint8_t **input, size_t *input_count, int is_end) {
    size_t missing = stream->piece_size - stream->gathered;
    size_t count = *input_count < missing ? *input_count : missing;
    if (count > 0) memcpy(stream->piece + stream->gathered, *input, count);
    *input += count;
    *input_count -= count;
    stream->gathered += count;
    int is_whole = stream->gathered == stream->piece_size || (is_end && *input_count == 0);
    if (!is_whole || stream->gathered == 0) return 0;
    stream->library.next_in = stream->piece;
    stream->library.avail_in = (uint32_t)stream->gathered;
    stream->gathered = 0;
    if (stream->piece_size < LARGEST_PIECE) stream->piece_size *= 2;
    return 1;
}

/* A repetition of which the distance is wrong counts as made, but is not: bytes which nobody wrote. */
static uint32_t bogus_bytes(const lzlpng_stream *stream, uint32_t made) {
    if (stream->answer != ISAL_INVALID_LOOKBACK && stream->answer != ISAL_INVALID_SYMBOL) return 0;
    return made < ISAL_DEF_MAX_MATCH ? made : ISAL_DEF_MAX_MATCH;
}

/* Answers whether it got any further. */
static int decompress(lzlpng_stream *stream, uint8_t **output, size_t *room) {
    struct inflate_state *library = &stream->library;
    uint32_t free_room = at_once(*room), given = library->avail_in;
    library->next_out = *output;
    library->avail_out = free_room;
    stream->answer = isal_inflate(library);
    uint32_t made = free_room - library->avail_out;
    made -= bogus_bytes(stream, made);
    *output += made;
    *room -= made;
    stream->has_more = library->avail_out == 0 || library->avail_in > 0;
    return given == 0 || library->avail_in < given || made > 0;
}

HIDDEN int lzlpng_stream_run(
    lzlpng_stream *stream, const uint8_t **input, size_t *input_count, int is_end, uint8_t **output, size_t *room) {
    if (!stream->has_more && !gather(stream, input, input_count, is_end)) return LZLPNG_STREAM_GOES_ON;
    int has_moved = decompress(stream, output, room);
    if (stream->answer != ISAL_DECOMP_OK || !has_moved) return LZLPNG_STREAM_DAMAGED;
    return stream->library.block_state == ISAL_BLOCK_FINISH ? LZLPNG_STREAM_ENDED : LZLPNG_STREAM_GOES_ON;
}

/* Up to eight bytes were read ahead. */
HIDDEN int lzlpng_stream_has_rest(const lzlpng_stream *stream) {
    return stream->library.avail_in > 0 || stream->library.read_in_length >= 8;
}

HIDDEN const char *lzlpng_stream_message(const lzlpng_stream *stream) {
    switch (stream->answer) {
    case ISAL_INVALID_BLOCK: return "a block of the stream is not valid";
    case ISAL_INVALID_SYMBOL: return "the stream holds an invalid code";
    case ISAL_INVALID_LOOKBACK: return "the stream reaches back too far";
    case ISAL_INCORRECT_CHECKSUM: return "the stream fails its check sum";
    default: return "it is no zlib stream";
    }
}
