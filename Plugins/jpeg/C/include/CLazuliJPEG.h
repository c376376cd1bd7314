/*
 * libjpeg as the plugin sees it: no longjmp leaves these functions, and none calls back.
 *
 * A function of the reader which wants bytes that are not there answers LZLJPEG_SUSPENDED; after
 * more were given the same call is made again.
 */
#ifndef CLAZULI_JPEG_H
#define CLAZULI_JPEG_H

#include <lazuli/lazuli.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LZLJPEG_HIDDEN __attribute__((visibility("hidden")))

/* What a call came to. */
/** The library gave up: see the fault. */
#define LZLJPEG_FAILED (-1)
/** Bytes are missing. */
#define LZLJPEG_SUSPENDED 0
/** Done as asked. */
#define LZLJPEG_READY 1
/** An application segment or comment lies in the input: look at it and take it, then call again. */
#define LZLJPEG_SEGMENT 2
/** All of a scan is read. */
#define LZLJPEG_SCAN_DONE 3
/** The header of a further scan is read. */
#define LZLJPEG_SCAN_BEGUN 4
/** The end of the image is read. */
#define LZLJPEG_END 5

/** What the library has to say, sorted into the codes of the contract. */
typedef struct lzljpeg_fault {
    lzl_status code;
    int32_t library_code;
    char message[LZL_ERROR_MESSAGE_CAPACITY];
} lzljpeg_fault;

/* Kinds of colour. */
#define LZLJPEG_OTHER 0
#define LZLJPEG_GRAY 1
/** YCbCr or RGB. */
#define LZLJPEG_COLOR 2
/** CMYK or YCCK. */
#define LZLJPEG_CMYK 3

/** What stands ahead of the first scan. */
typedef struct lzljpeg_info {
    uint32_t width;
    uint32_t height;
    uint32_t component_count;
    /** LZLJPEG_GRAY … */
    uint32_t color;
    bool has_scans;
    bool is_arithmetic;
    bool has_adobe_marker;
    /** As in JFIF: 1 per inch, 2 per centimetre, 0 when not said. */
    uint8_t density_unit;
    uint16_t density_x;
    uint16_t density_y;
    /** What the library will allocate to decode it at full size, about. */
    uint64_t working_byte_count;
} lzljpeg_info;

/** Bytes of a marker segment, where they lie in the input. */
typedef struct lzljpeg_segment {
    /** The marker's second byte: 0xE1 for APP1, 0xFE for a comment. */
    uint32_t marker;
    lzl_bytes bytes;
} lzljpeg_segment;

typedef struct lzljpeg_reader lzljpeg_reader;

/** NULL when there is no memory. */
LZLJPEG_HIDDEN lzljpeg_reader *lzljpeg_reader_create(void);
LZLJPEG_HIDDEN void lzljpeg_reader_destroy(lzljpeg_reader *reader);

/** Points the reader at its input: what it left unread before, and what has come since. */
LZLJPEG_HIDDEN void lzljpeg_reader_give(lzljpeg_reader *reader, const uint8_t *bytes, size_t count, bool is_final);
/** How many of the bytes given last it left unread. */
LZLJPEG_HIDDEN size_t lzljpeg_reader_unread(const lzljpeg_reader *reader);

LZLJPEG_HIDDEN lzljpeg_segment lzljpeg_reader_segment(const lzljpeg_reader *reader);
LZLJPEG_HIDDEN void lzljpeg_reader_take_segment(lzljpeg_reader *reader);

/** Reads up to the first scan's data: READY, SEGMENT, SUSPENDED. Allocates nothing that grows with the pixels. */
LZLJPEG_HIDDEN int lzljpeg_reader_read_header(lzljpeg_reader *reader);
LZLJPEG_HIDDEN lzljpeg_info lzljpeg_reader_info(const lzljpeg_reader *reader);

/** Allocates, to give LZL_FORMAT_… at a size of numerator / 8: READY. */
LZLJPEG_HIDDEN int lzljpeg_reader_start(lzljpeg_reader *reader, uint32_t format, uint32_t numerator);
LZLJPEG_HIDDEN uint32_t lzljpeg_reader_output_width(const lzljpeg_reader *reader);
LZLJPEG_HIDDEN uint32_t lzljpeg_reader_output_height(const lzljpeg_reader *reader);

/**
 * Reads further, up to `row_count` rows of blocks, without giving pixels: READY when there is more to
 * read, SCAN_DONE, SCAN_BEGUN, END, SEGMENT, SUSPENDED. For images of several scans, and behind the
 * last row of the others.
 */
LZLJPEG_HIDDEN int lzljpeg_reader_consume(lzljpeg_reader *reader, uint32_t row_count);
/** The scan that was begun last, from 1. */
LZLJPEG_HIDDEN uint32_t lzljpeg_reader_scan(const lzljpeg_reader *reader);
/**
 * For images of several scans: gives rows from the top, made of what was read so far: READY. `scan` is the one that
 * was begun last, or one before it, which then is not waited for.
 */
LZLJPEG_HIDDEN int lzljpeg_reader_begin_output(lzljpeg_reader *reader, uint32_t scan);
/** Reads up to the scan behind those that are shown, or to the end: READY, SEGMENT, SUSPENDED. */
LZLJPEG_HIDDEN int lzljpeg_reader_finish_output(lzljpeg_reader *reader);
/** After a failure of the two calls above: as if the image ended before the fault. */
LZLJPEG_HIDDEN void lzljpeg_reader_abandon_input(lzljpeg_reader *reader);

/**
 * Writes the next rows to their places, up to `row_count`: READY, SEGMENT, SUSPENDED. `pixels` hold `row_capacity`
 * rows; behind the last one comes the first again.
 */
LZLJPEG_HIDDEN int lzljpeg_reader_read_rows(
    lzljpeg_reader *reader, uint8_t *pixels, size_t bytes_per_row, uint32_t row_capacity, uint32_t row_count);
/** How many rows were given so far. */
LZLJPEG_HIDDEN uint32_t lzljpeg_reader_row(const lzljpeg_reader *reader);
/** How many rows from the top rest on data, and not on what stands in for data missing at the end. */
LZLJPEG_HIDDEN uint32_t lzljpeg_reader_trusted_rows(const lzljpeg_reader *reader);
/** Whether the input ended ahead of the end marker. */
LZLJPEG_HIDDEN bool lzljpeg_reader_is_ended(const lzljpeg_reader *reader);
/** Whether data was missing at the end of the input. */
LZLJPEG_HIDDEN bool lzljpeg_reader_is_cut(const lzljpeg_reader *reader);

LZLJPEG_HIDDEN const lzljpeg_fault *lzljpeg_reader_fault(const lzljpeg_reader *reader);
/** All warnings so far; each kind is kept once. */
LZLJPEG_HIDDEN uint64_t lzljpeg_reader_warning_count(const lzljpeg_reader *reader);
/** NULL when fewer kinds were seen. */
LZLJPEG_HIDDEN const lzljpeg_fault *lzljpeg_reader_warning(const lzljpeg_reader *reader, uint32_t index);

/** Makes CMYK into opaque RGBA, in place. */
LZLJPEG_HIDDEN void lzljpeg_convert_cmyk(uint8_t *pixels, size_t count, bool is_inverted);

/** How to write a file. */
typedef struct lzljpeg_output {
    uint32_t width;
    uint32_t height;
    /** LZL_FORMAT_RGBA8, LZL_FORMAT_GRAY8 or LZL_FORMAT_CMYK8. */
    uint32_t format;
    /** 1 to 100. */
    int32_t quality;
    /** Pixels that share a colour sample: 1 or 2 each way. */
    int32_t chroma_width;
    int32_t chroma_height;
    bool is_progressive;
    bool is_optimized;
    /** Whether the samples of CMYK are given as JPEG files store them, 255 for no ink. */
    bool is_inverted;
    uint8_t density_unit;
    uint16_t density_x;
    uint16_t density_y;
} lzljpeg_output;

typedef struct lzljpeg_writer lzljpeg_writer;

/** NULL when there is no memory. */
LZLJPEG_HIDDEN lzljpeg_writer *lzljpeg_writer_create(void);
LZLJPEG_HIDDEN void lzljpeg_writer_destroy(lzljpeg_writer *writer);
LZLJPEG_HIDDEN int lzljpeg_writer_begin(lzljpeg_writer *writer, const lzljpeg_output *output);
/** Writes a segment of `head` and `body`, together at most 65533 bytes; before the first row. */
LZLJPEG_HIDDEN int lzljpeg_writer_segment(lzljpeg_writer *writer, uint32_t marker, lzl_bytes head, lzl_bytes body);
LZLJPEG_HIDDEN int lzljpeg_writer_rows(
    lzljpeg_writer *writer, const uint8_t *pixels, size_t bytes_per_row, uint32_t row_count);
LZLJPEG_HIDDEN int lzljpeg_writer_finish(lzljpeg_writer *writer);
/** What was written since it was last taken. */
LZLJPEG_HIDDEN lzl_bytes lzljpeg_writer_bytes(const lzljpeg_writer *writer);
LZLJPEG_HIDDEN void lzljpeg_writer_take_bytes(lzljpeg_writer *writer);
LZLJPEG_HIDDEN const lzljpeg_fault *lzljpeg_writer_fault(const lzljpeg_writer *writer);

#endif
