/*
 * Decoders: bytes in, pixels out, one step at a time. No I/O, no thread, no callback.
 *
 *     create ─ feed ─ step … HEADER ─ configure ─ step … FRAME ─ set_surface ─ step … ROWS …
 *            FRAME_DONE ─ step … DONE ─ destroy
 *
 * `step` says what the decoder wants or has; the host does it and steps again:
 *
 *     NEED_INPUT             feed
 *     HEADER                 configure, before the next step
 *     FRAME                  set_surface, before the next step
 *     DONE, ERROR            destroy, or rewind
 *     everything else        step
 *
 * A call out of this order is answered with LZL_ERROR_INVALID_STATE and changes nothing.
 */
#ifndef LAZULI_DECODER_H
#define LAZULI_DECODER_H

#include "base.h"
#include "event.h"
#include "limits.h"
#include "pixels.h"
#include "settings.h"

LZL_BEGIN

/** Id of lzl_decoder_api; its `name` is a format. */
#define LZL_DECODER "lzl.decoder/1"

/** One image being decoded. */
typedef struct lzl_decoder lzl_decoder;

/** For `create`; valid until it returns. */
typedef struct lzl_decoder_options {
    uint32_t struct_size;
    uint32_t reserved;
    /** One of the formats of the manifest. */
    lzl_bytes format;
    lzl_settings settings;
    /** Never NULL. */
    const lzl_limits *limits;
} lzl_decoder_options;

/** `lzl_chunk.flags`: nothing comes after this chunk (which may be empty). */
#define LZL_CHUNK_FINAL 1u
/** The bytes stay where they are until the decoder is rewound or destroyed. */
#define LZL_CHUNK_STABLE 2u

/**
 * A piece of the input. `bytes` stay valid until a step answers NEED_INPUT, DONE or ERROR, or until
 * rewind or destroy, whichever comes first; longer with LZL_CHUNK_STABLE.
 *
 * The first chunk of all with LZL_CHUNK_FINAL | LZL_CHUNK_STABLE is the whole input at rest: the
 * decoder may take the faster road that a library has for that. A codec whose manifest says
 * `"input": "whole"` is given nothing else.
 */
typedef struct lzl_chunk {
    uint32_t struct_size;
    /** LZL_CHUNK_… */
    uint32_t flags;
    lzl_bytes bytes;
} lzl_chunk;

/** `lzl_decode_config.flags`: DONE as soon as the wanted frames are out, without what comes behind them. */
#define LZL_DECODE_STOP_EARLY 1u

/** `lzl_decode_config.frame_count`: every frame. */
#define LZL_ALL_FRAMES 0xffffffffu

/** What the host wants, after the header. */
typedef struct lzl_decode_config {
    uint32_t struct_size;
    /** One of `formats` of the header. */
    uint32_t format;
    /** One of the scales of the header; 1 / 1 for full size. A side becomes ⌈side · n / d⌉. */
    uint32_t scale_numerator;
    uint32_t scale_denominator;
    /** Frames first_frame ..< first_frame + frame_count by `lzl_frame.index`; the others give no event. */
    uint32_t first_frame;
    /** At least 1, or LZL_ALL_FRAMES. */
    uint32_t frame_count;
    /** LZL_DECODE_… */
    uint32_t flags;
    uint32_t reserved;
} lzl_decode_config;

/** `lzl_step.flags`: every pass is shown, also where that costs extra (a JPEG scan rendered early). */
#define LZL_STEP_WANT_PREVIEW 1u

/** What one step is asked for. */
typedef struct lzl_step {
    uint32_t struct_size;
    /** LZL_STEP_… */
    uint32_t flags;
} lzl_step;

/**
 * The functions of a decoder. Frozen.
 *
 * After LZL_EVENT_ERROR every function but `metadata`, `rewind` and `destroy` answers with that
 * error's code (or that event).
 */
typedef struct lzl_decoder_api {
    /** Handed back to `create`. */
    void *context;

    /** Makes a decoder; `*out` is set if and only if the answer is LZL_OK, `*error` if not. [thread-safe] [must-not-block] */
    lzl_status (*create)(void *context, const lzl_decoder_options *options, lzl_decoder **out, lzl_error *error);

    /**
     * Gives input: first of all, and whenever a step answered NEED_INPUT. Takes all of the chunk,
     * or answers an error. Not legal after a chunk with LZL_CHUNK_FINAL. [instance-thread] [must-not-block]
     */
    lzl_status (*feed)(lzl_decoder *decoder, const lzl_chunk *chunk);

    /**
     * Goes on by some milliseconds' work at the most and fills `event`. After a chunk with
     * LZL_CHUNK_FINAL there is no NEED_INPUT. [instance-thread] [must-not-block]
     */
    void (*step)(lzl_decoder *decoder, const lzl_step *step, lzl_event *event);

    /** Says what is wanted; once, after HEADER. Nothing proportional to the pixels is allocated before. [instance-thread] [must-not-block] */
    lzl_status (*configure)(lzl_decoder *decoder, const lzl_decode_config *config);

    /**
     * Where the frame goes: in the configured format, of the size of the frame's rectangle. Zeroed
     * when the header says LZL_HEADER_PASSES, else with any content: the host clears what no ROWS
     * named. It is the plugin's until FRAME_DONE, ERROR, rewind or destroy; between two steps the host
     * may read it.
     * When the header says LZL_HEADER_ROWS_IN_ORDER the surface may have fewer rows than the frame, at least 1: a
     * window, with any content. Row y lies at y mod `surface->height`; the host reads what ROWS name before the next
     * step, and a step ends before it would write over a row that was not told. LZL_STEP_WANT_PREVIEW then counts
     * for nothing.
     * With `pixels` NULL the frame's pixels are not wanted: the decoder goes on to FRAME_DONE as fast
     * as it can and gives no ROWS for it. [instance-thread] [must-not-block]
     */
    lzl_status (*set_surface)(lzl_decoder *decoder, const lzl_surface *surface);

    /**
     * Copies item `index` of `kind` (both as METADATA announced) into `buffer` and answers its size,
     * 0 when there is none. When that is above `capacity` nothing is copied. Legal from the
     * announcement until `destroy`. [instance-thread] [must-not-block]
     */
    uint64_t (*metadata)(lzl_decoder *decoder, uint32_t kind, uint32_t index, uint8_t *buffer, uint64_t capacity);

    /**
     * Back to the state after `create`: the input comes again from its first byte, HEADER too.
     * Legal in every state, also after an error. [instance-thread] [must-not-block]
     */
    lzl_status (*rewind)(lzl_decoder *decoder);

    /**
     * Asks a step which is under way to end soon, with LZL_ERROR_CANCELLED; for libraries which take
     * long over one call. May do nothing. Never beside `destroy`. [thread-safe] [must-not-block]
     */
    void (*interrupt)(lzl_decoder *decoder);

    /** Ends the decoder. Legal in every state. [instance-thread] [must-not-block] */
    void (*destroy)(lzl_decoder *decoder);
} lzl_decoder_api;

LZL_END

#endif
