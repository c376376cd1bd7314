/* Interlaced pictures, by libpng. */
#include <CLazuliPNG.h>
#include <lazuli/lazuli.h>
#include <png.h>
#include "passes.h"

#define HIDDEN __attribute__((visibility("hidden")))

/* One push takes so much input, or makes so many pixels, whichever comes first. */
#define INPUT_PER_PUSH ((size_t)1 << 16)
#define PIXELS_PER_PUSH ((uint64_t)1 << 18)

/* libpng does not stop in the middle of what it was given, so it is given little where much may
   come out of it. */
#define FIRST_SLICE ((size_t)64)
#define SMALLEST_SLICE ((size_t)16)
#define LARGEST_SLICE ((size_t)1 << 14)
#define PIXELS_PER_SLICE ((uint64_t)1 << 17)

/* All data of a picture reaches libpng as chunks of this length, whatever they were in the file. */
#define DATA_CHUNK_LENGTH 0x40000000u

struct lzlpng_pass_reader {
    png_structp png;
    png_infop info;
    lzlpng_target target;
    uint32_t format;
    uint8_t bit_depth;
    uint8_t color_type;
    uint8_t has_transparency;
    /* As the host wants it, and of the pass under way. */
    uint8_t wants_passes;
    uint8_t shows_passes;
    /* The passes before this one were not shown: its rows bring what they gave. */
    uint8_t catches_up;
    uint8_t is_complete;
    uint8_t is_irregular;
    uint8_t is_out_of_memory;
    uint32_t pass;
    uint32_t last_pass;
    /* What was decoded of each pass, and what of it was told. */
    uint32_t end[LZLPNG_PASSES];
    uint32_t told[LZLPNG_PASSES];
    uint32_t told_pass;
    uint32_t chunk_left;
    size_t slice;
    size_t taken;
    uint64_t pixels;
    char message[96];
};

static void copy_message(lzlpng_pass_reader *reader, const char *message) {
    while (strncmp(message, "IDAT: ", 6) == 0) message += 6;
    size_t length = strlen(message);
    if (length >= sizeof reader->message) length = sizeof reader->message - 1;
    memcpy(reader->message, message, length);
    reader->message[length] = 0;
}

static void on_error(png_structp png, png_const_charp message) {
    copy_message(png_get_error_ptr(png), message);
    png_longjmp(png, 1);
}

/* The only warnings left concern what follows the last row: every other chunk was made here. */
static void on_warning(png_structp png, png_const_charp message) {
    lzlpng_pass_reader *reader = png_get_error_ptr(png);
    copy_message(reader, message);
    reader->is_irregular = 1;
}

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    void *memory = malloc(size);
    lzlpng_pass_reader *reader = png_get_mem_ptr(png);
    if (memory == NULL && reader != NULL) reader->is_out_of_memory = 1;
    return memory;
}

static void release(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
}

static void set_depth(lzlpng_pass_reader *reader, int wants_16) {
    png_structp png = reader->png;
    if (reader->has_transparency) png_set_tRNS_to_alpha(png);
    if (reader->color_type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
    if (reader->color_type == PNG_COLOR_TYPE_GRAY && reader->bit_depth < 8) png_set_expand_gray_1_2_4_to_8(png);
    if (reader->bit_depth < 16) return;
    if (!wants_16) {
        png_set_scale_16(png);
    } else {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        png_set_swap(png);
#endif
    }
}

static void on_info(png_structp png, png_infop info) {
    lzlpng_pass_reader *reader = png_get_progressive_ptr(png);
    int wants_16 = reader->format == LZL_FORMAT_RGBA16 || reader->format == LZL_FORMAT_GRAY16;
    int wants_color = reader->format == LZL_FORMAT_RGBA8 || reader->format == LZL_FORMAT_RGBA16;
    int has_alpha = (reader->color_type & PNG_COLOR_MASK_ALPHA) != 0 || reader->has_transparency;
    set_depth(reader, wants_16);
    if (wants_color) {
        if ((reader->color_type & PNG_COLOR_MASK_COLOR) == 0) png_set_gray_to_rgb(png);
        if (!has_alpha) png_set_add_alpha(png, wants_16 ? 0xffff : 0xff, PNG_FILLER_AFTER);
    }
    png_read_update_info(png, info);
    size_t expected = (size_t)reader->target.bytes_per_pixel * reader->target.width;
    if (png_get_rowbytes(png, info) != expected) png_error(png, "the rows have an unexpected size");
}

/* Whether a pass is shown is decided when it begins. */
static void begin_pass(lzlpng_pass_reader *reader, int pass) {
    reader->catches_up = reader->wants_passes && !reader->shows_passes && pass > 0;
    reader->shows_passes = reader->wants_passes;
}

static void on_row(png_structp png, png_bytep row, png_uint_32 index, int pass) {
    lzlpng_pass_reader *reader = png_get_progressive_ptr(png);
    lzlpng_target *target = &reader->target;
    if (row == NULL || pass < 0 || pass >= LZLPNG_PASSES || reader->is_complete) return;
    if (index == 0) begin_pass(reader, pass);
    reader->pass = (uint32_t)pass;
    if (reader->catches_up) lzlpng_fill_gaps_before_row(target, pass, index);
    uint32_t end = lzlpng_write_pass_row(target, pass, index, row, reader->shows_passes);
    if (reader->catches_up && index + 1 >= lzlpng_pass_height(target->height, pass)) end = target->height;
    reader->pixels += lzlpng_pass_width(target->width, pass);
    if (reader->pass == reader->last_pass) {
        reader->is_complete = index + 1 >= lzlpng_pass_height(target->height, pass);
        if (reader->is_complete) end = target->height;
    } else if (!reader->shows_passes) {
        return;
    }
    reader->end[pass] = end;
}

/* Pixels told of in a pass which is not the seventh are final only when it is the last. */
static uint32_t last_pass(const lzlpng_picture *picture) {
    uint32_t pass = LZLPNG_PASSES - 1;
    while (pass > 0 && lzlpng_pass_is_empty(picture->width, picture->height, (int)pass)) pass--;
    return pass;
}

static uint8_t *put_32(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)(value >> 24);
    at[1] = (uint8_t)(value >> 16);
    at[2] = (uint8_t)(value >> 8);
    at[3] = (uint8_t)value;
    return at + 4;
}

/* The check sum is left at 0: libpng is told not to look at it. */
static uint8_t *put_chunk(uint8_t *at, const char *type, const uint8_t *body, size_t size) {
    at = put_32(at, (uint32_t)size);
    memcpy(at, type, 4);
    if (size > 0) memcpy(at + 4, body, size);
    return put_32(at + 4 + size, 0);
}

static uint8_t *put_data_chunk(lzlpng_pass_reader *reader, uint8_t *at) {
    reader->chunk_left = DATA_CHUNK_LENGTH;
    at = put_32(at, DATA_CHUNK_LENGTH);
    memcpy(at, "IDAT", 4);
    return at + 4;
}

/* A file of its own for the picture, up to where its data begins. */
static void push_head(lzlpng_pass_reader *reader, const lzlpng_picture *picture) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a};
    uint8_t buffer[8 + 25 + 12 + 768 + 12 + 256 + 8];
    uint8_t header[13] = {0};
    uint8_t *at = buffer;
    put_32(put_32(header, picture->width), picture->height);
    header[8] = picture->bit_depth;
    header[9] = picture->color_type;
    header[12] = 1;
    memcpy(at, signature, 8);
    at = put_chunk(at + 8, "IHDR", header, 13);
    if (picture->color_type == PNG_COLOR_TYPE_PALETTE) at = put_chunk(at, "PLTE", picture->palette, picture->palette_size);
    if (picture->transparency_size > 0) at = put_chunk(at, "tRNS", picture->transparency, picture->transparency_size);
    at = put_data_chunk(reader, at);
    png_process_data(reader->png, reader->info, buffer, (size_t)(at - buffer));
}

static int failure(const lzlpng_pass_reader *reader) {
    return reader->is_out_of_memory ? LZLPNG_NO_MEMORY : LZLPNG_CORRUPT;
}

static int start(lzlpng_pass_reader *reader, const lzlpng_picture *picture) {
    reader->png = png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, reader, on_error, on_warning, reader, allocate, release);
    if (reader->png == NULL) return LZLPNG_NO_MEMORY;
    if (setjmp(png_jmpbuf(reader->png))) return failure(reader);
    reader->info = png_create_info_struct(reader->png);
    if (reader->info == NULL) return LZLPNG_NO_MEMORY;
    png_set_user_limits(reader->png, 0x7fffffff, 0x7fffffff);
    png_set_chunk_malloc_max(reader->png, 0);
    png_set_crc_action(reader->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_benign_errors(reader->png, 0);
    png_set_progressive_read_fn(reader->png, reader, on_info, on_row, NULL);
    push_head(reader, picture);
    return LZLPNG_OK;
}

static void fill(lzlpng_pass_reader *reader, const lzlpng_picture *picture) {
    reader->format = picture->format;
    reader->bit_depth = picture->bit_depth;
    reader->color_type = picture->color_type;
    reader->has_transparency = picture->transparency_size > 0;
    reader->shows_passes = 1;
    reader->wants_passes = 1;
    reader->last_pass = last_pass(picture);
    reader->slice = FIRST_SLICE;
}

HIDDEN int lzlpng_pass_reader_create(
    const lzlpng_picture *picture, uint8_t *pixels, size_t bytes_per_row, lzlpng_pass_reader **out) {
    *out = NULL;
    if (picture->palette_size > 768 || picture->transparency_size > 256) return LZLPNG_CORRUPT;
    lzlpng_pass_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return LZLPNG_NO_MEMORY;
    fill(reader, picture);
    reader->target = (lzlpng_target){
        pixels, bytes_per_row, picture->width, picture->height, lzlpng_bytes_per_pixel(picture->format)};
    int answer = start(reader, picture);
    if (answer != LZLPNG_OK) {
        lzlpng_pass_reader_destroy(reader);
        return answer;
    }
    *out = reader;
    return LZLPNG_OK;
}

/* The data chunk in which libpng believes to be is never let to end in mid-stream. */
static void push_slice(lzlpng_pass_reader *reader, const uint8_t *bytes, size_t count) {
    if (count > reader->chunk_left) count = reader->chunk_left;
    png_process_data(reader->png, reader->info, (png_bytep)bytes, count);
    reader->taken += count;
    reader->chunk_left -= (uint32_t)count;
    if (reader->chunk_left > 0) return;
    uint8_t buffer[12] = {0};
    put_data_chunk(reader, buffer + 4);
    png_process_data(reader->png, reader->info, buffer, sizeof buffer);
}

static size_t next_slice(size_t slice, uint64_t pixels) {
    uint64_t pixels_per_byte = pixels / slice + 1;
    size_t next = (size_t)(PIXELS_PER_SLICE / pixels_per_byte);
    if (next > slice * 2) next = slice * 2;
    if (next > LARGEST_SLICE) next = LARGEST_SLICE;
    return next < SMALLEST_SLICE ? SMALLEST_SLICE : next;
}

static int push(lzlpng_pass_reader *reader, const uint8_t *bytes, size_t count) {
    if (setjmp(png_jmpbuf(reader->png))) return failure(reader);
    uint64_t enough = reader->pixels + PIXELS_PER_PUSH;
    while (reader->taken < count && reader->pixels < enough) {
        size_t left = count - reader->taken;
        size_t slice = left < reader->slice ? left : reader->slice;
        uint64_t before = reader->pixels;
        push_slice(reader, bytes + reader->taken, slice);
        reader->slice = next_slice(reader->slice, reader->pixels - before);
    }
    return LZLPNG_OK;
}

HIDDEN int lzlpng_pass_reader_push(
    lzlpng_pass_reader *reader, const uint8_t *bytes, size_t count, int shows_passes, size_t *taken) {
    reader->wants_passes = shows_passes != 0;
    reader->taken = 0;
    int answer = push(reader, bytes, count < INPUT_PER_PUSH ? count : INPUT_PER_PUSH);
    *taken = reader->taken;
    return answer;
}

HIDDEN lzlpng_event lzlpng_pass_reader_next_event(lzlpng_pass_reader *reader) {
    lzlpng_event event = {LZLPNG_EVENT_NONE, 0, 0, 0};
    for (;;) {
        uint32_t pass = reader->told_pass;
        event.pass = pass;
        if (reader->told[pass] < reader->end[pass]) {
            event.kind = LZLPNG_EVENT_ROWS;
            event.first = reader->told[pass];
            event.end = reader->end[pass];
            reader->told[pass] = event.end;
            return event;
        }
        if (pass >= reader->pass) return event;
        reader->told_pass++;
        if (lzlpng_pass_is_empty(reader->target.width, reader->target.height, (int)pass)) continue;
        event.kind = LZLPNG_EVENT_PASS;
        return event;
    }
}

HIDDEN void lzlpng_pass_reader_give_up(lzlpng_pass_reader *reader) {
    int is_shown = reader->shows_passes && !reader->catches_up;
    if (is_shown || reader->is_complete || reader->pass == 0) return;
    lzlpng_fill_gaps(&reader->target, (int)reader->pass - 1, reader->end[reader->pass]);
    reader->end[reader->pass] = reader->target.height;
}

HIDDEN int lzlpng_pass_reader_is_complete(const lzlpng_pass_reader *reader) {
    return reader->is_complete;
}

HIDDEN int lzlpng_pass_reader_is_irregular(const lzlpng_pass_reader *reader) {
    return reader->is_irregular;
}

HIDDEN const char *lzlpng_pass_reader_message(const lzlpng_pass_reader *reader) {
    return reader->message;
}

HIDDEN void lzlpng_pass_reader_destroy(lzlpng_pass_reader *reader) {
    if (reader == NULL) return;
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}
