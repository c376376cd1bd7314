/*
 * Encoders: pixels in, bytes out, one step at a time. No I/O, no thread, no callback.
 *
 *     create ─ begin ─ step … ─ frame ─ step … ─ rows ─ step … ─ finish ─ step … DONE ─ destroy
 *                               └────── for each frame ───────┘
 *
 * After each of begin, frame, rows and finish the host steps with a buffer: OUTPUT has filled
 * the front of it, NEED_INPUT asks for the next call, DONE is the end of the file.
 * A call out of this order is answered with LZL_ERROR_INVALID_STATE and changes nothing.
 */
#ifndef LAZULI_ENCODER_H
#define LAZULI_ENCODER_H

#include "base.h"
#include "event.h"
#include "limits.h"
#include "pixels.h"
#include "settings.h"

LZL_BEGIN

/** Id of lzl_encoder_api; its `name` is a format. */
#define LZL_ENCODER "lzl.encoder/1"

/** One image being encoded. */
typedef struct lzl_encoder lzl_encoder;

/* `lzl_encoder_options.flags`. */
#define LZL_ENCODE_PROGRESSIVE 1u
/** Smaller, at the cost of time. */
#define LZL_ENCODE_OPTIMIZE 2u
/** Samples are stored as they are given, even where fewer bits, no alpha or a palette would do. */
#define LZL_ENCODE_KEEP_FORMAT 4u

/* `lzl_encoder_options.chroma`: how often colour is sampled. */
#define LZL_CHROMA_DEFAULT 0u
#define LZL_CHROMA_444 1u
#define LZL_CHROMA_422 2u
#define LZL_CHROMA_420 3u

/** For `create`; valid until it returns. An option that the format does not have is not an error. */
typedef struct lzl_encoder_options {
    uint32_t struct_size;
    /** LZL_ENCODE_… */
    uint32_t flags;
    lzl_bytes format;
    lzl_settings settings;
    /** Never NULL. */
    const lzl_limits *limits;
    /** 1 to 100; 0: the plugin's default. */
    uint32_t quality;
    /** 1 (fast) to 9 (small); 0: the plugin's default. */
    uint32_t effort;
    /** LZL_CHROMA_… */
    uint32_t chroma;
    uint32_t reserved;
} lzl_encoder_options;

/** `lzl_encode_image.flags`: the samples of LZL_FORMAT_CMYK8 are inverted (255 is no ink). */
#define LZL_ENCODE_IMAGE_INVERTED_CMYK 1u

/** The image as a whole, for `begin`; valid until it returns. */
typedef struct lzl_encode_image {
    uint32_t struct_size;
    /** Of all surfaces to come; one of `formats` of the table. */
    uint32_t format;
    uint32_t width;
    uint32_t height;
    /** At least 1. */
    uint32_t frame_count;
    /** How often the animation plays in all, 0 for ever. */
    uint32_t play_count;
    /** LZL_ENCODE_IMAGE_… */
    uint32_t flags;
    /** Of the surfaces, 1 to 8; 0 counts as 1. Where `exif` has one too, it is the same. */
    uint32_t orientation;
    /** Pixels in a metre, 0 when not known. */
    uint32_t pixels_per_metre_x;
    uint32_t pixels_per_metre_y;
    lzl_color color;
    /** To be kept in the file; of size 0 when there is none. */
    lzl_bytes icc;
    lzl_bytes exif;
    lzl_bytes xmp;
    /** Each "keyword\0text" in UTF-8, as decoders give LZL_METADATA_TEXT; NULL where `text_count` is 0. */
    const lzl_bytes *texts;
    uint64_t text_count;
} lzl_encode_image;

/** A frame, for `frame`; valid until it returns. Members as in lzl_frame. */
typedef struct lzl_encode_frame {
    uint32_t struct_size;
    /** LZL_FRAME_… */
    uint32_t flags;
    lzl_rectangle rectangle;
    uint32_t delay_numerator;
    uint32_t delay_denominator;
    uint32_t disposal;
    uint32_t blend;
} lzl_encode_frame;

/* `lzl_encoder_api.abilities`. */
#define LZL_ENCODER_ALPHA 1u
#define LZL_ENCODER_ANIMATION 2u
/* Options that mean something to it: the host tells its user of one that does not. */
#define LZL_ENCODER_QUALITY 4u
#define LZL_ENCODER_EFFORT 8u
#define LZL_ENCODER_CHROMA 16u
#define LZL_ENCODER_PROGRESSIVE 32u
#define LZL_ENCODER_OPTIMIZE 64u
/* What the format can say: of what is missing here nothing is given, and the engine converts colours or warns. */
#define LZL_ENCODER_ICC 128u
/** `color.cicp`. */
#define LZL_ENCODER_CODE_POINTS 256u
/** sRGB, gamma and chromaticities. */
#define LZL_ENCODER_CALIBRATION 512u
#define LZL_ENCODER_EXIF 1024u
#define LZL_ENCODER_XMP 2048u
#define LZL_ENCODER_TEXTS 4096u

/** The functions of an encoder. Frozen. */
typedef struct lzl_encoder_api {
    /** Handed back to `create`. */
    void *context;
    /** Surfaces that it takes: a set of LZL_FORMAT_BIT_…. */
    uint32_t formats;
    /** LZL_ENCODER_…; without alpha the engine flattens first. */
    uint32_t abilities;

    /** Makes an encoder; `*out` is set if and only if the answer is LZL_OK, `*error` if not. [thread-safe] [must-not-block] */
    lzl_status (*create)(void *context, const lzl_encoder_options *options, lzl_encoder **out, lzl_error *error);

    /** Begins the file. [instance-thread] [must-not-block] */
    lzl_status (*begin)(lzl_encoder *encoder, const lzl_encode_image *image);

    /** Begins a frame. [instance-thread] [must-not-block] */
    lzl_status (*frame)(lzl_encoder *encoder, const lzl_encode_frame *frame);

    /**
     * Gives the next rows of the frame, of the frame's width and any height, from the top. The
     * surface stays valid until a step answers NEED_INPUT. [instance-thread] [must-not-block]
     */
    lzl_status (*rows)(lzl_encoder *encoder, const lzl_surface *surface);

    /** Ends the file, after the last row of the last frame. [instance-thread] [must-not-block] */
    lzl_status (*finish)(lzl_encoder *encoder);

    /**
     * Goes on by some milliseconds' work at the most, fills the front of `buffer` and `event`.
     * `capacity` is at least 4096. [instance-thread] [must-not-block]
     */
    void (*step)(lzl_encoder *encoder, uint8_t *buffer, uint64_t capacity, lzl_event *event);

    /** As for decoders. [thread-safe] [must-not-block] */
    void (*interrupt)(lzl_encoder *encoder);

    /** Ends the encoder. Legal in every state. [instance-thread] [must-not-block] */
    void (*destroy)(lzl_encoder *encoder);
} lzl_encoder_api;

LZL_END

#endif
