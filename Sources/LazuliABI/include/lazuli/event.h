/*
 * What a decoder or an encoder answers to a step: one event of 256 bytes without a pointer in it,
 * so that it can cross a socket. Variable data (ICC, EXIF, text) is fetched by a call of its own.
 */
#ifndef LAZULI_EVENT_H
#define LAZULI_EVENT_H

#include "base.h"
#include "error.h"
#include "pixels.h"

LZL_BEGIN

/* `lzl_event.kind`. */
/** All input was taken and what the plugin still needs of it is kept: feed more. */
#define LZL_EVENT_NEED_INPUT 1u
/** `header`: all that is stored ahead of the pixels is known. Exactly once, before any FRAME. */
#define LZL_EVENT_HEADER 2u
/** `metadata`: something beside the pixels is known, or known better. */
#define LZL_EVENT_METADATA 3u
/** `frame`: a frame begins; the host answers with a surface. */
#define LZL_EVENT_FRAME 4u
/**
 * `rows`: every pixel of these rows has its value. In an image of several passes that is a value good
 * enough to be shown (without LZL_STEP_WANT_PREVIEW only the last pass gives ROWS); later passes
 * improve it.
 */
#define LZL_EVENT_ROWS 5u
/** `pass`: a pass over the whole surface ends and another one begins. */
#define LZL_EVENT_PASS_DONE 6u
/** `frame_done`: the surface holds the whole frame and is the host's again. */
#define LZL_EVENT_FRAME_DONE 7u
/** `done`: all wanted frames are out, and what is stored behind them is read, unless LZL_DECODE_STOP_EARLY. Every later step gives this event again. */
#define LZL_EVENT_DONE 8u
/** `error`: something was not as it should be; the pixels are as good as they get. */
#define LZL_EVENT_WARNING 9u
/**
 * `error`: the end. Every later step gives this event again. With LZL_ERROR_FLAG_PIXELS_USABLE all that
 * could be made of the input was written, and told by ROWS, in the steps before.
 */
#define LZL_EVENT_ERROR 10u
/** `output`: an encoder filled bytes of the host's buffer. */
#define LZL_EVENT_OUTPUT 11u
/** Bounded work was done and nothing is to be said: step again. */
#define LZL_EVENT_CONTINUE 12u

/* `lzl_header.flags`. */
/** More than one frame, or a single one with a loop count of its own. */
#define LZL_HEADER_ANIMATED 1u
/** Some pixel may be transparent. */
#define LZL_HEADER_HAS_ALPHA 2u
/** Stored in passes: PASS_DONE will come (Adam7, progressive JPEG, interlaced GIF). */
#define LZL_HEADER_PASSES 4u
/** The file has a picture beside the animation, before its first frame: frame_count leaves it out. */
#define LZL_HEADER_DEFAULT_IMAGE 16u
/** Its frames are pages: pictures of their own, each with its own size at 0, 0, not cut by the canvas. */
#define LZL_HEADER_PAGES 32u
/** The four samples of LZL_FORMAT_CMYK8 are inverted (255 is no ink), as Adobe's JPEG files store them. */
#define LZL_HEADER_INVERTED_CMYK 8u
/**
 * A still image of one frame that covers the canvas, whose rows come from the top, without a gap, each told once
 * (unless LZL_STEP_WANT_PREVIEW asks for more). The host may give a window for its surface: see `set_surface`.
 */
#define LZL_HEADER_ROWS_IN_ORDER 64u

/** Payload of LZL_EVENT_HEADER. */
typedef struct lzl_header {
    /** As stored: before orientation and scale. For an animation, the canvas. */
    uint32_t width;
    uint32_t height;
    /** Frames of the animation, 1 for a still image, 0 when not known so far. */
    uint32_t frame_count;
    /** How often the animation plays in all, 0 for ever; 1 for a still image. METADATA may update it. */
    uint32_t play_count;
    /** LZL_HEADER_… */
    uint32_t flags;
    /** The format that loses nothing, LZL_FORMAT_… */
    uint32_t native_format;
    /** What `configure` may ask for: a set of LZL_FORMAT_BIT_…; holds the native format's. */
    uint32_t formats;
    /** Bits of one sample as stored: 1, 2, 4, 8 or 16. */
    uint32_t bits_per_sample;
    /** Samples of one pixel as stored; 1 for a palette. */
    uint32_t samples_per_pixel;
    /** As EXIF counts, 1 to 8; 0 when nothing was said so far. The plugin never applies it. */
    uint32_t orientation;
    /** Scales on offer beside 1: n / scale_denominator for each bit n − 1 of scale_numerators; 0: none. Not where a frame may be smaller than the canvas. */
    uint32_t scale_denominator;
    uint32_t scale_numerators;
    /** Pixels in a metre, 0 when not known. */
    uint32_t pixels_per_metre_x;
    uint32_t pixels_per_metre_y;
    /** Colour information so far. */
    lzl_color color;
} lzl_header;

/* `lzl_metadata.kind`. Those marked (bytes) are fetched with `metadata` of the decoder. */
/** (bytes) An ICC profile, whole and decompressed. */
#define LZL_METADATA_ICC 1u
/** (bytes) EXIF, beginning with its TIFF header. */
#define LZL_METADATA_EXIF 2u
/** (bytes) XMP. */
#define LZL_METADATA_XMP 3u
/** (bytes) A comment or other text: UTF-8 "keyword\0text". */
#define LZL_METADATA_TEXT 4u
/** `value` is the orientation, 1 to 8; also when it arrives behind the pixels. */
#define LZL_METADATA_ORIENTATION 5u
/** `value` is the play count. */
#define LZL_METADATA_PLAY_COUNT 6u
/** `value` is the number of frames. */
#define LZL_METADATA_FRAME_COUNT 7u

/** Payload of LZL_EVENT_METADATA; announces one item. */
typedef struct lzl_metadata {
    /** LZL_METADATA_…; a host ignores a kind that it does not know. */
    uint32_t kind;
    /** Counts the items of one kind from 0. */
    uint32_t index;
    /** Bytes to fetch, 0 where `value` says all. */
    uint64_t size;
    uint64_t value;
} lzl_metadata;

/* `lzl_frame.disposal`: what happens to the frame's rectangle before the next frame. */
#define LZL_DISPOSAL_NONE 0u
/** It becomes transparent. */
#define LZL_DISPOSAL_BACKGROUND 1u
/** It becomes what it was before this frame. */
#define LZL_DISPOSAL_PREVIOUS 2u

/* `lzl_frame.blend`: how the frame gets onto the canvas. */
#define LZL_BLEND_SOURCE 0u
#define LZL_BLEND_OVER 1u

/* `lzl_frame.flags`. */
/** A picture beside the animation: the default image of an APNG which has one of its own. */
#define LZL_FRAME_NOT_IN_ANIMATION 1u

/** Payload of LZL_EVENT_FRAME. */
typedef struct lzl_frame {
    /** Counts the pictures of the file from 0, given out or not, a default image included. */
    uint32_t index;
    /** LZL_FRAME_… */
    uint32_t flags;
    /** Where on the canvas, in pixels of the configured size; may reach beyond the canvas, which then is cut. */
    lzl_rectangle rectangle;
    /** How long it is shown, in seconds, as stored and unjudged; the denominator is not 0. */
    uint32_t delay_numerator;
    uint32_t delay_denominator;
    /** LZL_DISPOSAL_… */
    uint32_t disposal;
    /** LZL_BLEND_… */
    uint32_t blend;
} lzl_frame;

/** Payload of LZL_EVENT_ROWS: rows first ..< first + count of the frame; in a window no more than it holds. */
typedef struct lzl_rows {
    uint32_t first;
    uint32_t count;
    /** The pass that they belong to, from 0. */
    uint32_t pass;
    uint32_t reserved;
} lzl_rows;

/** Payload of LZL_EVENT_PASS_DONE. */
typedef struct lzl_pass {
    /** The pass that ended, from 0. */
    uint32_t pass;
    /** How many there are in all, 0 when not known. */
    uint32_t pass_count;
} lzl_pass;

/** Payload of LZL_EVENT_FRAME_DONE. */
typedef struct lzl_frame_done {
    /** The frame's index. */
    uint32_t index;
    uint32_t reserved;
} lzl_frame_done;

/** Payload of LZL_EVENT_DONE. */
typedef struct lzl_done {
    /** Pictures seen in all, counted as lzl_frame.index does. */
    uint32_t frame_count;
    /** As in the header, now final. */
    uint32_t play_count;
} lzl_done;

/** Payload of LZL_EVENT_OUTPUT. */
typedef struct lzl_output {
    /** Bytes written to the front of the host's buffer, at least 1. */
    uint64_t byte_count;
} lzl_output;

/** Bytes of an event, and of the largest payload. */
#define LZL_EVENT_SIZE 256u
#define LZL_EVENT_PAYLOAD_SIZE 240u

/**
 * An event, 256 bytes for ever. The host zeroes it before the call. Payloads grow into the rest of
 * the union, where zero means "absent".
 */
typedef struct lzl_event {
    /** LZL_EVENT_… */
    uint32_t kind;
    uint32_t reserved;
    uint64_t reserved_2;
    union lzl_event_payload {
        lzl_header header;
        lzl_metadata metadata;
        lzl_frame frame;
        lzl_rows rows;
        lzl_pass pass;
        lzl_frame_done frame_done;
        lzl_done done;
        lzl_output output;
        lzl_error error;
        uint8_t bytes[LZL_EVENT_PAYLOAD_SIZE];
    } payload;
} lzl_event;

LZL_ASSERT(sizeof(lzl_event) == LZL_EVENT_SIZE);

LZL_END

#endif
