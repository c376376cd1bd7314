/* Pictures that are not interlaced: decompressed, unfiltered and expanded row by row. */
#include "expand.h"
#include "filters.h"
#include "stream.h"

#define HIDDEN __attribute__((visibility("hidden")))

/* One push takes so much input, or makes so many pixels, whichever comes first. */
#define INPUT_PER_PUSH ((size_t)1 << 16)
#define PIXELS_PER_PUSH ((uint64_t)1 << 18)

struct lzlpng_row_reader {
    lzlpng_stream *stream;
    lzlpng_expansion expansion;
    uint8_t *pixels;
    size_t bytes_per_row;
    uint32_t row_capacity;
    uint32_t height;
    uint32_t rows_per_push;
    /* Of a row as stored, the filter's byte in front included. */
    size_t stored;
    size_t unit;
    /* The row above, then rows as stored. */
    uint8_t *block;
    size_t block_size;
    /* The row above the next one; the next one; the end of what is decompressed. */
    uint8_t *above;
    uint8_t *next;
    uint8_t *end;
    /* Bytes of the picture that are not decompressed. */
    uint64_t missing;
    uint32_t row;
    uint32_t told;
    /* An answer of the stream; what is behind it is not read. */
    int state;
    /* The last byte was used, but not taken: something is still to come out of it. */
    uint8_t is_held;
    uint8_t is_irregular;
    const char *message;
};

static size_t stored_bytes(const lzlpng_picture *picture, const lzlpng_expansion *expansion) {
    return ((size_t)picture->width * picture->bit_depth * expansion->samples + 7) / 8;
}

static int make_block(lzlpng_row_reader *reader) {
    /* The row above, one that is not there in full, and so much that they need not be moved often. */
    uint64_t rows = 3 * LZLPNG_STREAM_ROOM / reader->stored + 2;
    if (rows > reader->height) rows = reader->height;
    reader->block_size = (size_t)(rows + 1) * reader->stored;
    reader->block = malloc(reader->block_size);
    if (reader->block == NULL) return LZLPNG_NO_MEMORY;
    memset(reader->block, 0, reader->stored);
    reader->above = reader->block + 1;
    reader->next = reader->end = reader->block + reader->stored;
    return LZLPNG_OK;
}

HIDDEN int lzlpng_row_reader_create(
    const lzlpng_picture *picture, uint8_t *pixels, size_t bytes_per_row, uint32_t row_capacity,
    lzlpng_row_reader **out) {
    *out = NULL;
    lzlpng_row_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return LZLPNG_NO_MEMORY;
    lzlpng_expansion_begin(&reader->expansion, picture);
    reader->pixels = pixels;
    reader->bytes_per_row = bytes_per_row;
    reader->row_capacity = row_capacity;
    reader->height = picture->height;
    reader->rows_per_push = (uint32_t)(PIXELS_PER_PUSH / picture->width + 1);
    if (reader->rows_per_push > row_capacity) reader->rows_per_push = row_capacity;
    reader->stored = stored_bytes(picture, &reader->expansion) + 1;
    reader->unit = (size_t)picture->bit_depth * reader->expansion.samples / 8;
    if (reader->unit == 0) reader->unit = 1;
    reader->missing = (uint64_t)reader->stored * picture->height;
    reader->message = "";
    reader->stream = lzlpng_stream_create();
    int answer = reader->stream == NULL ? LZLPNG_NO_MEMORY : make_block(reader);
    if (answer != LZLPNG_OK) {
        lzlpng_row_reader_destroy(reader);
        return answer;
    }
    *out = reader;
    return LZLPNG_OK;
}

HIDDEN void lzlpng_row_reader_destroy(lzlpng_row_reader *reader) {
    if (reader == NULL) return;
    lzlpng_stream_destroy(reader->stream);
    free(reader->block);
    free(reader);
}

static int has_row(const lzlpng_row_reader *reader) {
    return (size_t)(reader->end - reader->next) >= reader->stored;
}

static size_t room_of(const lzlpng_row_reader *reader) {
    return (size_t)(reader->block + reader->block_size - reader->end);
}

/* The row above and what there is of the next one go to the front where what is left may be too little. */
static void make_room(lzlpng_row_reader *reader) {
    if (room_of(reader) >= LZLPNG_STREAM_ROOM || room_of(reader) >= reader->missing) return;
    size_t left = (size_t)(reader->end - reader->next);
    memmove(reader->block, reader->above - 1, reader->stored);
    memmove(reader->block + reader->stored, reader->next, left);
    reader->above = reader->block + 1;
    reader->next = reader->block + reader->stored;
    reader->end = reader->next + left;
}

static int write_row(lzlpng_row_reader *reader) {
    uint8_t *row = reader->next + 1;
    if (!lzlpng_unfilter(reader->next[0], row, reader->above, reader->stored - 1, reader->unit)) {
        reader->message = "a row has an unknown filter";
        return LZLPNG_CORRUPT;
    }
    uint8_t *to = reader->pixels + reader->bytes_per_row * (reader->row % reader->row_capacity);
    reader->expansion.run(&reader->expansion, row, to);
    reader->above = row;
    reader->next += reader->stored;
    reader->row++;
    return LZLPNG_OK;
}

/* What damage means once the rows before it are written; behind the last one it spoils nothing. */
static int judge(lzlpng_row_reader *reader) {
    if (reader->state != LZLPNG_STREAM_DAMAGED) return LZLPNG_OK;
    reader->message = lzlpng_stream_message(reader->stream);
    reader->is_irregular = 1;
    return reader->row == reader->height ? LZLPNG_OK : LZLPNG_CORRUPT;
}

static void note_surplus(lzlpng_row_reader *reader) {
    reader->is_irregular = 1;
    reader->message = "there is more data than rows";
    if (reader->state == LZLPNG_STREAM_GOES_ON) reader->state = LZLPNG_STREAM_ENDED;
}

/* Decompresses into the block. Behind the last row a byte of room shows whether something comes. */
static void decompress(lzlpng_row_reader *reader, const uint8_t **input, size_t *count, int is_end) {
    uint8_t surplus;
    make_room(reader);
    uint8_t *to = reader->missing > 0 ? reader->end : &surplus;
    size_t room = reader->missing > 0 ? room_of(reader) : 1;
    if (reader->missing > 0 && room > reader->missing) room = (size_t)reader->missing;
    size_t left = room;
    reader->state = lzlpng_stream_run(reader->stream, input, count, is_end, &to, &left);
    if (reader->missing == 0) {
        if (left == 0) note_surplus(reader);
        return;
    }
    reader->end += room - left;
    reader->missing -= room - left;
}

/*
 * Nothing is lost of what a piece of input still holds when a push has made enough: its last byte is then left to be
 * given again, and not read again.
 */
static size_t settle(lzlpng_row_reader *reader, size_t used, int comes_again) {
    reader->is_held = !comes_again && used > 0;
    return reader->is_held ? used - 1 : used;
}

/* Undoes as many rows as one push may, and says whether nothing more comes of the input. */
static int push(lzlpng_row_reader *reader, const uint8_t **input, size_t *left, int is_end, int *is_drained) {
    uint32_t enough = reader->row + reader->rows_per_push;
    int answer = LZLPNG_OK;
    while (answer == LZLPNG_OK && !*is_drained && reader->row < enough) {
        if (has_row(reader)) {
            answer = write_row(reader);
        } else if (reader->state != LZLPNG_STREAM_GOES_ON) {
            answer = judge(reader);
            *is_drained = 1;
        } else {
            uint64_t missing = reader->missing;
            decompress(reader, input, left, is_end);
            int is_stuck = *left == 0 && reader->missing == missing && !has_row(reader);
            *is_drained = is_stuck && reader->state == LZLPNG_STREAM_GOES_ON;
        }
    }
    return answer;
}

HIDDEN int lzlpng_row_reader_push(
    lzlpng_row_reader *reader, const uint8_t *bytes, size_t count, int is_end, size_t *taken) {
    const uint8_t *input = bytes;
    if (count > INPUT_PER_PUSH) {
        count = INPUT_PER_PUSH;
        is_end = 0;
    }
    if (reader->is_held && count > 0) input++;
    size_t left = count - (size_t)(input - bytes);
    int is_drained = 0;
    int answer = push(reader, &input, &left, is_end, &is_drained);
    if (is_drained && reader->state != LZLPNG_STREAM_GOES_ON) {
        int has_rest = left > 0 || lzlpng_stream_has_rest(reader->stream);
        if (has_rest && reader->row == reader->height && !reader->is_irregular) note_surplus(reader);
        left = 0;
    }
    *taken = settle(reader, count - left, left > 0 || is_drained || answer != LZLPNG_OK);
    return answer;
}

HIDDEN uint32_t lzlpng_row_reader_take_rows(lzlpng_row_reader *reader, uint32_t *first) {
    uint32_t count = reader->row - reader->told;
    *first = reader->told;
    reader->told = reader->row;
    return count;
}

HIDDEN int lzlpng_row_reader_is_complete(const lzlpng_row_reader *reader) {
    return reader->row == reader->height;
}

HIDDEN int lzlpng_row_reader_is_irregular(const lzlpng_row_reader *reader) {
    return reader->is_irregular;
}

HIDDEN const char *lzlpng_row_reader_message(const lzlpng_row_reader *reader) {
    return reader->message;
}
