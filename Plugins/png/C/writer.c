#include <CLazuliPNG.h>
#include <lazuli/lazuli.h>
#include <png.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* libpng writes a whole file; what is kept of it is the data of its IDAT chunks. */
struct lzlpng_writer {
    png_structp png;
    png_infop info;
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    uint32_t rows_left;
    uint8_t is_complete;
    uint8_t is_out_of_memory;
    /* Where in the file libpng is: the signature counts as a chunk's head. */
    uint8_t head[8];
    uint32_t head_count;
    uint32_t body_left;
    uint32_t sum_left;
    char message[96];
};

static void on_error(png_structp png, png_const_charp message) {
    lzlpng_writer *writer = png_get_error_ptr(png);
    size_t length = strlen(message);
    if (length >= sizeof writer->message) length = sizeof writer->message - 1;
    memcpy(writer->message, message, length);
    writer->message[length] = 0;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    void *memory = malloc(size);
    lzlpng_writer *writer = png_get_mem_ptr(png);
    if (memory == NULL && writer != NULL) writer->is_out_of_memory = 1;
    return memory;
}

static void release(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
}

static void keep(lzlpng_writer *writer, const uint8_t *bytes, size_t count) {
    if (count > writer->capacity - writer->count) {
        size_t larger = (writer->count + count) * 2;
        uint8_t *grown = realloc(writer->bytes, larger);
        if (grown == NULL) {
            writer->is_out_of_memory = 1;
            png_error(writer->png, "no memory for the compressed data");
        }
        writer->bytes = grown;
        writer->capacity = larger;
    }
    memcpy(writer->bytes + writer->count, bytes, count);
    writer->count += count;
}

static void begin_chunk(lzlpng_writer *writer) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a};
    const uint8_t *head = writer->head;
    if (memcmp(head, signature, 8) == 0) {
        writer->head_count = 0;
        return;
    }
    writer->body_left = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
    writer->sum_left = 4;
}

static size_t take_head(lzlpng_writer *writer, const uint8_t *bytes, size_t count) {
    size_t taken = 8 - writer->head_count;
    if (taken > count) taken = count;
    memcpy(writer->head + writer->head_count, bytes, taken);
    writer->head_count += (uint32_t)taken;
    if (writer->head_count == 8) begin_chunk(writer);
    return taken;
}

static size_t take_body(lzlpng_writer *writer, const uint8_t *bytes, size_t count) {
    size_t taken = writer->body_left < count ? writer->body_left : count;
    if (memcmp(writer->head + 4, "IDAT", 4) == 0) keep(writer, bytes, taken);
    writer->body_left -= (uint32_t)taken;
    return taken;
}

static size_t take_sum(lzlpng_writer *writer, size_t count) {
    size_t taken = writer->sum_left < count ? writer->sum_left : count;
    writer->sum_left -= (uint32_t)taken;
    if (writer->sum_left == 0) writer->head_count = 0;
    return taken;
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
    lzlpng_writer *writer = png_get_io_ptr(png);
    while (count > 0) {
        size_t taken;
        if (writer->head_count < 8) {
            taken = take_head(writer, bytes, count);
        } else if (writer->body_left > 0) {
            taken = take_body(writer, bytes, count);
        } else {
            taken = take_sum(writer, count);
        }
        bytes += taken;
        count -= taken;
    }
}

static void on_flush(png_structp png) {
    (void)png;
}

static int color_type(uint32_t format) {
    switch (format) {
    case LZL_FORMAT_GRAY8:
    case LZL_FORMAT_GRAY16: return PNG_COLOR_TYPE_GRAY;
    case LZL_FORMAT_GRAYA8: return PNG_COLOR_TYPE_GRAY_ALPHA;
    default: return PNG_COLOR_TYPE_RGB_ALPHA;
    }
}

static int failure(const lzlpng_writer *writer) {
    return writer->is_out_of_memory ? LZLPNG_NO_MEMORY : LZLPNG_CORRUPT;
}

static int start(lzlpng_writer *writer, uint32_t width, uint32_t height, uint32_t format, int level) {
    writer->png = png_create_write_struct_2(
        PNG_LIBPNG_VER_STRING, writer, on_error, on_warning, writer, allocate, release);
    if (writer->png == NULL) return LZLPNG_NO_MEMORY;
    if (setjmp(png_jmpbuf(writer->png))) return failure(writer);
    writer->info = png_create_info_struct(writer->png);
    if (writer->info == NULL) return LZLPNG_NO_MEMORY;
    int is_16 = format == LZL_FORMAT_GRAY16 || format == LZL_FORMAT_RGBA16;
    png_set_user_limits(writer->png, 0x7fffffff, 0x7fffffff);
    png_set_write_fn(writer->png, writer, on_write, on_flush);
    png_set_compression_level(writer->png, level);
    if (level <= 2) png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_IHDR(
        writer->png, writer->info, width, height, is_16 ? 16 : 8, color_type(format), PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_write_info(writer->png, writer->info);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (is_16) png_set_swap(writer->png);
#endif
    return LZLPNG_OK;
}

HIDDEN int lzlpng_writer_create(
    uint32_t width, uint32_t height, uint32_t format, int level, lzlpng_writer **out) {
    *out = NULL;
    lzlpng_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return LZLPNG_NO_MEMORY;
    writer->rows_left = height;
    int answer = start(writer, width, height, format, level);
    if (answer != LZLPNG_OK) {
        lzlpng_writer_destroy(writer);
        return answer;
    }
    *out = writer;
    return LZLPNG_OK;
}

HIDDEN int lzlpng_writer_rows(
    lzlpng_writer *writer, const uint8_t *pixels, size_t bytes_per_row, uint32_t count) {
    if (setjmp(png_jmpbuf(writer->png))) return failure(writer);
    for (uint32_t i = 0; i < count && writer->rows_left > 0; i++) {
        writer->rows_left--;
        png_write_row(writer->png, pixels + i * bytes_per_row);
    }
    if (writer->rows_left > 0 || writer->is_complete) return LZLPNG_OK;
    png_write_end(writer->png, NULL);
    writer->is_complete = 1;
    return LZLPNG_OK;
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

HIDDEN const char *lzlpng_writer_message(const lzlpng_writer *writer) {
    return writer->message;
}

HIDDEN void lzlpng_writer_destroy(lzlpng_writer *writer) {
    if (writer == NULL) return;
    png_destroy_write_struct(&writer->png, &writer->info);
    free(writer->bytes);
    free(writer);
}
