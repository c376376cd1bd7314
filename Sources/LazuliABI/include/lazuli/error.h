/*
 * Codes of what went wrong, grouped by whose fault it is, and the one error struct.
 *
 * Numbers are frozen and never used again for something else. A code which the reader does not know
 * is taken as its group (the hundreds).
 */
#ifndef LAZULI_ERROR_H
#define LAZULI_ERROR_H

#include "base.h"

LZL_BEGIN

#define LZL_OK 0

/* 1xx: the data. */
/** Not a file of this format at all: the engine asks the next plugin. */
#define LZL_ERROR_NOT_THIS_FORMAT 100
/** Of this format, but damaged: no other plugin is asked. */
#define LZL_ERROR_CORRUPT 101
/** The input ended too early. */
#define LZL_ERROR_TRUNCATED 102
/** Valid, but of a kind that the plugin or its library does not do. */
#define LZL_ERROR_UNSUPPORTED 103

/* 2xx: a limit; `lzl_error.limit` says which. */
#define LZL_ERROR_LIMIT_EXCEEDED 200

/* 3xx: the environment. */
#define LZL_ERROR_OUT_OF_MEMORY 300
#define LZL_ERROR_NOT_FOUND 301
#define LZL_ERROR_ACCESS_DENIED 302
/** A directory, where a file is needed. */
#define LZL_ERROR_IS_DIRECTORY 303
/** A device, socket or pipe, where a regular file is needed. */
#define LZL_ERROR_NOT_A_FILE 304
/** Reading failed: disk or connection. */
#define LZL_ERROR_IO 305
#define LZL_ERROR_NAME_NOT_RESOLVED 310
#define LZL_ERROR_CONNECTION_FAILED 311
#define LZL_ERROR_CONNECTION_LOST 312
/** The handshake failed, or the certificate was not accepted. */
#define LZL_ERROR_TLS 313
/** The other side does not speak the protocol as it should. */
#define LZL_ERROR_PROTOCOL 314
/** The time for the request was used up. */
#define LZL_ERROR_TIMED_OUT 315
/** Data came too slowly for too long. */
#define LZL_ERROR_STALLED 316

/* 4xx: a policy of the host said no. */
#define LZL_ERROR_DENIED 400

/* 5xx: the caller of the function. */
#define LZL_ERROR_INVALID_ARGUMENT 500
/** The call is not legal in this state. */
#define LZL_ERROR_INVALID_STATE 501
#define LZL_ERROR_CANCELLED 502
/** The host and the plugin share no version of what was asked for. */
#define LZL_ERROR_VERSION 503

/* 6xx: the plugin. */
/** A fault of the plugin or of its library, not of the data. */
#define LZL_ERROR_INTERNAL 600

/** `lzl_error.limit` and `lzl_limits`: which limit. */
#define LZL_LIMIT_SIDE 1u
#define LZL_LIMIT_SOURCE_PIXELS 2u
#define LZL_LIMIT_DECODED_PIXELS 3u
#define LZL_LIMIT_DECODED_BYTES 4u
#define LZL_LIMIT_WORKING_BYTES 5u
#define LZL_LIMIT_ENCODED_BYTES 6u
#define LZL_LIMIT_METADATA_BYTES 7u
#define LZL_LIMIT_FRAMES 8u
#define LZL_LIMIT_PASSES 9u
#define LZL_LIMIT_WORK_TIME 10u

/** `lzl_error.flags`: what the surface holds is worth showing, as far as LZL_EVENT_ROWS told of it. */
#define LZL_ERROR_FLAG_PIXELS_USABLE 1u

/** Bytes for the message, with the NUL. */
#define LZL_ERROR_MESSAGE_CAPACITY 176

/**
 * An error, without pointers, so that it can be copied and sent. 240 bytes, for ever.
 *
 * It has no `struct_size`: it lives inside lzl_event and is as frozen as that.
 */
typedef struct lzl_error {
    /** One of LZL_ERROR_…; LZL_OK means that the struct holds none. */
    lzl_status code;
    /** One of LZL_LIMIT_… with LZL_ERROR_LIMIT_EXCEEDED, else 0. */
    uint32_t limit;
    /** LZL_ERROR_FLAG_… */
    uint32_t flags;
    uint32_t reserved;
    /** The library's own code or errno, for people; 0 when there is none. */
    int64_t library_code;
    /** Byte of the input at which it was noticed; LZL_UNKNOWN when not known. */
    uint64_t offset;
    /** With LZL_ERROR_LIMIT_EXCEEDED: what the input would have needed, LZL_UNKNOWN when not known. */
    uint64_t needed;
    uint64_t reserved_2[3];
    /** UTF-8, NUL-terminated, one sentence for people, without the file's name. */
    char message[LZL_ERROR_MESSAGE_CAPACITY];
} lzl_error;

LZL_ASSERT(sizeof(lzl_error) == 240);

LZL_END

#endif
