#include <CLazuliPNG.h>
#include <libdeflate.h>
#include <zlib.h>

#include "filter.h"

#define HIDDEN __attribute__((visibility("hidden")))

/*
 * libdeflate compresses much faster than zlib, but whole buffers only. So rows are gathered, and each
 * piece is compressed for itself. Every piece is a whole deflate stream: of all but the last one the mark of
 * the last block is taken away, and an empty stored block fills its last byte (RFC 1951, 3.2.3 and 3.2.4).
 */
struct lzlpng_writer {
    lzlpng_rows layout;
    struct libdeflate_compressor *compressor;
    /* Tells where blocks begin. */
    z_stream blocks;
    uint8_t has_blocks;
    uint8_t is_begun;
    uint8_t is_complete;
    uint32_t rows_left;
    uint32_t checksum;
    uint8_t *above;
    uint8_t *candidate;
    /* Filtered rows. */
    uint8_t *piece;
    size_t piece_count;
    size_t piece_capacity;
    uint8_t *bytes;
    size_t count;
    size_t capacity;
};

/* Compressing this much takes some milliseconds. */
static size_t piece_size(int level) {
    return level <= 6 ? (size_t)1 << 19 : (size_t)1 << 18;
}

static int allocate(lzlpng_writer *writer) {
    size_t row = writer->layout.bytes_per_row;
    writer->compressor = libdeflate_alloc_compressor(writer->layout.level);
    size_t row_count = piece_size(writer->layout.level) / (row + 1) + 1;
    if (row_count > writer->layout.height) row_count = writer->layout.height;
    writer->piece_capacity = row_count * (row + 1);
    writer->piece = malloc(writer->piece_capacity);
    writer->above = calloc(row, 1);
    writer->candidate = malloc(row + 1);
    int is_there = writer->compressor && writer->piece && writer->above && writer->candidate;
    return is_there ? LZLPNG_OK : LZLPNG_NO_MEMORY;
}

HIDDEN int lzlpng_writer_create(const lzlpng_rows *layout, lzlpng_writer **out) {
    *out = NULL;
    lzlpng_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return LZLPNG_NO_MEMORY;
    writer->layout = *layout;
    writer->rows_left = layout->height;
    writer->checksum = 1;
    if (allocate(writer) != LZLPNG_OK) {
        lzlpng_writer_destroy(writer);
        return LZLPNG_NO_MEMORY;
    }
    *out = writer;
    return LZLPNG_OK;
}

static int reserve(lzlpng_writer *writer, size_t added) {
    if (added <= writer->capacity - writer->count) return LZLPNG_OK;
    uint8_t *grown = realloc(writer->bytes, writer->count + added);
    if (grown == NULL) return LZLPNG_NO_MEMORY;
    writer->bytes = grown;
    writer->capacity = writer->count + added;
    return LZLPNG_OK;
}

static void put(lzlpng_writer *writer, const void *bytes, size_t count) {
    memcpy(writer->bytes + writer->count, bytes, count);
    writer->count += count;
}

/* Where the last block of a whole stream begins, and where it ends, in bits. */
static int find_last_block(lzlpng_writer *writer, uint8_t *bytes, size_t count, size_t *begin, size_t *end) {
    z_stream *stream = &writer->blocks;
    if (writer->has_blocks ? inflateReset(stream) : inflateInit2(stream, -15)) return LZLPNG_NO_MEMORY;
    writer->has_blocks = 1;
    stream->next_in = bytes;
    stream->avail_in = (uInt)count;
    *end = 0;
    uint8_t scratch[32768];
    for (;;) {
        stream->next_out = scratch;
        stream->avail_out = sizeof scratch;
        int status = inflate(stream, Z_BLOCK);
        if (status != Z_OK && status != Z_STREAM_END) return LZLPNG_CORRUPT;
        if (!(stream->data_type & 128) && status != Z_STREAM_END) continue;
        size_t position = (count - stream->avail_in) * 8 - (size_t)(stream->data_type & 63);
        if (position == *end) continue;
        *begin = *end;
        *end = position;
        if (stream->data_type & 64) return LZLPNG_OK;
    }
}

/* Makes a whole stream one that goes on, at the next byte. */
static int open_end(lzlpng_writer *writer, uint8_t *bytes, size_t count) {
    size_t begin, end;
    int answer = find_last_block(writer, bytes, count, &begin, &end);
    if (answer != LZLPNG_OK) return answer;
    bytes[begin / 8] &= (uint8_t)~(1u << begin % 8);
    /* The three bits of the empty block's head are zeros: what is left of the byte, or one more. */
    writer->count += count;
    size_t spare = count * 8 - end;
    static const uint8_t empty[5] = {0, 0, 0, 0xff, 0xff};
    put(writer, empty + (spare >= 3 ? 1 : 0), spare >= 3 ? 4 : 5);
    return LZLPNG_OK;
}

static int compress_piece(lzlpng_writer *writer) {
    static const uint8_t head[2] = {0x78, 0x9c};
    size_t bound = libdeflate_deflate_compress_bound(writer->compressor, writer->piece_count);
    if (reserve(writer, bound + 16) != LZLPNG_OK) return LZLPNG_NO_MEMORY;
    if (!writer->is_begun) put(writer, head, sizeof head);
    writer->is_begun = 1;
    writer->checksum = libdeflate_adler32(writer->checksum, writer->piece, writer->piece_count);
    uint8_t *target = writer->bytes + writer->count;
    size_t count = libdeflate_deflate_compress(
        writer->compressor, writer->piece, writer->piece_count, target, bound);
    writer->piece_count = 0;
    if (writer->rows_left > 0) return open_end(writer, target, count);
    writer->count += count;
    uint32_t sum = writer->checksum;
    uint8_t tail[4] = {(uint8_t)(sum >> 24), (uint8_t)(sum >> 16), (uint8_t)(sum >> 8), (uint8_t)sum};
    put(writer, tail, sizeof tail);
    writer->is_complete = 1;
    return LZLPNG_OK;
}

/* The filter whose result has the least sum of absolute values (PNG third edition, 12.7). */
static void filter_row(lzlpng_writer *writer, const uint8_t *row) {
    size_t count = writer->layout.bytes_per_row, distance = writer->layout.bytes_per_pixel;
    uint8_t *target = writer->piece + writer->piece_count;
    int first = writer->layout.filters == LZLPNG_FILTERS_NONE ? 0 : 1;
    int last = writer->layout.filters == LZLPNG_FILTERS_ALL ? LZLPNG_FILTER_COUNT - 1 : first;
    target[0] = (uint8_t)first;
    uint64_t least = lzlpng_filter(first, row, writer->above, count, distance, target + 1);
    for (int filter = first + 1; filter <= last + 1 && last > first; filter++) {
        int candidate = filter > last ? 0 : filter;
        uint64_t sum = lzlpng_filter(candidate, row, writer->above, count, distance, writer->candidate);
        if (sum >= least) continue;
        least = sum;
        target[0] = (uint8_t)candidate;
        memcpy(target + 1, writer->candidate, count);
    }
    memcpy(writer->above, row, count);
    writer->piece_count += count + 1;
}

HIDDEN int lzlpng_writer_row(lzlpng_writer *writer, const uint8_t *row) {
    if (writer->rows_left == 0) return LZLPNG_OK;
    filter_row(writer, row);
    writer->rows_left--;
    int is_full = writer->piece_count + writer->layout.bytes_per_row + 1 > writer->piece_capacity;
    return writer->rows_left == 0 || is_full ? compress_piece(writer) : LZLPNG_OK;
}

HIDDEN const uint8_t *lzlpng_writer_bytes(const lzlpng_writer *writer, size_t *count) {
    *count = writer->count;
    return writer->bytes;
}

HIDDEN void lzlpng_writer_drop(lzlpng_writer *writer) {
    writer->count = 0;
}

HIDDEN int lzlpng_writer_is_complete(const lzlpng_writer *writer) {
    return writer->is_complete;
}

HIDDEN void lzlpng_writer_destroy(lzlpng_writer *writer) {
    if (writer == NULL) return;
    libdeflate_free_compressor(writer->compressor);
    if (writer->has_blocks) inflateEnd(&writer->blocks);
    free(writer->above);
    free(writer->candidate);
    free(writer->piece);
    free(writer->bytes);
    free(writer);
}
