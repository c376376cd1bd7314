/*
 * What the PNG plugin needs of libpng and zlib: pixels out of, and into, the compressed data of one
 * picture. Chunks are the business of the Swift side. setjmp and longjmp stay within these files.
 */
#ifndef CLAZULI_PNG_H
#define CLAZULI_PNG_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Answers of the functions below. */
#define LZLPNG_OK 0
/** The data is damaged; `…_message` says how. */
#define LZLPNG_CORRUPT 1
#define LZLPNG_NO_MEMORY 2
/** The result would be larger than the limit. */
#define LZLPNG_LIMIT 3

/** One picture: the image of the file, or a frame of an animation. */
typedef struct lzlpng_picture {
    uint32_t width;
    uint32_t height;
    /** As in IHDR. */
    uint8_t bit_depth;
    uint8_t color_type;
    uint16_t reserved;
    /** LZL_FORMAT_… of the surface. */
    uint32_t format;
    /** PLTE and tRNS, of size 0 when there is none. Used during `create` only. */
    const uint8_t *palette;
    size_t palette_size;
    const uint8_t *transparency;
    size_t transparency_size;
} lzlpng_picture;

/** Decodes a picture that is not interlaced, row by row, into a surface or a window. */
typedef struct lzlpng_row_reader lzlpng_row_reader;

/**
 * Answers LZLPNG_OK and a reader, which `…_destroy` ends, or another code and NULL. Row y goes to row
 * y % row_capacity of `pixels`.
 */
int lzlpng_row_reader_create(
    const lzlpng_picture *picture, uint8_t *pixels, size_t bytes_per_row, uint32_t row_capacity,
    lzlpng_row_reader **out);

/**
 * Decodes bytes of the compressed stream: some milliseconds' work and `row_capacity` rows at the most. `taken` says how
 * far it got, also when the answer is an error; what it did not take has to come again. With `is_end`, which is for the
 * end of a chunk and of the input, nothing is left to come of them once all is taken.
 */
int lzlpng_row_reader_push(
    lzlpng_row_reader *reader, const uint8_t *bytes, size_t count, int is_end, size_t *taken);

/** How many rows were decoded since the last call, from `first` on. */
uint32_t lzlpng_row_reader_take_rows(lzlpng_row_reader *reader, uint32_t *first);

/** Whether the last row was decoded. */
int lzlpng_row_reader_is_complete(const lzlpng_row_reader *reader);

/** Whether there was more data than rows, or a check sum behind the last row was wrong. */
int lzlpng_row_reader_is_irregular(const lzlpng_row_reader *reader);

/** What is wrong with the data, never NULL. */
const char *lzlpng_row_reader_message(const lzlpng_row_reader *reader);

void lzlpng_row_reader_destroy(lzlpng_row_reader *reader);

/** Decodes an interlaced picture into a surface. */
typedef struct lzlpng_pass_reader lzlpng_pass_reader;

#define LZLPNG_EVENT_NONE 0
/** Rows first ..< end have their values, as of `pass`. */
#define LZLPNG_EVENT_ROWS 1
/** `pass` ended, and another one follows. */
#define LZLPNG_EVENT_PASS 2

typedef struct lzlpng_event {
    int kind;
    uint32_t pass;
    uint32_t first;
    uint32_t end;
} lzlpng_event;

/** Answers LZLPNG_OK and a reader, which `…_destroy` ends, or another code and NULL. */
int lzlpng_pass_reader_create(
    const lzlpng_picture *picture, uint8_t *pixels, size_t bytes_per_row, lzlpng_pass_reader **out);

/**
 * Decodes bytes of the compressed stream: some milliseconds' work at the most; `taken` says how far it
 * got, also when the answer is an error. With `shows_passes` when a pass begins its pixels are
 * written as blocks, those of earlier passes too.
 */
int lzlpng_pass_reader_push(
    lzlpng_pass_reader *reader, const uint8_t *bytes, size_t count, int shows_passes, size_t *taken);

/** What happened since the last call; to be asked until it answers LZLPNG_EVENT_NONE. */
lzlpng_event lzlpng_pass_reader_next_event(lzlpng_pass_reader *reader);

/**
 * Called when no more data comes: where the picture was not shown pass by pass, the pixels
 * of the passes that are complete stand for those that are not there. Gives ROWS.
 */
void lzlpng_pass_reader_give_up(lzlpng_pass_reader *reader);

/** Whether the last row was decoded. */
int lzlpng_pass_reader_is_complete(const lzlpng_pass_reader *reader);

/** Whether there was more data than rows, or a check sum behind the last row was wrong. */
int lzlpng_pass_reader_is_irregular(const lzlpng_pass_reader *reader);

/** libpng's last word, never NULL. */
const char *lzlpng_pass_reader_message(const lzlpng_pass_reader *reader);

void lzlpng_pass_reader_destroy(lzlpng_pass_reader *reader);

#define LZLPNG_FILTERS_NONE 0u
#define LZLPNG_FILTERS_SUB 1u
/** The best of all five, for each row. */
#define LZLPNG_FILTERS_ALL 2u

/** The rows of one picture, as the file has them. */
typedef struct lzlpng_rows {
    size_t bytes_per_row;
    uint32_t height;
    /** At least 1. */
    uint32_t bytes_per_pixel;
    /** LZLPNG_FILTERS_… */
    uint32_t filters;
    /** libdeflate's, 1 to 9. */
    int level;
} lzlpng_rows;

/** Compresses one picture. */
typedef struct lzlpng_writer lzlpng_writer;

/** Answers LZLPNG_OK and a writer, which `…_destroy` ends, or LZLPNG_NO_MEMORY and NULL. */
int lzlpng_writer_create(const lzlpng_rows *rows, lzlpng_writer **out);

/** Takes a row; the last one of the picture ends the stream. Now and then some milliseconds' work. */
int lzlpng_writer_row(lzlpng_writer *writer, const uint8_t *row);

/** The bytes of the compressed stream which were not dropped yet; valid until the next call. */
const uint8_t *lzlpng_writer_bytes(const lzlpng_writer *writer, size_t *count);
void lzlpng_writer_drop(lzlpng_writer *writer);
int lzlpng_writer_is_complete(const lzlpng_writer *writer);
void lzlpng_writer_destroy(lzlpng_writer *writer);

/** The CRC of chunks, going on from `crc` (0 at first). */
uint32_t lzlpng_crc(uint32_t crc, const void *bytes, size_t count);

/** Decompresses a whole zlib stream into memory that `free` ends. */
int lzlpng_inflate(const void *bytes, size_t count, size_t limit, uint8_t **out, size_t *out_count);

/** Compresses into memory that `free` ends. */
int lzlpng_deflate(const void *bytes, size_t count, uint8_t **out, size_t *out_count);

#endif
