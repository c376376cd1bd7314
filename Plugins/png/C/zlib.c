#include <CLazuliPNG.h>
#include <libdeflate.h>
#include <limits.h>
#include <zlib.h>

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN uint32_t lzlpng_crc(uint32_t crc, const void *bytes, size_t count) {
    return count == 0 ? crc : libdeflate_crc32(crc, bytes, count);
}

/* Room for more, doubled up to the limit. One byte above it shows that there is more than the limit. */
static int grow(uint8_t **memory, size_t *capacity, size_t limit) {
    size_t most = limit < SIZE_MAX ? limit + 1 : limit;
    if (*capacity >= most) return LZLPNG_LIMIT;
    size_t larger = *capacity == 0 ? 4096 : *capacity * 2;
    if (larger > most) larger = most;
    uint8_t *grown = realloc(*memory, larger);
    if (grown == NULL) return LZLPNG_NO_MEMORY;
    *memory = grown;
    *capacity = larger;
    return LZLPNG_OK;
}

static int inflate_all(z_stream *stream, size_t limit, uint8_t **memory, size_t *count) {
    size_t capacity = 0;
    int status = Z_OK;
    while (status == Z_OK) {
        if (*count == capacity) {
            int answer = grow(memory, &capacity, limit);
            if (answer != LZLPNG_OK) return answer;
        }
        size_t room = capacity - *count;
        stream->next_out = *memory + *count;
        stream->avail_out = room > UINT_MAX ? UINT_MAX : (uInt)room;
        uInt before = stream->avail_out;
        status = inflate(stream, Z_NO_FLUSH);
        *count += before - stream->avail_out;
    }
    if (status == Z_MEM_ERROR) return LZLPNG_NO_MEMORY;
    if (status != Z_STREAM_END) return LZLPNG_CORRUPT;
    return *count > limit ? LZLPNG_LIMIT : LZLPNG_OK;
}

HIDDEN int lzlpng_inflate(const void *bytes, size_t count, size_t limit, uint8_t **out, size_t *out_count) {
    z_stream stream = {0};
    uint8_t *memory = NULL;
    *out = NULL;
    *out_count = 0;
    if (count > UINT_MAX) return LZLPNG_LIMIT;
    if (inflateInit(&stream) != Z_OK) return LZLPNG_NO_MEMORY;
    stream.next_in = (z_const Bytef *)bytes;
    stream.avail_in = (uInt)count;
    int answer = inflate_all(&stream, limit, &memory, out_count);
    inflateEnd(&stream);
    if (answer != LZLPNG_OK) {
        free(memory);
        *out_count = 0;
        return answer;
    }
    *out = memory;
    return LZLPNG_OK;
}

HIDDEN int lzlpng_deflate(const void *bytes, size_t count, uint8_t **out, size_t *out_count) {
    uLongf size = compressBound(count);
    *out = malloc(size);
    *out_count = 0;
    if (*out == NULL) return LZLPNG_NO_MEMORY;
    if (compress2(*out, &size, bytes, count, Z_DEFAULT_COMPRESSION) != Z_OK) {
        free(*out);
        *out = NULL;
        return LZLPNG_NO_MEMORY;
    }
    *out_count = size;
    return LZLPNG_OK;
}
