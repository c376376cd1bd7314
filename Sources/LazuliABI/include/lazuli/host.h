/*
 * What the host offers to a plugin.
 */
#ifndef LAZULI_HOST_H
#define LAZULI_HOST_H

#include "base.h"

LZL_BEGIN

/**
 * The host, valid for as long as the process lives.
 */
typedef struct lzl_host {
    uint32_t struct_size;
    /** LZL_ABI_MINOR of the host. */
    uint32_t abi_minor;
    /** Handed back to the functions below. */
    void *context;
    /**
     * The table of a host service, or NULL when the host does not offer it. Valid for ever.
     * [thread-safe] [must-not-block]
     */
    const void *(*get)(void *context, const char *id);
} lzl_host;

/** Id of lzl_host_log. */
#define LZL_HOST_LOG "lzl.host.log/1"

#define LZL_LOG_DEBUG 1u
#define LZL_LOG_INFO 2u
#define LZL_LOG_WARNING 3u
#define LZL_LOG_ERROR 4u

/** Where a plugin says what is of interest to people; an error is not reported this way alone. */
typedef struct lzl_host_log {
    void *context;
    /** One message, UTF-8, copied before the call returns. [thread-safe] [must-not-block] */
    void (*log)(void *context, uint32_t level, lzl_bytes message);
} lzl_host_log;

LZL_END

#endif
