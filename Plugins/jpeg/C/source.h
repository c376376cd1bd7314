/* The reader's insides: where its bytes come from. */
#ifndef LZLJPEG_SOURCE_H
#define LZLJPEG_SOURCE_H

#include "faults.h"

/* What a second frame header overwrites before the library finds that it is one too many. */
typedef struct lzljpeg_frame_header {
    JDIMENSION width;
    JDIMENSION height;
    int component_count;
    int precision;
    boolean is_progressive;
    boolean is_arithmetic;
} lzljpeg_frame_header;

struct lzljpeg_reader {
    struct jpeg_decompress_struct library;
    lzljpeg_faults faults;
    struct jpeg_source_mgr source;
    /* Bytes to be left out of what comes next. */
    size_t skip;
    /* Nothing comes behind the bytes in `source`. */
    bool is_final;
    /* The bytes are used up and an end marker stands in for more. */
    bool is_ended;
    /* Data was missing, from this row of blocks on. */
    bool is_cut;
    uint32_t cut_block_row;
    /* A segment lies at the start of `source`, behind its marker. */
    bool has_segment;
    bool is_segment_taken;
    lzljpeg_segment segment;
    lzljpeg_frame_header frame_header;
    /* Components of which a scan was seen, a bit each. */
    uint32_t seen_components;
};

/* Sets up source and segment reading. */
LZLJPEG_HIDDEN void lzljpeg_source_begin(lzljpeg_reader *reader);

#endif
